//! Parses mutations of every document at hand and checks what a parse promises: no panic, an end, tokens
//! that tile, events that a fresh recogniser accepts.
//!
//!     cargo run --release --example soak -- [MUTATIONS] [SEED]

#[path = "../tests/common/mod.rs"]
mod common;

use indicatif::{ProgressBar, ProgressStyle};
use wishful::{Grammar, ParseOptions, Parser, verify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mutations: u64 = arguments.next().map_or(Ok(100_000), |argument| argument.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(7), |argument| argument.parse())?;
    let parsers = ["marpa", "marpa-2009", "whatwg"]
        .map(|name| Parser::new(Grammar::load(name).expect("a shipped grammar")).expect("it runs"));
    let inputs: Vec<_> = [
        common::corpus_documents(),
        common::broken_documents(),
        common::construction_documents(),
        common::page_documents(),
    ]
    .into_iter()
    .flatten()
    .collect();
    let options = ParseOptions::default();
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}")?;
    let progress = ProgressBar::new(inputs.len() as u64 + mutations).with_style(style);
    for input in &inputs {
        for parser in &parsers {
            verify::verify(parser, &input.bytes, &options)
                .map_err(|violation| format!("{}: {violation}", input.name))?;
        }
        progress.inc(1);
    }
    let mut random = fastrand::Rng::with_seed(seed);
    for round in 0..mutations {
        let input = &inputs[random.usize(0..inputs.len())];
        let bytes = common::mutate(&input.bytes, 4000, &mut random);
        // Half of them by the grammar that has the most to go wrong.
        let parser = match round % 4 {
            0 => &parsers[0],
            1 => &parsers[1],
            _ => &parsers[2],
        };
        verify::verify(parser, &bytes, &options)
            .map_err(|violation| format!("{} round {round}: {violation}: {bytes:?}", input.name))?;
        progress.inc(1);
    }
    progress.finish();
    println!("{} documents and {mutations} mutations: every promise held", inputs.len());
    Ok(())
}
