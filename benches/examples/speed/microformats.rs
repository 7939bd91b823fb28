//! Microformats: parsing and extraction in the mode of microformats2, beside other parsers; and the
//! cost of extraction on top of a parse.
//!
//! The corpora are the pages, and the documents of the public suite joined to 1 MB. In the latter,
//! nearly every element has a microformats class.

use super::Settings;
use super::child::{Child, Driver, MF2PY, MICROFORMATS_PARSER};
use super::common;
use super::corpora::Corpus;
use super::measure::{MeasuredRow, interleave, timed};
use super::peers;
use super::whole::parser;
use std::fs;
use wishful::{ParseOptions, Parser};
use wishful_microformats::{Microformats, Options};

/// Prints a table for each corpus.
pub(crate) fn run(settings: Settings) {
    let pages = Corpus::new("pages", common::page_documents());
    for corpus in [Some(pages), suite()].into_iter().flatten() {
        println!("\n### Microformats: {}\n\n{}\n", corpus.name, corpus.size());
        print!("{}", table(&corpus, settings));
    }
}

/// Returns the documents of the public suite, joined and repeated to 1 MB.
fn suite() -> Option<Corpus> {
    let folder = common::suites()?.join("microformats");
    let mut document = Vec::new();
    while document.len() < 1_000_000 {
        for file in common::files(&folder, &["html"]) {
            document.extend(fs::read(file).ok()?);
        }
    }
    Some(Corpus { name: "the public suite, joined", documents: vec![document] })
}

fn table(corpus: &Corpus, settings: Settings) -> String {
    let (texts, size) = (corpus.texts(), corpus.megabytes());
    let mut children: Vec<Child> = [&MICROFORMATS_PARSER, &MF2PY]
        .into_iter()
        .filter_map(|driver| start(driver, corpus))
        .collect();
    let mut rows = vec![
        MeasuredRow::new("microformats (crate)", size, || {
            texts.iter().for_each(|text| peers::microformats(text));
        }),
        ours("wishful, parse", corpus, |_| {}),
        ours("wishful, parse and extract", corpus, |document| {
            drop(Microformats::new(document, &Options::default()));
        }),
        ours("wishful, parse, extract and JSON", corpus, |document| {
            drop(Microformats::new(document, &Options::default()).to_json(&Default::default()));
        }),
    ];
    for child in &mut children {
        let name = child.version.clone();
        rows.push(MeasuredRow::timing_itself(name, size, move || {
            child.run().expect("the peer answers")
        }));
    }
    interleave(rows, settings.budget(2)).markdown("MB")
}

fn start(driver: &Driver, corpus: &Corpus) -> Option<Child> {
    let mut child = Child::start(driver)?;
    child.load(corpus.documents.iter().map(Vec::as_slice)).ok()?;
    Some(child)
}

fn ours<'a>(
    name: &'static str,
    corpus: &'a Corpus,
    work: impl Fn(&wishful::Document) + 'a,
) -> MeasuredRow<'a> {
    let parser: Parser = parser("whatwg");
    MeasuredRow::timing_itself(name, corpus.megabytes(), move || {
        let own = corpus.documents.clone();
        timed(|| {
            for bytes in own {
                work(&parser.parse(bytes, &ParseOptions::default()).expect("input never fails"));
            }
        })
    })
}
