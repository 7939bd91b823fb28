//! Our side of the comparison with Marpa::R2::HTML; `tests/parity/run.sh` drives both.
//!
//! `structures` reads `{"id", "html"}` lines and writes `{"id", "structure"}` lines; `replay` reads lines that
//! carry Marpa's own tokens too and feeds those to our slippers.

use std::io::{BufRead, Write, stdin, stdout};

use serde_json::{Value, json};
use wishful::{Grammar, ParseOptions, Parser};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mode = std::env::args().nth(1).unwrap_or_else(|| "structures".into());
    let parser = Parser::new(Grammar::load("marpa").expect("it is shipped"))?;
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let input: Value = serde_json::from_str(&line?)?;
        let html = input["html"].as_str().unwrap_or_default();
        let document = match &*mode {
            "replay" => parser.parse_tokens(html, tokens(html, &input["tokens"]))?,
            _ => parser.parse_str(html, &ParseOptions::default())?,
        };
        writeln!(out, "{}", json!({"id": input["id"], "structure": document.structure()}))?;
    }
    Ok(())
}
