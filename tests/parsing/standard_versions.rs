//! Versions of the standard as grammars: each change alters the trees of the suite's cases that
//! came with it, and of no others.
//!
//! The suite belongs to the newest version. So from one version to the next, cases may begin to
//! pass, but none ceases to.

use crate::suite::{Input, Parsers};

/// The versions, oldest first. Each has the change that leads to the next version, and the number
/// of the suite's cases that begin to pass with it.
const VERSIONS: &[(&str, &str, usize)] = &[
    ("whatwg-2023", "#10548, customizable select", 18),
    ("whatwg-2025", "#12084, empty system identifiers", 0),
    ("whatwg-2026-05", "#12118, processing instructions", 68),
    ("whatwg-2026-08", "#12908, frameset-ok of an implied body", 3),
    ("whatwg-2026-09", "#12911, form element pointer in template contents", 3),
    ("whatwg", "", 0),
];

/// The project's own cases, at least one for each change: the older version, and inputs on which
/// the two differ.
const OWN: &[(&str, &[&str])] = &[
    (
        "whatwg-2023",
        &[
            "<select><div><p>x",
            "<select><b>x</b><img></select>y",
            "<table><tr><td><select><table>x",
            "<select><button><selectedcontent></button><option>x",
        ],
    ),
    ("whatwg-2025", &["<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Frameset//EN' ''><p><table>"]),
    ("whatwg-2026-05", &["<?a b>", "<table><?a?>", "x<?a"]),
    ("whatwg-2026-08", &["<template>x</template><p><frameset>"]),
    ("whatwg-2026-09", &["<template><tr><form>x"]),
];

fn passing(name: &str, cases: &[crate::common::dat::Case]) -> Vec<bool> {
    let parsers = Parsers::load(name).unwrap();
    let mut passing = Vec::new();
    for case in cases {
        passing.push(crate::suite::failure(case, |input| parsers.tree(input)).is_none());
    }
    passing
}

#[test]
fn each_change_of_the_standard_makes_its_cases_pass() {
    let Some(cases) = crate::common::tree_construction() else { return };
    let passing: Vec<Vec<bool>> = VERSIONS.iter().map(|(name, ..)| passing(name, &cases)).collect();
    let mut counts = Vec::new();
    for (pair, (older, change, _)) in passing.windows(2).zip(VERSIONS) {
        let (mut lost, mut gained) = (Vec::new(), Vec::new());
        for ((old, new), case) in pair[0].iter().zip(&pair[1]).zip(&cases) {
            match (old, new) {
                (true, false) => lost.push(&*case.name),
                (false, true) => gained.push(&*case.name),
                _ => {}
            }
        }
        assert!(lost.is_empty(), "{change}: {lost:?} pass by {older} only");
        println!("{change}: {gained:?}");
        counts.push(gained.len());
    }
    let expected: Vec<usize> = VERSIONS.iter().map(|&(_, _, gained)| gained).collect();
    assert_eq!(counts, expected[..counts.len()]);
    assert!(passing.last().is_some_and(|all| all.iter().all(|&passes| passes)));
}

#[test]
fn each_change_of_the_standard_alters_its_trees() {
    for (pair, (older, inputs)) in VERSIONS.windows(2).zip(OWN) {
        assert_eq!(pair[0].0, *older, "the two lists are in the same order");
        let [old, new] = [pair[0].0, pair[1].0].map(|name| Parsers::load(name).unwrap());
        for text in *inputs {
            let input = Input { text: (*text).to_owned(), ..Input::default() };
            assert_ne!(old.tree(&input), new.tree(&input), "{older}: {text}");
        }
    }
}
