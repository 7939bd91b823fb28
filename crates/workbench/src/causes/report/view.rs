//! The compact form of a document in the page's data, of which there may be thousands.
//!
//! Rows are arrays, and offsets count UTF-16 units, as the page's script does:
//!
//! ```text
//! {"source": "<p>x",
//!  "sides": [{"nodes": [[0, "<html>", "virtual", [], [0, 9]], …,
//!                       [2, "<p>", "virtual end", [[0, 3]], [5]]],
//!             "repairs": [["1:1", [0, 0], "virtual-start",
//!                          "inserted <html> before <p>", 44, true], …]}, …],
//!  "pairs": [{"rows": [[0, 0, false], [1, null, false], …], "only": [[3], []]}]}
//! ```
//!
//! * A node: its depth, label, note on differences from the source, source spans, and causing
//!   repairs.
//! * A repair: its position, span, kind, description, line of the grammar or `null`, and whether it
//!   is allowed.
//! * A row: a node of the first grammar, a node of the other, and whether their parents differ.
//! * `only`: the repairs of each of the two that the other lacks.

use serde::Serialize;

use crate::causes::alignment::Alignment;
use crate::causes::difference::{Difference, Side};
use crate::causes::lines::{LineId, Lines};
use crate::causes::variants::Compared;
use wishful::base::Utf16;
use wishful::slippers::event::RepairId;
use wishful::tree::{Document, OutlineRow};

/// The trees and repairs of a document, in the layout of the module's header.
#[derive(Serialize)]
pub(super) struct DocumentView<'a> {
    source: &'a str,
    sides: Vec<SideView>,
    pairs: Vec<PairView>,
}

#[derive(Serialize)]
struct SideView {
    nodes: Vec<NodeView>,
    repairs: Vec<RepairView>,
}

/// Depth, label, note, spans, repairs.
#[derive(Serialize)]
struct NodeView(usize, String, String, Vec<[u32; 2]>, Vec<usize>);

/// Position, span, kind, description, line, true if allowed.
#[derive(Serialize)]
struct RepairView(String, [u32; 2], &'static str, String, Option<LineId>, bool);

#[derive(Serialize)]
struct PairView {
    rows: Vec<RowView>,
    only: [Vec<usize>; 2],
}

/// Left node, right node, true if moved.
#[derive(Serialize)]
struct RowView(Option<usize>, Option<usize>, bool);

impl<'a> DocumentView<'a> {
    pub(super) fn of(compared: &'a Compared, lines: &Lines) -> Self {
        let (first, others) =
            compared.documents.split_first().expect("two documents at least are compared");
        let units = Utf16::of(first.text());
        let sides = compared.documents.iter().enumerate();
        let pairs = others.iter().zip(&compared.differences);
        Self {
            source: first.text(),
            sides: sides
                .map(|(grammar, document)| side(document, grammar, lines, &units))
                .collect(),
            pairs: pairs.map(|(other, difference)| pair(first, other, difference)).collect(),
        }
    }
}

fn side(document: &Document, grammar: usize, lines: &Lines, units: &Utf16<'_>) -> SideView {
    let mut repairs = Vec::new();
    for (id, repair) in document.repair_ids().zip(document.repairs()) {
        repairs.push(RepairView(
            document.position(repair.span.start).to_string(),
            units.span(repair.span),
            repair.kind.name(),
            document.describe_action(id),
            lines.of_repair(grammar, repair),
            document.is_allowed(id),
        ));
    }
    SideView { nodes: document.outline_rows().map(|row| node(row, units)).collect(), repairs }
}

fn node(row: OutlineRow<'_>, units: &Utf16<'_>) -> NodeView {
    let OutlineRow { node, depth, label, note, .. } = row;
    let tags = [node.start_tag(), node.end_tag()];
    let of_tags = tags.into_iter().flatten().filter_map(|tag| tag.repair());
    let repairs = of_tags.chain(node.moved_by()).chain(node.cruft());
    let spans = node.spans().into_iter().map(|span| units.span(span));
    NodeView(depth, label, note, spans.collect(), repairs.map(RepairId::index).collect())
}

fn pair(first: &Document, other: &Document, difference: &Difference) -> PairView {
    let rows = Alignment::of(first, other).rows.into_iter();
    let rows = rows.map(|row| RowView(row.left, row.right, row.moved)).collect();
    let mut only = [Vec::new(), Vec::new()];
    for repair in &difference.repairs {
        match repair.side {
            Side::First => only[0].push(repair.number),
            Side::Second => only[1].push(repair.number),
        }
    }
    PairView { rows, only }
}
