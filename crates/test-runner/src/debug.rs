//! A trace of how the slippers processed each token of a test's document.
//!
//! ```text
//! cases.txt:1: a lone cell
//!   1:1     rejected <td> inside the document: not allowed here
//!           acceptable  <html>, a comment, a doctype, blanks
//!           inserted    <html>  marpa.grammar:92  <td> -> <html> <head> … closing <table> ;
//!   1:1     accepted <td> inside <html> <body> <table> <tbody> <tr>
//! ```
//!
//! The trace has the content of `wishful explain` for every token, in a shorter form. For each
//! attempt it shows why the token was rejected, the remedies that did not apply, and the one that
//! did, in order.

use crate::corpus::Expectation;
use crate::corpus::run::{ParseInput, parse_input};
use crate::corpus::test::Test;
use wishful::base::{PositionCursor, Span};
use wishful::explain::{Citation, ExplanationStep, Reason, Treatment, UnrecordedAction};
use wishful_console::explained::traced;
use wishful_console::failure::Failure;
use wishful_console::grammars::GrammarCache;
use wishful_console::output::Output;
use wishful_console::paint::{Paint, visible};
use wishful_console::stamps::Stamps;

/// Prints the trace of each test.
pub(super) fn show(tests: &[Test<'_>], shelf: &GrammarCache) -> Result<(), Failure> {
    let mut out = Output::stdout();
    for test in tests {
        out.line(&out.paint().bold(test.name()))?;
        let trace = match test.format() {
            Expectation::Check => Err("a grammar check parses no document".to_owned()),
            _ => parse_input(test, shelf, &mut Stamps::default())
                .and_then(|input| trace(&input, out.paint())),
        };
        let text = trace.unwrap_or_else(|message| format!("  {}\n", message.replace('\n', "\n  ")));
        out.text(&text)?;
        out.line("")?;
    }
    out.finish()
}

/// Parses a document and formats every step of its tokens.
fn trace(input: &ParseInput, paint: Paint) -> Result<String, String> {
    let ParseInput { grammar, bytes, options } = input;
    let traced = traced(grammar, bytes, options)?;
    let places = PositionCursor::new(traced.document().text());
    let mut trace = Trace { places, paint, out: String::new() };
    for explanation in traced.every() {
        for (step, &span) in explanation.steps.iter().zip(&explanation.spans) {
            trace.step(span, step);
        }
    }
    Ok(trace.out)
}

/// The output of the trace.
struct Trace<'d> {
    places: PositionCursor<'d>,
    paint: Paint,
    out: String,
}

impl Trace<'_> {
    fn step(&mut self, span: Span, step: &ExplanationStep) {
        match step {
            ExplanationStep::Accepted { accepted, inside, .. } => {
                self.head(span, &self.paint.green("accepted"), accepted, inside, "");
            }
            ExplanationStep::Edited { edited, .. } => {
                self.head(span, &edited.what, "", &[], "");
                self.cite("by", edited.cite.as_ref());
            }
            ExplanationStep::Round {
                rejected,
                inside,
                acceptable,
                reason,
                passed,
                given_up,
                remedy,
                done,
                ..
            } => {
                let (why, cite) = because(reason);
                self.head(span, &self.paint.red("rejected"), rejected, inside, why);
                self.cite("by", cite);
                self.field("acceptable", &short(acceptable));
                for line in passed.chunk_by(|a, b| a.place == b.place) {
                    let words: Vec<&str> = line.iter().map(|cite| &*cite.word).collect();
                    self.word("passed over", &words.join(" "), line.first());
                }
                if *given_up {
                    self.field("gave up", "the search for tags to insert reached its limit");
                }
                self.cite("remedy", remedy.as_ref());
                self.done(done);
            }
        }
    }

    /// Writes `1:1     rejected <td> inside the document: why`.
    fn head(&mut self, span: Span, verb: &str, token: &str, inside: &[String], why: &str) {
        let position = self.places.position(span).to_string();
        let inside = match inside {
            _ if token.is_empty() => String::new(),
            [] => " inside the document".to_owned(),
            path => format!(" inside {}", path.join(" ")),
        };
        let colon = if why.is_empty() { "" } else { ": " };
        let blank = if token.is_empty() { "" } else { " " };
        let (token, inside) = (visible(token), visible(&inside));
        let line = format!("  {position:<7} {verb}{blank}{token}{inside}{colon}{why}\n");
        self.out.push_str(&line);
    }

    fn done(&mut self, done: &Treatment) {
        match done {
            Treatment::Inserted(tags) if tags.is_empty() => {
                self.field("closed", "elements that had ended")
            }
            Treatment::Inserted(tags) => {
                for tag in tags {
                    self.word("inserted", &tag.tag, tag.cite.as_ref());
                    self.cite("allowed by", tag.allowed.as_ref());
                }
            }
            Treatment::SetAside(None) => self.field("set aside", "no remedy applied"),
            Treatment::SetAside(cite) => self.cite("set aside", cite.as_ref()),
            Treatment::Settled(how, cites) => {
                self.field("settled", settled(*how));
                for cite in cites {
                    self.cite("by", Some(cite));
                }
            }
            Treatment::Edited(edited) => self.word("edited", &edited.what, edited.cite.as_ref()),
            Treatment::Nothing => self.field("ended", "a limit stopped the parse"),
        }
    }

    /// Writes a word of the grammar or a tag, with the line that contains it.
    fn word(&mut self, label: &str, word: &str, cite: Option<&Citation>) {
        let word = visible(word);
        match cite {
            Some(cite) => {
                let place = self.paint.cyan(&cite.place);
                self.field(label, &format!("{word:<10}  {place}  {}", cite.line));
            }
            None => self.field(label, &word),
        }
    }

    /// Writes a line of the grammar, if there is one.
    fn cite(&mut self, label: &str, cite: Option<&Citation>) {
        if let Some(cite) = cite {
            let place = self.paint.cyan(&cite.place);
            self.field(label, &format!("{place}  {}", cite.line));
        }
    }

    fn field(&mut self, label: &str, text: &str) {
        let label = self.paint.faint(format!("{label:<11}"));
        self.out.push_str(&format!("          {label} {text}\n"));
    }
}

/// Returns the reason for a rejection, and the line that causes it.
fn because(reason: &Reason) -> (&'static str, Option<&Citation>) {
    match reason {
        Reason::Unknown => ("no line of the grammar mentions it", None),
        Reason::NoPlace(rule) => ("not allowed here", rule.as_ref()),
        Reason::Incomplete(rule) => ("the content is incomplete", rule.as_ref()),
        Reason::Excluded(cite) => ("excluded here", Some(cite)),
    }
}

/// Describes how a token was settled.
fn settled(how: UnrecordedAction) -> &'static str {
    match how {
        UnrecordedAction::Ignored => "ignored",
        UnrecordedAction::Admitted => "admitted although excluded",
        UnrecordedAction::EndedSoftly => "ended its element; elements open inside it stay open",
    }
}

/// The number of acceptable words that are listed.
const LISTED: usize = 20;

/// Joins words with commas; a long list is abbreviated.
fn short(words: &[String]) -> String {
    let listed = words.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let listed = visible(&listed);
    match words.len() {
        0 => "nothing".to_owned(),
        all if all > LISTED => format!("{listed} … and {} more", all - LISTED),
        _ => listed.into_owned(),
    }
}
