//! The equality of two documents of one text: trees with their notes, and repairs.
//!
//! Documents of different grammars do not share the numbers of names, elements and terminals, so
//! names are compared as strings. But nothing is written, and no events are computed. Most compared
//! pages are equal, and one pass over the tables shows it.
//!
//! Lemma: nodes are numbered in document order. So two trees are equal if and only if each number
//! has equal nodes with the same parent in both. Hence [`is_same`] agrees with a line-by-line
//! comparison of the outlines, if outlines did not cut texts.

use std::collections::HashMap;

use super::alike::is_same_node;
use crate::base::Span;
use crate::slippers::event::{Repair, RepairId, RepairKind};
use crate::tree::document::Document;
use crate::tree::node_ref::{NodeRef, TagOrigin};
use crate::tree::output::{moved_note, tags_note};

/// Reports whether two documents have the same tree, the same notes on it, and the same repairs. It
/// does not compare the cited lines of the grammars, nor which repairs are allowed.
pub fn is_same(first: &Document, second: &Document) -> bool {
    has_same_repairs(first, second)
        && first.len() == second.len()
        && first
            .nodes()
            .zip(second.nodes())
            .all(|(here, there)| is_same_node(here, there) && has_same_notes(here, there))
}

fn has_same_notes(here: NodeRef<'_>, there: NodeRef<'_>) -> bool {
    here.parent().map(NodeRef::id) == there.parent().map(NodeRef::id)
        && tags_note(here) == tags_note(there)
        && copied(here) == copied(there)
        && moved_note(here) == moved_note(there)
}

/// Returns the start of the tag that an element's start tag is a copy of, and whether the element
/// was reopened.
fn copied(node: NodeRef<'_>) -> Option<(Option<u32>, bool)> {
    let Some(TagOrigin::Copied { of, repair }) = node.start_tag() else { return None };
    let kind = repair.and_then(|repair| node.document().repair_kind(repair));
    Some((of.map(|tag| tag.start), kind == Some(RepairKind::Reopened)))
}

fn has_same_repairs(first: &Document, second: &Document) -> bool {
    let (these, those) = (first.repairs(), second.repairs());
    these.len() == those.len()
        && these.iter().zip(those).all(|(here, there)| key(here) == key(there))
}

/// Returns the part of a repair that is compared: kind and span. (The inserted tag is part of the
/// tree.)
fn key(repair: &Repair) -> (RepairKind, Span) {
    (repair.kind, repair.span)
}

/// Returns the repairs that only the first of two documents has, and those that only the second
/// has. Of several equal repairs, the first ones count as common to both.
#[doc(hidden)]
pub fn one_sided_repairs(first: &Document, second: &Document) -> [Vec<RepairId>; 2] {
    [only(first, second), only(second, first)]
}

/// Returns the repairs of a document that another one does not have.
fn only(document: &Document, other: &Document) -> Vec<RepairId> {
    let mut shared: HashMap<(RepairKind, Span), usize> = HashMap::new();
    for repair in other.repairs() {
        *shared.entry(key(repair)).or_default() += 1;
    }
    let mut own = Vec::new();
    for (id, repair) in document.repair_ids().zip(document.repairs()) {
        match shared.get_mut(&key(repair)) {
            Some(count) if *count > 0 => *count -= 1,
            _ => own.push(id),
        }
    }
    own
}
