//! The differences of two documents of one text.

use serde::Serialize;
use std::cmp::Ordering;
use std::collections::HashMap;

use super::alignment::{Alignment, Row};
use super::lines::{LineId, Lines};
use super::reading::{Reading, Role};
use crate::base::{Span, narrow};
use crate::slippers::event::{RepairId, RepairKind};
use crate::tree::{Document, NodeRef, OutlineRow, TagOrigin, aligned};

/// The differences of two documents of one text; empty if they are the same.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Difference {
    /// The nodes that only one tree has, or that have different parents, in the order of the trees.
    pub nodes: Vec<NodeChange>,
    /// The repairs that only one side made, in the order of the text.
    pub repairs: Vec<RepairChange>,
    /// The lines that only one side cites at a position, in the order of the text.
    pub citations: Vec<Involved>,
}

/// A node that only one tree has, or that has different parents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
pub struct RepairChange {
    /// The side that made it.
    pub side: Side,
    /// The index among the repairs of its document.
    pub number: usize,
    /// The kind.
    #[serde(serialize_with = "by_name")]
    pub kind: RepairKind,
    /// A description: `inserted </p> before <acme>`.
    pub what: String,
    /// The line and column.
    pub at: String,
    /// The line of the grammar that permits it, if there is one.
    pub line: Option<LineId>,
}

fn by_name<S: serde::Serializer>(kind: &RepairKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

/// A line that one side cited.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Involved {
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
    pub(super) fn between(readings: [&Reading; 2], grammars: [usize; 2], lines: &Lines) -> Self {
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
    let inserted = document.inserted(repair).unwrap_or_default();
    let rejected = document.rejected(repair);
    (record.span, format!("{} {inserted} {rejected}", record.kind.name()))
}

fn node_changes(alignment: &Alignment<'_>) -> Vec<NodeChange> {
    let change = |fate, row: &OutlineRow<'_>| NodeChange {
        fate,
        what: row.label.clone(),
        path: path(row.node),
        at: row.node.document().position(begins(row.node)).to_string(),
    };
    let changes = alignment.rows.iter().filter_map(|row| match *row {
        Row::Same(..) => None,
        Row::Moved(_, right) => Some(change(NodeFate::Moved, &alignment.right[right])),
        Row::Left(left) => Some(change(NodeFate::Removed, &alignment.left[left])),
        Row::Right(right) => Some(change(NodeFate::Added, &alignment.right[right])),
    });
    changes.collect()
}

/// Returns the elements that enclose a node, from outside; the innermost [`PATH`] if there are
/// more.
pub(super) fn path(node: NodeRef<'_>) -> String {
    let mut names: Vec<String> = node
        .ancestors()
        .filter_map(|around| around.name().map(|name| format!("<{name}>")))
        .take(PATH + 1)
        .collect();
    if names.len() > PATH {
        names[PATH] = "…".to_owned();
    }
    names.reverse();
    names.join(" ")
}

/// Returns the offset where a node is written first; for a virtual node, where it was inserted.
pub(super) fn begins(node: NodeRef<'_>) -> u32 {
    let inserted = || {
        let repairs = node.document().repairs();
        let repair = |origin: TagOrigin| Some(repairs[origin.repair()?.index()].span.start);
        node.start_tag().and_then(repair)
    };
    let written = match node.start_tag() {
        Some(TagOrigin::Written(span)) => Some(span.start),
        Some(_) => inserted(),
        None => node.spans().first().map(|span| span.start),
    };
    written.unwrap_or(0)
}

fn repair_changes(
    documents: [&Document; 2],
    grammars: [usize; 2],
    lines: &Lines,
) -> Vec<RepairChange> {
    let mut known = HashMap::new();
    let keys = documents.map(|document| -> Vec<u32> {
        let number = |repair| {
            let next = narrow(known.len());
            *known.entry(key(document, repair)).or_insert(next)
        };
        document.repair_ids().map(number).collect()
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
        what: document.action(id),
        at: document.position(repair.span.start).to_string(),
        line: repair.place.and_then(|place| lines.at(grammar, place)),
    }
}

/// Returns the citations that only one side has, by offset, line and role. The two sorted lists are
/// merged.
fn one_sided_citations(
    readings: [&Reading; 2],
    grammars: [usize; 2],
    lines: &Lines,
) -> Vec<Involved> {
    let [left, right] = [0, 1].map(|side| cited(readings[side], grammars[side], lines));
    let involved = |side, (at, line, role): (u32, LineId, Role)| Involved {
        side,
        line,
        role,
        at: readings[0].document.position(at).to_string(),
    };
    let (mut lefts, mut rights) = (left.into_iter().peekable(), right.into_iter().peekable());
    let mut found = Vec::new();
    loop {
        let order = match (lefts.peek(), rights.peek()) {
            (None, None) => return found,
            (Some(left), Some(right)) => left.cmp(right),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
        };
        let left = lefts.next_if(|_| order.is_le()).filter(|_| order.is_lt());
        let right = rights.next_if(|_| order.is_ge()).filter(|_| order.is_gt());
        found.extend(left.map(|cited| involved(Side::First, cited)));
        found.extend(right.map(|cited| involved(Side::Second, cited)));
    }
}

/// Returns the citations of a reading, sorted by offset, line and role.
fn cited(reading: &Reading, grammar: usize, lines: &Lines) -> Vec<(u32, LineId, Role)> {
    let cited = reading.citations.iter().filter_map(|citation| {
        let line = lines.at(grammar, citation.place)?;
        Some((citation.span.start, line, citation.role))
    });
    let mut cited: Vec<_> = cited.collect();
    cited.sort_unstable();
    cited
}
