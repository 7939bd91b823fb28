//! `wishful microformats`: the cards, events, entries and other items that authors have marked up.

use super::arguments::{
    GrammarChoice, MicroformatsArguments, MicroformatsFormat, MicroformatsMode,
};
use super::failure::{CommandResult, Failure};
use super::grammars::{self, PreparedGrammar};
use super::inputs;
use super::output::{Output, not_parsed, stderr_colour};
use super::pages::{self, PageResult};
use super::reading;
use wishful::ParseOptions;
use wishful::base::counted;
pub(crate) use wishful::tree::{Document, not_written};
use wishful_microformats::output::{FormatOptions, JsonOptions, VcardVersion};
use wishful_microformats::{Microformats, Mode, Options, Vocabulary};

pub(super) fn run(arguments: &MicroformatsArguments) -> CommandResult {
    check(arguments)?;
    let choice = GrammarChoice { grammar: arguments.grammar.clone(), ..GrammarChoice::default() };
    let grammar = grammars::prepare(&choice)?;
    let vocabulary = vocabulary(&arguments.vocabulary)?;
    let options = arguments
        .reading
        .options()
        .limits(arguments.bounds.limits())
        .url(url(arguments.base.as_deref())?);
    let printer = MicroformatsPrinter { grammar, vocabulary, options, arguments };
    let mut out = Output::stdout();
    let workers = arguments.workers.count();
    let verdict = pages::each(&arguments.files, workers, &mut out, |path| printer.page(path))?;
    out.finish()?;
    Ok(verdict)
}

/// Rejects contradictory options.
fn check(arguments: &MicroformatsArguments) -> Result<(), Failure> {
    let is_json = arguments.format() == MicroformatsFormat::Json;
    let is_alone = arguments.mode != MicroformatsMode::Both || is_json;
    if !is_alone {
        return Err(Failure::usage("--mode both needs `-f json`"));
    }
    let has_members = is_json && arguments.mode != MicroformatsMode::Classic;
    if (arguments.spans || arguments.lang || arguments.srcset) && !has_members {
        return Err(Failure::usage(
            "--spans, --lang and --srcset need `-f json` and microformats2; for positions in classic formats use --explain",
        ));
    }
    if arguments.explain && arguments.mode == MicroformatsMode::Both {
        return Err(Failure::usage(
            "--explain needs a single mode: `--mode mf2` or `--mode classic`",
        ));
    }
    if arguments.interpret && arguments.mode != MicroformatsMode::Mf2 {
        return Err(Failure::usage("--interpret needs `--mode mf2`"));
    }
    if (arguments.explain || arguments.interpret) && arguments.bounds.max_output.is_some() {
        return Err(Failure::usage(
            "--max-output does not apply to --explain and --interpret; limit the input with --max-bytes",
        ));
    }
    Ok(())
}

/// Parses the argument of `--base`.
pub(super) fn url(base: Option<&str>) -> Result<Option<url::Url>, Failure> {
    let Some(base) = base else { return Ok(None) };
    match base.parse() {
        Ok(url) => Ok(Some(url)),
        Err(error) => Err(Failure::usage(format!(
            "--base {base}: {error}; expected an absolute URL, such as https://example.org/"
        ))),
    }
}

/// Loads the shipped vocabulary together with vocabulary files, if there are any.
pub(super) fn vocabulary(files: &[String]) -> Result<Option<Vocabulary>, Failure> {
    if files.is_empty() {
        return Ok(None);
    }
    let mut texts = Vec::new();
    for file in files {
        texts.push(inputs::read_text(file)?);
    }
    let named = files.iter().zip(&texts).map(|(file, text)| (inputs::shown(file), text.as_str()));
    match Vocabulary::shipped_with(named) {
        Ok(vocabulary) => Ok(Some(vocabulary)),
        Err(report) => Err(Failure::refused(report.render(stderr_colour()))),
    }
}

/// The message for a limit that was reached while extracting.
const NOT_READ: &str = "results are incomplete: the limit on repeated includes, or on the length of URLs and links, was reached";

/// The state shared by all pages.
struct MicroformatsPrinter<'a> {
    grammar: PreparedGrammar,
    vocabulary: Option<Vocabulary>,
    options: ParseOptions,
    arguments: &'a MicroformatsArguments,
}

impl MicroformatsPrinter<'_> {
    fn page(&self, path: &str) -> PageResult {
        self.read(path).unwrap_or_else(PageResult::refused)
    }

    fn read(&self, path: &str) -> Result<PageResult, Failure> {
        let input = reading::read(path, self.arguments.bounds.max_bytes)?;
        let options = self.options.clone().partial(input.rest.is_some());
        let document = self.grammar.parse(input.bytes, &options);
        let document = document.map_err(|message| Failure::of_input(path, message))?;
        let (text, cut) = self.text(&document);
        let mut messages: Vec<String> = not_parsed(&document, path).into_iter().collect();
        if let Some(message) = cut {
            messages.push(format!("{}: {message}", inputs::shown(path)));
        }
        Ok(PageResult::new(self.headed(path, text), messages))
    }

    /// Returns the output for a document, and a message if it is incomplete.
    fn text(&self, document: &Document) -> (String, Option<String>) {
        match self.arguments.mode {
            MicroformatsMode::Mf2 => self.in_mode(document, Mode::Microformats2),
            MicroformatsMode::Classic => self.in_mode(document, Mode::Classic),
            MicroformatsMode::Both => {
                let (mf2, cut) = self.in_mode(document, Mode::Microformats2);
                let (classic, classic_cut) = self.in_mode(document, Mode::Classic);
                let both = format!(
                    "{{\"microformats2\":{},\"classic\":{}}}\n",
                    mf2.trim_end(),
                    classic.trim_end()
                );
                (both, cut.or(classic_cut))
            }
        }
    }

    /// Returns the output for a document in one mode, and a message if it is incomplete.
    fn in_mode(&self, document: &Document, mode: Mode) -> (String, Option<String>) {
        let found = Microformats::new(
            document,
            &Options::default()
                .mode(mode)
                .base(self.arguments.base.as_deref())
                .vocabulary(self.vocabulary.as_ref()),
        );
        let text = self.formatted(&found);
        let most = self.arguments.bounds.output().of(document.text().len());
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
        let options = FormatOptions::default().bytes(self.arguments.bounds.output());
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
            .bytes(self.arguments.bounds.output())
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
