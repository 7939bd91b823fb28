//! Form owners stay: `fix` and `edit` change none, on all short sequences of tokens about forms and
//! on random ones. `cargo run --release -p benches --example forms` checks many more.

use super::forms_contract::{EDITS, KNOWN, PROLOGUE, edit_breach, fix_breach, sequence, soup};
use fastrand::Rng;
use wishful::{Grammar, Parser};

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
