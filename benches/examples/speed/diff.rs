//! The cost of comparing two grammars on each page, beside the two parses, which every comparison
//! needs.
//!
//! *Change* is the computation of `wishful diff --changes` and `wishful-crawl --diff` for each
//! page. *Differences* is that of `wishful diff --stat`, without decisive lines. The first pair of
//! grammars agrees on most pages, the second differs on many.

use super::Settings;
use super::corpora::{Corpus, corpora, print_tables};
use super::measure::{MeasuredRow, interleave};
use super::whole::parser;
use wishful::ParseOptions;
use wishful_workbench::causes::Variants;

/// The grammars that are compared with `whatwg`.
const OTHERS: [&str; 2] = ["no-foster", "html4-strict-nesting"];

/// Prints a table for each corpus.
pub(crate) fn run(settings: Settings) {
    print_tables("Comparison", corpora(), |corpus| {
        let tables = OTHERS.map(|other| table(corpus, other, settings));
        tables.join("\n")
    });
}

fn table(corpus: &Corpus, other: &str, settings: Settings) -> String {
    let variants = Variants::new(["whatwg", other].map(parser).to_vec());
    let (size, options) = (corpus.megabytes(), ParseOptions::default());
    let rows = vec![
        MeasuredRow::new(format!("two parses, whatwg and {other}"), size, || {
            for bytes in &corpus.documents {
                drop(variants.parse(bytes, &options).expect("input never fails"));
            }
        }),
        MeasuredRow::new("change", size, || {
            let mut changed = 0;
            for bytes in &corpus.documents {
                let parsed = variants.parse(bytes, &options).expect("input never fails");
                changed += usize::from(variants.change(&parsed, 1).is_some());
            }
            changed
        }),
        MeasuredRow::new("differences", size, || {
            let mut different = 0;
            for bytes in &corpus.documents {
                let compared = variants.compare(bytes, &options).expect("input never fails");
                different += usize::from(!compared.is_same());
            }
            different
        }),
    ];
    interleave(rows, settings.budget(6)).markdown("MB")
}
