//! The renumbering of the nodes of the tree in document order; nodes outside of the tree are
//! dropped.
//!
//! The work is linear: one walk along the links assigns the numbers, one pass rewrites the nodes,
//! and one pass rewrites the tables that refer to nodes. The source of a retracted node belongs to
//! the node that was around it. The retracted nodes are processed in reverse. So the number of that
//! surrounding node is known by then: it is in the tree, or was itself retracted later.

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
    let mut numbers = vec![None; tables.nodes.len()];
    let mut nodes: Vec<NodeRow> = Vec::with_capacity(tables.nodes.len());
    for node in links::within(&tables.nodes, NodeId::ROOT) {
        numbers[node.index()] = Some(NodeId::new(nodes.len()));
        nodes.push(tables.nodes[node.index()]);
    }
    for node in &mut nodes {
        *node = renumbered(node, &numbers);
    }
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
    note_ends(tables);
    let Some(owners) = owners else { return };
    for (_, owner) in owners.iter_mut() {
        *owner = numbers[owner.index()].unwrap_or(NodeId::ROOT);
    }
    owners.dedup_by_key(|&mut (_, owner)| owner);
}

fn renumbered(node: &NodeRow, numbers: &[Option<NodeId>]) -> NodeRow {
    let new = |link: Option<NodeId>| link.and_then(|node| numbers[node.index()]);
    NodeRow {
        parent: new(node.parent),
        first_child: new(node.first_child),
        last_child: new(node.last_child),
        previous: new(node.previous),
        next: new(node.next),
        content: node.content,
    }
}

/// Records, for each element, one past the number of its last descendant.
fn note_ends(tables: &mut Tables) {
    for index in (0..tables.nodes.len()).rev() {
        let NodeRow { content, last_child, .. } = tables.nodes[index];
        if let NodeContent::Element(row) = content {
            let subtree_end = last_child.map_or(index + 1, |last| tables.subtree_end(last));
            tables.elements[row.index()].subtree_end = narrow(subtree_end);
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
