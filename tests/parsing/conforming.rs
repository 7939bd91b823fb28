//! Conforming documents need no repairs except the tags that the standard lets an author omit
//! (section 13.1.2.4), which the grammar declares with `omissible`.
//!
//! The documents are `corpus/conforming/*.html`, one for each part of the language that is easily
//! mistaken for an error. `corpus/cases/omissions.txt` has omissions that seem permitted but are
//! not.

use std::collections::BTreeSet;
use std::path::Path;
use wishful::grammar::ast::FileSpan;
use wishful::tree::Document;
use wishful::{Grammar, ParseOptions, Parser, instruments};

fn parser() -> Parser {
    Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it compiles")
}

fn conforming(parser: &Parser) -> Vec<(String, Document)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/conforming");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut parsed = Vec::new();
    for entry in entries {
        let path = entry.expect("the folder can be read").path();
        if path.extension() == Some("html".as_ref()) {
            let bytes = std::fs::read(&path).expect("the document can be read");
            let document = parser.parse(&bytes, &ParseOptions::default()).expect("no limit is met");
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            parsed.push((name, document));
        }
    }
    parsed
}

#[test]
fn only_tags_that_may_be_omitted_are_virtual() {
    let documents = conforming(&parser());
    assert!(documents.len() >= 20, "only {} documents", documents.len());
    let mut found = Vec::new();
    for (name, document) in &documents {
        for mistake in document.replay().mistakes() {
            found.push(format!("{name}: {}", document.describe_repair(mistake)));
        }
        for error in document.replay().parse_errors() {
            found.push(format!("{name}: {} at {}", error.code, error.at));
        }
    }
    assert_eq!(found, Vec::<String>::new(), "a conforming document has no other repairs");
}

#[test]
fn every_statement_about_omitted_tags_is_used() {
    let parser = parser();
    let grammar = parser.grammar();
    let documents = conforming(&parser);
    let mut used: BTreeSet<FileSpan> = BTreeSet::new();
    for (_, document) in &documents {
        used.extend(instruments::allowances(document));
    }
    let stated = instruments::omissions(grammar);
    assert!(stated.len() > 10, "only {} statements", stated.len());
    let mut unused = Vec::new();
    for place in stated {
        if !used.contains(&place) {
            unused.push(instruments::cites(grammar, place));
        }
    }
    assert_eq!(unused, [], "a document shows what it is for");
}
