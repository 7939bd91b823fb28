//! A check of all guarantees that a parse gives for any input, for tests, fuzzing and soaking.

use std::fmt;

use crate::base::Span;
use crate::earley::{Engine, TerminalId};
use crate::parser::{ParseError, ParseOptions, Parser};
use crate::slippers::event::EventKind;
use crate::slippers::{Mismatch, Playback};
use crate::tree::Document;

/// A guarantee that a parse violated.
#[derive(Debug)]
#[non_exhaustive]
pub enum Violation {
    /// The parse was refused, although no input may be.
    Refused(ParseError),
    /// The spans of the tokens do not tile the text: one does not begin where the last ended.
    Tiling {
        /// The span at fault.
        span: Span,
        /// The offset where it should begin.
        expected: u32,
    },
    /// A token, a repair or a parse error begins or ends in the middle of a character.
    Split {
        /// The offset.
        at: u32,
    },
    /// The events of a second run differ from those that the tree was built from.
    Again,
    /// A fresh recogniser does not accept the words that the slippers read.
    Replay(Mismatch),
    /// An event closes an element that is not the current one, an edit refers to something that
    /// does not exist, or elements are left open.
    Nesting {
        /// The index of the event; the number of events if elements are left open.
        event: usize,
    },
    /// A start tag was inserted a third time for the same token: the loop did not make progress.
    Unbounded {
        /// The index of the event.
        event: usize,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => write!(f, "the input was refused: {error}"),
            Self::Tiling { span, expected } => {
                write!(f, "token {span:?} does not begin at {expected}, where the last one ended")
            }
            Self::Split { at } => write!(f, "offset {at} is in the middle of a character"),
            Self::Again => f.write_str("a second run gives different events than the first"),
            Self::Replay(Mismatch { event, word }) => {
                write!(f, "a fresh recogniser refuses event {event} ({word:?})")
            }
            Self::Nesting { event } => write!(f, "event {event} closes or edits what is not open"),
            Self::Unbounded { event } => {
                write!(f, "event {event} inserts a start tag a third time for one token")
            }
        }
    }
}

impl std::error::Error for Violation {}

/// Parses `bytes` and checks the guarantees. The tokens tile the text, and no offset splits a
/// character. The tree is that of the events. A fresh recogniser accepts the events one by one, and
/// elements nest. No token has more virtual tags before it than the termination proof of the
/// slippers allows.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser, verify};
/// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
/// let document = verify::verify(&parser, b"<td>\xFF</b", &ParseOptions::default()).unwrap();
/// assert!(!document.repairs().is_empty());
/// ```
///
/// # Errors
/// The first guarantee that is violated.
pub fn verify(
    parser: &Parser,
    bytes: &[u8],
    options: &ParseOptions,
) -> Result<Document, Violation> {
    let document = parser.parse(bytes, options).map_err(Violation::Refused)?;
    let context = parser.context(options).map_err(Violation::Refused)?;
    tiling(&document)?;
    boundaries(&document)?;
    if !document.is_of_its_events() {
        return Err(Violation::Again);
    }
    let (events, edits) = (document.events(), document.edits());
    let start = Playback::new(parser.grammar(), context, Engine::Reference);
    let end = start.run(events, edits).map_err(|mismatch| match mismatch.word {
        Some(_) => Violation::Replay(mismatch),
        None => Violation::Nesting { event: mismatch.event },
    })?;
    if end.open().depth() > 0 {
        return Err(Violation::Nesting { event: events.len() });
    }
    bounded(&document)?;
    Ok(document)
}

fn tiling(document: &Document) -> Result<(), Violation> {
    let mut expected = 0;
    for token in document.tokens().iter() {
        if token.span.start != expected {
            return Err(Violation::Tiling { span: token.span, expected });
        }
        expected = token.span.end;
    }
    let end = Span::at(document.text().len());
    if document.limit().is_none() && expected != end.end {
        return Err(Violation::Tiling { span: end, expected });
    }
    Ok(())
}

fn boundaries(document: &Document) -> Result<(), Violation> {
    let tokens = document.tokens().iter().map(|token| token.span);
    let repairs = document.repairs().iter().map(|repair| repair.span);
    let errors = document.errors().iter().map(|error| Span { start: error.at, end: error.at });
    for span in tokens.chain(repairs).chain(errors) {
        let range = span.range();
        if !document.text().is_char_boundary(range.start) {
            return Err(Violation::Split { at: span.start });
        }
        if !document.text().is_char_boundary(range.end) {
            return Err(Violation::Split { at: span.end });
        }
    }
    Ok(())
}

/// Checks the bound from the termination proof of the slippers (`slippers/mod.rs`). Before one
/// token, or one piece of a text, each start tag is inserted at most twice: once by a remedy and
/// once by the grant that settles it. It may be inserted twice again whenever an element was closed
/// that was open before the token. Virtual end tags close opened elements, as [`verify`] has
/// checked, so they need no bound of their own.
fn bounded(document: &Document) -> Result<(), Violation> {
    let mut inserted: Vec<TerminalId> = Vec::new();
    // The number of open elements that were opened since the token, or since an element from before
    // it was closed.
    let mut fresh = 0_usize;
    for (event, step) in document.events().iter().enumerate() {
        fresh = match step.kind {
            EventKind::Open(_) => fresh + 1,
            EventKind::Close(_) if fresh == 0 => {
                inserted.clear();
                0
            }
            EventKind::Close(_) => fresh - 1,
            _ => fresh,
        };
        match (step.kind, step.word) {
            _ if step.token.is_some() => {
                inserted.clear();
                fresh = 0;
            }
            // Copies are not insertions: the list of active formatting elements bounds them.
            (EventKind::Open(_), Some(word)) if step.copy_of.is_none() => {
                if inserted.iter().filter(|&&other| other == word.terminal).count() == 2 {
                    return Err(Violation::Unbounded { event });
                }
                inserted.push(word.terminal);
            }
            _ => {}
        }
    }
    Ok(())
}
