//! Queries: forty selectors (`selectors.txt`) on parsed pages, beside other engines; and the cost
//! of compiling the selectors.
//!
//! A document builds its indices of names, ids and classes on the first query that needs them. The
//! first row has documents without these indices.

use super::Settings;
use super::child::{Child, LEXBOR_SELECT};
use super::common;
use super::corpora::Corpus;
use super::measure::{MeasuredRow, interleave, timed};
use super::whole::parser;
use scraper::{Html, Selector};
use wishful::{Document, ParseOptions, Parser};
use wishful_query::{Language, Query, Value};

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
    println!("\n### Queries: compiling {count} selectors\n");
    print!("{}", reading(settings));
    super::xpath::run(&pages, settings);
    super::parselet::run(settings);
}

fn read() -> Vec<Query> {
    compiled(Language::Css, SELECTORS)
}

/// Compiles expressions, one a line.
pub(crate) fn compiled(language: Language, lines: &str) -> Vec<Query> {
    let mut queries = Vec::new();
    for line in lines.lines() {
        queries.push(Query::compile(language, line).expect("each line is one"));
    }
    queries
}

/// Parses all texts.
pub(crate) fn parsed(parser: &Parser, texts: &[String]) -> Vec<Document> {
    let mut documents = Vec::new();
    for text in texts {
        let document = parser.parse(text, &ParseOptions::default());
        documents.push(document.expect("input never fails"));
    }
    documents
}

fn read_by_scraper() -> Vec<Selector> {
    SELECTORS.lines().map(|line| Selector::parse(line).expect("each line is one")).collect()
}

fn select(queries: &[Query], documents: &[Document]) -> usize {
    let mut count = 0;
    for document in documents {
        for query in queries {
            let answer = query.run(document).expect("it has no variables");
            if let Value::Nodes(nodes) = answer.value() {
                count += nodes.len();
            }
        }
    }
    count
}

fn select_by_scraper(selectors: &[Selector], documents: &[Html]) -> usize {
    let mut count = 0;
    for document in documents {
        for selector in selectors {
            count += document.select(selector).collect::<Vec<_>>().len();
        }
    }
    count
}

/// Measures selections, in thousands.
fn selecting(corpus: &Corpus, settings: Settings) -> String {
    let (parser, texts) = (parser("whatwg"), corpus.texts());
    let amount = (texts.len() * SELECTORS.lines().count()) as f64 / 1e3;
    let (documents, own) = (parsed(&parser, &texts), read());
    let others: Vec<Html> = texts.iter().map(|text| Html::parse_document(text)).collect();
    let theirs = read_by_scraper();
    println!(
        "{} nodes selected by wishful, {} by scraper\n",
        select(&own, &documents),
        select_by_scraper(&theirs, &others)
    );
    let mut rows = vec![
        MeasuredRow::timing_itself("wishful, fresh documents", amount, || {
            let fresh = parsed(&parser, &texts);
            timed(|| select(&own, &fresh))
        }),
        MeasuredRow::new("wishful", amount, || select(&own, &documents)),
        MeasuredRow::new("scraper", amount, || select_by_scraper(&theirs, &others)),
        MeasuredRow::new("wishful, compile and select", amount, || select(&read(), &documents)),
    ];
    if let Some(mut child) = Child::start(&LEXBOR_SELECT)
        && child.load(texts.iter().map(|text| text.as_bytes())).is_ok()
    {
        rows.push(lexbor(child, amount));
    }
    interleave(rows, settings.budget(2)).markdown("k selections")
}

fn lexbor<'a>(mut child: Child, amount: f64) -> MeasuredRow<'a> {
    let name = child.version.clone();
    MeasuredRow::timing_itself(name, amount, move || child.run().expect("the peer answers"))
}

/// Measures the compilation of selectors, in thousands.
fn reading(settings: Settings) -> String {
    let amount = SELECTORS.lines().count() as f64 / 1e3;
    let rows = vec![
        MeasuredRow::new("wishful", amount, read),
        MeasuredRow::new("scraper", amount, read_by_scraper),
    ];
    interleave(rows, settings.budget(2)).markdown("k selectors")
}
