//! The axes: ranges of numbers and links give the same nodes.

use proptest::prelude::*;

use super::toy::{ANY, GEM, PIECE, Play, SHEET, SHRINE};
use crate::tree::{Document, NodeKind, NodeRef};

/// Checks that ranges and links agree about every pair of nodes.
pub(super) fn axes_are_those_of_links(document: &Document) -> Result<(), TestCaseError> {
    let all: Vec<NodeRef<'_>> = document.nodes().collect();
    let is_around =
        |outer: &NodeRef<'_>, inner: &NodeRef<'_>| inner.ancestors().any(|a| a == *outer);
    for &node in &all {
        let those = |is: &dyn Fn(&NodeRef<'_>) -> bool| -> Vec<NodeRef<'_>> {
            all.iter().copied().filter(|other| is(other)).collect()
        };
        let inside = those(&|other| is_around(&node, other));
        prop_assert_eq!(node.descendants().collect::<Vec<_>>(), inside.clone());
        prop_assert!(node.descendants().rev().eq(inside.iter().rev().copied()));
        prop_assert_eq!(node.descendants().len(), inside.len());
        prop_assert_eq!(those(&|other| node.contains(*other)), node.subtree().collect::<Vec<_>>());
        let beside = |other: &NodeRef<'_>| !node.contains(*other) && !is_around(other, &node);
        let behind = those(&|other| beside(other) && *other > node);
        prop_assert_eq!(node.following().collect::<Vec<_>>(), behind);
        let mut before = those(&|other| beside(other) && *other < node);
        before.reverse();
        prop_assert_eq!(node.preceding().collect::<Vec<_>>(), before);
        let texts = node.descendants().same_tree().filter(|node| node.kind() == NodeKind::Text);
        prop_assert!(node.texts_below().eq(texts.clone()) && node.listed_texts().eq(texts));
        siblings_are_children_of_one(node, &those(&|other| other.parent() == Some(node)))?;
        let mut nodes = node.subtree();
        prop_assert_eq!(nodes.next(), Some(node));
        nodes.skip_subtree();
        prop_assert_eq!(nodes.next(), None);
        let name = node.name_id().and_then(|name| document.name(name));
        prop_assert!(name.is_none() || name == node.name());
    }
    Ok(())
}

fn siblings_are_children_of_one(
    node: NodeRef<'_>,
    children: &[NodeRef<'_>],
) -> Result<(), TestCaseError> {
    prop_assert_eq!(node.first_child(), children.first().copied());
    prop_assert_eq!(node.last_child(), children.last().copied());
    prop_assert_eq!(node.children().collect::<Vec<_>>(), children);
    prop_assert!(node.children().rev().eq(children.iter().rev().copied()));
    let elements: Vec<_> = children.iter().copied().filter(|child| child.is_element()).collect();
    prop_assert_eq!(node.child_elements().collect::<Vec<_>>(), elements);
    for (at, child) in children.iter().enumerate() {
        let (before, behind) = (&children[..at], &children[at + 1..]);
        prop_assert_eq!(child.preceding_siblings().collect::<Vec<_>>(), before);
        prop_assert_eq!(child.following_siblings().collect::<Vec<_>>(), behind);
        let is_element = |node: &&NodeRef<'_>| node.is_element();
        prop_assert_eq!(child.next_element(), behind.iter().find(is_element).copied());
        prop_assert_eq!(child.previous_element(), before.iter().rev().find(is_element).copied());
    }
    // Iteration from both ends at once: no child is repeated or omitted.
    let (mut both, mut met) = (node.children(), Vec::new());
    while let Some(first) = both.next() {
        met.push(first);
        met.extend(both.next_back());
    }
    met.sort_unstable();
    prop_assert_eq!(met, children);
    Ok(())
}

#[test]
fn names_are_numbers() {
    let play = Play::new().start(SHEET).tag(GEM, &[("viewbox", "1"), ("x:y", "2"), ("own", "3")]);
    let document = play.start(ANY).start(ANY).finish();
    let [sheet, gem, any, again] =
        [1, 2, 3, 4].map(|index| document.nodes().nth(index).expect("there are as many"));
    assert_eq!([sheet, gem, any].map(|node| node.name()), ["sheet", "Gem", "acme"].map(Some));
    assert_eq!((any.name_id(), any.name_id()), (again.name_id(), document.name_id("acme")));
    assert!(sheet.name_id() == document.name_id("sheet") && sheet.name_id() != gem.name_id());
    assert_eq!((gem.namespace(), sheet.namespace()), (Some("ring"), None));
    let attributes: Vec<_> = gem.attributes().collect();
    assert_eq!(attributes.iter().map(|a| a.name()).collect::<Vec<_>>(), ["viewBox", "x:y", "own"]);
    let local: Vec<_> = attributes.iter().map(|a| (a.namespace(), a.local_name())).collect();
    assert_eq!(local, [(None, "viewBox"), (Some("x"), "y"), (None, "own")]);
    for attribute in attributes {
        assert_eq!(document.name(attribute.name_id()), Some(attribute.local_name()));
        assert_eq!(gem.attribute_named(attribute.name_id()), Some(attribute.value()));
    }
    assert_eq!((document.name_id("own").is_some(), document.name_id("none")), (true, None));
}

#[test]
fn attributes_of_which_no_grammar_speaks_are_found_by_their_numbers() {
    let attributes = [("own", "1"), ("other", "2"), ("own", "3")];
    for piece in [SHEET, GEM] {
        let document = Play::new().tag(piece, &attributes).finish();
        let element = document.nodes().nth(1).expect("it was opened");
        let found = ["own", "other"].map(|name| element.attribute_named(document.name_id(name)?));
        assert_eq!(found, [Some("1"), Some("2")]);
    }
}

#[test]
fn ids_classes_and_addresses_are_found() {
    let play = Play::new().tag(SHEET, &[("id", "b"), ("class", " a\tb\na ")]).start(SHRINE);
    let play = play.tag(PIECE, &[("id", "b"), ("at", "hidden/")]).end().end();
    let document = play.tag(PIECE, &[("id", "a"), ("at", "x/")]).text("1").finish();
    let sheet = document.find("sheet").unwrap();
    assert_eq!(sheet.classes().collect::<Vec<_>>(), ["a", "b", "a"]);
    assert!(sheet.has_class("b") && !sheet.has_class("A"));
    assert_eq!(document.by_id("b"), Some(sheet));
    assert_eq!(document.by_id("a").map(NodeRef::text_content).as_deref(), Some("1"));
    assert_eq!(document.by_id(""), None);
    // The element in template contents is in another tree.
    assert_eq!(document.base_url().unwrap().as_str(), "https://example.org/play/x/");
    // (The encoding of these bytes is the default, windows-1252.)
    assert_eq!(document.resolve("?é").unwrap().as_str(), "https://example.org/play/x/?%E9");
    assert_eq!(sheet.link("at"), None);
    let tree: Vec<_> = document.nodes().same_tree().filter_map(NodeRef::name).collect();
    assert_eq!(tree, ["sheet", "shrine", "piece"]);
}
