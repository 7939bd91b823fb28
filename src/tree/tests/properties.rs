//! Properties of every well-nested stream of events.

use proptest::prelude::*;

use super::axes::axes_are_those_of_links;
use super::toy::{ELEMENTS, Play};
use crate::base::Span;
use crate::token::{Html5Tokenizer, TokenKind};
use crate::tree::{
    Comparison, Document, Format, NodeKind, NodeRef, TagOrigin, WalkStep, WriteOptions,
};

/// A step of a random play.
#[derive(Clone, Debug)]
enum Act {
    Start(usize),
    Wish(usize),
    End,
    WishEnd,
    Text(String),
    Decoded(String),
    Comment,
    Doctype,
    Lost,
    Cruft(bool),
    CruftText(String),
}

fn act() -> impl Strategy<Value = Act> {
    let text = "[a-z <&>\"\n\u{A0}é日-]{1,12}";
    prop_oneof![
        3 => (0..ELEMENTS).prop_map(Act::Start),
        2 => (0..ELEMENTS).prop_map(Act::Wish),
        3 => Just(Act::End),
        2 => Just(Act::WishEnd),
        4 => text.prop_map(Act::Text),
        1 => text.prop_map(Act::Decoded),
        1 => Just(Act::Comment),
        1 => Just(Act::Doctype),
        1 => Just(Act::Lost),
        1 => any::<bool>().prop_map(Act::Cruft),
        1 => text.prop_map(Act::CruftText),
    ]
}

fn played(acts: &[Act]) -> Document {
    let mut play = Play::new();
    for act in acts {
        let open = play.is_open();
        play = match act {
            Act::Start(element) => play.start(*element),
            Act::Wish(element) => play.wish(*element),
            Act::End if open => play.end(),
            Act::WishEnd if open => play.wish_end(),
            Act::End | Act::WishEnd => play,
            Act::Text(text) => play.text(text),
            Act::Decoded(value) => {
                let cut = value.chars().next().map_or(0, char::len_utf8);
                play.decoded("&amp;", Some(value), &[cut, value.len()])
            }
            Act::Comment => play.comment("- -"),
            Act::Doctype => play.doctype("sheet", None),
            Act::Lost => play.lost("</>"),
            Act::Cruft(kept) => play.cruft("t", *kept),
            Act::CruftText(text) => play.cruft_text(text),
        };
    }
    play.finish()
}

fn documents() -> impl Strategy<Value = Document> {
    prop::collection::vec(act(), 0..60).prop_map(|acts| played(&acts))
}

/// Returns the first node that has a span at `offset`; otherwise the last element (or the root)
/// whose extent includes it.
fn searched(document: &Document, offset: u32) -> NodeRef<'_> {
    for node in document.nodes() {
        for span in node.spans() {
            if span.start <= offset && offset < span.end {
                return node;
            }
        }
    }
    for node in document.nodes().rev() {
        if let (Some(start), Some(end)) = (node.start_tag(), node.end_tag())
            && tag_span(document, start).start <= offset
            && offset < tag_span(document, end).end
        {
            return node;
        }
    }
    document.root()
}

fn tag_span(document: &Document, origin: TagOrigin) -> Span {
    match origin {
        TagOrigin::Written(span) => span,
        TagOrigin::Virtual(repair) => document.repairs()[repair.index()].span,
        TagOrigin::Copied { .. } => unreachable!("nothing is copied"),
    }
}

/// Checks that a walk enters and leaves every node once, in document order, each inside its parent.
pub(super) fn walks_in_order(document: &Document) -> Result<(), TestCaseError> {
    let mut open = Vec::new();
    let mut entered = Vec::new();
    for step in document.root().walk() {
        match step {
            WalkStep::Enter(node) => {
                prop_assert_eq!(node.parent(), open.last().copied());
                entered.push(node.id().index());
                open.push(node);
            }
            WalkStep::Leave(node) => prop_assert_eq!(open.pop(), Some(node)),
        }
    }
    prop_assert!(open.is_empty());
    prop_assert_eq!(entered, (0..document.len()).collect::<Vec<_>>());
    axes_are_those_of_links(document)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(7),
        ..ProptestConfig::default()
    })]

    #[test]
    fn nothing_panics_and_json_is_a_tree(document in documents()) {
        for &format in Format::ALL {
            for flag in [false, true] {
                let options =
                    WriteOptions { colour: flag, bare: flag, mark_repairs: flag, pretty: flag, ..WriteOptions::default() };
                let _ = document.render(format, options);
            }
        }
        let json = document.render(Format::Json, WriteOptions::default());
        let json: serde_json::Value = serde_json::from_str(&json).expect("valid");
        let nodes = json["nodes"].as_array().expect("an array");
        prop_assert_eq!(nodes.len(), document.len());
        prop_assert!(nodes[0]["parent"].is_null());
        for (index, node) in nodes.iter().enumerate().skip(1) {
            let parent = node["parent"].as_u64().expect("a number");
            let parent = usize::try_from(parent).expect("small");
            prop_assert!(parent < index);
            prop_assert!(["document", "element"].contains(&nodes[parent]["kind"].as_str().unwrap()));
        }
        prop_assert_eq!(json["repairs"].as_array().map(Vec::len), Some(document.repairs().len()));
    }

    #[test]
    fn walks_enter_and_leave_in_document_order(document in documents()) {
        walks_in_order(&document)?;
        for node in document.nodes() {
            let last = node.last_child();
            prop_assert_eq!(node.children().last(), last);
            if node.kind() == NodeKind::Text && let Some(next) = node.next_sibling() {
                prop_assert!(next.kind() != NodeKind::Text);
            }
        }
    }

    #[test]
    fn node_at_agrees_with_a_linear_search(document in documents()) {
        for offset in 0..Span::at(document.text().len()).start {
            let found = document.node_at(offset).expect("in the text");
            prop_assert_eq!(found, searched(&document, offset), "at {} of {}", offset, document.text());
        }
    }

    #[test]
    fn fix_only_adds(document in documents()) {
        let fixed = document.render(Format::Fix, WriteOptions::default());
        let mut rest = fixed.chars();
        for letter in document.text().chars() {
            prop_assert!(rest.any(|other| other == letter));
        }
    }

    /// The rows of a tally are distinct, and count every repair once.
    #[test]
    fn a_tally_has_every_repair_once(acts in prop::collection::vec(act(), 0..60)) {
        let document = played(&acts);
        let tally = document.repair_counts();
        prop_assert_eq!(tally.iter().map(|row| row.count).sum::<usize>(), document.repairs().len());
        prop_assert!(tally.is_sorted_by(|a, b| a < b && (a.kind, a.allowed, &a.place) < (b.kind, b.allowed, &b.place)));
    }

    #[test]
    fn comparing_is_symmetric(left in documents(), right in documents()) {
        let (there, back) = (Comparison::new(&left, &right), Comparison::new(&right, &left));
        prop_assert_eq!(there.is_same(), back.is_same());
        prop_assert_eq!(there.is_same(), there.patch().is_empty());
        prop_assert_eq!(&there.summary().only_left, &back.summary().only_right);
        prop_assert_eq!(&there.summary().repairs_left, &back.summary().repairs_right);
        for line in there.side_by_side(61).lines() {
            prop_assert!(unicode_width::UnicodeWidthStr::width(line) <= 61, "{}", line);
        }
    }

    #[test]
    fn text_written_as_html_reads_as_the_same_text(
        pieces in prop::collection::vec("[^\r\0\u{FEFF}]{1,20}", 1..8),
    ) {
        let mut play = Play::new();
        for piece in &pieces {
            play = play.text(piece);
        }
        let document = play.finish();
        prop_assert_eq!(document.len(), 2);
        let html = document.render(Format::Html, WriteOptions::default());
        let mut tokenizer = Html5Tokenizer::new(&html);
        let mut read = String::new();
        loop {
            match tokenizer.next_token().kind {
                TokenKind::Text(text) => read.push_str(text.value.get(&html)),
                TokenKind::EndOfFile => break,
                other => prop_assert!(false, "{:?}", other),
            }
        }
        prop_assert_eq!(read, pieces.concat());
    }
}
