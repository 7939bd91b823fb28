//! ESIS against OpenSP's `onsgmls`, where that is installed: the documents of
//! `corpus/sgml-documents`, by `run.sh`, and random valid documents of random small document types.
//!
//! Random documents that `onsgmls` calls invalid do not count. A document with a different ESIS is
//! shrunk before it is shown. WISHFUL_ESIS_SEED and WISHFUL_ESIS_COUNT set the seed and the number
//! of documents. The generators avoid the differences that notes/sgml.md documents, and refer to
//! them by their numbers there.

#![cfg(unix)]

mod attributes;
#[path = "../../../../tests/common/mod.rs"]
mod common;
mod declarations;
mod entities;
mod instance;
mod peer;
mod shrink;
mod text;

use std::path::{Path, PathBuf};
use std::process::Command;

use fastrand::Rng;
use peer::Outcome;

/// The number of documents for each type.
const OF_EACH: usize = 8;

/// The maximum number of differences that are shown.
const SHOWN: usize = 10;

/// The counts of outcomes.
#[derive(Default)]
struct Tally {
    made: usize,
    valid: usize,
    differing: usize,
}

impl Tally {
    fn count(&mut self, document: &str) {
        self.made += 1;
        match peer::held(document) {
            Outcome::NotValid => return,
            Outcome::Same => {}
            Outcome::Differs => {
                self.differing += 1;
                println!("{}", peer::difference(&shrink::smallest(document)));
            }
        }
        self.valid += 1;
    }
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn random_documents_agree_with_onsgmls() {
    if !peer::is_installed() {
        return crate::common::say_skipped(
            "what holds ESIS against onsgmls",
            "it is not installed",
        );
    }
    let (seed, due) = (number("WISHFUL_ESIS_SEED", 1), number("WISHFUL_ESIS_COUNT", 200));
    let (mut random, mut tally) = (Rng::with_seed(seed), Tally::default());
    while u64::try_from(tally.valid).is_ok_and(|valid| valid < due) && tally.differing < SHOWN {
        let of = declarations::Type::random(&mut random);
        (0..OF_EACH).for_each(|_| tally.count(&instance::document(&of, &mut random)));
    }
    let Tally { made, valid, differing } = tally;
    println!("{valid} valid random documents of {made} (seed {seed}), {differing} differ");
    assert!(differing == 0, "{differing} differ");
    assert!(valid * 2 > made, "most are valid: {valid} of {made}");
}

#[test]
fn documents_agree_with_onsgmls() {
    const SKIPPED: i32 = 77;
    let project = common::root();
    let documents = documents(project);
    let mut command = Command::new("bash");
    let ran = command.arg(project.join("crates/cli/tests/esis/run.sh")).args(&documents);
    let ran = ran.env("WISHFUL", env!("CARGO_BIN_EXE_wishful")).env_remove("CI");
    let output = ran.output().expect("there is a shell");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(SKIPPED) {
        return crate::common::say_skipped("what holds ESIS against onsgmls", &text);
    }
    println!("{text}");
    assert!(output.status.success(), "{text}");
    assert!(text.contains(&format!("{} documents, 0 not valid, 0 differ", documents.len())));
}

/// Returns the documents of `corpus/sgml-documents`.
fn documents(project: &Path) -> Vec<PathBuf> {
    let entries = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).expect("the corpus is part of the project");
        entries.map(|entry| entry.expect("an entry can be read").path())
    };
    let mut found: Vec<PathBuf> =
        entries(project.join("corpus/sgml-documents")).flat_map(entries).collect();
    found.sort();
    assert!(found.len() > 100, "they are found");
    found
}
