//! XPath: forty expressions (`expressions.txt`) on parsed pages, beside libxml2; and the cost of
//! compiling the expressions.

use super::Settings;
use super::child::{Child, LIBXML2};
use super::corpora::Corpus;
use super::measure::{Row, interleave, timed};
use super::whole::parser;
use wishful::query::{Language, Query};
use wishful::{Document, ParseOptions};

const EXPRESSIONS: &str = include_str!("expressions.txt");

fn read() -> Vec<Query> {
    let read = |line| Query::compile(Language::XPath, line).expect("each line is one");
    EXPRESSIONS.lines().map(read).collect()
}

fn ask(queries: &[Query], documents: &[Document]) -> u64 {
    let steps = |query: &Query, document| query.run(document).expect("it has no variables").steps();
    let each = documents
        .iter()
        .flat_map(|document| queries.iter().map(move |query| steps(query, document)));
    each.sum()
}

/// Prints the tables.
pub(crate) fn run(pages: &Corpus, settings: Settings) {
    let count = EXPRESSIONS.lines().count();
    println!("\n### Queries: {count} expressions of XPath, {}\n", pages.name);
    let (parser, texts) = (parser("whatwg"), pages.texts());
    let parse = || -> Vec<Document> {
        let parse = |text| parser.parse_str(text, &ParseOptions::default());
        texts.iter().map(|text| parse(text).expect("input never fails")).collect()
    };
    let amount = (texts.len() * count) as f64 / 1e3;
    let (documents, own) = (parse(), read());
    let mut rows = vec![
        Row::timing_itself("wishful, fresh documents", amount, || {
            let fresh = parse();
            timed(|| ask(&own, &fresh))
        }),
        Row::new("wishful", amount, || ask(&own, &documents)),
        Row::new("wishful, read and ask", amount, || ask(&read(), &documents)),
    ];
    let child = Child::start(&LIBXML2).and_then(|mut child| {
        child.load(texts.iter().map(|text| text.as_bytes())).ok()?;
        Some(child)
    });
    let mut reading = None;
    if let Some(mut child) = child {
        reading = child.peak().ok();
        let name = child.version.clone();
        rows.push(Row::timing_itself(name, amount, move || child.run().expect("the peer answers")));
    }
    print!("{}", interleave(rows, settings.budget(3)).markdown("k answers"));
    let own = timed(read).as_micros();
    println!(
        "\nTo read {count} expressions takes ours {own} µs{}.",
        reading.map_or(String::new(), |took| format!(", libxml2 {took} µs"))
    );
}
