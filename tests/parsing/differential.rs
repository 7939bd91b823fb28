//! A short run of the differential test; `benches/examples/differential.rs` is the long one. It
//! also tests the parts: an input depends on its number alone, and shrinking preserves the
//! condition. Every bug of the peer has its case and its patch.

use crate::suite::Parsers;
use crate::suite::duel::{Duel, Opponent, Tally};
use crate::suite::soup::{Kitchen, Soup, sequences, split};
use std::collections::HashSet;
use std::path::Path;

const INPUTS: u64 = 2000;
/// The number of sequences of four and five tokens in a quick run.
const LONGER: u64 = 2000;
const SEED: u64 = 1;

fn duel(grammar: &str, opponent: Opponent) -> Duel {
    let parsers = Parsers::load(grammar).unwrap();
    Duel { parsers, opponent, kitchen: Kitchen::new(SEED) }
}

fn run(duel: &Duel, inputs: u64) -> Tally {
    let mut tally = Tally::default();
    for number in 0..inputs {
        let soup = duel.kitchen.input(number);
        if tally.claim(&soup.input(), inputs) {
            tally.count(duel.compare(&soup));
        }
    }
    tally
}

#[test]
fn our_trees_equal_the_peers() {
    let duel = duel("whatwg", Opponent::Html5ever);
    let tally = run(&duel, INPUTS);
    let mut stories = String::new();
    for (_, soup) in tally.groups.values().take(10) {
        stories += &duel.story(&soup.input());
    }
    assert!(tally.groups.is_empty(), "{} ways to differ:\n{stories}", tally.groups.len());
}

/// The fast engine with its caches against the reference engine. The instrument compares a million
/// inputs.
#[test]
fn both_engines_take_the_same_steps() {
    let tally = run(&duel("whatwg", Opponent::Reference), INPUTS);
    let shrunk: Vec<String> = tally.groups.values().map(|(_, soup)| soup.input().text).collect();
    assert!(shrunk.is_empty(), "{shrunk:#?}");
}

/// All sequences of at most three tokens, and some of four and five: those of a fraction that the
/// seed chooses. The instrument compares all of them.
#[test]
fn our_trees_of_short_sequences_equal_the_peers() {
    let duel = duel("whatwg", Opponent::Html5ever);
    let (short, all) = (sequences::count(3), sequences::count(5));
    let step = (all - short) / LONGER;
    let longer = (short + SEED % step..all).step_by(usize::try_from(step).unwrap());
    let mut tally = Tally::default();
    for number in (0..short).chain(longer) {
        let soup = sequences::sequence(number);
        if tally.claim(&soup.input(), all) {
            tally.count(duel.compare(&soup));
        }
    }
    let mut stories = String::new();
    for (_, soup) in tally.groups.values().take(10) {
        stories += &duel.story(&soup.input());
    }
    assert!(tally.groups.is_empty(), "{} ways to differ:\n{stories}", tally.groups.len());
}

/// With another grammar the trees differ. The differences that are found are small, still differ,
/// and are reproducible.
#[test]
fn differences_are_found_and_shrunk() {
    let duel = duel("marpa", Opponent::Html5ever);
    let tally = run(&duel, 40);
    assert!(tally.different > 10 && tally.groups.len() > 2, "{}", tally.different);
    for (_, soup) in tally.groups.values() {
        assert!(!duel.agree(&soup.input()));
        assert!(soup.pieces.len() < 8, "{soup:?}");
    }
    assert!(run(&duel, 40).groups.keys().eq(tally.groups.keys()));
}

#[test]
fn inputs_are_distinct_and_reproducible_by_number() {
    let (kitchen, again) = (Kitchen::new(SEED), Kitchen::new(SEED));
    let inputs: Vec<Soup> = (0..1000).map(|number| kitchen.input(number)).collect();
    assert!(inputs.iter().zip(0..).all(|(soup, number)| *soup == again.input(number)));
    let distinct: HashSet<_> = inputs.iter().map(Soup::input).collect();
    assert!(distinct.len() > 950, "{}", distinct.len());
}

#[test]
fn shrinking_preserves_the_condition() {
    let text = "<!DOCTYPE html><ul><li class=c>x<svg/>words<table id=1><tr><td>y</table></ul>";
    let soup = Soup { pieces: split(text), fragment: Some("td".to_owned()), scripting: true };
    assert_eq!(soup.input().text, text);
    let shrunk = crate::suite::shrink::shrink(&soup, 500, |soup: &Soup| {
        let text = soup.input().text;
        text.contains("<svg") && text.contains("</table>")
    });
    assert_eq!(shrunk.input().text, "<svg></table>");
    assert_eq!((shrunk.fragment, shrunk.scripting), (None, false));
}

/// The case of each html5ever bug shows it, the patched html5ever passes, and every patch has a
/// case.
#[test]
fn every_error_of_the_peer_has_a_case_and_a_correction() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("corpus/whatwg/excused.dat")).unwrap();
    let mut named = Vec::new();
    for case in crate::common::dat::cases("excused", &text) {
        let (name, _) = case.errors.split_once(':').expect("the name of the error comes first");
        assert!(
            crate::suite::failure(&case, crate::suite::peer::original_tree).is_some(),
            "{name}: no error"
        );
        if let Some(failure) = crate::suite::failure(&case, crate::suite::peer::tree) {
            panic!("{name}: not mended\n{}", failure.story());
        }
        named.push(format!("{name}.patch"));
    }
    let mends = crate::common::files(&root.join("tests/peers/html5ever/mends"), &["patch"]);
    let mends = mends.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned());
    named.sort();
    named.dedup();
    assert_eq!(mends.collect::<Vec<_>>(), named);
}
