//! Whole parses: from bytes in memory to the finished tree and its drop, on one core.
//!
//! Ours includes the check of the encoding, spans, and the record of repairs. *Cold*: the grammar is loaded anew before each
//! pass over the corpus (outside of what is timed), so nothing is remembered from another document. *Warm*: the same
//! parser has seen the whole corpus before.

use super::corpora::{Corpus, print_tables};
use super::lexbor::Lexbor;
use super::measure::{Row, interleave, timed};
use super::{Settings, peers};
use wishful::{Grammar, ParseOptions, Parser};

/// Prints a table for each corpus.
pub(crate) fn run(settings: Settings) {
    print_tables("Whole parse", |corpus| table(corpus, settings));
}

fn table(corpus: &Corpus, settings: Settings) -> String {
    let (texts, size) = (corpus.texts(), corpus.megabytes());
    let mut lexbor = Lexbor::start();
    let mut rows = vec![
        Row::new("html5ever + rcdom", size, || {
            corpus.documents.iter().for_each(|one| peers::html5ever(one))
        }),
        Row::new("html5ever, null sink", size, || {
            corpus.documents.iter().for_each(|one| peers::null_sink(one));
        }),
    ];
    if let Some(lexbor) = &mut lexbor {
        rows.extend(lexbor_row(lexbor, corpus));
    }
    rows.push(Row::new("tl (not conforming)", size, || {
        texts.iter().for_each(|one| peers::tl(one))
    }));
    rows.push(Row::new("html5gum alone", size, || {
        texts.iter().for_each(|one| peers::html5gum::tokens(one))
    }));
    rows.push(cold("whatwg", corpus));
    rows.extend(["whatwg", "marpa", "marpa-2009"].map(|name| warm(name, corpus)));
    interleave(rows, settings.budget(1)).markdown("MB")
}

fn lexbor_row<'a>(lexbor: &'a mut Lexbor, corpus: &Corpus) -> Option<Row<'a>> {
    let name = lexbor.version.clone();
    lexbor.load(corpus.documents.iter().map(Vec::as_slice)).ok()?;
    Some(Row::timing_itself(name, corpus.megabytes(), move || {
        lexbor.run().expect("lexbor answers")
    }))
}

fn cold<'a>(name: &'a str, corpus: &'a Corpus) -> Row<'a> {
    Row::timing_itself(format!("wishful, {name}, cold"), corpus.megabytes(), move || {
        let parser = parser(name);
        timed(|| parse_all(&parser, corpus))
    })
}

fn warm<'a>(name: &'a str, corpus: &'a Corpus) -> Row<'a> {
    let parser = parser(name);
    Row::new(format!("wishful, {name}, warm"), corpus.megabytes(), move || {
        parse_all(&parser, corpus)
    })
}

/// A parser whose grammar nobody has parsed with.
pub(crate) fn parser(name: &str) -> Parser {
    Parser::new(Grammar::load(name).expect("it is shipped")).expect("it runs")
}

/// Parses and drops all.
fn parse_all(parser: &Parser, corpus: &Corpus) {
    let options = ParseOptions::default();
    for bytes in &corpus.documents {
        drop(parser.parse(bytes, &options).expect("input never fails"));
    }
}
