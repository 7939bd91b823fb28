//! The cost of comparing two grammars on each page, beside the two parses, which every comparison
//! needs.
//!
//! *Change* is the computation of `wishful diff --changes` and `wishful-crawl --diff` for each
//! page. *Differences* is that of `wishful diff --stat`, without decisive lines. The first pair of
//! grammars agrees on most pages, the second differs on many.

use super::Settings;
use super::corpora::{Corpus, print_tables};
use super::measure::{Row, interleave};
use super::whole::parser;
use wishful::ParseOptions;
use wishful::workbench::causes::Variants;

/// The grammars that are compared with `whatwg`.
const OTHERS: [&str; 2] = ["no-foster", "html4-strict-nesting"];

/// Prints a table for each corpus.
pub(crate) fn run(settings: Settings) {
    print_tables("Comparison", |corpus| {
        let tables = OTHERS.map(|other| table(corpus, other, settings));
        tables.join("\n")
    });
}

fn table(corpus: &Corpus, other: &str, settings: Settings) -> String {
    let variants = Variants::new(["whatwg", other].map(parser).to_vec());
    let (size, options) = (corpus.megabytes(), ParseOptions::default());
    let parse = |bytes: &Vec<u8>| variants.parse(bytes, &options).expect("input never fails");
    let each = || corpus.documents.iter();
    let rows = vec![
        Row::new(format!("two parses, whatwg and {other}"), size, || {
            each().for_each(|one| drop(parse(one)));
        }),
        Row::new("change", size, || {
            each().filter(|one| variants.change(&parse(one), 1).is_some()).count()
        }),
        Row::new("differences", size, || {
            let compared = |one| variants.compare(one, &options).expect("input never fails");
            each().filter(|one| !compared(one).is_same()).count()
        }),
    ];
    interleave(rows, settings.budget(6)).markdown("MB")
}
