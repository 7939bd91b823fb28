//! What a parse promises, on every document at hand and on broken variants of them.

mod common;

use common::Input;
use wishful::slippers::Work;
use wishful::tree::{Format, WriteOptions};
use wishful::{Grammar, ParseOptions, Parser, verify};

const GRAMMARS: [&str; 2] = ["marpa", "marpa-2009"];

fn parser(name: &str) -> Parser {
    Parser::new(Grammar::load(name).expect("it is shipped")).expect("it runs")
}

fn check(parser: &Parser, input: &Input) {
    if let Err(violation) = verify::verify(parser, &input.bytes, &ParseOptions::default()) {
        panic!("{} with {}: {violation}", input.name, parser.grammar().name());
    }
}

#[test]
fn every_document_keeps_every_promise() {
    let parsers = GRAMMARS.map(parser);
    let documents =
        [common::corpus_documents(), common::broken_documents(), common::construction_documents()];
    for input in documents.iter().flatten() {
        parsers.iter().for_each(|parser| check(parser, input));
    }
}

#[test]
fn every_fragment_keeps_every_promise() {
    let mut run = 0;
    for parser in GRAMMARS.map(parser) {
        for case in common::constructions() {
            // The grammars have no namespaces, so nothing is a fragment of a foreign element by them.
            let known = |context: &String| parser.grammar().context(context).is_some();
            let Some(fragment) = case.context.filter(known) else { continue };
            let options = ParseOptions { fragment: Some(fragment), ..ParseOptions::default() };
            if let Err(violation) = verify::verify(&parser, &case.input.bytes, &options) {
                panic!("{} with {}: {violation}", case.input.name, parser.grammar().name());
            }
            run += 1;
        }
    }
    assert!(run > 150 || common::suites().is_none(), "only {run} fragments were found");
}

#[test]
fn every_page_keeps_every_promise() {
    let parser = parser("marpa");
    common::page_documents().iter().for_each(|input| check(&parser, input));
}

#[test]
fn two_thousand_mutations_keep_every_promise() {
    let parsers = GRAMMARS.map(parser);
    let inputs: Vec<Input> =
        [common::corpus_documents(), common::broken_documents(), common::page_documents()]
            .into_iter()
            .flatten()
            .collect();
    let mut random = fastrand::Rng::with_seed(20_000);
    for round in 0..2000 {
        let input = &inputs[random.usize(0..inputs.len())];
        let bytes = common::mutate(&input.bytes, 2000, &mut random);
        let name = format!("{} mutation {round}", input.name);
        check(&parsers[round % 2], &Input { name, bytes });
    }
}

/// A family of inputs by size.
type Family = (&'static str, fn(usize) -> String);

const FAMILIES: [Family; 9] = [
    ("nested div", |n| "<div>".repeat(n)),
    ("unclosed b", |n| "<b>".repeat(n)),
    ("nested table", |n| "<table><tr><td>".repeat(n)),
    ("bare nested tables", |n| "<table>".repeat(n)),
    ("paragraphs", |n| "<p>a".repeat(n)),
    ("hopeless end tags", |n| format!("{}{}", "<div>".repeat(n), "</x>".repeat(n))),
    ("unknown elements", |n| (0..n).map(|i| format!("<x{i}>")).collect()),
    ("crossed inline", |n| "<b><i>x</b>y</i>".repeat(n)),
    ("attributes", |n| format!("<p {}>", (0..n).map(|i| format!("a{i}=1 ")).collect::<String>())),
];

fn work(parser: &Parser, text: &str) -> Work {
    parser.parse_str(text, &ParseOptions::default()).expect("input never fails").work()
}

/// Everything that is counted, as one number.
fn total(work: Work) -> u64 {
    let engine = work.engine;
    work.virtual_tags + work.looks + engine.items + engine.frames_touched + engine.search_nodes
}

#[test]
fn work_is_linear() {
    for parser in GRAMMARS.map(parser) {
        for (name, family) in FAMILIES {
            let (one, two) =
                (total(work(&parser, &family(500))), total(work(&parser, &family(1000))));
            let grammar = parser.grammar().name();
            assert!(two * 10 <= one * 21, "{name} with {grammar}: {one} at n, {two} at 2n");
        }
    }
}

#[test]
fn depth_and_size_overflow_nothing() {
    let parser = parser("marpa");
    let deep = [
        "<div>".repeat(100_000),
        "<b>".repeat(100_000),
        "<table>".repeat(10_000),
        "<table><tr><td>".repeat(10_000),
    ];
    for text in deep {
        let document = verify::verify(&parser, text.as_bytes(), &ParseOptions::default());
        let document = document.unwrap_or_else(|violation| panic!("{violation}"));
        assert!(document.render(Format::Html, WriteOptions::default()).len() > text.len());
    }
}

#[test]
fn one_huge_text_node_is_one_node() {
    let parser = parser("marpa");
    let text = "x".repeat(50_000_000);
    let document = parser.parse_str(&text, &ParseOptions::default()).expect("input never fails");
    assert_eq!(document.structure(), "(html (head) (body (p)))");
    assert!(document.work().engine.items < 10_000);
}
