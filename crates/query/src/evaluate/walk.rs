//! Lazy iterators over the axes of one node. The order is document order, or its reverse for
//! reverse axes. (XPath 1.0, section 2.2.)
//!
//! A caller that stops early pays only for the nodes it took. Every step has constant cost, except
//! one: skipping nested trees needs a bisection.

use std::ops::Range;

use super::place::{EvalDocuments, EvalNode, TreeExtent};
use crate::node::{Node, NodePart, SCOPE};
use crate::plan::Axis;
use wishful::tree::{Document, InnerTree, NodeId, NodeRef};

/// The nodes of an axis, before any node test.
pub(crate) struct AxisWalk<'d> {
    /// The start node, if the axis includes it and it is still to come.
    itself: Option<EvalNode>,
    rest: RestOfAxis<'d>,
}

enum RestOfAxis<'d> {
    Nothing,
    /// At most one node.
    One(EvalNode),
    /// Ancestors, from this node upwards.
    Up(EvalNode, Option<Node<'d>>),
    /// Siblings from this child forwards.
    Forward(EvalNode, Option<NodeRef<'d>>),
    /// Siblings from this child backwards.
    Backward(EvalNode, Option<NodeRef<'d>>),
    Inside(EvalNode, TreeNodes<'d>),
    Before(EvalNode, PrecedingWalk<'d>),
    Attributes(EvalNode, NodeRef<'d>, u32),
    Namespaces(EvalNode, usize),
}

/// The nodes in an id range that belong to one tree, without those of nested trees.
pub(crate) struct TreeNodes<'d> {
    document: &'d Document,
    range: Range<usize>,
    inner: &'d [InnerTree],
    /// The index of the next inner tree that the range may contain.
    next: usize,
}

/// The nodes of a tree before a node that are not its ancestors, nearest first.
struct PrecedingWalk<'d> {
    document: &'d Document,
    tree: Option<usize>,
    range: Range<usize>,
    /// The innermost ancestor that the walk has not passed yet.
    around: Option<NodeRef<'d>>,
}

impl<'d> EvalDocuments<'d> {
    /// Returns the nodes of a tree in an id range, without those of the trees inside it.
    pub(crate) fn nodes_in(&self, tree: &TreeExtent, range: Range<usize>) -> Option<TreeNodes<'d>> {
        let document = self.document(tree.root)?;
        let inner = document.inner_trees();
        let mut next = inner.partition_point(|tree| tree.range.start < range.start);
        if let Some(own) = tree.number {
            next = next.max(own + 1);
        }
        Some(TreeNodes { document, range, inner, next })
    }

    /// Returns the nodes of an axis of a node.
    pub(crate) fn walk(&self, from: EvalNode, axis: Axis) -> AxisWalk<'d> {
        let has_itself =
            matches!(axis, Axis::Itself | Axis::AncestorOrSelf | Axis::DescendantOrSelf);
        let rest = self.rest_of_axis(from, axis).unwrap_or(RestOfAxis::Nothing);
        AxisWalk { itself: if has_itself { Some(from) } else { None }, rest }
    }

    /// Begins an axis without its start node itself; `None` if it has no other nodes.
    fn rest_of_axis(&self, from: EvalNode, axis: Axis) -> Option<RestOfAxis<'d>> {
        Some(match axis {
            Axis::Itself => RestOfAxis::Nothing,
            Axis::Parent => RestOfAxis::One(self.parent(from)?),
            Axis::Ancestor | Axis::AncestorOrSelf => {
                RestOfAxis::Up(from, self.node(from)?.parent())
            }
            Axis::Child => RestOfAxis::Forward(from, self.host(from)?.first_child()),
            Axis::FollowingSibling => RestOfAxis::Forward(from, self.sibling(from)?.next_sibling()),
            Axis::PrecedingSibling => {
                RestOfAxis::Backward(from, self.sibling(from)?.previous_sibling())
            }
            Axis::Descendant | Axis::DescendantOrSelf => {
                let tree = self.tree(from)?;
                RestOfAxis::Inside(from, self.nodes_in(&tree, self.inside(from))?)
            }
            Axis::Following => {
                let tree = self.tree(from)?;
                let range = self.end(from)..tree.inside.end;
                RestOfAxis::Inside(from, self.nodes_in(&tree, range)?)
            }
            Axis::Preceding => RestOfAxis::Before(from, self.preceding(from)?),
            Axis::Attribute => RestOfAxis::Attributes(from, self.element(from)?, 0),
            Axis::Namespace => {
                self.element(from)?;
                RestOfAxis::Namespaces(from, 0)
            }
        })
    }

    /// Returns the node, if it can have siblings.
    fn sibling(&self, from: EvalNode) -> Option<NodeRef<'d>> {
        let node = self.inner(from)?;
        if node.is_shadow_root() { None } else { Some(node) }
    }

    /// Returns the node, if it can have attributes.
    fn element(&self, from: EvalNode) -> Option<NodeRef<'d>> {
        let node = self.inner(from)?;
        if node.is_element() && !node.is_shadow_root() { Some(node) } else { None }
    }

    /// Begins the `preceding` axis.
    fn preceding(&self, from: EvalNode) -> Option<PrecedingWalk<'d>> {
        let (node, tree) = (self.node(from)?, self.tree(from)?);
        let around = if from.is_aside() { Some(node.owner) } else { node.owner.parent() };
        let until = if tree.root == from { tree.inside.start } else { from.number() };
        let until = if from.is_aside() { until + 1 } else { until };
        let range = tree.inside.start..until.max(tree.inside.start);
        Some(PrecedingWalk { document: node.owner.document(), tree: tree.number, range, around })
    }
}

impl Iterator for AxisWalk<'_> {
    type Item = EvalNode;

    fn next(&mut self) -> Option<EvalNode> {
        self.itself.take().or_else(|| self.rest.next_node())
    }
}

impl RestOfAxis<'_> {
    /// Returns the next node, and advances.
    fn next_node(&mut self) -> Option<EvalNode> {
        match self {
            Self::Nothing => None,
            Self::One(place) => {
                let place = *place;
                *self = Self::Nothing;
                Some(place)
            }
            Self::Up(from, around) => {
                let node = (*around)?;
                *around = node.parent();
                Some(EvalNode { key: node.key(), ..*from })
            }
            Self::Forward(from, next) => sibling(*from, next, NodeRef::next_sibling),
            Self::Backward(from, next) => sibling(*from, next, NodeRef::previous_sibling),
            Self::Inside(from, nodes) => Some(from.beside(nodes.next()?.id())),
            Self::Before(from, before) => Some(from.beside(before.next()?.id())),
            Self::Attributes(from, element, number) => attribute(*from, *element, number),
            Self::Namespaces(from, number) => {
                let part = SCOPE.get(*number)?;
                *number += 1;
                Some(from.at(*part))
            }
        }
    }
}

/// Returns the next sibling and advances; a shadow root is skipped, although it is stored as a
/// child.
fn sibling<'d>(
    from: EvalNode,
    next: &mut Option<NodeRef<'d>>,
    advance: impl Fn(NodeRef<'d>) -> Option<NodeRef<'d>>,
) -> Option<EvalNode> {
    let mut node = (*next)?;
    if node.is_shadow_root() {
        node = advance(node)?;
    }
    *next = advance(node);
    Some(from.beside(node.id()))
}

/// Returns the next attribute that XPath sees. Duplicates and namespace declarations are not among
/// them. (XPath 1.0, section 5.3.)
fn attribute(from: EvalNode, element: NodeRef<'_>, number: &mut u32) -> Option<EvalNode> {
    loop {
        let (at, attribute) = (*number, element.attribute_at(*number)?);
        *number += 1;
        if !attribute.is_duplicate() && attribute.namespace() != Some(DECLARATIONS) {
            return Some(from.at(NodePart::Attribute(at)));
        }
    }
}

/// The grammars' name for the namespace of attributes that declare namespaces.
const DECLARATIONS: &str = "xmlns";

impl<'d> Iterator for TreeNodes<'d> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<NodeRef<'d>> {
        while let Some(tree) = self.inner.get(self.next)
            && tree.range.start == self.range.start
        {
            self.range.start = tree.range.end;
            let later = &self.inner[self.next..];
            self.next += later.partition_point(|other| other.range.start < tree.range.end);
        }
        self.document.node(NodeId::new(self.range.next()?))
    }
}

impl<'d> Iterator for PrecedingWalk<'d> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<NodeRef<'d>> {
        loop {
            let node = self.document.node(NodeId::new(self.range.next_back()?))?;
            if let Some(inner) = self.entered(node) {
                self.range.end = inner.range.start;
            } else if Some(node) == self.around {
                self.around = node.parent();
            } else {
                return Some(node);
            }
        }
    }
}

impl<'d> PrecedingWalk<'d> {
    /// Returns the outermost inner tree that contains a node and is directly inside the walked
    /// tree.
    fn entered(&self, node: NodeRef<'d>) -> Option<&'d InnerTree> {
        let trees = self.document.inner_trees();
        let mut inner = self.document.inner_tree_of(node.id());
        while let Some(tree) = inner
            && inner != self.tree
        {
            if trees[tree].enclosing == self.tree {
                return Some(&trees[tree]);
            }
            inner = trees[tree].enclosing;
        }
        None
    }
}
