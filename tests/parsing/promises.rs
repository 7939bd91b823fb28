//! The invariants of a parse, on all available documents and on broken variants of them.

use crate::common::Input;
use serde_json::Value;
use wishful::token::{Html5Tokenizer, TokenKind};
use wishful::tree::{Format, NodeKind, WalkStep, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser, verify};

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
    let documents = [
        crate::common::corpus_documents(),
        crate::common::broken_documents(),
        crate::common::construction_documents(),
    ];
    for input in documents.iter().flatten() {
        for parser in &parsers {
            check(parser, input);
        }
    }
}

#[test]
fn every_fragment_keeps_every_promise() {
    if crate::common::suites().is_none() {
        return;
    }
    let mut run = 0;
    for parser in GRAMMARS.map(parser) {
        for case in crate::common::constructions() {
            // Two of the grammars have no namespaces, so they know no foreign context element.
            let Some(fragment) = case.context else { continue };
            if !parser.grammar().has_context(&fragment) {
                continue;
            }
            let options = ParseOptions::default().fragment(fragment.as_str());
            if let Err(violation) = verify::verify(&parser, &case.input.bytes, &options) {
                panic!("{} with {}: {violation}", case.input.name, parser.grammar().name());
            }
            run += 1;
        }
    }
    assert!(run > 150, "only {run} fragments were found");
}

#[test]
fn every_page_keeps_every_promise() {
    let parsers = ["marpa", "whatwg"].map(parser);
    for input in &crate::common::page_documents() {
        for parser in &parsers {
            check(parser, input);
        }
    }
}

#[test]
fn two_thousand_mutations_keep_every_promise() {
    let parsers = GRAMMARS.map(parser);
    let inputs: Vec<Input> = [
        crate::common::corpus_documents(),
        crate::common::broken_documents(),
        crate::common::page_documents(),
    ]
    .into_iter()
    .flatten()
    .collect();
    let mut random = fastrand::Rng::with_seed(20_000);
    for round in 0..2000 {
        let input = &inputs[random.usize(0..inputs.len())];
        let bytes = crate::common::mutate(&input.bytes, 2000, &mut random);
        let name = format!("{} mutation {round}", input.name);
        check(&parsers[round % parsers.len()], &Input { name, bytes });
    }
}

/// Returns a variant of a text with characters of two, three and four bytes.
fn with_wide_characters(text: &str, random: &mut fastrand::Rng) -> String {
    const WIDE: [char; 6] = ['é', 'ß', '€', '\u{FFFD}', '\u{FDD0}', '😀'];
    let mut out = text.to_owned();
    for _ in 0..random.usize(1..12) {
        let at = out.floor_char_boundary(random.usize(0..=out.len()));
        out.insert(at, WIDE[random.usize(0..WIDE.len())]);
    }
    out
}

/// Checks every span in the `json` format, which is an object with the numbers `start` and `end`.
fn check_spans(document: &Document, text: &str) {
    let json = document.render(Format::Json, WriteOptions::default());
    let mut values: Vec<Value> = vec![serde_json::from_str(&json).expect("it is JSON")];
    let mut spans = 0;
    while let Some(value) = values.pop() {
        if let (Some(start), Some(end)) = (value["start"].as_u64(), value["end"].as_u64()) {
            spans += 1;
            for at in [start, end].map(|at| usize::try_from(at).expect("it is an offset")) {
                assert!(document.text().is_char_boundary(at), "{text:?}: {value}");
            }
        }
        match value {
            Value::Array(items) => values.extend(items),
            Value::Object(fields) => {
                for (_, field) in fields {
                    values.push(field);
                }
            }
            _ => {}
        }
    }
    assert!(spans > 0 || text.is_empty(), "{text:?}: no span was found");
}

#[test]
fn no_offset_splits_a_character() {
    let parser = parser("whatwg");
    let mut inputs = crate::common::corpus_inputs();
    for case in crate::common::corpus_constructions() {
        inputs.push(case.data);
    }
    for case in crate::common::tree_construction().unwrap_or_default() {
        inputs.push(case.data);
    }
    let mut random = fastrand::Rng::with_seed(20_002);
    for text in &mut inputs {
        *text = with_wide_characters(text, &mut random);
    }
    let known = ["<a/é>", "<a é", "<a b='x'é>", "</€/>", "<!DOCTYPE😀>", "<a b=é\"c>", "&é;<?é>"];
    inputs.extend(known.map(str::to_owned));
    for text in inputs {
        let document = verify::verify(&parser, text.as_bytes(), &ParseOptions::default());
        let document = document.unwrap_or_else(|violation| panic!("{text:?}: {violation}"));
        check_spans(&document, &text);
    }
}

/// Returns the tags and the texts of a tree without void elements, in document order.
fn content(document: &Document) -> Vec<String> {
    let mut all = Vec::new();
    for step in document.root().walk() {
        match step {
            WalkStep::Enter(node) if node.kind() == NodeKind::Element => {
                all.push(node.name().unwrap_or_default().to_owned());
            }
            WalkStep::Leave(node) if node.kind() == NodeKind::Element => all.push("/".to_owned()),
            WalkStep::Enter(node) if node.kind() == NodeKind::Text => {
                all.push(format!("\"{}", node.text().unwrap_or_default()));
            }
            _ => {}
        }
    }
    all
}

/// Returns the tags and the texts of HTML as [`content`] does, but from its tokens alone. Every end
/// tag must be present.
fn content_of_html(html: &str) -> Vec<String> {
    let mut tokenizer = Html5Tokenizer::new(html);
    let mut all = Vec::new();
    let mut open = Vec::new();
    loop {
        match tokenizer.next_token().kind {
            TokenKind::StartTag(tag) => {
                open.push(tag.name.get(html).to_owned());
                all.push(tag.name.get(html).to_owned());
            }
            TokenKind::EndTag(tag) => {
                assert_eq!(open.pop().as_deref(), Some(tag.name.get(html)), "elements nest");
                all.push("/".to_owned());
            }
            TokenKind::Text(run) => all.push(format!("\"{}", run.value.get(html))),
            TokenKind::EndOfFile => return all,
            other => panic!("{other:?} is neither a tag nor text"),
        }
    }
}

/// A document of any depth is serialised completely: each element with both of its tags, and each
/// text in its position.
#[test]
fn depth_and_size_overflow_nothing() {
    let (mut fonts, mut links) = (String::new(), String::new());
    for i in 0..3000 {
        fonts += &format!("<font font{i}=1>x");
        links += &format!("<a a{i}=1>x");
    }
    let deep = [
        "<div>".repeat(100_000),
        "<b>".repeat(100_000),
        "<b>x".repeat(100_000),
        "<table>".repeat(10_000),
        "<table><tr><td>".repeat(10_000),
        "<select><option>".repeat(10_000),
        "<template>".repeat(10_000),
        "<svg>".repeat(100_000),
        fonts,
        links,
        "</x>".repeat(100_000),
        format!("{}{}", "<div>".repeat(10_000), "</x>".repeat(10_000)),
        format!("{}{}", "<b>".repeat(10_000), "<p>x".repeat(10_000)),
    ];
    for parser in ["marpa", "whatwg"].map(parser) {
        for text in &deep {
            let begin = &text[..40];
            let document = verify::verify(&parser, text.as_bytes(), &ParseOptions::default());
            let document = document.unwrap_or_else(|violation| panic!("{begin}: {violation}"));
            let html = document.render(Format::Html, WriteOptions::default());
            assert!(content_of_html(&html) == content(&document), "{begin}");
        }
    }
}

#[test]
fn a_huge_text_is_one_node() {
    let parser = parser("marpa");
    let text = "x".repeat(50_000_000);
    let document = parser.parse(&text, &ParseOptions::default()).expect("input never fails");
    assert_eq!(document.structure(), "(html (head) (body (p)))");
    assert!(document.work().engine.items < 10_000);
}

/// Grammars whose remedies could apply to one token again and again: each further attempt must have
/// changed something.
#[test]
fn every_examination_changes_the_state() {
    const NOTHING_TO_GRANT: &str = "
     document ::= <html> EOF ;
     <html> ::= (TEXT | SPACE | <a> | <p>)* ;
     <p> ::= (TEXT | SPACE  | <m> | <o> | <a>)* ;
     <a> ::= (TEXT | SPACE | <p>)* excluding <a> ;
     formatting <a> markers <m> lasting <o> reopen <a> TEXT special <p> ;
     wish <html> ;
     wish </a> </p> </html> for <a> EOF ;
     <a> TEXT EOF -> grant ;
     <m> <o> ::= (TEXT | SPACE)* ;";
    const REOPENED_IN_VAIN: &str = "
     document ::= <html> EOF ;
     <html> ::= (TEXT | SPACE | <b> | <i>)* ;
     <b> ::= (TEXT | SPACE)* ;
     <i> ::= (TEXT | SPACE  | <m> | <o>)* ;
     formatting <b> markers <m> lasting <o> reopen <i> special <m> ;
     wish <html> ;
     wish </b> </i> </html> for <i> EOF ;
     <b> <i> TEXT EOF -> grant ;
     <m> <o> ::= (TEXT | SPACE)* ;";
    const ADMITTED_NOWHERE: &str = "
     document ::= <html> EOF ;
     <html> ::= (TEXT | SPACE)* ;
     <b> ::= TEXT* ;
     wish <html> </html> ;
     <b> -> admit ;
     TEXT EOF -> grant ;";
    for rules in [NOTHING_TO_GRANT, REOPENED_IN_VAIN, ADMITTED_NOWHERE] {
        let text = format!("start document ;\ntokenizer html5 ;{rules}");
        let grammar = Grammar::source("vain.grammar", &text).compile();
        let parser = Parser::new(crate::common::made(grammar));
        let text = "<html><p><a>x</p><a>y<b>x<i>y<i>z";
        for text in [text, "<html><p><a>x</p><a>y", "<html><b>x<i>y<i>z"] {
            let document = parser.as_ref().expect("it runs").parse(text, &ParseOptions::default());
            assert!(document.expect("input never fails").work().looks < 60, "{text}");
        }
    }
}

/// Contents of `<x>` that an end tag may leave unfinished, and what inserts the missing child.
const CONTENTS: [&str; 6] =
    ["<y>", "<y> <y>", "(<y> SPACE*)+", "<b>? <y>", "flow* <y>", "TEXT <y>?"];
const WISHES: [&str; 4] = [
    "wish <y> for EOF ;",
    "wish <y> cost 3 for EOF flow tablepart ends ;",
    "<x> excluded -> close </x> unless scope admit ; wish <y> for EOF ends ;",
    "wish <y> for EOF ; plainblock |= <x> <y> ;",
];
const TAGS: [&str; 20] = [
    "<x>", "</x>", "<y>", "</y>", "q", "<table>", "</table>", "<td>", "<tr>", "<a>", "</a>", "<b>",
    "</b>", "</form>", "<form>", "<p>", "</p>", "<li>", "<svg>", "<select>",
];

#[test]
fn variants_with_required_content_keep_every_promise() {
    let mut random = fastrand::Rng::with_seed(60);
    for content in CONTENTS {
        for wish in WISHES {
            let text = format!("use \"whatwg\" ; <x> ::= {content} ; <y> ::= flow* ; {wish}");
            let grammar = Grammar::source("variant", &text).compile();
            let parser = Parser::new(grammar.unwrap_or_else(|report| panic!("{text}: {report}")));
            let parser = parser.expect("it runs");
            let verify = |tags: &[&str]| {
                let name = tags.concat();
                check(&parser, &Input { bytes: name.clone().into_bytes(), name });
            };
            for first in TAGS {
                for second in TAGS {
                    verify(&["<x>", first, second]);
                    verify(&[first, "<x>", second]);
                }
            }
            for length in 4..12 {
                for _ in 0..100 {
                    let tags: Vec<&str> = (0..length).map(|_| TAGS[random.usize(..20)]).collect();
                    verify(&tags);
                }
            }
        }
    }
}
