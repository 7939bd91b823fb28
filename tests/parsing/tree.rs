//! Trees of all available documents, in every format and back.

use crate::common::Input;
use wishful::slippers::event::RepairKind;
use wishful::tree::{Format, NodeKind, TagOrigin, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser};

fn parser() -> Parser {
    Parser::new(Grammar::load("marpa").expect("it is shipped")).expect("it runs")
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
    for input in crate::common::all_documents() {
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

/// `notes/formats.md` has a row for each kind of repair, and its example has such a repair.
#[test]
fn kinds_of_repairs_are_listed() {
    let formats = include_str!("../../notes/formats.md");
    let section = formats.split("### Kinds of repairs\n").nth(1).expect("there is the section");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let mut listed = Vec::new();
    for row in rows.take(RepairKind::ALL.len()) {
        let (name, rest) = row.split_once('`').expect("a name is code");
        listed.push(name);
        let Some((_, example)) = rest.rsplit_once("| `") else { continue };
        let page = format!("<!DOCTYPE html>{}", example.trim_end_matches("` |"));
        let document = wishful::parse(&page);
        let mut kinds = document.repairs().iter().map(|repair| repair.kind.name());
        assert!(kinds.any(|kind| kind == name), "{page}: {name}");
    }
    let mut names = RepairKind::ALL.map(RepairKind::name);
    listed.sort_unstable();
    names.sort_unstable();
    assert_eq!(listed, names);
}

/// Subtrees are ranges of nodes, even after the adoption agency algorithm and foster parenting.
#[test]
fn subtrees_are_ranges() {
    let parser = Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it runs");
    for input in crate::common::all_documents() {
        let document = parse(&parser, &input);
        let mut inside = vec![0; document.len()];
        for node in document.nodes().rev() {
            let of_children = node.children().map(|child| 1 + inside[child.id().index()]);
            inside[node.id().index()] = of_children.sum::<usize>();
            assert_eq!(node.descendants().len(), inside[node.id().index()], "{}", input.name);
            assert_eq!(node.following_siblings().next(), node.next_sibling(), "{}", input.name);
            assert!(node.parent().is_none_or(|parent| parent.contains(node) && parent < node));
            let name = node.name_id().and_then(|name| document.name(name));
            assert_eq!(name, node.name(), "{}", input.name);
        }
        let deepest = document.nodes().max_by_key(|node| node.ancestors().count()).unwrap();
        let around = deepest.preceding().count() + deepest.following().count();
        let line = deepest.ancestors().count() + deepest.subtree().len();
        assert_eq!(around + line, document.len(), "{}", input.name);
    }
}

#[test]
fn written_nodes_are_found_by_offset() {
    let parser = parser();
    for input in crate::common::all_documents() {
        let document = parse(&parser, &input);
        for node in document.nodes() {
            for span in node.spans() {
                let found = document.replay().node_at(span.start).expect("it lies in the text");
                assert_eq!(found, node, "{}: at {span:?}", input.name);
            }
        }
    }
}

/// The elements whose content the tokenizer does not read as markup.
const LITERAL: [&str; 6] = ["plaintext", "script", "style", "textarea", "title", "xmp"];

/// Reports whether an element with literal text has a virtual end tag. The text after it was read
/// literally; after the end tag that `fix` writes, it is markup.
fn ends_literal_text(document: &Document) -> bool {
    document.nodes().any(|node| {
        let is_virtual = matches!(node.end_tag(), Some(TagOrigin::Virtual(_)));
        is_virtual && node.name().is_some_and(|name| LITERAL.contains(&name))
    })
}

#[test]
fn the_fixed_source_has_the_same_elements() {
    let parser = parser();
    for input in crate::common::all_documents() {
        let document = parse(&parser, &input);
        if ends_literal_text(&document) {
            continue;
        }
        let fixed = document.render(Format::Fix, WriteOptions::default());
        let options = ParseOptions::default().encoding("utf-8");
        let again = parser.parse(fixed.as_bytes(), &options).expect("never refused");
        assert_eq!(again.structure(), document.structure(), "{}:\n{}", input.name, again.text());
    }
}

#[test]
fn marked_html_has_as_many_marks_as_repairs() {
    let parser = parser();
    let marks = WriteOptions::default().mark_repairs(true);
    for text in ["<p>one<p>two</b>", "<table><td>x", "<ul><li>a<li>b</ol></ul>"] {
        let document = parser.parse(text, &ParseOptions::default()).expect("never refused");
        let html = document.render(Format::Html, marks);
        assert_eq!(html.matches("<!-- wishful: ").count(), document.repairs().len(), "{html}");
    }
}
