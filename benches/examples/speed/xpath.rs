//! XPath: forty expressions (`expressions.txt`) on parsed pages, beside libxml2; and the cost of
//! compiling the expressions.

use super::Settings;
use super::child::{Child, LIBXML2};
use super::corpora::Corpus;
use super::measure::{MeasuredRow, interleave, timed};
use super::query::{compiled, parsed};
use super::whole::parser;
use wishful::Document;
use wishful_query::{Language, Query};

const EXPRESSIONS: &str = include_str!("expressions.txt");

fn read() -> Vec<Query> {
    compiled(Language::XPath, EXPRESSIONS)
}

fn ask(queries: &[Query], documents: &[Document]) -> u64 {
    let mut steps = 0;
    for document in documents {
        for query in queries {
            steps += query.run(document).expect("it has no variables").steps();
        }
    }
    steps
}

/// Prints the tables.
pub(crate) fn run(pages: &Corpus, settings: Settings) {
    let count = EXPRESSIONS.lines().count();
    println!("\n### Queries: {count} XPath expressions, {}\n", pages.name);
    let (parser, texts) = (parser("whatwg"), pages.texts());
    let amount = (texts.len() * count) as f64 / 1e3;
    let (documents, own) = (parsed(&parser, &texts), read());
    let mut rows = vec![
        MeasuredRow::timing_itself("wishful, fresh documents", amount, || {
            let fresh = parsed(&parser, &texts);
            timed(|| ask(&own, &fresh))
        }),
        MeasuredRow::new("wishful", amount, || ask(&own, &documents)),
        MeasuredRow::new("wishful, compile and evaluate", amount, || ask(&read(), &documents)),
    ];
    let mut reading = None;
    if let Some(mut child) = Child::start(&LIBXML2)
        && child.load(texts.iter().map(|text| text.as_bytes())).is_ok()
    {
        reading = child.peak().ok();
        let name = child.version.clone();
        rows.push(MeasuredRow::timing_itself(name, amount, move || {
            child.run().expect("the peer answers")
        }));
    }
    print!("{}", interleave(rows, settings.budget(3)).markdown("k answers"));
    let own = timed(read).as_micros();
    let theirs = match reading {
        Some(took) => format!(", libxml2 {took} µs"),
        None => String::new(),
    };
    println!("\nCompiling {count} expressions takes wishful {own} µs{theirs}.");
}
