//! Equality of two documents of one text: trees with their notes, and repairs.
//!
//! Documents of different grammars share no numbers of names, elements or terminals, so names are
//! compared as texts; but nothing is written, and the events are not made again. Most pages that
//! are compared are equal, and one pass over the tables says so.
//!
//! Nodes are numbered in document order. So two trees are equal if and only if each number is of
//! the same node, in the same parent, in both: [`is_same`] says of two documents what a comparison
//! of their outlines line by line would say, if those had texts to their ends.

use std::collections::HashMap;

use super::alike::{is_same_doctype, is_same_tag};
use super::document::Document;
use super::node_ref::{NodeKind, NodeRef, TagOrigin};
use super::outline::{moved_note, tags_note};
use crate::base::Span;
use crate::slippers::event::{Repair, RepairId, RepairKind};

/// Reports whether two documents have the same tree, with the same notes on it, and the same
/// repairs. The lines of the grammars that repairs cite are not compared, nor what is allowed.
pub(crate) fn is_same(first: &Document, second: &Document) -> bool {
    has_same_repairs(first, second)
        && first.len() == second.len()
        && first.nodes().zip(second.nodes()).all(|(here, there)| is_same_node(here, there))
}

fn is_same_node(here: NodeRef<'_>, there: NodeRef<'_>) -> bool {
    let parent = |node: NodeRef<'_>| node.parent().map(NodeRef::id);
    here.kind() == there.kind()
        && parent(here) == parent(there)
        && match here.kind() {
            NodeKind::Document => true,
            NodeKind::Element => {
                is_same_tag(here, there)
                    && tags_note(here) == tags_note(there)
                    && copied(here) == copied(there)
            }
            NodeKind::Doctype => is_same_doctype(here, there),
            NodeKind::ProcessingInstruction
            | NodeKind::Text
            | NodeKind::Comment
            | NodeKind::Cruft => (here.target(), here.text()) == (there.target(), there.text()),
        }
        && moved_note(here) == moved_note(there)
}

/// Returns where the start tag stands that an element's is a copy of, and whether the element was
/// opened again.
fn copied(node: NodeRef<'_>) -> Option<(Option<u32>, bool)> {
    let Some(TagOrigin::Copied { of, repair }) = node.start_tag() else { return None };
    let kind = repair.and_then(|repair| node.document().repair(repair)).map(|repair| repair.kind);
    Some((of.map(|tag| tag.start), kind == Some(RepairKind::Reopened)))
}

fn has_same_repairs(first: &Document, second: &Document) -> bool {
    let (these, those) = (first.repairs(), second.repairs());
    these.len() == those.len()
        && these.iter().zip(those).all(|(here, there)| key(here) == key(there))
}

/// The part of a repair that is compared: what was done, and where. (Which tag was inserted is in
/// the tree.)
fn key(repair: &Repair) -> (RepairKind, Span) {
    (repair.kind, repair.span)
}

/// Returns the repairs that only the first of two documents has, and those that only the second
/// has. Of several that are equal the first ones are those that both have.
pub(crate) fn one_sided_repairs(first: &Document, second: &Document) -> [Vec<RepairId>; 2] {
    [only(first, second), only(second, first)]
}

/// Returns the repairs of a document that another one does not have.
fn only(document: &Document, other: &Document) -> Vec<RepairId> {
    let mut shared: HashMap<(RepairKind, Span), usize> = HashMap::new();
    other.repairs().iter().for_each(|repair| *shared.entry(key(repair)).or_default() += 1);
    let mut is_own = |repair: &Repair| match shared.get_mut(&key(repair)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let repairs = document.repair_ids().zip(document.repairs());
    repairs.filter(|(_, repair)| is_own(repair)).map(|(id, _)| id).collect()
}
