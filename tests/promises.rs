//! What a parse promises, on every document at hand and on broken variants of them.

mod common;

use common::Input;
use wishful::tree::{Format, WriteOptions};
use wishful::{Grammar, ParseOptions, Parser, verify};

const GRAMMARS: [&str; 3] = ["marpa", "marpa-2009", "whatwg"];

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
            // Two of the grammars have no namespaces: nothing is a fragment of a foreign element by them.
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
    let parsers = ["marpa", "whatwg"].map(parser);
    for input in &common::page_documents() {
        parsers.iter().for_each(|parser| check(parser, input));
    }
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
        check(&parsers[round % parsers.len()], &Input { name, bytes });
    }
}

#[test]
fn depth_and_size_overflow_nothing() {
    let numbered = |name: &str, count: usize| -> String {
        (0..count).map(|i| format!("<{name} {name}{i}=1>x")).collect()
    };
    let deep = [
        "<div>".repeat(100_000),
        "<b>".repeat(100_000),
        "<b>x".repeat(100_000),
        "<table>".repeat(10_000),
        "<table><tr><td>".repeat(10_000),
        "<select><option>".repeat(10_000),
        "<template>".repeat(10_000),
        "<svg>".repeat(100_000),
        numbered("font", 3000),
        numbered("a", 3000),
        "</x>".repeat(100_000),
        format!("{}{}", "<div>".repeat(10_000), "</x>".repeat(10_000)),
        format!("{}{}", "<b>".repeat(10_000), "<p>x".repeat(10_000)),
    ];
    for parser in ["marpa", "whatwg"].map(parser) {
        for text in &deep {
            let begin = &text[..40];
            let document = verify::verify(&parser, text.as_bytes(), &ParseOptions::default());
            let document = document.unwrap_or_else(|violation| panic!("{begin}: {violation}"));
            assert!(!document.render(Format::Html, WriteOptions::default()).is_empty(), "{begin}");
        }
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
