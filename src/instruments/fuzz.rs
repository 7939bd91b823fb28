//! The fuzz targets: properties that hold for all inputs.

use crate::grammar::load::{FileSystem, load_text};
use crate::grammar::statements::Statements;
use crate::grammar::{Grammar, format, print};
use crate::parser::{ParseOptions, Parser};
use crate::verify::verify;
use std::sync::LazyLock;

/// Parses arbitrary bytes with every shipped grammar of markup, and checks all invariants with
/// `verify`.
///
/// # Panics
/// If an invariant is violated.
pub fn bytes(bytes: &[u8]) {
    static PARSERS: LazyLock<Vec<Parser>> = LazyLock::new(parsers);
    for parser in &*PARSERS {
        if let Err(violation) = verify(parser, bytes, &ParseOptions::default()) {
            panic!("{}: {violation}: {bytes:?}", parser.grammar().name());
        }
    }
}

/// Returns a parser for each shipped grammar that reads markup.
fn parsers() -> Vec<Parser> {
    let mut parsers = Vec::new();
    for shipped in crate::grammar::shipped() {
        if shipped.reads_markup() {
            let grammar = Grammar::load(shipped.name).expect("a shipped grammar loads");
            parsers.push(Parser::new(grammar).expect("it reads markup"));
        }
    }
    parsers
}

/// Loads an arbitrary text as a grammar file. The text is refused if and only if the report has an
/// error. An accepted grammar can be printed in two ways: by `grammar fmt`, and merged by
/// `grammar show`. Both outputs load again with the same meaning.
///
/// # Panics
/// If one of these properties is violated.
pub fn grammar(text: &str) {
    let report = Grammar::source(NAME, text).loader(&FileSystem).check();
    let grammar = Grammar::source(NAME, text).compile();
    assert_eq!(grammar.is_err(), report.has_errors(), "{text}\n{}", report.render(false));
    if let Err(refusal) = grammar {
        assert!(refusal.has_errors(), "refused without an error:\n{text}");
        return;
    }
    let formatted = format(NAME, text).expect("an accepted grammar can be printed");
    says_the_same(text, &formatted);
    says_the_same(text, &print::file(&merged(text).file()));
}

/// The name of the grammar in messages.
const NAME: &str = "fuzz.grammar";

/// Merges a grammar with the files that it uses.
fn merged(text: &str) -> Statements {
    Statements::of(load_text(NAME, text, &FileSystem).0.units)
}

fn says_the_same(text: &str, printed: &str) {
    if let Err(report) = Grammar::source(NAME, printed).compile() {
        panic!("a printed grammar is refused:\n{printed}\n{}", report.render(false));
    }
    let is_same = merged(text).in_force() == merged(printed).in_force();
    assert!(is_same, "a printed grammar says something else:\n{text}\n{printed}");
}
