//! The arena: nodes as rows that link to each other by number.

use crate::base::Span;
use crate::grammar::ElementId;
use crate::slippers::event::{RepairId, TokenId};

crate::id_type! {
    /// A node of a [`Document`](super::Document), numbered from 0 (the document itself) in document order.
    pub NodeId
}

impl NodeId {
    /// The document itself.
    pub const ROOT: Self = Self::new(0);
}

crate::id_type! {
    /// An element's row beyond its node.
    pub(super) ElementRow
}

crate::id_type! {
    /// An event of the parse.
    pub(super) EventId
}

crate::id_type! {
    /// A piece of a text node.
    pub(super) PieceId
}

/// A node or none, in half the size of an `Option`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Link(NodeId);

impl Link {
    /// OK because an arena has at most one node an event and the root, and nobody has memory for so many.
    pub(super) const NONE: Self = Self(NodeId::new(0xFFFF_FFFF));

    pub(super) const fn to(node: NodeId) -> Self {
        Self(node)
    }

    pub(super) fn node(self) -> Option<NodeId> {
        (self != Self::NONE).then_some(self.0)
    }
}

/// A node and its neighbours.
pub(super) struct Node {
    pub parent: Link,
    pub first_child: Link,
    pub last_child: Link,
    pub previous: Link,
    pub next: Link,
    pub content: Content,
}

/// What a node is, and which row or token says more.
#[derive(Clone, Copy)]
pub(super) enum Content {
    Document,
    Element(ElementRow),
    /// The chain of its pieces; never empty.
    Text {
        first: PieceId,
        last: PieceId,
    },
    Comment(TokenId),
    Doctype(TokenId),
    Cruft {
        token: TokenId,
        range: Option<Span>,
        repair: Option<RepairId>,
    },
}

/// An element beyond its place in the tree.
pub(super) struct Element {
    pub element: ElementId,
    /// Its name in the parse's names; 0 if and only if the grammar names it.
    pub label: u32,
    pub start: Tagging,
    pub end: Tagging,
}

/// Where a tag of an element comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tagging {
    None,
    Written(TokenId),
    Virtual(RepairId),
}

/// A range of a text token's value, and the next piece of the same text node.
pub(super) struct Piece {
    pub token: TokenId,
    pub range: Span,
    pub next: Option<PieceId>,
}
