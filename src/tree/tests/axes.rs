//! The axes: ranges of numbers and links give the same nodes.

use proptest::prelude::*;

use super::toy::{ANY, GEM, PIECE, Play, SHEET, SHRINE};
use crate::tree::{Document, NodeKind, NodeRef};

/// Checks that ranges and links agree about every pair of nodes.
pub(super) fn axes_are_those_of_links(document: &Document) -> Result<(), TestCaseError> {
    for node in document.nodes() {
        let (mut inside, mut subtree, mut children) = (Vec::new(), Vec::new(), Vec::new());
        let (mut following, mut preceding) = (Vec::new(), Vec::new());
        for other in document.nodes() {
            if other.parent() == Some(node) {
                children.push(other);
            }
            if node.contains(other) {
                subtree.push(other);
            }
            if is_around(node, other) {
                inside.push(other);
            } else if other > node {
                following.push(other);
            } else if other < node && !is_around(other, node) {
                preceding.push(other);
            }
        }
        preceding.reverse();
        prop_assert_eq!(node.subtree().collect::<Vec<_>>(), subtree);
        prop_assert_eq!(node.following().collect::<Vec<_>>(), following);
        prop_assert_eq!(node.preceding().collect::<Vec<_>>(), preceding);
        prop_assert_eq!(node.descendants().len(), inside.len());
        prop_assert!(node.descendants().rev().eq(inside.iter().rev().copied()));
        prop_assert_eq!(node.descendants().collect::<Vec<_>>(), inside);
        let texts = node.descendants().same_tree().filter(|node| node.kind() == NodeKind::Text);
        prop_assert!(node.texts_below().eq(texts.clone()) && node.listed_texts().eq(texts));
        siblings_are_children_of_one(node, &children)?;
        let mut nodes = node.subtree();
        prop_assert_eq!(nodes.next(), Some(node));
        nodes.skip_subtree();
        prop_assert_eq!(nodes.next(), None);
        let name = node.name_id().and_then(|name| document.name(name));
        prop_assert!(name.is_none() || name == node.name());
    }
    Ok(())
}

fn is_around(outer: NodeRef<'_>, inner: NodeRef<'_>) -> bool {
    inner.ancestors().any(|ancestor| ancestor == outer)
}

fn siblings_are_children_of_one(
    node: NodeRef<'_>,
    children: &[NodeRef<'_>],
) -> Result<(), TestCaseError> {
    prop_assert_eq!(node.first_child(), children.first().copied());
    prop_assert_eq!(node.last_child(), children.last().copied());
    prop_assert_eq!(node.children().collect::<Vec<_>>(), children);
    prop_assert!(node.children().rev().eq(children.iter().rev().copied()));
    let mut elements = children.to_vec();
    elements.retain(|child| child.is_element());
    for (at, child) in children.iter().enumerate() {
        let (before, after) = (&children[..at], &children[at + 1..]);
        prop_assert_eq!(child.preceding_siblings().collect::<Vec<_>>(), before);
        prop_assert_eq!(child.following_siblings().collect::<Vec<_>>(), after);
        prop_assert_eq!(
            child.next_element(),
            elements.iter().find(|&other| other > child).copied()
        );
        let previous = elements.iter().rfind(|&other| other < child).copied();
        prop_assert_eq!(child.previous_element(), previous);
    }
    prop_assert_eq!(node.child_elements().collect::<Vec<_>>(), elements);
    // Iteration from both ends at once: no child is repeated or omitted.
    let (mut both, mut seen) = (node.children(), Vec::new());
    while let Some(first) = both.next() {
        seen.push(first);
        seen.extend(both.next_back());
    }
    seen.sort_unstable();
    prop_assert_eq!(seen, children);
    Ok(())
}

#[test]
fn names_are_numbers() {
    let play = Play::new().start(SHEET).tag(GEM, &[("viewbox", "1"), ("x:y", "2"), ("own", "3")]);
    let document = play.start(ANY).start(ANY).finish();
    let nodes: Vec<_> = document.nodes().collect();
    let [_, sheet, gem, any, again] = nodes[..] else { panic!("{nodes:?}") };
    assert_eq!((sheet.name(), gem.name(), any.name()), (Some("sheet"), Some("Gem"), Some("acme")));
    assert_eq!((any.name_id(), any.name_id()), (again.name_id(), document.name_id("acme")));
    assert!(sheet.name_id() == document.name_id("sheet") && sheet.name_id() != gem.name_id());
    assert_eq!((gem.namespace(), sheet.namespace()), (Some("ring"), None));
    let mut names = Vec::new();
    for attribute in gem.attributes() {
        names.push((attribute.name(), attribute.namespace(), attribute.local_name()));
        assert_eq!(document.name(attribute.name_id()), Some(attribute.local_name()));
        assert_eq!(gem.attribute_named(attribute.name_id()), Some(attribute.value()));
    }
    let expected = [("viewBox", None, "viewBox"), ("x:y", Some("x"), "y"), ("own", None, "own")];
    assert_eq!(names, expected);
    assert_eq!((document.name_id("own").is_some(), document.name_id("none")), (true, None));
}

#[test]
fn attributes_unknown_to_the_grammar_are_found_by_id() {
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
    let sheet = document.first_element("sheet").unwrap();
    assert_eq!(sheet.classes().collect::<Vec<_>>(), ["a", "b", "a"]);
    assert!(sheet.has_class("b") && !sheet.has_class("A"));
    assert_eq!(document.element_by_id("b"), Some(sheet));
    assert_eq!(document.element_by_id("a").unwrap().text_content(), "1");
    assert_eq!(document.element_by_id(""), None);
    // The element in template contents is in another tree.
    assert_eq!(document.base_url().unwrap().as_str(), "https://example.org/play/x/");
    // (The encoding of these bytes is the default, windows-1252.)
    assert_eq!(document.resolve("?é").unwrap().as_str(), "https://example.org/play/x/?%E9");
    assert_eq!(sheet.link("at"), None);
    let tree: Vec<_> = document.nodes().same_tree().filter_map(NodeRef::name).collect();
    assert_eq!(tree, ["sheet", "shrine", "piece"]);
}
