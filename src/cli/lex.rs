//! `wishful lex`: the reports of a lexical analyser on a document.
//!
//! Both analysers report to the three callbacks of the SGML one ([`Callbacks`]); `sgml::html5`
//! translates HTML's tokens to them. Reports are printed as they arrive, so memory use is bounded.

use serde::Serialize;

use super::arguments::{LexArguments, LexFormat, LexerChoice, Readmission};
use super::failure::{Failure, Outcome, Verdict};
use super::inputs;
use super::output::Output;
use crate::sgml::html5;
use crate::source::{DecodeOptions, Decoded, Encoding, EncodingReason, Forced, decode};
use crate::token::sgml::{Callbacks, Lexer, Listing, Parts, Readmitted};

/// The length of text after which pending reports are printed.
const PIECE: usize = 1 << 16;

/// The format name in the first line of the JSON output.
const FORMAT: &str = "wishful-lex/1";

pub(super) fn run(arguments: &LexArguments) -> Outcome {
    if arguments.lexer == LexerChoice::Html5 && !arguments.readmit.is_empty() {
        return Err(Failure::usage("--readmit is for --lexer sgml: HTML prohibits nothing"));
    }
    let decoded = read(arguments)?;
    let mut out = Output::stdout();
    match arguments.format {
        LexFormat::Callbacks => print(arguments, &decoded, &mut Listing::new(), &mut out)?,
        LexFormat::Json => {
            out.line(&format!("{{\"format\":\"{FORMAT}\"}}"))?;
            print(arguments, &decoded, &mut Lines::default(), &mut out)?;
        }
    }
    out.finish()?;
    Ok(Verdict::Done)
}

/// Reads and decodes the document.
fn read(arguments: &LexArguments) -> Result<Decoded, Failure> {
    let unknown = |label| Failure::usage(format!("there is no encoding `{label}`"));
    let forced = arguments.encoding.as_deref().map(|label| {
        Encoding::for_label(label.as_bytes())
            .map(Forced::UserOverride)
            .ok_or_else(|| unknown(label))
    });
    let options = DecodeOptions { forced: forced.transpose()?, ..DecodeOptions::default() };
    let bytes = inputs::read(&arguments.file)?;
    let path = inputs::shown(&arguments.file);
    decode(&bytes, &options).map_err(|error| Failure::refused(format!("{path}: {error}")))
}

/// Prints the reports of a text, piece by piece.
fn print(
    arguments: &LexArguments,
    decoded: &Decoded,
    reports: &mut (impl Callbacks + Written),
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
            let mark = match decoded.reason {
                EncodingReason::ByteOrderMark => {
                    decoded.text.chars().next().map_or(0, char::len_utf8)
                }
                _ => 0,
            };
            let mut lexer = Lexer::starting_at(mark, readmitted(&arguments.readmit));
            let mut rest = &decoded.text[mark..];
            while !rest.is_empty() {
                let (piece, behind) = rest.split_at(rest.floor_char_boundary(PIECE));
                lexer.feed(piece, reports);
                out.text(&reports.take())?;
                rest = behind;
            }
            lexer.finish(reports);
        }
    }
    out.text(&reports.take())
}

fn readmitted(words: &[Readmission]) -> Readmitted {
    let has = |word| words.contains(&word) || words.contains(&Readmission::All);
    Readmitted {
        marked_sections: has(Readmission::MarkedSections),
        shorthand: has(Readmission::Shorthand),
        named_characters: has(Readmission::NamedCharacters),
    }
}

/// Reports as text, taken in pieces.
trait Written {
    fn length(&self) -> usize;
    fn take(&mut self) -> String;
}

impl Written for Listing {
    fn length(&self) -> usize {
        self.text().len()
    }

    fn take(&mut self) -> String {
        Listing::take(self)
    }
}

/// Reports as lines of JSON.
#[derive(Default)]
struct Lines {
    text: String,
}

/// A report: parallel arrays of strings, types and spans.
#[derive(Serialize)]
struct Line<'r> {
    callback: &'static str,
    strings: Vec<Option<&'r str>>,
    types: Vec<&'static str>,
    spans: Vec<[usize; 2]>,
}

impl Lines {
    fn line(&mut self, callback: &'static str, parts: Parts<'_>) {
        let line = Line {
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

impl Written for Lines {
    fn length(&self) -> usize {
        self.text.len()
    }

    fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

impl Callbacks for Lines {
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
