//! The arena: nodes as rows that link to each other by number.

use crate::base::{NameId, Span, wide};
use crate::grammar::ElementId;
use crate::slippers::event::{RepairId, TokenId};

crate::base::id_type! {
    /// A node of a [`Document`](super::Document), numbered from 0 (the document itself) in document order.
    pub NodeId
}

impl NodeId {
    /// The document itself.
    pub const ROOT: Self = Self::new(0);
}

crate::base::id_type! {
    /// An element's row beyond its node.
    pub(super) ElementRow
}

crate::base::id_type! {
    /// An event of the parse.
    pub(super) EventId
}

crate::base::id_type! {
    /// A piece of a text node.
    pub(super) PieceId
}

crate::base::id_type! {
    /// A node that is cruft.
    pub(super) CruftId
}

crate::base::id_type! {
    /// What a copied start tag is a copy of.
    pub(super) CopyId
}

/// A node and its neighbours.
#[derive(PartialEq)]
pub(super) struct Node {
    pub parent: Option<NodeId>,
    pub first_child: Option<NodeId>,
    pub last_child: Option<NodeId>,
    pub previous: Option<NodeId>,
    pub next: Option<NodeId>,
    pub content: Content,
}

impl Node {
    /// A node that stands nowhere, without anything in it.
    pub(super) const fn alone(content: Content) -> Self {
        Self {
            parent: None,
            first_child: None,
            last_child: None,
            previous: None,
            next: None,
            content,
        }
    }
}

/// What a node is, and which row or token says more.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Content {
    Document,
    Element(ElementRow),
    /// All of a text token.
    Whole(TokenId),
    /// A ring of pieces, by the last one; never empty.
    Text(PieceId),
    Comment(TokenId),
    ProcessingInstruction(TokenId),
    Doctype(TokenId),
    Cruft(CruftId),
}

/// A token that was set aside.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Cruft {
    pub token: TokenId,
    /// Which range of its value, if it is text.
    pub range: Option<Span>,
    pub repair: Option<RepairId>,
}

/// An element beyond its place in the tree.
#[derive(PartialEq)]
pub(super) struct Element {
    pub element: ElementId,
    /// Its name; none if a grammar has a wildcard that no tag can be read as.
    pub name: Option<NameId>,
    pub start: Packed,
    pub end: Packed,
    /// The number behind the last node in it, once it is closed.
    pub behind: u32,
}

impl Element {
    /// An element that has not ended yet.
    pub(super) fn new(element: ElementId, name: Option<NameId>, start: Tagging) -> Self {
        Self { element, name, start: start.into(), end: Tagging::None.into(), behind: 0 }
    }
}

/// A [`Tagging`] in half the size: which of the four in the lower bits, its number in the others.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Packed(u32);

impl From<Tagging> for Packed {
    fn from(tagging: Tagging) -> Self {
        let (kind, number) = match tagging {
            Tagging::None => (0, 0),
            Tagging::Written(token) => (1, token.index()),
            Tagging::Virtual(repair) => (2, repair.index()),
            Tagging::Copied(copy) => (3, copy.index()),
        };
        // OK because there are at most 2^28 tokens, and nobody has memory for four times as many repairs or copies: where
        // those come from would be forgotten.
        let number = u32::try_from(number).ok().filter(|&number| number <= u32::MAX >> 2);
        Self(number.map_or(0, |number| number << 2 | kind))
    }
}

impl Packed {
    pub(super) fn get(self) -> Tagging {
        let number = wide(self.0 >> 2);
        match self.0 & 3 {
            1 => Tagging::Written(TokenId::new(number)),
            2 => Tagging::Virtual(RepairId::new(number)),
            3 => Tagging::Copied(CopyId::new(number)),
            _ => Tagging::None,
        }
    }
}

/// Where a tag of an element comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tagging {
    None,
    Written(TokenId),
    Virtual(RepairId),
    /// The element is a copy of another one.
    Copied(CopyId),
}

impl Tagging {
    /// The token of a tag that is written.
    pub(super) fn written(self) -> Option<TokenId> {
        match self {
            Self::Written(token) => Some(token),
            _ => None,
        }
    }
}

/// What a copied start tag is a copy of, and why it is there.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Copied {
    /// The physical start tag; `None` if and only if that which was copied is virtual.
    pub tag: Option<TokenId>,
    /// `None` if and only if it is there for display only.
    pub repair: Option<RepairId>,
}

/// An attribute that an element got from another tag than its own.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct MergedAttribute {
    pub token: TokenId,
    /// Which one of that tag.
    pub index: usize,
}

/// A piece of a text node, and the next one of the same node; behind the last one comes the first.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Piece {
    pub written: Written,
    pub next: PieceId,
}

/// What a piece of text says.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Written {
    /// A text token's value.
    Whole(TokenId),
    /// A range of a text token's value.
    Range { token: TokenId, range: Span },
    /// A string of the parse that stands for what is written there.
    Instead { string: u32, span: Span },
}

// What there is one of for each node decides how much memory a document takes.
const _: () = assert!(size_of::<Node>() == 28 && size_of::<Element>() == 20);
