//! The public suite of microformats: 116 pairs of HTML and JSON, compared as JSON.

mod common;

use std::fs;
use std::path::Path;

use serde_json::Value;
use wishful::microformats::{Options, output::JsonOptions};
use wishful::{Grammar, ParseOptions, Parser};

#[test]
fn the_public_suite() {
    let Some(suites) = common::suites() else { return };
    let suite = suites.join("microformats");
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let (mut passed, mut failed) = (0, Vec::new());
    for path in common::files(&suite, &["html"]) {
        let expected = path.with_extension("json");
        if !expected.exists() {
            continue;
        }
        let expected: Value =
            serde_json::from_str(&fs::read_to_string(&expected).unwrap()).unwrap();
        let name = path.strip_prefix(&suite).unwrap().display().to_string();
        match read(&parser, &path) == expected {
            true => passed += 1,
            false => failed.push(format!("{name}\n{}\n{expected}", read(&parser, &path))),
        }
    }
    assert!(failed.is_empty(), "{passed} passed, {} failed\n{}", failed.len(), failed.join("\n"));
}

fn read(parser: &Parser, path: &Path) -> Value {
    let document = parser.parse(&fs::read(path).unwrap(), &ParseOptions::default()).unwrap();
    let is_unit = path.to_string_lossy().contains("v2-unit");
    let base = if is_unit { "http://example.test" } else { "http://example.com/" };
    let options = Options { base: Some(base), ..Options::default() };
    let json = document.microformats(&options).to_json(&JsonOptions::default());
    serde_json::from_str(&json).unwrap()
}
