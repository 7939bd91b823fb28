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

/// The number of a row, or none: half the size of an `Option` of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Link(u32);

impl Link {
    pub(super) const NONE: Self = Self(u32::MAX);

    pub(super) const fn to(index: usize) -> Self {
        // OK because an arena has at most one row an event, and nobody has memory for 2^32 events.
        Self(index as u32)
    }

    pub(super) fn index(self) -> Option<usize> {
        (self != Self::NONE).then_some(self.0 as usize)
    }

    pub(super) fn node(self) -> Option<NodeId> {
        self.index().map(NodeId::new)
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
    /// A row of the elements.
    Element(u32),
    /// The chain of its pieces; never empty.
    Text {
        first: u32,
        last: u32,
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
    pub next: Link,
}
