//! Trees of every document at hand, through every format and back.

mod common;

use common::Input;
use wishful::tree::{Format, NodeKind, TagOrigin, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser};

fn parser() -> Parser {
    Parser::new(Grammar::load("marpa").expect("it is shipped")).expect("it runs")
}

fn inputs() -> Vec<Input> {
    let found = [
        common::corpus_documents(),
        common::broken_documents(),
        common::construction_documents(),
        common::page_documents(),
    ];
    found.into_iter().flatten().collect()
}

fn parse(parser: &Parser, input: &Input) -> Document {
    parser.parse(&input.bytes, &ParseOptions::default()).expect("input is never refused")
}

fn plain(document: &Document, format: Format) -> String {
    document.render(format, WriteOptions::default())
}

#[test]
fn json_agrees_with_the_library() {
    let parser = parser();
    for input in inputs() {
        let document = parse(&parser, &input);
        let json: serde_json::Value =
            serde_json::from_str(&plain(&document, Format::Json)).expect("valid");
        let nodes = json["nodes"].as_array().expect("an array");
        assert_eq!(nodes.len(), document.len(), "{}", input.name);
        for (node, view) in document.nodes().zip(nodes) {
            let parent = node.parent().map(|parent| parent.id().index() as u64);
            assert_eq!(view["parent"].as_u64(), parent, "{}", input.name);
            if node.kind() == NodeKind::Element {
                assert_eq!(view["name"].as_str(), node.name(), "{}", input.name);
            } else if let Some(text) = node.text() {
                assert_eq!(view["text"].as_str(), Some(text.as_ref()), "{}", input.name);
            }
        }
    }
}

#[test]
fn what_is_written_is_found_again() {
    let parser = parser();
    for input in inputs() {
        let document = parse(&parser, &input);
        for node in document.nodes() {
            for span in node.spans() {
                let found = document.node_at(span.start).expect("it lies in the text");
                assert_eq!(found, node, "{}: at {span:?}", input.name);
            }
        }
    }
}

/// The elements whose content the tokenizer does not read as markup.
const LITERAL: [&str; 6] = ["plaintext", "script", "style", "textarea", "title", "xmp"];

/// Whether such an element has a virtual end tag: what stands behind it was read literally, and behind
/// the tag that `fix` writes it is markup.
fn ends_literal_text(document: &Document) -> bool {
    document.nodes().any(|node| {
        let is_virtual = matches!(node.end_tag(), Some(TagOrigin::Virtual(_)));
        is_virtual && node.name().is_some_and(|name| LITERAL.contains(&name))
    })
}

#[test]
fn the_fixed_source_has_the_same_elements() {
    let parser = parser();
    for input in inputs() {
        let document = parse(&parser, &input);
        if ends_literal_text(&document) {
            continue;
        }
        let encoding = Some(document.source().encoding.name().to_owned());
        let options = ParseOptions { encoding, ..ParseOptions::default() };
        let again = parser.parse(document.fixed(&input.bytes), &options).expect("never refused");
        assert_eq!(again.structure(), document.structure(), "{}:\n{}", input.name, again.text());
    }
}

#[test]
fn marked_html_has_as_many_marks_as_repairs() {
    let parser = parser();
    let marks = WriteOptions { mark_repairs: true, ..WriteOptions::default() };
    for text in ["<p>one<p>two</b>", "<table><td>x", "<ul><li>a<li>b</ol></ul>"] {
        let document = parser.parse_str(text, &ParseOptions::default()).expect("never refused");
        let html = document.render(Format::Html, marks);
        assert_eq!(html.matches("<!-- wishful: ").count(), document.repairs().len(), "{html}");
    }
}
