//! What two documents of one text differ in.

use serde::Serialize;
use std::cmp::Ordering;
use std::collections::HashMap;

use super::alignment::{Alignment, Row};
use super::lines::{LineId, Lines};
use super::reading::{Reading, Role};
use crate::base::{Span, narrow};
use crate::slippers::event::{RepairId, RepairKind};
use crate::tree::{Document, NodeRef, OutlineRow, TagOrigin, aligned};

/// What two documents of one text differ in; nothing if they are the same.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Difference {
    /// Nodes that only one tree has, or that stand elsewhere in it; in the order of the trees.
    pub nodes: Vec<NodeChange>,
    /// Repairs that only one side made, in the order of the text.
    pub repairs: Vec<RepairChange>,
    /// Lines that only one side cites at their places, in the order of the text.
    pub citations: Vec<Involved>,
}

/// A node of one tree that is not where it is in the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NodeChange {
    /// What became of it.
    pub fate: NodeFate,
    /// As the outline has it, such as `<p class="note">` or `"text"`.
    pub what: String,
    /// The elements that it stands in, the innermost six; a moved node's in the second tree.
    pub path: String,
    /// Where it is written, as line and column; of what is virtual, where that was inserted.
    pub at: String,
}

/// What became of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NodeFate {
    /// Only the first tree has it.
    Removed,
    /// Only the second.
    Added,
    /// Both have it, in other elements.
    Moved,
}

/// Of two, which one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// That which others are compared with.
    First,
    /// The other one.
    Second,
}

/// A repair of one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RepairChange {
    /// The side that made it.
    pub side: Side,
    /// Its number among the repairs of its document.
    pub number: usize,
    /// What it did.
    #[serde(serialize_with = "by_name")]
    pub kind: RepairKind,
    /// What it did, in words: `inserted </p> before <acme>`.
    pub what: String,
    /// Line and column.
    pub at: String,
    /// The line of the grammar that says so, if one does.
    pub line: Option<LineId>,
}

fn by_name<S: serde::Serializer>(kind: &RepairKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

/// A line that took part on one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Involved {
    /// The side on which it took part.
    pub side: Side,
    /// The line.
    pub line: LineId,
    /// What it was cited for.
    pub role: Role,
    /// At which line and column of the text.
    pub at: String,
}

/// How many elements of a path are named.
const PATH: usize = 6;

impl Difference {
    /// Whether trees and repairs are the same.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.nodes.is_empty() && self.repairs.is_empty()
    }

    /// How large it is: nodes and repairs.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len() + self.repairs.len()
    }

    /// Compares the documents of two of the grammars that `lines` are of.
    pub(super) fn between(readings: [&Reading; 2], grammars: [usize; 2], lines: &Lines) -> Self {
        let [first, second] = readings.map(|reading| &reading.document);
        Self {
            nodes: node_changes(&Alignment::of(first, second)),
            repairs: repair_changes([first, second], grammars, lines),
            citations: one_sided_citations(readings, grammars, lines),
        }
    }
}

/// What is compared of a repair: not the line that says so, nor whether it is allowed.
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

/// The elements that a node stands in, from outside; of more than [`PATH`] the innermost.
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

/// Where a node is written first; of what is virtual, where that was inserted.
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

/// A repair that is on one side only.
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

/// What is cited on one side only: where, what and for what.
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

/// The lines that a reading cites, each with where and for what, in order.
fn cited(reading: &Reading, grammar: usize, lines: &Lines) -> Vec<(u32, LineId, Role)> {
    let cited = reading.citations.iter().filter_map(|citation| {
        let line = lines.at(grammar, citation.place)?;
        Some((citation.span.start, line, citation.role))
    });
    let mut cited: Vec<_> = cited.collect();
    cited.sort_unstable();
    cited
}
