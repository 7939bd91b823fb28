//! Speed comparisons with other programs in one run: the tables of `notes/bench/`.
//!
//!     cargo run --release -p benches --example speed -- [--quick] [WORD…]
//!     cargo run --release -p benches --example speed -- --write FOLDER
//!
//! Without a word, all twelve tables are printed. The words:
//!
//! | word | table |
//! |---|---|
//! | `whole` | whole parses of three corpora, beside html5ever, lexbor, turbohtml, `tl`, html5gum |
//! | `damaged` | whole parses of five damaged corpora, beside html5ever, lexbor and turbohtml |
//! | `small` | a thousand documents of 70 bytes, beside the same and this parser through Python |
//! | `stages` | the stages of a parse: decoding, tokens, recogniser, whole parse, serialisation |
//! | `engine` | the recogniser on the engine grammars, beside `gearley` and `earlgrey` |
//! | `growth` | adversarial families of HTML at n, 2n, 4n: work counters, and seconds |
//! | `million` | documents and engine grammars, doubled up to a million tokens |
//! | `memory` | peak memory of processes that parse one large document |
//! | `diff` | two grammars compared page by page, beside the two parses alone |
//! | `microformats` | parsing and extraction, beside three other parsers |
//! | `query` | 40 selectors and 40 XPath expressions beside three engines; a parselet |
//! | `cold` | starts of the command `wishful` on a page of 1 KB, beside `--version` |
//!
//! The output is Markdown for a log. `--quick` limits each table to a few seconds, which is too
//! short for a log. `--write FOLDER` writes the damaged corpora to files, for a profiler, and
//! measures nothing. `notes/bench/README.md` explains the tables.
//!
//! The corpora are those of `../shared` (`WISHFUL_PAGES` and `WISHFUL_SUITES` override it). A table
//! without its corpus is left out. Python runs lexbor and turbohtml (`pip install selectolax
//! turbohtml`; `WISHFUL_PYTHON` names the interpreter). `WISHFUL_LEXBOR` names the program that
//! `benches/peers/lexbor.sh` builds, lexbor without Python. The row of a missing peer is left out.
//! Peak memory comes from `/proc`, so it needs Linux.
//!
//! Nothing here is asserted: the tests assert work counters, which do not depend on the machine.
//!
//! Each word is one file here. `measure.rs` has the method: rows are interleaved, and ratios are
//! taken within a round.

mod child;
mod cold;
#[path = "../../../tests/common/mod.rs"]
mod common;
mod corpora;
mod damage;
mod diff;
#[path = "../../../crates/earley/tests/support/mod.rs"]
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
#[path = "../../../crates/earley/tests/support/strings.rs"]
mod strings;
mod whole;
mod xpath;

use measure::Budget;
use std::time::Duration;

/// The thoroughness of the measurements.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    quick: bool,
}

impl Settings {
    /// Returns the limits of rounds for each of `tables` tables.
    fn budget(self, tables: u32) -> Budget {
        if self.quick {
            Budget { time: Duration::from_secs(2) / tables, least: 1, most: 5 }
        } else {
            Budget { time: Duration::from_secs(60) / tables, least: 5, most: 31 }
        }
    }

    /// Returns the time of a run after which larger sizes are skipped.
    fn patience(self) -> Duration {
        Duration::from_secs(if self.quick { 1 } else { 5 })
    }
}

/// A table's word and its function.
type NamedTable = (&'static str, fn(Settings));

const TABLES: [NamedTable; 12] = [
    ("whole", whole::run),
    ("damaged", whole::run_damaged),
    ("small", whole::run_small),
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
    let (mut settings, mut words) = (Settings { quick: false }, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => settings.quick = true,
            "--write" => {
                let folder = arguments.next().expect("--write needs a folder");
                return damage::write(folder.as_ref()).expect("the folder is writable");
            }
            _ => words.push(argument),
        }
    }
    let names = TABLES.map(|(name, _)| name);
    if let Some(word) = words.iter().find(|word| !names.contains(&word.as_str())) {
        eprintln!("unknown table `{word}`; the tables are {}", names.join(", "));
        std::process::exit(2);
    }
    for (name, run) in TABLES {
        if words.is_empty() || words.contains(&name.to_owned()) {
            run(settings);
        }
    }
}
