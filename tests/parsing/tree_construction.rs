//! The public tree-construction suite with the grammar `whatwg`, and with html5ever to check the
//! reader of the suite.
//!
//! A case passes if its tree is the expected one in each of its scripting modes. `WISHFUL_SHOW=20`
//! shows more failures. `WISHFUL_CASE=tests1:3` (or a file, or a substring of inputs) runs only
//! those cases, with events and repairs. `benches/examples/suite.rs` does the same outside of the
//! test harness.

use crate::suite::{Input, Parsers, Tree};

/// The minimum number of the suite's cases. All of them pass, in this parser and in html5ever with
/// its known bugs fixed.
const CASES: usize = 1569;

/// The cases that the standard changed in 2026: processing instructions were comments before.
const CHANGED: &[&str] = &["html5test-com:9", "tests1:34", "tests1:37", "tests1:40"];

fn show() -> usize {
    std::env::var("WISHFUL_SHOW").ok().and_then(|number| number.parse().ok()).unwrap_or(5)
}

#[test]
fn the_public_suite_passes() {
    let filter = std::env::var("WISHFUL_CASE").ok();
    let Some(cases) = crate::common::tree_construction() else { return };
    let cases = crate::suite::chosen(cases, filter.as_deref());
    let parsers = Parsers::load("whatwg");
    let judge = |input: &Input| -> Tree { parsers.as_ref().map_err(String::clone)?.tree(input) };
    if let (Some(_), Ok(parsers)) = (&filter, &parsers) {
        for case in &cases {
            for scripting in case.modes() {
                println!(
                    "{}",
                    crate::suite::close_look(parsers, &crate::suite::input(case, scripting))
                );
            }
        }
    }
    let mut stories = crate::suite::stories(&cases, judge);
    let passed = cases.len() - stories.len();
    if filter.is_some() || passed < cases.len() {
        stories.truncate(show());
        println!("{}", stories.join("\n"));
    }
    if filter.is_none() {
        assert_eq!(passed, cases.len(), "see the failures above");
        assert!(passed >= CASES, "only {passed} cases; {CASES} are due");
    }
}

#[test]
fn the_peer_passes_the_public_suite() {
    let Some(cases) = crate::common::tree_construction() else { return };
    let stories = crate::suite::stories(&cases, crate::suite::peer::tree);
    let passed = cases.len() - stories.len();
    assert_eq!(passed, cases.len(), "{}", stories.join("\n"));
}

/// Without its patches, html5ever follows the older standard in the changed cases.
#[test]
fn the_changed_cases_have_other_trees_by_the_older_standard() {
    let Some(cases) = crate::common::tree_construction() else { return };
    let mut failed = Vec::new();
    for case in &cases {
        if CHANGED.contains(&case.name.as_str())
            && crate::suite::failure(case, crate::suite::peer::original_tree).is_some()
        {
            failed.push(case.name.as_str());
        }
    }
    assert_eq!(failed, CHANGED);
}

#[test]
fn cases_are_read_literally() {
    let text = "#data\n\n<p>\r\n\n#errors\n(1,1): x\n#new-errors\n(1:2) y\n#document-fragment\nsvg path\n\
                #script-off\n#document\n| \"a\n\nb\"\n\n\
                #description\nA paragraph.\n#data\nx\n#errors\n#document\n| \"x\"\n";
    let cases = crate::common::dat::cases("f", text);
    assert_eq!(cases[0].data, "\n<p>\r\n");
    assert_eq!(cases[0].fragment.as_deref(), Some("svg path"));
    assert_eq!(cases[0].modes().collect::<Vec<_>>(), [false]);
    assert_eq!(cases[0].expected, "| \"a\n\nb\"");
    assert_eq!((cases[1].name.as_str(), cases[1].expected.as_str()), ("f:1", "| \"x\""));
    assert_eq!(cases[1].modes().count(), 2);
}

/// A panic fails one case, with its message and location.
#[test]
fn a_panic_is_caught() {
    let message = crate::suite::caught(|| panic!("on purpose")).unwrap_err();
    assert!(
        message.contains("on purpose") && message.contains("tree_construction.rs"),
        "{message}"
    );
    let case = &crate::common::dat::cases("f", "#data\nx\n#errors\n#document\n| \"y\"")[0];
    let failure =
        crate::suite::failure(case, |_| crate::suite::caught(|| panic!("again"))).unwrap();
    assert!(failure.story().contains("failed: "), "{}", failure.story());
    let failure = crate::suite::failure(case, |_| Ok("| \"x\"\n".to_owned())).unwrap();
    assert!(failure.story().contains("-| \"y\"\n+| \"x\"\n"), "{}", failure.story());
}
