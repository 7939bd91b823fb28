//! A node as XPath's data model has it: a node of the tree, or an attribute or namespace of an element.

use crate::tree::{NodeId, NodeRef};

/// A node's identity; in document order: an element, its namespaces, its attributes, what is in it. (XPath 1.0, section 5.)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NodeKey {
    /// The node itself, or the element of which it is a namespace or an attribute.
    pub(crate) owner: NodeId,
    pub(crate) part: Part,
}

/// What of its owner a node is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Part {
    Itself,
    /// The namespace of this number among those in scope.
    Namespace(u16),
    /// The attribute of this number among those of the tag.
    Attribute(u32),
}

/// A node of a document that an expression selected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node<'d> {
    pub(crate) owner: NodeRef<'d>,
    pub(crate) part: Part,
}

impl From<NodeId> for NodeKey {
    fn from(owner: NodeId) -> Self {
        Self { owner, part: Part::Itself }
    }
}

impl<'d> From<NodeRef<'d>> for Node<'d> {
    fn from(owner: NodeRef<'d>) -> Self {
        Self { owner, part: Part::Itself }
    }
}

impl<'d> Node<'d> {
    pub(crate) fn key(self) -> NodeKey {
        NodeKey { owner: self.owner.id(), part: self.part }
    }
}
