//! Operations on the links of the tree: attaching, detaching and moving nodes.
//!
//! Invariant, before and after each function: the `previous` and `next` links of siblings agree
//! with each other and with the first and last child of their parent. A node without a parent has
//! no siblings.

use crate::tree::node::{NodeContent, NodeId, NodeRow};

/// A position for a node: between two children of a parent, or at one of their ends.
#[derive(Clone, Copy)]
pub(super) struct InsertionPoint {
    pub(super) parent: NodeId,
    /// The node that follows the point; `None` at the end.
    pub(super) before: Option<NodeId>,
}

impl InsertionPoint {
    /// Returns the point after the last child of a parent.
    pub(super) const fn end_of(parent: NodeId) -> Self {
        Self { parent, before: None }
    }

    /// Returns the node directly before the point.
    #[inline(always)]
    pub(super) fn previous(self, nodes: &[NodeRow]) -> Option<NodeId> {
        match self.before {
            Some(before) => nodes[before.index()].previous,
            None => nodes[self.parent.index()].last_child,
        }
    }
}

/// Makes a node after the last child of a parent.
#[inline(always)]
pub(super) fn append(nodes: &mut Vec<NodeRow>, content: NodeContent, parent: NodeId) -> NodeId {
    let node = NodeId::new(nodes.len());
    let around = &mut nodes[parent.index()];
    let previous = around.last_child.replace(node);
    match previous {
        Some(previous) => nodes[previous.index()].next = Some(node),
        None => around.first_child = Some(node),
    }
    nodes.push(NodeRow { parent: Some(parent), previous, ..NodeRow::alone(content) });
    node
}

/// Attaches a detached node in a gap.
pub(super) fn attach(nodes: &mut [NodeRow], node: NodeId, gap: InsertionPoint) {
    let previous = gap.previous(nodes);
    let row = &mut nodes[node.index()];
    row.parent = Some(gap.parent);
    (row.previous, row.next) = (previous, gap.before);
    let link = Some(node);
    point(nodes, gap.parent, previous, gap.before, link, link);
}

/// Detaches a node, with its descendants, from the tree.
pub(super) fn detach(nodes: &mut [NodeRow], node: NodeId) {
    let row = &mut nodes[node.index()];
    let (previous, next) = (row.previous, row.next);
    let Some(parent) = row.parent else { return };
    (row.parent, row.previous, row.next) = (None, None, None);
    point(nodes, parent, previous, next, next, previous);
}

/// Links the neighbours of a gap (`previous` and `next`, or the ends of `parent`) to the first and
/// last node in the gap.
fn point(
    nodes: &mut [NodeRow],
    parent: NodeId,
    previous: Option<NodeId>,
    next: Option<NodeId>,
    first: Option<NodeId>,
    last: Option<NodeId>,
) {
    match previous {
        Some(previous) => nodes[previous.index()].next = first,
        None => nodes[parent.index()].first_child = first,
    }
    match next {
        Some(next) => nodes[next.index()].previous = last,
        None => nodes[parent.index()].last_child = last,
    }
}

/// Moves all children of one node after those of another.
pub(super) fn move_children(nodes: &mut [NodeRow], from: NodeId, to: NodeId) {
    let row = &mut nodes[from.index()];
    let (first, last) = (row.first_child, row.last_child);
    (row.first_child, row.last_child) = (None, None);
    let Some(first_child) = first else { return };
    let previous = nodes[to.index()].last_child;
    nodes[first_child.index()].previous = previous;
    point(nodes, to, previous, None, first, last);
    let mut child = first;
    while let Some(node) = child {
        nodes[node.index()].parent = Some(to);
        child = nodes[node.index()].next;
    }
}

/// Returns a node and its descendants, in document order.
pub(super) fn within(nodes: &[NodeRow], top: NodeId) -> impl Iterator<Item = NodeId> {
    std::iter::successors(Some(top), move |&node| after(nodes, top, node))
}

/// Returns the node that follows `node` in document order inside `top`.
pub(super) fn after(nodes: &[NodeRow], top: NodeId, node: NodeId) -> Option<NodeId> {
    let child = nodes[node.index()].first_child;
    child.or_else(|| beyond(nodes, top, node))
}

/// Returns the node that follows `node` and its descendants.
pub(super) fn beyond(nodes: &[NodeRow], top: NodeId, mut node: NodeId) -> Option<NodeId> {
    while node != top {
        let row = &nodes[node.index()];
        if let Some(next) = row.next {
            return Some(next);
        }
        node = row.parent?;
    }
    None
}
