//! The interface for readers of the tree.

use super::toy::{ANY, BEAD, PIECE, Play, RANK, SHEET, STOP};
use crate::base::Span;
use crate::slippers::event::RepairKind;
use crate::tree::{Document, NodeKind, NodeRef, TagOrigin};
use std::borrow::Cow;

fn sample() -> Document {
    Play::new()
        .wish(SHEET)
        .tag(RANK, &[("k", "v"), ("k", "w")])
        .text("one ")
        .cruft("t", false)
        .decoded("&lt;two", Some("<two"), &[1, 4])
        .end()
        .lost("</>")
        .start(PIECE)
        .text("three")
        .wish_end()
        .wish_end()
        .finish()
}

#[test]
fn links_agree() {
    let document = sample();
    let rank = document.first_element("rank").expect("there");
    let piece = document.first_element("piece").expect("there");
    assert_eq!(rank.next_sibling(), Some(piece));
    assert_eq!(piece.previous_sibling(), Some(rank));
    let sheet = rank.parent().expect("not the root");
    assert_eq!(sheet.children().collect::<Vec<_>>(), [rank, piece]);
    assert_eq!((sheet.first_child(), sheet.last_child()), (Some(rank), Some(piece)));
    assert_eq!(rank.ancestors().collect::<Vec<_>>(), [sheet, document.root()]);
    assert_eq!(document.root().descendants().count(), document.len() - 1);
    assert_eq!(rank.descendants().map(NodeRef::kind).collect::<Vec<_>>(), [NodeKind::Text]);
}

#[test]
fn text_pieces_merge_over_cruft_that_is_no_node() {
    let document = sample();
    let rank = document.first_element("rank").expect("there");
    let text = rank.first_child().expect("there");
    assert_eq!(text.text().as_deref(), Some("one <two"));
    assert_eq!(text.spans(), [Span::new(18, 22), Span::new(26, 33)]);
    assert_eq!(document.root().text_content(), "one <twothree");
    let piece = document.first_element("piece").expect("there").first_child().expect("there");
    assert!(matches!(piece.text(), Some(Cow::Borrowed("three"))));
}

#[test]
fn attributes_are_as_written_and_the_first_counts() {
    let document = sample();
    let rank = document.first_element("rank").expect("there");
    assert_eq!(rank.attribute("k"), Some("v"));
    assert_eq!(rank.attribute("K"), None);
    let spans: Vec<_> = rank.attributes().map(|attribute| attribute.value_span()).collect();
    assert_eq!(spans, [Some(Span::new(9, 10)), Some(Span::new(15, 16))]);
    assert!(rank.attributes().nth(1).is_some_and(|attribute| attribute.is_duplicate()));
}

#[test]
fn tags_have_their_origin() {
    let document = sample();
    let rank = document.first_element("rank").expect("there");
    assert_eq!(rank.start_tag(), Some(TagOrigin::Written(Span::new(0, 18))));
    let sheet = rank.parent().expect("there");
    let repair = sheet.start_tag().expect("virtual").repair().expect("virtual");
    assert_eq!(document.repairs()[repair.index()].kind, RepairKind::VirtualStart);
    let document = Play::new().start(STOP).finish();
    let stop = document.first_element("stop").expect("there");
    assert_eq!(stop.end_tag(), None);
}

#[test]
fn wildcards_and_foreign_elements_have_their_names() {
    let document = Play::new().start(ANY).start(BEAD).finish();
    let bead = document.first_element("bead").expect("there");
    assert_eq!(bead.namespace(), Some("ring"));
    let any = bead.parent().expect("not the root");
    assert_eq!((any.name(), any.namespace()), (Some("acme"), None));
    assert_eq!(document.structure(), "(acme (ring:bead))");
}

#[test]
fn repairs_are_sentences() {
    let document = sample();
    let sentences: Vec<_> = document.repair_ids().map(|id| document.describe_repair(id)).collect();
    let line = "(toy.grammar:7: <piece> -> <sheet> <rank> ;)";
    assert_eq!(
        sentences,
        [
            format!("inserted <sheet> before <rank> at 1:1 {line}"),
            "set aside </t> at 1:23".to_owned(),
            format!("inserted </piece> before the end of the input at 1:56 {line}"),
            format!("inserted </sheet> before the end of the input at 1:56 {line}"),
        ]
    );
}

#[test]
fn every_offset_has_a_node() {
    let document = sample();
    assert_eq!(document.text(), "<rank k='v' k='w'>one </t>&lt;two</rank></><piece>three");
    for (offset, kind, name) in [
        (0, NodeKind::Element, Some("rank")),
        (18, NodeKind::Text, None),
        // Cruft without a node belongs to the element around it.
        (22, NodeKind::Element, Some("rank")),
        (26, NodeKind::Text, None),
        (33, NodeKind::Element, Some("rank")),
        // A lost token belongs to the element around it.
        (40, NodeKind::Element, Some("sheet")),
        (43, NodeKind::Element, Some("piece")),
        (55, NodeKind::Document, None),
    ] {
        let node = document.node_at(offset).expect("in the text");
        assert_eq!((node.kind(), node.name()), (kind, name), "at {offset}");
    }
    assert!(document.node_at(56).is_none());
}

#[test]
fn documents_go_between_threads() {
    fn both<T: Send + Sync>() {}
    both::<Document>();
}
