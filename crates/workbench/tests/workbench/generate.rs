//! Generated documents as a fuzz corpus: documents of the grammar `whatwg`, some with omitted tags
//! or mistakes. Their trees equal those of html5ever with its known bugs fixed.
//!
//!     WISHFUL_SENTENCES=20000 cargo test --release --test workbench generate::

use crate::suite::duel::{Duel, Opponent};
use crate::suite::soup::Kitchen;
use crate::suite::{Input, Parsers};
use wishful::Grammar;
use wishful_workbench::generate::{GenerateOptions, Generator, SentenceKind};

/// Returns the number of documents of each kind.
fn sentences() -> u64 {
    let asked = std::env::var("WISHFUL_SENTENCES").ok().and_then(|number| number.parse().ok());
    asked.unwrap_or(300)
}

fn agrees(kind: SentenceKind) {
    let grammar = Grammar::load("whatwg").expect("it is shipped");
    let options = GenerateOptions::default().seed(1).kind(kind);
    let generator = Generator::new(grammar, options).expect("it has sentences");
    let parsers = Parsers::load("whatwg").unwrap();
    let duel = Duel { parsers, opponent: Opponent::Html5ever, kitchen: Kitchen::new(1) };
    let mut differ = Vec::new();
    for number in 0..sentences() {
        let sentence = generator.sentence(number).unwrap();
        let text = sentence.text().to_owned();
        let input = Input { text, fragment: None, scripting: false };
        if !duel.agree(&input) && differ.len() < 5 {
            differ.push(format!("sentence {number}:\n{}", duel.story(&input)));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn conforming_documents_have_equal_trees() {
    agrees(SentenceKind::Conforming);
}

#[test]
fn documents_with_omitted_tags_have_equal_trees() {
    agrees(SentenceKind::Omitting);
}

#[test]
fn broken_documents_have_equal_trees() {
    agrees(SentenceKind::Broken { mistakes: 3 });
}
