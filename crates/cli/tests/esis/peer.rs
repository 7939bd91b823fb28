//! The ESIS of a document by `onsgmls` and by this crate.

use std::io::Write;
use std::process::{Command, Stdio};

use similar::TextDiff;
use wishful::diagnostics::Report;
use wishful::dtd::{self, generate};
use wishful::tree::{Format, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser};

/// The outcome of a comparison.
#[derive(PartialEq)]
pub(crate) enum Outcome {
    NotValid,
    Same,
    Differs,
}

pub(crate) fn held(document: &str) -> Outcome {
    match onsgmls(document) {
        None => Outcome::NotValid,
        Some(peer) if esis(document).is_ok_and(|own| own == peer) => Outcome::Same,
        Some(_) => Outcome::Differs,
    }
}

/// Describes a difference: the document, the difference of the two ESIS, and the crate's mistakes.
pub(crate) fn difference(document: &str) -> String {
    let peer = onsgmls(document).unwrap_or_default();
    let own = esis(document).unwrap_or_else(|report| report.render(false));
    let difference = TextDiff::from_lines(&peer, &own);
    let difference =
        difference.unified_diff().context_radius(2).header("onsgmls", "wishful").to_string();
    let mistakes = parsed(document).map(|document| mistakes(&document)).unwrap_or_default();
    format!("====\n{document}\n----\n{difference}{mistakes}")
}

pub(crate) fn is_installed() -> bool {
    Command::new("onsgmls").arg("-v").stdin(Stdio::null()).output().is_ok()
}

/// Returns the output of `onsgmls`, if the document is valid and has no warning.
fn onsgmls(document: &str) -> Option<String> {
    let mut command = Command::new("onsgmls");
    command.envs([("SP_CHARSET_FIXED", "YES"), ("SP_ENCODING", "utf-8")]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("onsgmls is installed");
    let mut input = child.stdin.take().expect("it is a pipe");
    // OK because it reads all before it writes more than a pipe holds: documents are small.
    input.write_all(document.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if text.ends_with("C\n") && output.stderr.is_empty() { Some(text) } else { None }
}

fn esis(document: &str) -> Result<String, Report> {
    Ok(parsed(document)?.render(Format::Esis, WriteOptions::default()))
}

/// Reports whether a document's declarations give a grammar. Those with an element that can never
/// end do not.
pub(crate) fn is_read(document: &str) -> bool {
    parsed(document).is_ok()
}

/// Parses a document by the grammar of its own declarations.
fn parsed(document: &str) -> Result<Document, Report> {
    let (dtd, report) = dtd::read_text("document.sgm", document);
    if report.has_errors() {
        return Err(report);
    }
    let (text, _) = generate::grammar(&dtd, &generate::Options::default())?;
    let grammar = Grammar::source("document.grammar", &text).compile()?;
    let parser = Parser::new(grammar).expect("its tokenizer is there");
    Ok(parser.parse(document.as_bytes(), &ParseOptions::default()).expect("it has no limits"))
}

fn mistakes(document: &Document) -> String {
    let mut mistakes = String::new();
    for error in document.replay().parse_errors() {
        mistakes += &format!("{} at {}\n", error.code, error.at);
    }
    for repair in document.replay().mistakes() {
        mistakes += &(document.describe_repair(repair) + "\n");
    }
    for breach in document.attribute_errors() {
        mistakes += &(breach.what + "\n");
    }
    mistakes
}
