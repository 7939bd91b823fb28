//! What ours spends, stage by stage: each stage alone, over all documents of a corpus.
//!
//! The first row is html5ever's whole parse, so that all ratios of all tables have one unit. *Tokens* is the lossless token
//! layer: every byte of the source is in the span of a token. The *recogniser* reads the words that the slippers gave it
//! when the documents were parsed, inserted tags and edits included, and nothing else is done: no tokens, no searches, no
//! tree. *Cold* and *warm* are as in the tables of whole parses.

use super::corpora::{Corpus, corpora};
use super::measure::{Row, interleave, timed};
use super::whole::parser;
use super::{Settings, peers};
use wishful::source::{DecodeOptions, decode};
use wishful::token::{Html5Tokenizer, TokenKind};
use wishful::tree::{Format, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, slippers};

/// Prints a table for each corpus.
pub(crate) fn run(settings: Settings) {
    for corpus in corpora() {
        println!("\n### Stages: {}\n", corpus.name);
        println!("{}\n", corpus.size());
        print!("{}", table(&corpus, settings));
    }
}

fn table(corpus: &Corpus, settings: Settings) -> String {
    let (parser, size) = (parser("whatwg"), corpus.megabytes());
    let parse =
        |bytes: &Vec<u8>| parser.parse(bytes, &ParseOptions::default()).expect("input never fails");
    let documents: Vec<Document> = corpus.documents.iter().map(parse).collect();
    let raw = || corpus.documents.iter();
    let rows = vec![
        Row::new("html5ever + rcdom", size, || raw().for_each(|one| peers::html5ever(one))),
        Row::new("whole parse, whatwg, warm", size, || raw().for_each(|one| drop(parse(one)))),
        Row::new("decode", size, || raw().map(|one| decoded(one)).sum::<usize>()),
        Row::new("tokens", size, || documents.iter().map(|one| tokens(one.text())).sum::<usize>()),
        Row::timing_itself("recogniser, cold", size, || {
            let grammar = Grammar::load("whatwg").expect("it is shipped");
            timed(|| replay(&grammar, &documents))
        }),
        Row::new("recogniser, warm", size, || replay(parser.grammar(), &documents)),
        Row::new("serialise to HTML", size, || documents.iter().map(html).sum::<usize>()),
    ];
    interleave(rows, settings.budget(2)).markdown("MB")
}

fn decoded(bytes: &[u8]) -> usize {
    decode(bytes, &DecodeOptions::default()).expect("small enough").text.len()
}

/// All tokens, each dropped at once, in the states that raw text needs.
fn tokens(text: &str) -> usize {
    let mut tokenizer = Html5Tokenizer::new(text);
    let tokens = std::iter::from_fn(|| Some(tokenizer.next_token()));
    tokens.take_while(|token| !matches!(token.kind, TokenKind::EndOfFile)).count()
}

fn replay(grammar: &Grammar, documents: &[Document]) {
    for document in documents {
        slippers::replay(grammar, None, document.events(), document.edits())
            .expect("a parse can be replayed");
    }
}

fn html(document: &Document) -> usize {
    document.render(Format::Html, WriteOptions::default()).len()
}
