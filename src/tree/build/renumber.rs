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
use crate::tree::node::{Content, Node, NodeId};
use crate::tree::tables::Tables;

/// Renumbers the nodes, including those in `owners`. `retracted` holds the nodes that were taken
/// out of the tree with their descendants, each with its parent, in order.
pub(super) fn renumber(
    tables: &mut Tables,
    retracted: &[(NodeId, NodeId)],
    owners: Option<&mut Vec<(u32, NodeId)>>,
) {
    let order: Vec<NodeId> = links::within(&tables.nodes, NodeId::ROOT).collect();
    let mut numbers = vec![None; tables.nodes.len()];
    for (number, node) in order.iter().enumerate() {
        numbers[node.index()] = Some(NodeId::new(number));
    }
    let moved = std::mem::take(&mut tables.moved);
    let is_text = |node: NodeId| {
        matches!(
            tables.nodes[order[node.index()].index()].content,
            Content::Whole(_) | Content::Text(_)
        )
    };
    let moved = moved
        .into_iter()
        .filter_map(|(node, repair)| numbers[node.index()].map(|node| (node, repair)));
    tables.moved = last_of_each(moved, is_text);
    let nodes = order.iter().map(|node| renumbered(&tables.nodes[node.index()], &numbers));
    let nodes: Vec<Node> = nodes.collect();
    let alone = |top: NodeId| tables.nodes[top.index()].parent.is_none();
    for &(top, parent) in retracted.iter().rev().filter(|&&(top, _)| alone(top)) {
        let around = numbers[parent.index()];
        links::within(&tables.nodes, top).for_each(|node| numbers[node.index()] = around);
    }
    tables.nodes = nodes;
    note_ends(tables);
    let Some(owners) = owners else { return };
    for (_, owner) in owners.iter_mut() {
        *owner = numbers[owner.index()].unwrap_or(NodeId::ROOT);
    }
    owners.dedup_by_key(|&mut (_, owner)| owner);
}

fn renumbered(node: &Node, numbers: &[Option<NodeId>]) -> Node {
    let new = |link: Option<NodeId>| link.and_then(|node| numbers[node.index()]);
    Node {
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
        let Node { content, last_child, .. } = tables.nodes[index];
        if let Content::Element(row) = content {
            let behind = last_child.map_or(index + 1, |last| tables.behind(last));
            tables.elements[row.index()].behind = narrow(behind);
        }
    }
}

/// Sorts the entries by node, and retains only the last entry of each node. For a text it retains
/// all of them, since pieces of a text are moved one by one.
fn last_of_each(
    entries: impl Iterator<Item = (NodeId, RepairId)>,
    is_text: impl Fn(NodeId) -> bool,
) -> Vec<(NodeId, RepairId)> {
    let mut entries: Vec<(NodeId, RepairId)> = entries.collect();
    entries.sort_by_key(|&(node, _)| node);
    entries.dedup_by(|later, kept| {
        let replaces = later.0 == kept.0 && (later.1 == kept.1 || !is_text(later.0));
        if replaces {
            *kept = *later;
        }
        replaces
    });
    entries
}
