//! Everything that a parse promises whatever the input, as one check: for tests, fuzzing and soaking.

use std::fmt;

use crate::base::Span;
use crate::earley::{Engine, TerminalId};
use crate::grammar::load::{FileSystem, load_text};
use crate::grammar::{Grammar, entry, format, print};
use crate::parser::{ParseError, ParseOptions, Parser};
use crate::slippers::event::EventKind;
use crate::slippers::{self, OpenElements};
use crate::tree::Document;

/// A promise that a parse broke.
#[derive(Debug)]
pub enum Violation {
    /// The parse was refused, though input never is.
    Refused(ParseError),
    /// The spans of the tokens do not tile the text: one does not begin where the last ended.
    Tiling {
        /// The span that is out of line.
        span: Span,
        /// Where it should begin.
        expected: u32,
    },
    /// The events that are made again are not those that the tree was built of.
    Again,
    /// A fresh recogniser does not accept what the slippers passed on.
    Replay(slippers::Mismatch),
    /// An element is closed that is not the current one, an edit names what is not there, or some elements are
    /// left open.
    Nesting {
        /// The event; the number of events if some are left open.
        event: usize,
    },
    /// One start tag is inserted a third time for the same token: the loop did not make progress.
    Unbounded {
        /// The event.
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
            Self::Again => {
                f.write_str("a second run makes other events than the tree was built of")
            }
            Self::Replay(slippers::Mismatch { event, word }) => {
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

/// Parses `bytes` and checks that the tokens tile the text, that the tree is that of the events, that a fresh recogniser accepts the events
/// one by one, that elements nest, and that no token has more virtual tags before it than the
/// slippers' own proof allows.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser, verify};
/// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
/// let document = verify::verify(&parser, b"<td>\xFF</b", &ParseOptions::default()).unwrap();
/// assert!(!document.repairs().is_empty());
/// ```
///
/// # Errors
/// The first promise that is broken.
pub fn verify(
    parser: &Parser,
    bytes: &[u8],
    options: &ParseOptions,
) -> Result<Document, Violation> {
    let document = parser.parse(bytes, options).map_err(Violation::Refused)?;
    let context = parser.context(options).map_err(Violation::Refused)?;
    tiling(&document)?;
    if !document.is_of_its_events() {
        return Err(Violation::Again);
    }
    let (events, edits) = (document.events(), document.edits());
    slippers::replay(parser.grammar(), context, Engine::Reference, events, edits)
        .map_err(Violation::Replay)?;
    nesting(&document)?;
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

fn nesting(document: &Document) -> Result<(), Violation> {
    let mut open = OpenElements::default();
    for (event, step) in document.events().iter().enumerate() {
        if !open.pass(step, document.edits()) {
            return Err(Violation::Nesting { event });
        }
    }
    if open.depth() == 0 {
        Ok(())
    } else {
        Err(Violation::Nesting { event: document.events().len() })
    }
}

/// What the proof that the slippers end gives (`slippers/mod.rs`): before one token, or one piece of a text, each start tag
/// is inserted at most twice, once by a remedy and once by the grant that settles it. Virtual end tags close
/// what was opened, as [`nesting`] has shown, so they need no bound of their own.
fn bounded(document: &Document) -> Result<(), Violation> {
    let mut inserted: Vec<TerminalId> = Vec::new();
    for (event, step) in document.events().iter().enumerate() {
        match (step.kind, step.word) {
            _ if step.token.is_some() => inserted.clear(),
            // Copies are no insertions: the list of formatting elements bounds them.
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

/// Fuzz target: any bytes are parsed with a shipped grammar, and every promise holds.
///
/// # Panics
/// If one does not.
pub fn fuzz_bytes(bytes: &[u8]) {
    use std::sync::LazyLock;
    static PARSERS: LazyLock<Vec<Parser>> = LazyLock::new(|| {
        let shipped = crate::grammar::shipped();
        let loaded = shipped.map(|one| Grammar::load(one.name).expect("a shipped grammar loads"));
        // The grammar of grammars reads no markup.
        loaded.filter_map(|grammar| Parser::new(grammar).ok()).collect()
    });
    for parser in &*PARSERS {
        if let Err(violation) = verify(parser, bytes, &ParseOptions::default()) {
            panic!("{}: {violation}: {bytes:?}", parser.grammar().name());
        }
    }
}

/// Fuzz target: any text is read as a grammar file. It is refused if and only if some mistake is an error; what is
/// accepted can be printed, as it is laid out by `grammar fmt` and as it is merged by `grammar show`, and says the same when
/// it is read again.
///
/// # Panics
/// If that does not hold.
pub fn fuzz_grammar(text: &str) {
    const NAME: &str = "fuzz.grammar";
    let report = entry::check_text(NAME, text, &FileSystem);
    let grammar = Grammar::from_text(NAME, text);
    assert_eq!(grammar.is_err(), report.has_errors(), "{text}\n{}", report.render(false));
    if let Err(refusal) = grammar {
        assert!(refusal.has_errors(), "refused without an error:\n{text}");
        return;
    }
    let merged = |text: &str| entry::merged_file(&load_text(NAME, text, &FileSystem).0);
    let said = without_places(&merged(text).statements);
    let formatted = format(NAME, text).expect("an accepted grammar can be printed");
    for printed in [formatted, print::file(&merged(text))] {
        if let Err(report) = Grammar::from_text(NAME, &printed) {
            panic!("a printed grammar is refused:\n{printed}\n{}", report.render(false));
        }
        let again = without_places(&merged(&printed).statements);
        assert_eq!(said, again, "a printed grammar says something else:\n{text}\n{printed}");
    }
}

/// A tree of statements as text, less the places in it.
fn without_places(tree: &impl fmt::Debug) -> String {
    let text = std::format!("{tree:?}");
    let mut parts = text.split("place: Place {");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |bare, part| bare + part.split_once('}').map_or(part, |(_, rest)| rest))
}
