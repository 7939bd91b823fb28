//! The fuzz targets: what must hold of any bytes.

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
    static PARSERS: LazyLock<Vec<Parser>> = LazyLock::new(|| {
        let shipped = crate::grammar::shipped().filter(|one| one.reads_markup());
        let loaded = shipped.map(|one| Grammar::load(one.name).expect("a shipped grammar loads"));
        loaded.map(|grammar| Parser::new(grammar).expect("it reads markup")).collect()
    });
    for parser in &*PARSERS {
        if let Err(violation) = verify(parser, bytes, &ParseOptions::default()) {
            panic!("{}: {violation}: {bytes:?}", parser.grammar().name());
        }
    }
}

/// Any text is read as a grammar file. It is refused if and only if some mistake is an error; what
/// is accepted can be printed, as it is laid out by `grammar fmt` and as it is merged by `grammar
/// show`, and says the same when it is read again.
///
/// # Panics
/// If that does not hold.
pub fn grammar(text: &str) {
    const NAME: &str = "fuzz.grammar";
    let report = entry::check_text(NAME, text, &FileSystem);
    let grammar = Grammar::from_text(NAME, text);
    assert_eq!(grammar.is_err(), report.has_errors(), "{text}\n{}", report.render(false));
    if let Err(refusal) = grammar {
        assert!(refusal.has_errors(), "refused without an error:\n{text}");
        return;
    }
    let merged = |text: &str| entry::merged_file(&load_text(NAME, text, &FileSystem).0);
    let said = merged(text).statements;
    let formatted = format(NAME, text).expect("an accepted grammar can be printed");
    for printed in [formatted, print::file(&merged(text))] {
        if let Err(report) = Grammar::from_text(NAME, &printed) {
            panic!("a printed grammar is refused:\n{printed}\n{}", report.render(false));
        }
        let again = merged(&printed).statements;
        assert!(said == again, "a printed grammar says something else:\n{text}\n{printed}");
    }
}
