//! Queries: forty selectors (`selectors.txt`) on parsed pages, beside other engines; and the cost
//! of compiling the selectors.
//!
//! A document builds its indices of names, ids and classes on the first query that needs them. The
//! first row has documents without these indices.

use super::Settings;
use super::child::{Child, LEXBOR_SELECT};
use super::common;
use super::corpora::Corpus;
use super::measure::{Row, interleave, timed};
use super::whole::parser;
use scraper::{Html, Selector};
use wishful::query::{Language, Query, Value};
use wishful::{Document, ParseOptions};

const SELECTORS: &str = include_str!("selectors.txt");

/// Prints the tables.
pub(crate) fn run(settings: Settings) {
    let pages = Corpus::new("pages", common::page_documents());
    if pages.documents.is_empty() {
        return;
    }
    let count = SELECTORS.lines().count();
    println!("\n### Queries: {count} selectors, {}\n\n{}\n", pages.name, pages.size());
    print!("{}", selecting(&pages, settings));
    println!("\n### Queries: to read {count} selectors\n");
    print!("{}", reading(settings));
    super::xpath::run(&pages, settings);
    super::parselet::run(settings);
}

fn read() -> Vec<Query> {
    let read = |line| Query::compile(Language::Css, line).expect("each line is one");
    SELECTORS.lines().map(read).collect()
}

fn read_by_scraper() -> Vec<Selector> {
    SELECTORS.lines().map(|line| Selector::parse(line).expect("each line is one")).collect()
}

fn select(queries: &[Query], documents: &[Document]) -> usize {
    let count = |query: &Query, document| {
        let answer = query.run(document).expect("it has no variables");
        if let Value::Nodes(nodes) = answer.value() { nodes.len() } else { 0 }
    };
    let each = documents
        .iter()
        .flat_map(|document| queries.iter().map(move |query| count(query, document)));
    each.sum()
}

fn select_by_scraper(selectors: &[Selector], documents: &[Html]) -> usize {
    let each = documents.iter().flat_map(|document| {
        selectors.iter().map(|selector| document.select(selector).collect::<Vec<_>>().len())
    });
    each.sum()
}

/// Measures selections, in thousands.
fn selecting(corpus: &Corpus, settings: Settings) -> String {
    let (parser, texts) = (parser("whatwg"), corpus.texts());
    let parse = || -> Vec<Document> {
        let parse = |text| parser.parse_str(text, &ParseOptions::default());
        texts.iter().map(|text| parse(text).expect("input never fails")).collect()
    };
    let amount = (texts.len() * SELECTORS.lines().count()) as f64 / 1e3;
    let (documents, own) = (parse(), read());
    let (others, theirs) = (texts.iter().map(|text| Html::parse_document(text)), read_by_scraper());
    let others: Vec<Html> = others.collect();
    println!(
        "{} and {} nodes selected by ours and scraper\n",
        select(&own, &documents),
        select_by_scraper(&theirs, &others)
    );
    let mut child = Child::start(&LEXBOR_SELECT);
    let loaded = child.as_mut().map(|child| child.load(texts.iter().map(|text| text.as_bytes())));
    let mut rows = vec![
        Row::timing_itself("wishful, fresh documents", amount, || {
            let fresh = parse();
            timed(|| select(&own, &fresh))
        }),
        Row::new("wishful", amount, || select(&own, &documents)),
        Row::new("scraper", amount, || select_by_scraper(&theirs, &others)),
        Row::new("wishful, read and select", amount, || select(&read(), &documents)),
    ];
    if let Some(child) = child.filter(|_| loaded.is_some_and(|loaded| loaded.is_ok())) {
        rows.push(lexbor(child, amount));
    }
    interleave(rows, settings.budget(2)).markdown("k selections")
}

fn lexbor<'a>(mut child: Child, amount: f64) -> Row<'a> {
    let name = child.version.clone();
    Row::timing_itself(name, amount, move || child.run().expect("the peer answers"))
}

/// Measures the compilation of selectors, in thousands.
fn reading(settings: Settings) -> String {
    let amount = SELECTORS.lines().count() as f64 / 1e3;
    let rows =
        vec![Row::new("wishful", amount, read), Row::new("scraper", amount, read_by_scraper)];
    interleave(rows, settings.budget(2)).markdown("k selectors")
}
