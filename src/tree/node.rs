//! The arena: nodes as rows that link to each other by number.

use crate::base::{NameId, Span, wide};
use crate::grammar::ElementId;
use crate::slippers::event::{RepairId, TokenId};

crate::base::id_type! {
    /// A node of a [`Document`](super::Document), numbered from 0 (the document itself) in document
    /// order.
    pub NodeId
}

impl NodeId {
    /// The document itself.
    pub const ROOT: Self = Self::new(0);
}

crate::base::id_type! {
    /// The row of an element in the table of elements.
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
    /// The origin of a copied start tag.
    pub(super) CopyId
}

/// A node with its links.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct NodeRow {
    pub parent: Option<NodeId>,
    pub first_child: Option<NodeId>,
    pub last_child: Option<NodeId>,
    pub previous: Option<NodeId>,
    pub next: Option<NodeId>,
    pub content: NodeContent,
}

impl NodeRow {
    /// Returns a node without parent, siblings and children.
    pub(super) const fn alone(content: NodeContent) -> Self {
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

/// The kind of a node, with the row or token that has its details.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum NodeContent {
    Document,
    Element(ElementRow),
    /// A text node that is one whole text token.
    Whole(TokenId),
    /// A text node as a circular list of pieces, identified by the last one; never empty.
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
    /// The range of its value, if it is text.
    pub range: Option<Span>,
    pub repair: Option<RepairId>,
}

/// The details of an element, besides its position in the tree.
#[derive(PartialEq)]
pub(super) struct Element {
    pub element: ElementId,
    /// The name; `None` if a grammar has a wildcard that no tag can be read as.
    pub name: Option<NameId>,
    pub start: Packed,
    pub end: Packed,
    /// One past the number of the last descendant, once the element is closed.
    pub subtree_end: u32,
}

impl Element {
    /// Returns an element that has not ended yet.
    pub(super) fn new(element: ElementId, name: Option<NameId>, start: Tagging) -> Self {
        Self { element, name, start: start.into(), end: Tagging::None.into(), subtree_end: 0 }
    }
}

/// A [`Tagging`] in half the size: the variant in the two lower bits, its number in the others.
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
        // OK because there are at most 2^28 tokens, and nobody has memory for four times as many
        // repairs or copies. The origin of a tag with a larger number would be lost.
        match u32::try_from(number) {
            Ok(number) if number <= u32::MAX >> 2 => Self(number << 2 | kind),
            _ => Self(0),
        }
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

/// The origin of a tag of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tagging {
    None,
    Written(TokenId),
    Virtual(RepairId),
    /// A tag of an element that is a copy.
    Copied(CopyId),
}

impl Tagging {
    /// Returns the token of a tag that is written.
    pub(super) fn written(self) -> Option<TokenId> {
        match self {
            Self::Written(token) => Some(token),
            _ => None,
        }
    }
}

/// The origin of a copied start tag, and the reason for the copy.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct CopyOrigin {
    /// The physical start tag; `None` if and only if the copied tag is virtual.
    pub tag: Option<TokenId>,
    /// The repair that made the copy; `None` if and only if the copy is for display only.
    pub repair: Option<RepairId>,
}

/// An attribute that an element got from another tag than its own.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct MergedAttribute {
    pub token: TokenId,
    /// The index of the attribute in that tag.
    pub index: usize,
}

/// A piece of a text node, and the next piece of the same node; the first follows the last.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct TextPiece {
    pub written: PieceText,
    pub next: PieceId,
}

/// The text of a piece.
#[derive(Clone, Copy, PartialEq)]
pub enum PieceText {
    /// The value of a text token.
    Whole(TokenId),
    /// A range of a text token's value.
    Range {
        /// The token.
        token: TokenId,
        /// The range of its value.
        range: Span,
    },
    /// A string of the parse that replaces the source under the span.
    Instead {
        /// The number of the string.
        string: u32,
        /// The span of the replaced source.
        span: Span,
    },
}

impl PieceText {
    /// Returns the token of the piece; `None` if a string replaces it.
    #[doc(hidden)]
    pub fn token(self) -> Option<TokenId> {
        match self {
            Self::Whole(token) | Self::Range { token, .. } => Some(token),
            Self::Instead { .. } => None,
        }
    }
}

// The size of the rows per node determines the memory of a document.
const _: () = assert!(size_of::<NodeRow>() == 28 && size_of::<Element>() == 20);
