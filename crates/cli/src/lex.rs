//! `wishful lex`: the reports of a lexical analyser on a document.
//!
//! Both analysers report to the three callbacks of the SGML one ([`Callbacks`]); `sgml::html5`
//! translates HTML's tokens to them. Reports are printed as they arrive, so memory use is bounded.

use serde::Serialize;

use super::arguments::{LexArguments, LexFormat, LexerChoice, SgmlFeature, check_needs};
use wishful::sgml::html5;
pub(crate) use wishful::sgml::{CallbackListing, Callbacks, Lexer, Parts, SgmlFeatures};
use wishful::source::{CertainEncoding, DecodeOptions, Decoded, Encoding, EncodingReason, decode};
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::inputs;
use wishful_console::output::Output;

/// The length of text after which pending reports are printed.
const PIECE: usize = 1 << 16;

/// The format name in the first line of the JSON output.
const FORMAT: &str = "wishful-lex/1";

/// Prints the tokens of a file as the tokenizer reports them.
pub(super) fn run(arguments: &LexArguments) -> CommandResult {
    let is_sgml = arguments.lexer == LexerChoice::Sgml;
    check_needs(&[(!arguments.readmit.is_empty(), "--readmit", "--lexer sgml", is_sgml)])?;
    let decoded = read(arguments)?;
    let mut out = Output::stdout();
    match arguments.format {
        LexFormat::Callbacks => print(arguments, &decoded, &mut CallbackListing::new(), &mut out)?,
        LexFormat::Json => {
            out.line(&format!("{{\"format\":\"{FORMAT}\"}}"))?;
            print(arguments, &decoded, &mut JsonLines::default(), &mut out)?;
        }
    }
    out.finish()?;
    Ok(Verdict::Done)
}

/// Reads and decodes the document.
fn read(arguments: &LexArguments) -> Result<Decoded, Failure> {
    let mut options = DecodeOptions::default();
    if let Some(label) = &arguments.encoding {
        let Some(encoding) = Encoding::for_label(label.as_bytes()) else {
            return Err(Failure::usage(format!("unknown encoding `{label}`")));
        };
        options.forced = Some(CertainEncoding::UserOverride(encoding));
    }
    let bytes = inputs::read(&arguments.file)?;
    decode(&bytes, &options).map_err(|error| Failure::of_input(&arguments.file, error))
}

/// Prints the reports of a text, piece by piece.
fn print(
    arguments: &LexArguments,
    decoded: &Decoded,
    reports: &mut (impl Callbacks + ReportText),
    out: &mut Output,
) -> Result<(), Failure> {
    match arguments.lexer {
        LexerChoice::Html5 => {
            let mut reader = html5::Reader::new(decoded);
            while reader.report(reports) {
                if reports.length() > PIECE {
                    out.text(&reports.take())?;
                }
            }
        }
        LexerChoice::Sgml => {
            let mark = match (&decoded.reason, decoded.text.chars().next()) {
                (EncodingReason::ByteOrderMark, Some(mark)) => mark.len_utf8(),
                _ => 0,
            };
            let mut lexer = Lexer::starting_at(mark, readmitted(&arguments.readmit));
            let mut rest = &decoded.text[mark..];
            while !rest.is_empty() {
                let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE));
                lexer.feed(piece, reports);
                out.text(&reports.take())?;
                rest = after;
            }
            lexer.finish(reports);
        }
    }
    out.text(&reports.take())
}

/// Returns the features of SGML that `--readmit` names: HTML has dropped them, and the analyser
/// shall recognise them again.
fn readmitted(words: &[SgmlFeature]) -> SgmlFeatures {
    let all = words.contains(&SgmlFeature::All);
    SgmlFeatures {
        marked_sections: all || words.contains(&SgmlFeature::MarkedSections),
        shorthand: all || words.contains(&SgmlFeature::Shorthand),
        named_characters: all || words.contains(&SgmlFeature::NamedCharacters),
    }
}

/// Reports as text, taken in pieces.
trait ReportText {
    fn length(&self) -> usize;
    fn take(&mut self) -> String;
}

impl ReportText for CallbackListing {
    fn length(&self) -> usize {
        self.text().len()
    }

    fn take(&mut self) -> String {
        CallbackListing::take(self)
    }
}

/// Reports as lines of JSON.
#[derive(Default)]
struct JsonLines {
    text: String,
}

/// A report: parallel arrays of strings, types and spans.
#[derive(Serialize)]
struct ReportLine<'r> {
    callback: &'static str,
    strings: Vec<Option<&'r str>>,
    types: Vec<&'static str>,
    spans: Vec<[usize; 2]>,
}

impl JsonLines {
    fn line(&mut self, callback: &'static str, parts: Parts<'_>) {
        let line = ReportLine {
            callback,
            strings: parts.iter().map(|part| part.text).collect(),
            types: parts.iter().map(|part| part.kind.name()).collect(),
            spans: parts.iter().map(|part| [part.place.start, part.place.end]).collect(),
        };
        // OK because strings and numbers can always be written as JSON.
        self.text.push_str(&serde_json::to_string(&line).unwrap_or_default());
        self.text.push('\n');
    }
}

impl ReportText for JsonLines {
    fn length(&self) -> usize {
        self.text.len()
    }

    fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

impl Callbacks for JsonLines {
    fn tag_or_data(&mut self, parts: Parts<'_>) {
        self.line("tag/data", parts);
    }

    fn other_markup(&mut self, parts: Parts<'_>) {
        self.line("aux markup", parts);
    }

    fn mistake(&mut self, parts: Parts<'_>) {
        self.line("err/lim", parts);
    }
}
