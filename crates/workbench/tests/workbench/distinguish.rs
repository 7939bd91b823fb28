//! The smallest document on which grammars differ, for the shipped variants and for deleted lines.

use wishful::Grammar;
use wishful::grammar::ast::File;
use wishful::grammar::print;
use wishful_workbench::coverage::deletions;
use wishful_workbench::distinguish::{Answer, Compared, Options, Side, distinguish};
use wishful_workbench::shrink::{Limits, shrink};

fn shipped(name: &str) -> Side {
    Side::new(name, |modes| Grammar::named(name).modes(modes).compile()).expect("it is shipped")
}

/// Searches by trying a number of documents near the difference.
fn found(sides: &[Side], documents: u64) -> Answer {
    let options = Options::default().documents(documents).by_size(false);
    distinguish(sides, &options, &mut |_| true)
}

#[test]
fn small_documents_distinguish_shipped_variants() {
    for name in ["keep-cruft", "no-foster", "quirks-always", "table-acme"] {
        let answer = found(&[shipped("whatwg"), shipped(name)], 20_000);
        let found = answer.found.unwrap_or_else(|| panic!("{name} is not told apart"));
        assert!(found.tokens <= 3, "{name}: {}", found.text);
    }
}

#[test]
fn small_documents_show_the_effect_of_deleted_lines() {
    let whatwg = Grammar::load("whatwg").unwrap();
    let statements = whatwg.statements();
    let side = |file: &File| {
        let text = print::file(file);
        Side::new("whatwg", |modes| Grammar::source("whatwg.grammar", &text).modes(modes).compile())
    };
    let wanted = ["<li> excluded", "<image>", "</br>", "breakout </p> in foreign"];
    let deletions = deletions(statements, false);
    for wanted in wanted {
        let deletion = deletions.iter().find(|deletion| deletion.what.contains(wanted));
        let deletion = deletion.unwrap_or_else(|| panic!("{wanted}: no such line"));
        let without = side(&deletion.rest()).expect("it is a grammar without it");
        let answer = found(&[side(&statements.file()).expect("it is whatwg"), without], 3_000);
        let found = answer.found.unwrap_or_else(|| panic!("{}: not told", deletion.what));
        assert!(found.tokens <= 8, "{}: {}", deletion.what, found.text);
    }
}

/// Whitespace that becomes cruft instead of being discarded is a repair, and the tree is the same.
#[test]
fn repairs_are_compared_on_request() {
    let text = std::fs::read_to_string(crate::common::root().join("grammar/whatwg.grammar"))
        .expect("it is there");
    let (kept, rest) = text.split_once("-> discard ;").expect("blanks are passed over");
    let text = format!("{kept}-> cruft ;{rest}");
    let sides = || {
        let other = Side::new("other", |modes| {
            Grammar::source("grammar/other.grammar", &text).modes(modes).compile()
        });
        [shipped("whatwg"), other.expect("it is a grammar")]
    };
    let options = Options::default().tokens(1).by_size(false);
    let of = |compared| distinguish(&sides(), &options.clone().compared(compared), &mut |_| true);
    assert_eq!(of(Compared::Trees).found, None);
    assert_eq!(of(Compared::Trees).exhausted, Some(1));
    let found = of(Compared::Repairs).found.map(|found| found.text);
    assert_eq!(found.as_deref(), Some(" "));
}

/// Reports whether a text satisfies the condition of shrinking.
fn is_wanted(text: &str) -> bool {
    text.matches('<').count() >= 2 && text.contains('p')
}

/// A shrunk document satisfies the condition, and no document that is one piece smaller does.
#[test]
fn shrunk_documents_are_minimal() {
    let inputs = crate::common::corpus_inputs();
    assert!(inputs.len() > 20, "{} inputs", inputs.len());
    for text in inputs.iter().filter(|text| text.len() < 2_000) {
        let mut asked = 0;
        let shrunk = shrink(text, Limits::default(), &mut |text| {
            asked += 1;
            Some(is_wanted(text))
        });
        let Some(shrunk) = shrunk else { continue };
        assert!(is_wanted(&shrunk.text) && shrunk.minimal);
        assert_eq!(asked, shrunk.tests);
        let pieces: Vec<&str> = shrunk.text.split_inclusive('>').collect();
        for at in 0..pieces.len() {
            let without = [&pieces[..at], &pieces[at + 1..]].concat().concat();
            assert!(!is_wanted(&without), "{:?}: {:?} can go", shrunk.text, pieces[at]);
        }
    }
}

/// Returns the number of tests that shrinking a document takes.
fn test_count(pieces: usize) -> u64 {
    let text = format!("{}<i id=a>x{}", "<p>one".repeat(pieces), "<b>two</b>".repeat(pieces));
    let shrunk = shrink(&text, Limits::default(), &mut |text| Some(text.contains("id=a")));
    shrunk.expect("it holds of the document").tests
}

/// If all but one piece can be removed, the number of tests is proportional to the number of
/// pieces, and never exceeds the limit.
#[test]
fn shrinking_takes_linearly_many_tests() {
    let counts = [100, 200, 400, 800].map(test_count);
    for pair in counts.windows(2) {
        assert!(pair[1] <= pair[0] * 2 + 50, "{counts:?}");
    }
    let text = "<p>".repeat(1_000);
    let bounded = shrink(&text, Limits::default().tests(40), &mut |text| Some(text.len() % 2 == 0));
    let bounded = bounded.expect("it holds of the document");
    assert!(bounded.tests <= 40);
    // The sixth call ends the search.
    let mut asked = 0;
    let ended = shrink(&text, Limits::default(), &mut |text| {
        asked += 1;
        (asked < 6).then_some(text.len() >= 2_000)
    });
    let ended = ended.expect("it holds of the document");
    assert_eq!((asked, ended.tests, ended.minimal), (6, 6, false));
    assert!((2_000..3_000).contains(&ended.text.len()), "{}", ended.text.len());
}
