//! Form owners stay: `fix` and `edit` change none, on all short sequences of tokens about forms and
//! on random ones. `cargo run --release -p benches --example forms` checks many more.

use super::forms_contract::{
    EDITS, KNOWN, PROLOGUE, edit_breach, fix_breach, parsed, sequence, soup,
};
use fastrand::Rng;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_edit::Editor;
use wishful_query::Select;

fn parser() -> Parser {
    Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it runs")
}

/// All sequences of at most two tokens, a sample of those of three and four, and random sources.
fn sources() -> Vec<String> {
    let mut sources: Vec<String> = KNOWN.iter().map(|known| (*known).to_owned()).collect();
    sources.extend((0..183).map(sequence));
    sources.extend((183..30_000).step_by(101).map(sequence));
    let mut random = Rng::with_seed(1);
    sources.extend((0..300).map(|_| soup(&mut random, 14)));
    sources
}

/// Each case of the corpus unwraps the elements of a selector. The expected source follows the
/// page, then the reason for a refused edit.
#[test]
fn unwrapping_changes_no_form_owner() {
    let parser = parser();
    let cases = include_str!("../../../../corpus/edits/form-owners.txt");
    for case in cases.split("\n\n").skip(1) {
        let mut lines = case.lines();
        let [Some(selector), Some(source)] = [lines.next(), lines.next()] else {
            panic!("a case without a page: {case}");
        };
        let document = parsed(&parser, source);
        let mut editor = Editor::new(&document);
        for node in document.select(selector).expect("a selector") {
            editor.unwrap(node.id()).expect("no conflict");
        }
        let edited = editor.finish_str(&parser, source, &ParseOptions::default());
        let edited = edited.expect("the options are valid");
        let mut found = vec![String::from_utf8(edited.bytes).expect("UTF-8")];
        found.extend(edited.refused.into_iter().map(|refused| refused.reason));
        assert_eq!(found, lines.collect::<Vec<_>>(), "{case}");
    }
}

#[test]
fn fix_changes_no_form_owner() {
    let parser = parser();
    let mut breaches = Vec::new();
    for source in sources() {
        breaches.extend(fix_breach(&parser, &[PROLOGUE, &source].concat()));
    }
    assert!(
        breaches.is_empty(),
        "{} breaches: {}",
        breaches.len(),
        breaches[..3.min(breaches.len())].join("\n\n")
    );
}

#[test]
fn edits_change_no_form_owner() {
    let parser = parser();
    let mut random = Rng::with_seed(2);
    let mut breaches = Vec::new();
    for source in sources() {
        let edit = EDITS[random.usize(..EDITS.len())];
        let text = [PROLOGUE, &source].concat();
        breaches.extend(edit_breach(&parser, &text, random.usize(4..9), edit));
    }
    assert!(
        breaches.is_empty(),
        "{} breaches: {}",
        breaches.len(),
        breaches[..3.min(breaches.len())].join("\n\n")
    );
}
