//! The Rust side of the comparison with lexbor and parse5, which `tests/peers/run.sh` runs.
//!
//!     … --example peers -- inputs NUMBER SEED      writes the inputs of `tests/suite/soup`
//!     … --example peers -- trees                   reads these inputs, writes their trees
//!
//! Both begin with `cargo run --release -p benches`. An input is a line `{"text": string,
//! "fragment": string or null, "scripting": bool}`. Its answer is `{"ours": tree, "html5ever":
//! tree}` in the format of the public suite: the tree of this project, and that of html5ever with
//! its known bugs fixed. A parser that failed has `null`.

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/suite/mod.rs"]
mod suite;

use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};
use suite::soup::Kitchen;
use suite::{Input, Parsers, peer};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["inputs", number, seed] => inputs(number.parse()?, seed.parse()?),
        ["trees"] => trees(),
        _ => Err("usage: inputs NUMBER SEED, or trees".into()),
    }
}

fn inputs(number: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    let kitchen = Kitchen::new(seed);
    let mut out = stdout().lock();
    for number in 0..number {
        let Input { text, fragment, scripting } = kitchen.input(number).input();
        let line = json!({"text": text, "fragment": fragment, "scripting": scripting});
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn trees() -> Result<(), Box<dyn Error>> {
    let parsers = Parsers::load("whatwg")?;
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let input = Input {
            text: line["text"].as_str().unwrap_or_default().to_owned(),
            fragment: line["fragment"].as_str().map(str::to_owned),
            scripting: line["scripting"].as_bool().unwrap_or_default(),
        };
        let (ours, theirs) = (parsers.tree(&input).ok(), peer::tree(&input).ok());
        writeln!(out, "{}", json!({"ours": ours, "html5ever": theirs}))?;
        out.flush()?;
    }
    Ok(())
}
