//! The differences of two documents of one text.

use serde::Serialize;
use std::cmp::Ordering;
use std::collections::HashMap;

use super::alignment::Alignment;
use super::lines::{LineId, Lines};
use super::reading::{CitedDocument, Role};
use wishful::base::{Span, narrow};
pub(super) use wishful::slippers::event::{RepairId, RepairKind};
use wishful::tree::{Document, NodeRef, aligned};

/// The differences of two documents of one text; empty if they are the same.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The nodes that only one tree has, or that have different parents, in the order of the trees.
    pub nodes: Vec<NodeChange>,
    /// The repairs that only one side made, in the order of the text.
    pub repairs: Vec<RepairChange>,
    /// The lines that only one side cites at a position, in the order of the text.
    pub citations: Vec<CitedLine>,
}

/// A node that only one tree has, or that has different parents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct NodeChange {
    /// The fate of the node.
    pub fate: NodeFate,
    /// The label in the outline, for example `<p class="note">` or `"text"`.
    pub what: String,
    /// The innermost six enclosing elements; for a moved node, those in the second tree.
    pub path: String,
    /// The line and column where it is written; for a virtual node, where it was inserted.
    pub at: String,
}

/// The fate of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NodeFate {
    /// Only the first tree has it.
    Removed,
    /// Only the second tree has it.
    Added,
    /// Both trees have it, in different elements.
    Moved,
}

/// One of two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side with which the others are compared.
    First,
    /// The other side.
    Second,
}

/// A repair of one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct RepairChange {
    /// The side that made it.
    pub side: Side,
    /// The index among the repairs of its document.
    pub number: usize,
    /// The kind.
    pub kind: RepairKind,
    /// A description: `inserted </p> before <acme>`.
    pub what: String,
    /// The line and column.
    pub at: String,
    /// The line of the grammar that permits it, if there is one.
    pub line: Option<LineId>,
}

/// A line that one side cited.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct CitedLine {
    /// The side that cited it.
    pub side: Side,
    /// The line.
    pub line: LineId,
    /// The reason of the citation.
    pub role: Role,
    /// The line and column in the text.
    pub at: String,
}

/// The largest number of elements in a path.
const PATH: usize = 6;

impl Difference {
    /// Reports whether trees and repairs are the same.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.nodes.is_empty() && self.repairs.is_empty()
    }

    /// Returns the number of differing nodes and repairs.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len() + self.repairs.len()
    }

    /// Compares the documents of two of the grammars that `lines` covers.
    pub(super) fn between(
        readings: [&CitedDocument; 2],
        grammars: [usize; 2],
        lines: &Lines,
    ) -> Self {
        let [first, second] = readings.map(|reading| &reading.document);
        Self {
            nodes: node_changes(&Alignment::of(first, second)),
            repairs: repair_changes([first, second], grammars, lines),
            citations: one_sided_citations(readings, grammars, lines),
        }
    }
}

/// Returns the key by which repairs are compared. It contains neither the line nor whether the
/// repair is allowed.
fn key(document: &Document, repair: RepairId) -> (Span, String) {
    let record = &document.repairs()[repair.index()];
    let inserted = document.inserted_tag(repair).unwrap_or_default();
    let rejected = document.rejected_token(repair);
    (record.span, format!("{} {inserted} {rejected}", record.kind.name()))
}

fn node_changes(alignment: &Alignment<'_>) -> Vec<NodeChange> {
    let mut changes = Vec::new();
    for row in &alignment.rows {
        let (fate, row) = match (row.left, row.right) {
            (_, Some(right)) if row.moved => (NodeFate::Moved, &alignment.right[right]),
            (Some(left), None) => (NodeFate::Removed, &alignment.left[left]),
            (None, Some(right)) => (NodeFate::Added, &alignment.right[right]),
            _ => continue,
        };
        let offset = row.node.first_offset().unwrap_or_default();
        let at = row.node.document().position(offset).to_string();
        changes.push(NodeChange { fate, what: row.label.clone(), path: path(row.node), at });
    }
    changes
}

/// Returns the elements that enclose a node, from outside; the innermost [`PATH`] if there are
/// more.
pub(super) fn path(node: NodeRef<'_>) -> String {
    let mut names: Vec<String> = node
        .ancestors()
        .filter_map(|around| Some(format!("<{}>", around.name()?)))
        .take(PATH + 1)
        .collect();
    if names.len() > PATH {
        names[PATH] = "…".to_owned();
    }
    names.reverse();
    names.join(" ")
}

fn repair_changes(
    documents: [&Document; 2],
    grammars: [usize; 2],
    lines: &Lines,
) -> Vec<RepairChange> {
    let mut known = HashMap::new();
    let keys = documents.map(|document| {
        let mut keys: Vec<u32> = Vec::new();
        for repair in document.repair_ids() {
            let next = narrow(known.len());
            keys.push(*known.entry(key(document, repair)).or_insert(next));
        }
        keys
    });
    let pairs = aligned(&keys[0], &keys[1]);
    let mut found = Vec::new();
    for (side, number) in [(Side::First, 0), (Side::Second, 1)] {
        let document = documents[number];
        let mut paired = pairs.iter().map(|&(left, right)| [left, right][number]).peekable();
        for id in document.repair_ids() {
            if paired.next_if_eq(&id.index()).is_none() {
                let at = document.repairs()[id.index()].span.start;
                found.push((at, repair_change(document, id, side, grammars[number], lines)));
            }
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, change)| change).collect()
}

/// Describes a repair that only one side has.
fn repair_change(
    document: &Document,
    id: RepairId,
    side: Side,
    grammar: usize,
    lines: &Lines,
) -> RepairChange {
    let repair = &document.repairs()[id.index()];
    RepairChange {
        side,
        number: id.index(),
        kind: repair.kind,
        what: document.describe_action(id),
        at: document.position(repair.span.start).to_string(),
        line: lines.of_repair(grammar, repair),
    }
}

/// Returns the citations that only one side has, by offset, line and role. The two sorted lists are
/// merged.
fn one_sided_citations(
    readings: [&CitedDocument; 2],
    grammars: [usize; 2],
    lines: &Lines,
) -> Vec<CitedLine> {
    let mut lefts = cited(readings[0], grammars[0], lines).into_iter().peekable();
    let mut rights = cited(readings[1], grammars[1], lines).into_iter().peekable();
    let mut found = Vec::new();
    loop {
        let order = match (lefts.peek(), rights.peek()) {
            (None, None) => return found,
            (Some(left), Some(right)) => left.cmp(right),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
        };
        let (side, cited) =
            match (lefts.next_if(|_| order.is_le()), rights.next_if(|_| order.is_ge())) {
                (Some(cited), None) => (Side::First, cited),
                (None, Some(cited)) => (Side::Second, cited),
                // Both sides have it.
                _ => continue,
            };
        let (at, line, role) = cited;
        let at = readings[0].document.position(at).to_string();
        found.push(CitedLine { side, line, role, at });
    }
}

/// Returns the citations of a reading, sorted by offset, line and role.
fn cited(reading: &CitedDocument, grammar: usize, lines: &Lines) -> Vec<(u32, LineId, Role)> {
    let mut cited = Vec::new();
    for citation in &reading.citations {
        if let Some(line) = lines.at(grammar, citation.place) {
            cited.push((citation.span.start, line, citation.role));
        }
    }
    cited.sort_unstable();
    cited
}
