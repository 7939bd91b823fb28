//! The fuzz targets: what must hold of any bytes.

use crate::grammar::ast::File;
use crate::grammar::load::{FileSystem, load_text};
use crate::grammar::{Grammar, entry, format, print};
use crate::parser::{ParseOptions, Parser};
use crate::verify::verify;
use std::sync::LazyLock;

/// Any bytes are parsed with a shipped grammar, and every promise holds.
///
/// # Panics
/// If one does not.
pub fn bytes(bytes: &[u8]) {
    static PARSERS: LazyLock<Vec<Parser>> = LazyLock::new(parsers);
    for parser in &*PARSERS {
        if let Err(violation) = verify(parser, bytes, &ParseOptions::default()) {
            panic!("{}: {violation}: {bytes:?}", parser.grammar().name());
        }
    }
}

/// A parser for each shipped grammar that reads markup.
fn parsers() -> Vec<Parser> {
    let shipped = crate::grammar::shipped().filter(|one| one.reads_markup());
    let loaded = shipped.map(|one| Grammar::load(one.name).expect("a shipped grammar loads"));
    loaded.map(|grammar| Parser::new(grammar).expect("it reads markup")).collect()
}

/// Any text is read as a grammar file. It is refused if and only if some mistake is an error; what
/// is accepted can be printed, as it is laid out by `grammar fmt` and as it is merged by `grammar
/// show`, and says the same when it is read again.
///
/// # Panics
/// If that does not hold.
pub fn grammar(text: &str) {
    let report = entry::check_text(NAME, text, &FileSystem);
    let grammar = Grammar::from_text(NAME, text);
    assert_eq!(grammar.is_err(), report.has_errors(), "{text}\n{}", report.render(false));
    if let Err(refusal) = grammar {
        assert!(refusal.has_errors(), "refused without an error:\n{text}");
        return;
    }
    let formatted = format(NAME, text).expect("an accepted grammar can be printed");
    says_the_same(text, &formatted);
    says_the_same(text, &print::file(&merged(text)));
}

/// What a grammar is called in messages.
const NAME: &str = "fuzz.grammar";

/// A grammar with the files that it uses, as one.
fn merged(text: &str) -> File {
    entry::merged_file(&load_text(NAME, text, &FileSystem).0)
}

fn says_the_same(text: &str, printed: &str) {
    if let Err(report) = Grammar::from_text(NAME, printed) {
        panic!("a printed grammar is refused:\n{printed}\n{}", report.render(false));
    }
    let is_same = merged(text).statements == merged(printed).statements;
    assert!(is_same, "a printed grammar says something else:\n{text}\n{printed}");
}
