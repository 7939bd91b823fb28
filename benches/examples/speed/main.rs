//! How fast ours is, beside others, in one run: the tables of `notes/bench/`.
//!
//!     cargo run --release -p benches --example speed -- [--quick] [WORD…]
//!
//! Without a word all ten tables are printed. The words:
//!
//! | word | what it prints |
//! |---|---|
//! | `whole` | whole parses of three corpora: ours, html5ever with and without a tree, lexbor, `tl`, html5gum alone |
//! | `stages` | what ours spends: decoding, tokens, recogniser, whole parse, serialising |
//! | `engine` | the recogniser on the grammars of `../shared/engine-grammars`, beside `gearley` and `earlgrey` |
//! | `growth` | adversarial families of HTML at n, 2n, 4n: our work counters, seconds of ours and others |
//! | `million` | ours alone, doubled up to a million tokens: documents, and the engine grammars with their trees |
//! | `memory` | peak memory of processes that parse one large document |
//! | `diff` | two grammars compared page by page, beside the two parses alone |
//! | `microformats` | parse and extract: ours, the crate `microformats`, microformats-parser in node, mf2py |
//! | `query` | forty selectors and forty expressions of XPath on parsed pages: ours, `scraper`, lexbor, libxml2; a parselet: ours, parslepy |
//! | `cold` | starts of the command `wishful` that parse a page of 1 KB, beside those that print the version |
//!
//! The output is Markdown, ready for a log. `--quick` gives each table a few seconds: for a look, not for a log.
//! `notes/bench/README.md` says how to read the tables.
//!
//! The corpora are those of `../shared` (`WISHFUL_PAGES` and `WISHFUL_SUITES` point elsewhere); a table without its corpus is
//! left out. lexbor is run by Python (`pip install selectolax`; `WISHFUL_PYTHON` names the interpreter) and left out where
//! that is missing. Peak memory is read from `/proc`, so it needs Linux. Nothing here is asserted: the tests assert work
//! counters, which do not depend on the machine.
//!
//! Each word is one file here. `measure.rs` has the method: rows are interleaved, and ratios taken within a round.

mod child;
mod cold;
#[path = "../../../tests/common/mod.rs"]
mod common;
mod corpora;
mod diff;
#[path = "../../../tests/earley_support/mod.rs"]
mod earley_support;
mod engine;
#[path = "../../../tests/families/mod.rs"]
mod families;
mod growth;
mod measure;
mod memory;
mod microformats;
mod million;
mod parselet;
#[path = "../../peers/mod.rs"]
mod peers;
mod query;
mod stages;
#[path = "../../../tests/earley_support/strings.rs"]
mod strings;
mod whole;
mod xpath;

use measure::Budget;
use std::time::Duration;

/// How thorough to be.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    quick: bool,
}

impl Settings {
    /// The rounds of each of so many tables.
    fn budget(self, tables: u32) -> Budget {
        match self.quick {
            true => Budget { time: Duration::from_secs(2) / tables, least: 1, most: 5 },
            false => Budget { time: Duration::from_secs(60) / tables, least: 5, most: 31 },
        }
    }

    /// Where sizes grow, who took longer than this gets nothing larger.
    fn patience(self) -> Duration {
        Duration::from_secs(if self.quick { 1 } else { 5 })
    }
}

/// A table by the word that asks for it.
type Table = (&'static str, fn(Settings));

const TABLES: [Table; 10] = [
    ("whole", whole::run),
    ("stages", stages::run),
    ("engine", engine::run),
    ("growth", growth::run),
    ("million", million::run),
    ("memory", memory::run),
    ("diff", diff::run),
    ("cold", cold::run),
    ("microformats", microformats::run),
    ("query", query::run),
];

fn main() {
    if memory::is_child() {
        return;
    }
    let (options, words): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let settings = Settings { quick: options.iter().any(|option| option == "--quick") };
    let known = |word: &String| TABLES.iter().any(|(name, _)| name == word);
    if let Some(word) = words.iter().find(|word| !known(word)) {
        eprintln!("`{word}` is no table; there are {}", TABLES.map(|(name, _)| name).join(", "));
        std::process::exit(2);
    }
    for (name, run) in TABLES {
        if words.is_empty() || words.iter().any(|word| word == name) {
            run(settings);
        }
    }
}
