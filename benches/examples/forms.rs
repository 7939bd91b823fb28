//! The contract that no writer changes a form owner, on many sources of forms and tables.
//!
//!     cargo run --release -p benches --example forms -- [-n SOURCES] [--seed SEED]
//!     cargo run --release -p benches --example forms -- --list | python3 benches/peers/forms.py
//!
//! The sources are all sequences of at most four tokens, and then random ones. `fix` and a random
//! edit must leave each owner as it is, and a second `fix` must change nothing. The first failures
//! are printed.
//!
//! `--list` prints known and random sources with their owners instead, as lines of JSON, which
//! `forms.py` compares with `control.form` of Chromium.

#[path = "../../crates/edit/tests/edit/forms_contract.rs"]
mod contract;

use contract::{EDITS, KNOWN, PROLOGUE, edit_breach, fix_breach, owners, parsed, sequence, soup};
use fastrand::Rng;
use std::process::ExitCode;
use wishful::{Grammar, Parser};

/// The number of sequences of at most four tokens.
const SEQUENCES: usize = 1 + 13 + 13 * 13 + 13 * 13 * 13 + 13 * 13 * 13 * 13;

/// The number of random sources that `--list` prints.
const LISTED: usize = 400;

fn main() -> ExitCode {
    let (mut count, mut seed, mut lists) = (200_000, 1, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_default();
        match argument.as_str() {
            "-n" => count = value().parse().expect("a number"),
            "--seed" => seed = value().parse().expect("a number"),
            "--list" => lists = true,
            _ => panic!("unknown option `{argument}`"),
        }
    }
    let grammar = Grammar::load("whatwg").expect("it is shipped");
    let parser = Parser::new(grammar).expect("it parses markup");
    let mut random = Rng::with_seed(seed);
    if lists {
        list(&parser, &mut random);
        return ExitCode::SUCCESS;
    }
    let mut failures = 0;
    for number in 0..count {
        let source = match KNOWN.get(number) {
            Some(&known) => known.to_owned(),
            None if number < SEQUENCES && number % 2 == 0 => sequence(number),
            None => soup(&mut random, 16),
        };
        let text = [PROLOGUE, &source].concat();
        let edit = EDITS[random.usize(..EDITS.len())];
        let element = random.usize(2..14);
        let breaches = [fix_breach(&parser, &text), edit_breach(&parser, &text, element, edit)];
        for breach in breaches.into_iter().flatten() {
            failures += 1;
            println!("== {breach}");
        }
        if failures >= 20 {
            break;
        }
    }
    println!("{count} sources: {failures} failures");
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn list(parser: &Parser, random: &mut Rng) {
    let mut sources: Vec<String> = KNOWN.iter().map(|known| (*known).to_owned()).collect();
    sources.extend((0..LISTED).map(|_| soup(random, 16)));
    for source in sources {
        let text = [PROLOGUE, &source].concat();
        let owners = owners(&parsed(parser, &text));
        println!("{}", serde_json::json!({ "text": text, "owners": owners }));
    }
}
