//! `wishful microformats`: the cards, events, entries and other items that authors have marked up.

use super::arguments::{MicroformatsArguments, MicroformatsFormat, MicroformatsMode, check_needs};
use super::parsed::{PageParser, ParsedPage};
use super::vocabularies;
use wishful::base::counted;
use wishful::tree::{Document, not_written};
use wishful_console::failure::{CommandResult, Failure};
use wishful_console::inputs;
use wishful_console::output::Output;
use wishful_microformats::output::{FormatOptions, JsonOptions, VcardVersion};
use wishful_microformats::{Microformats, Mode, Options, Vocabulary};

pub(super) fn run(arguments: &MicroformatsArguments) -> CommandResult {
    check(arguments)?;
    let parser = PageParser::new(&arguments.grammar, &arguments.pages)?;
    let vocabulary = vocabularies::extended(&arguments.vocabulary)?;
    let parser = parser.with_base(arguments.base.as_deref())?;
    let printer = MicroformatsPrinter { vocabulary, arguments };
    let mut out = Output::stdout();
    let verdict = parser.print(&arguments.files, &mut out, |page| Ok(printer.page(page)))?;
    out.finish()?;
    Ok(verdict)
}

/// Rejects contradictory options.
fn check(arguments: &MicroformatsArguments) -> Result<(), Failure> {
    let is_json = arguments.format() == MicroformatsFormat::Json;
    let is_both = arguments.mode == MicroformatsMode::Both;
    let has_members = is_json && arguments.mode != MicroformatsMode::Classic;
    let adds_members = arguments.spans || arguments.lang || arguments.srcset;
    check_needs(&[
        (is_both, "--mode both", "`-f json`", is_json),
        (
            arguments.explain,
            "--explain",
            "a single mode: `--mode mf2` or `--mode classic`",
            !is_both,
        ),
        (
            arguments.interpret,
            "--interpret",
            "`--mode mf2`",
            arguments.mode == MicroformatsMode::Mf2,
        ),
    ])?;
    if adds_members && !has_members {
        return Err(Failure::usage(
            "--spans, --lang and --srcset need `-f json` and microformats2; for positions in classic formats use --explain",
        ));
    }
    if (arguments.explain || arguments.interpret) && arguments.pages.bounds.max_output.is_some() {
        return Err(Failure::usage(
            "--max-output does not apply to --explain and --interpret; limit the input with --max-bytes",
        ));
    }
    Ok(())
}

/// The message for a limit that was reached while extracting.
const NOT_READ: &str = "results are incomplete: the limit on repeated includes, or on the length of URLs and links, was reached";

/// The state shared by all pages.
struct MicroformatsPrinter<'a> {
    vocabulary: Option<Vocabulary>,
    arguments: &'a MicroformatsArguments,
}

impl MicroformatsPrinter<'_> {
    /// Returns the output for a page, and adds a message if it is incomplete.
    fn page(&self, page: &mut ParsedPage<'_>) -> String {
        let (document, most) = (&page.document, page.most);
        let (text, cut) = match self.arguments.mode {
            MicroformatsMode::Mf2 => self.in_mode(document, most, Mode::Microformats2),
            MicroformatsMode::Classic => self.in_mode(document, most, Mode::Classic),
            MicroformatsMode::Both => {
                let (mf2, cut) = self.in_mode(document, most, Mode::Microformats2);
                let (classic, classic_cut) = self.in_mode(document, most, Mode::Classic);
                let (mf2, classic) = (mf2.trim_end(), classic.trim_end());
                let both = format!("{{\"microformats2\":{mf2},\"classic\":{classic}}}\n");
                (both, cut.or(classic_cut))
            }
        };
        if let Some(message) = cut {
            page.messages.push(format!("{}: {message}", page.name));
        }
        self.headed(page.path, text)
    }

    /// Returns the output for a document in one mode, and a message if it is incomplete.
    fn in_mode(&self, document: &Document, most: u64, mode: Mode) -> (String, Option<String>) {
        let found = Microformats::new(
            document,
            &Options::default()
                .mode(mode)
                .base(self.arguments.base.as_deref())
                .vocabulary(self.vocabulary.as_ref()),
        );
        let text = self.formatted(&found);
        let is_full = counted(text.len()) >= most;
        let cut = match (self.arguments.explain || self.arguments.interpret, found.is_cut()) {
            (false, _) if is_full => Some(not_written(most)),
            (_, true) => Some(NOT_READ.to_owned()),
            (_, false) => None,
        };
        (text, cut)
    }

    fn formatted(&self, found: &Microformats<'_>) -> String {
        if self.arguments.explain {
            return found.explain();
        }
        if self.arguments.interpret {
            let page = found.page(self.arguments.base.as_deref());
            return json(&page.interpretation(), self.is_pretty());
        }
        let options = FormatOptions::default().bytes(self.arguments.pages.bounds.output());
        match self.arguments.format() {
            MicroformatsFormat::Json if found.mode() == Mode::Microformats2 => {
                found.to_json(&self.json())
            }
            MicroformatsFormat::Json | MicroformatsFormat::Classic => {
                found.to_classic_json(&self.json())
            }
            MicroformatsFormat::Vcard => found.to_vcard(VcardVersion::Four, &options),
            MicroformatsFormat::Vcard3 => found.to_vcard(VcardVersion::Three, &options),
            MicroformatsFormat::Ics => found.to_icalendar(&options),
            MicroformatsFormat::Jsonld => found.to_json_ld(&options),
        }
    }

    fn json(&self) -> JsonOptions {
        JsonOptions::default()
            .pretty(self.is_pretty())
            .spans(self.arguments.spans)
            .lang(self.arguments.lang)
            .srcset(self.arguments.srcset)
            .bytes(self.arguments.pages.bounds.output())
    }

    /// Reports whether to indent the JSON; several documents get a compact line each.
    fn is_pretty(&self) -> bool {
        self.arguments.files.len() == 1 && self.arguments.mode != MicroformatsMode::Both
    }

    /// Adds the document's name to its output, if there are several documents.
    fn headed(&self, path: &str, text: String) -> String {
        let is_json =
            self.arguments.format() == MicroformatsFormat::Json && !self.arguments.explain;
        match self.arguments.files.len() {
            1 => text,
            _ if is_json => inputs::json_line(path, "microformats", &text),
            _ if self.arguments.explain => format!("==> {} <==\n{text}", inputs::shown(path)),
            _ => text,
        }
    }
}

/// Serializes a value as JSON with a final line break.
fn json(value: &impl serde::Serialize, pretty: bool) -> String {
    let json =
        if pretty { serde_json::to_string_pretty(value) } else { serde_json::to_string(value) };
    json.expect("texts and lists are JSON") + "\n"
}
