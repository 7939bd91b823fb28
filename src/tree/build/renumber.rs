//! The renumbering of the nodes of the tree in document order; nodes outside of the tree are
//! dropped.
//!
//! The work is linear: one walk along the links makes the numbered nodes, and one pass rewrites the
//! tables that refer to nodes. The source of a retracted node belongs to the node that was around
//! it. The retracted nodes are processed in reverse. So the number of that surrounding node is
//! known by then: it is in the tree, or was itself retracted later.

use super::links;
use crate::base::narrow;
use crate::slippers::event::RepairId;
use crate::tree::node::{NodeContent, NodeId, NodeRow};
use crate::tree::tables::Tables;

/// Renumbers the nodes, including those in `owners`. `retracted` holds the nodes that were taken
/// out of the tree with their descendants, each with its parent, in order.
pub(super) fn renumber(
    tables: &mut Tables,
    retracted: &[(NodeId, NodeId)],
    owners: Option<&mut Vec<(u32, NodeId)>>,
) {
    let (nodes, mut numbers) = in_order(tables);
    let mut moved = Vec::new();
    for (node, repair) in std::mem::take(&mut tables.moved) {
        if let Some(node) = numbers[node.index()] {
            moved.push((node, repair));
        }
    }
    tables.moved = last_of_each(moved, &nodes);
    for &(top, parent) in retracted.iter().rev() {
        if tables.nodes[top.index()].parent.is_some() {
            continue;
        }
        let around = numbers[parent.index()];
        for node in links::within(&tables.nodes, top) {
            numbers[node.index()] = around;
        }
    }
    tables.nodes = nodes;
    let Some(owners) = owners else { return };
    for (_, owner) in owners.iter_mut() {
        *owner = numbers[owner.index()].unwrap_or(NodeId::ROOT);
    }
    owners.dedup_by_key(|&mut (_, owner)| owner);
}

/// Returns the nodes of the tree in document order, and the new number of each old one. Records,
/// for each element, one past the number of its last descendant.
fn in_order(tables: &mut Tables) -> (Vec<NodeRow>, Vec<Option<NodeId>>) {
    let Tables { nodes: old, elements, .. } = tables;
    let mut numbers = vec![None; old.len()];
    let mut nodes: Vec<NodeRow> = Vec::with_capacity(old.len());
    let (mut at, mut parent, mut previous) = (NodeId::ROOT, None, None);
    loop {
        let mut row = old[at.index()];
        let mut number = NodeId::new(nodes.len());
        numbers[at.index()] = Some(number);
        let first_child = row.first_child.map(|_| NodeId::new(nodes.len() + 1));
        nodes.push(NodeRow { parent, previous, first_child, ..NodeRow::alone(row.content) });
        if let Some(child) = row.first_child {
            (at, parent, previous) = (child, Some(number), None);
            continue;
        }
        // Climbs from the last descendant to the next node.
        loop {
            if let NodeContent::Element(element) = row.content {
                elements[element.index()].subtree_end = narrow(nodes.len());
            }
            if let Some(next) = row.next {
                nodes[number.index()].next = Some(NodeId::new(nodes.len()));
                (at, previous) = (next, Some(number));
                break;
            }
            let (Some(around), Some(outer)) = (parent, row.parent) else { return (nodes, numbers) };
            nodes[around.index()].last_child = Some(number);
            (number, parent, row) = (around, nodes[around.index()].parent, old[outer.index()]);
        }
    }
}

/// Sorts the entries by node, and retains only the last entry of each node. For a text it retains
/// all of them, since pieces of a text are moved one by one.
fn last_of_each(
    mut entries: Vec<(NodeId, RepairId)>,
    nodes: &[NodeRow],
) -> Vec<(NodeId, RepairId)> {
    entries.sort_by_key(|&(node, _)| node);
    entries.dedup_by(|later, earlier| {
        let content = nodes[later.0.index()].content;
        let is_text = matches!(content, NodeContent::Whole(_) | NodeContent::Text(_));
        let replaces = later.0 == earlier.0 && (later.1 == earlier.1 || !is_text);
        if replaces {
            *earlier = *later;
        }
        replaces
    });
    entries
}
