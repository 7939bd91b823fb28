//! Limits of the outputs.

use crate::families::numbered;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_microformats::output::JsonOptions;
use wishful_microformats::{Microformats, Mode, Options};

/// Reopened elements repeat their attributes, links may be nested in links, and each resolved URL
/// contains the base. The outputs that repeat them for a page of some hundred kilobytes are
/// limited.
#[test]
fn output_from_copies_is_bounded() {
    let long = "x".repeat(20_000);
    let copies =
        format!("<div class=h-entry><div class=e-content><p><b a={long}>{}", "<p>y".repeat(5_000));
    let nested = numbered(1_000, |n| format!("<a rel=me href=http://{n}/><table><td>"))
        + &"word ".repeat(30_000);
    let based = numbered(1_000, |n| format!("<a rel=me href={n}>")).repeat(5);
    let based = format!("<base href=http://e/{long}/>{based}");
    let most = 1 << 26;
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    for (name, text) in [("copies", copies), ("nested", nested), ("based", based)] {
        let document = parser.parse(&text, &ParseOptions::default()).unwrap();
        for mode in [Mode::Microformats2, Mode::Classic] {
            let found = Microformats::new(&document, &Options::default().mode(mode));
            let json = match mode {
                Mode::Microformats2 => found.to_json(&JsonOptions::default()),
                Mode::Classic => found.to_classic_json(&JsonOptions::default()),
            };
            assert!(json.len() < most + text.len(), "{name}: {} bytes", json.len());
            let is_cut = json.ends_with("\"cut\":true}\n");
            assert!(is_cut || mode == Mode::Classic && name != "based", "{name}, {mode:?}");
        }
    }
}
