//! Recorded values of libxml2 for two thousand random expressions on the project's own pages.
//!
//!     cargo run -p benches --example expressions -- 3 340 crates/query/tests/xpath/*.html \
//!         | python3 tests/peers/xpath.py crates/query/tests/xpath/recorded.tsv
//!
//! records them anew; `tests/peers/xpath.sh` lists what is left out.

use crate::places::Places;
use std::collections::BTreeMap;
use std::fs;
use wishful::{Document, Grammar, ParseOptions, Parser};
use wishful_query::{Language, Query};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/xpath");

fn pages() -> BTreeMap<String, Document> {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let entries = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let pages = entries.filter(|path| path.extension() == Some("html".as_ref()));
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, parser.parse(fs::read(path).unwrap(), &ParseOptions::default()).unwrap())
    };
    pages.map(read).collect()
}

#[test]
fn expressions_agree_with_libxml2() {
    let pages = pages();
    let recorded = fs::read_to_string(format!("{FOLDER}/recorded.tsv")).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in recorded.lines() {
        let [page, expression, value] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let wanted: serde_json::Value = serde_json::from_str(value).unwrap();
        let query = crate::common::made(Query::compile(Language::XPath, expression));
        let element = pages[page].root().child_elements().next().unwrap();
        let answer = crate::common::made(query.run_at(element));
        let given = Places::of(&pages[page]).value(answer.value());
        if !is_same(&given, &wanted) {
            wrong.push(format!("{page}: {expression}: {given}, not {wanted}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 2000, "{count}");
}

/// Returns the number that a recorded value is.
fn number(value: &serde_json::Value) -> Option<f64> {
    value["number"].as_str()?.parse::<f64>().ok()
}

/// Compares two values. Numbers may differ in their last digit.
fn is_same(given: &serde_json::Value, wanted: &serde_json::Value) -> bool {
    match (number(given), number(wanted)) {
        (Some(given), Some(wanted)) if given.is_finite() => {
            (given - wanted).abs() <= wanted.abs() * 1e-13
        }
        _ => given == wanted,
    }
}
