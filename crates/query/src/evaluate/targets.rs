//! Targets: the nodes of a tree that pass a test, indexed for counting and finding those on an axis
//! of any node.
//!
//! A node's id is its rank in document order, and its subtree ends at another id. Bisection in the
//! sorted start ids and the sorted end ids counts the targets inside, after, before or around a
//! node. Targets sorted by parent give the siblings. So evaluating `following::x` at every node of
//! a document costs a logarithm per node instead of a walk.
//!
//! (Inverse axes serve the same purpose in Gottlob, Koch and Pichler, "Efficient algorithms for
//! processing XPath queries", 2002. Here counting replaces their sets.)

use std::cell::OnceCell;
use std::ops::Range;

use super::place::{EvalDocuments, EvalNode, TreeExtent};
use crate::plan::Axis;
use wishful::tree::NodeId;

/// Target nodes of one tree, with lazily built indexes.
pub(crate) struct Targets {
    tree: TreeExtent,
    /// A flag: the root is a target.
    has_root: bool,
    /// The targets in document order, without the root.
    nodes: Vec<NodeId>,
    /// The end ids (exclusive) of the targets, ascending.
    ends: OnceCell<Vec<usize>>,
    beside: OnceCell<SiblingTargets>,
}

/// Targets sorted by parent, and by document order within a parent.
struct SiblingTargets {
    parents: Vec<NodeId>,
    nodes: Vec<NodeId>,
}

/// The targets on an axis.
pub(crate) struct Slice<'t> {
    /// The targets in document order.
    pub(crate) nodes: &'t [NodeId],
    /// A flag: the axis is in reverse document order.
    pub(crate) is_reverse: bool,
}

impl Slice<'_> {
    /// Returns the target at a position on the axis, from 0.
    pub(crate) fn at(&self, position: usize) -> Option<NodeId> {
        let last = self.nodes.len().checked_sub(position + 1)?;
        Some(self.nodes[if self.is_reverse { last } else { position }])
    }
}

impl Targets {
    pub(crate) fn new(tree: TreeExtent, has_root: bool, nodes: Vec<NodeId>) -> Self {
        Self { tree, has_root, nodes, ends: OnceCell::new(), beside: OnceCell::new() }
    }

    /// Reports whether targets can answer for an axis without a walk.
    pub(crate) fn know(axis: Axis) -> bool {
        !matches!(axis, Axis::Attribute | Axis::Namespace | Axis::Itself | Axis::Parent)
    }

    /// Returns the number of targets on an axis of a node. The result is `None` for an axis that
    /// contains an attribute or namespace node itself.
    pub(crate) fn count(
        &self,
        world: &EvalDocuments<'_>,
        from: EvalNode,
        axis: Axis,
    ) -> Option<usize> {
        let itself = usize::from(self.contains(from));
        Some(match axis {
            Axis::DescendantOrSelf | Axis::AncestorOrSelf | Axis::Itself if from.is_aside() => {
                return None;
            }
            Axis::DescendantOrSelf => {
                itself + self.slice(world, from, Axis::Descendant)?.nodes.len()
            }
            Axis::AncestorOrSelf => itself + self.around(world, from),
            Axis::Itself => itself,
            Axis::Ancestor => self.around(world, from),
            Axis::Preceding => self.before(world, from),
            Axis::Parent => match world.parent(from) {
                Some(parent) => usize::from(self.contains(parent)),
                None => 0,
            },
            _ => self.slice(world, from, axis)?.nodes.len(),
        })
    }

    /// Returns the targets on an axis, if they are contiguous in one of the lists.
    pub(crate) fn slice(
        &self,
        world: &EvalDocuments<'_>,
        from: EvalNode,
        axis: Axis,
    ) -> Option<Slice<'_>> {
        let nodes = match axis {
            Axis::Descendant => &self.nodes[self.within(world.inside(from))],
            Axis::Following => {
                let end = world.end(from).max(self.tree.inside.start);
                &self.nodes[self.within(end..self.tree.inside.end.max(end))]
            }
            Axis::Child => match world.host(from) {
                Some(host) if !from.is_aside() => self.beside(world).of(host.id()),
                _ => &[],
            },
            Axis::FollowingSibling | Axis::PrecedingSibling => {
                let siblings = self.siblings(world, from);
                let own = siblings.partition_point(|node| node.index() < from.number());
                match axis {
                    Axis::PrecedingSibling => &siblings[..own],
                    _ => &siblings[siblings.len().min(own + self.itself(siblings, own, from))..],
                }
            }
            _ => return None,
        };
        Some(Slice { nodes, is_reverse: axis == Axis::PrecedingSibling })
    }

    fn itself(&self, siblings: &[NodeId], own: usize, from: EvalNode) -> usize {
        usize::from(siblings.get(own) == Some(&from.key.owner))
    }

    fn siblings(&self, world: &EvalDocuments<'_>, from: EvalNode) -> &[NodeId] {
        match world.inner(from).and_then(|node| node.parent()) {
            Some(parent) if from != self.tree.root => self.beside(world).of(parent.id()),
            _ => &[],
        }
    }

    fn contains(&self, place: EvalNode) -> bool {
        if place == self.tree.root {
            return self.has_root;
        }
        !place.is_aside() && self.nodes.binary_search(&place.key.owner).is_ok()
    }

    fn within(&self, numbers: Range<usize>) -> Range<usize> {
        let start = self.nodes.partition_point(|node| node.index() < numbers.start);
        let end = self.nodes.partition_point(|node| node.index() < numbers.end);
        start..end
    }

    /// Counts the targets that end before a node starts.
    fn before(&self, world: &EvalDocuments<'_>, from: EvalNode) -> usize {
        if from == self.tree.root {
            return 0;
        }
        self.ends(world).partition_point(|end| *end <= from.number())
    }

    /// Counts the targets that start before a node and end after its start. The owner of an
    /// attribute is one of them.
    fn around(&self, world: &EvalDocuments<'_>, from: EvalNode) -> usize {
        if from == self.tree.root {
            return 0;
        }
        let number = from.number() + usize::from(from.is_aside());
        let begun = self.nodes.partition_point(|node| node.index() < number);
        begun - self.before(world, from) + usize::from(self.has_root)
    }

    fn ends(&self, world: &EvalDocuments<'_>) -> &[usize] {
        self.ends.get_or_init(|| {
            let root = self.tree.root;
            let mut ends: Vec<usize> =
                self.nodes.iter().map(|node| world.end(root.beside(*node))).collect();
            ends.sort_unstable();
            ends
        })
    }

    fn beside(&self, world: &EvalDocuments<'_>) -> &SiblingTargets {
        self.beside.get_or_init(|| {
            let mut pairs: Vec<(NodeId, NodeId)> = Vec::new();
            for id in &self.nodes {
                if let Some(node) = world.inner(self.tree.root.beside(*id))
                    && let Some(parent) = node.parent()
                {
                    pairs.push((parent.id(), node.id()));
                }
            }
            pairs.sort_unstable();
            let (parents, nodes) = pairs.into_iter().unzip();
            SiblingTargets { parents, nodes }
        })
    }
}

impl SiblingTargets {
    fn of(&self, parent: NodeId) -> &[NodeId] {
        let start = self.parents.partition_point(|other| *other < parent);
        let end = self.parents.partition_point(|other| *other <= parent);
        &self.nodes[start..end]
    }
}
