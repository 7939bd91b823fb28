//! Whole parses: from bytes in memory to the finished tree and its drop, on one core.
//!
//! html5ever and this parser get owned bytes, as from a program that has read a file; dropping them
//! counts. This parser's time includes encoding detection, spans, and the record of repairs.
//!
//! *Cold* loads the grammar anew before each pass over the corpus, outside of the timed part, so
//! nothing is cached from another document. *Warm* uses a parser that has parsed the whole corpus
//! before.

use super::child::{Child, LEXBOR, LEXBOR_C, TURBOHTML, WISHFUL};
use super::corpora::{Corpus, corpora, print_tables};
use super::measure::{MeasuredRow, interleave, timed};
use super::{Settings, damage, peers};
use wishful::{Grammar, ParseOptions, Parser};

/// Prints a table for each corpus.
pub(crate) fn run(settings: Settings) {
    let mut children = start();
    print_tables("Whole parse", corpora(), |corpus| table(corpus, &mut children, settings));
}

/// Prints a table for each damaged corpus, with the parsers that follow the standard.
pub(crate) fn run_damaged(settings: Settings) {
    conforming("Whole parse, damaged pages", damage::corpora(), start(), settings);
}

/// Prints a table for documents of a feed's or a cell's size. The load of a grammar is not part of
/// a parse, so cold is the first document of a thousand.
pub(crate) fn run_small(settings: Settings) {
    let document =
        |n| format!("<p>Hello <b>world</b><p>A second <a href=/{n:03}>link</a> of text.");
    let documents = (0..1000).map(|n| document(n).into_bytes()).collect();
    let children = start().into_iter().chain(Child::start(&WISHFUL)).collect();
    conforming("Whole parse, small", vec![Corpus { name: "small", documents }], children, settings);
}

/// Prints a table for each corpus, with the parsers that follow the standard.
fn conforming(title: &str, corpora: Vec<Corpus>, mut children: Vec<Child>, settings: Settings) {
    print_tables(title, corpora, |corpus| {
        let mut rows = vec![rcdom(corpus)];
        rows.extend(children.iter_mut().map(|child| answered(child, corpus)));
        rows.extend([cold("whatwg", corpus), warm("whatwg", corpus)]);
        interleave(rows, settings.budget(1)).markdown("MB")
    });
}

fn table(corpus: &Corpus, children: &mut [Child], settings: Settings) -> String {
    let (texts, size) = (corpus.texts(), corpus.megabytes());
    let mut rows = vec![
        rcdom(corpus),
        handed("html5ever, null sink", corpus, |bytes| peers::null_sink(&bytes)),
    ];
    rows.extend(children.iter_mut().map(|child| answered(child, corpus)));
    rows.push(MeasuredRow::new("tl (not conforming)", size, || {
        texts.iter().for_each(|one| peers::tl(one))
    }));
    rows.push(MeasuredRow::new("html5gum alone", size, || {
        texts.iter().for_each(|one| peers::html5gum::tokens(one))
    }));
    rows.push(cold("whatwg", corpus));
    rows.extend(["whatwg", "marpa", "marpa-2009"].map(|name| warm(name, corpus)));
    interleave(rows, settings.budget(1)).markdown("MB")
}

/// Starts the peers that run in a child process, without those that are missing.
fn start() -> Vec<Child> {
    [LEXBOR_C, LEXBOR, TURBOHTML].iter().filter_map(Child::start).collect()
}

/// Creates the row of a child process.
fn answered<'a>(child: &'a mut Child, corpus: &Corpus) -> MeasuredRow<'a> {
    let name = child.version.clone();
    child.load(corpus.documents.iter().map(Vec::as_slice)).expect("the peer reads texts");
    MeasuredRow::timing_itself(name, corpus.megabytes(), || child.run().expect("the peer answers"))
}

fn rcdom(corpus: &Corpus) -> MeasuredRow<'_> {
    handed("html5ever + rcdom", corpus, |bytes| peers::html5ever(&bytes))
}

/// Creates the row of a parser that takes owned bytes.
fn handed<'a>(
    name: impl Into<String>,
    corpus: &'a Corpus,
    mut parse: impl FnMut(Vec<u8>) + 'a,
) -> MeasuredRow<'a> {
    MeasuredRow::timing_itself(name, corpus.megabytes(), move || {
        let own = corpus.documents.clone();
        timed(|| own.into_iter().for_each(&mut parse))
    })
}

fn cold<'a>(name: &'a str, corpus: &'a Corpus) -> MeasuredRow<'a> {
    MeasuredRow::timing_itself(format!("wishful, {name}, cold"), corpus.megabytes(), move || {
        let (parser, own) = (parser(name), corpus.documents.clone());
        timed(|| own.into_iter().for_each(|bytes| parse(&parser, bytes)))
    })
}

fn warm<'a>(name: &'a str, corpus: &'a Corpus) -> MeasuredRow<'a> {
    let parser = parser(name);
    handed(format!("wishful, {name}, warm"), corpus, move |bytes| parse(&parser, bytes))
}

/// Creates a parser with a freshly loaded grammar.
pub(crate) fn parser(name: &str) -> Parser {
    Parser::new(Grammar::load(name).expect("it is shipped")).expect("it runs")
}

fn parse(parser: &Parser, bytes: Vec<u8>) {
    drop(parser.parse(bytes, &ParseOptions::default()).expect("input never fails"));
}
