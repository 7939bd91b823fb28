//! The output of the slippers: one stream of events, and a record of each repair.
//!
//! Everything downstream is a view of this stream: the tree, the `events` format, `explain`, the
//! fixed source. The tree builder consumes it as it comes (`Sink`); the others have
//! it made again. An event contains the [`Word`] that the recogniser read, so a fresh recogniser
//! can check the stream (`playback`). It refers to its physical token, or to the
//! repair that caused it:
//!
//! ```text
//! open  <html>   virtual   repair 0        Text<tr>
//! open  <head>   virtual   repair 1
//! close <head>   virtual   repair 2
//! open  <body>   virtual   repair 3
//! open  <p>      virtual   repair 4
//! text  0..4     token 0
//! ```

use crate::base::Span;
use crate::earley::{FlagId, TerminalId, Word};
use crate::grammar::ElementId;
use crate::grammar::ast::FileSpan;
use crate::token::{KindRef, TokenRef};
use serde::Serialize;

crate::base::id_type! {
    /// A physical token of a parse.
    pub TokenId
}

crate::base::id_type! {
    /// A repair of a parse.
    pub RepairId
}

crate::base::id_type! {
    /// An element of a parse. Elements are numbered as they are made, copies included.
    pub ElementNumber
}

crate::base::id_type! {
    /// An edit of the tree.
    pub EditId
}

/// The location where a node is inserted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum InsertionLocation {
    /// At the end of the current element.
    #[default]
    Here,
    /// Directly before this element, wherever that is.
    Before(ElementNumber),
    /// At the end of this element.
    Inside(ElementNumber),
    /// At the end of the document.
    Root,
}

/// An element that a splice puts on the stack of open elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplicedElement {
    /// The number of the element.
    pub number: ElementNumber,
    /// The grammar's element for it from now on. At its new position, a group of the grammar may
    /// read it as a different element.
    pub element: ElementId,
    /// The word that opens it in the recogniser.
    pub word: Word,
}

/// A change of the tree and of the stack of open elements that is not the reading of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// A replacement of the open elements at the depths in `range` (1: the outermost). The others
    /// were made before by [`Edit::Copy`] or were in the range already. The tree does not change.
    /// The others take the innermost depths of the range. The rest become gaps until the elements
    /// above are closed, so those keep their depths.
    Splice {
        /// The depths; elements are open at the first and at the last of them.
        range: std::ops::Range<usize>,
        /// The new elements, no more than the range has depths.
        others: Vec<SplicedElement>,
        /// The index in `others` of the innermost element of the range, which stays open; its
        /// content keeps its state.
        stays: Option<usize>,
    },
    /// A removal of the open element at this depth, with all its content, from stack and tree.
    Retract {
        /// The depth of the element.
        depth: usize,
    },
    /// A new element like another one, with the attributes of its tag; it is not in the tree yet.
    Copy {
        /// The other element.
        of: ElementNumber,
    },
    /// A move of an element, with all its content. `InsertionLocation::Here` is not used.
    Move {
        /// The element.
        element: ElementNumber,
        /// The new location.
        to: InsertionLocation,
    },
    /// A move of all children of an element to the end of another one.
    MoveChildren {
        /// The old parent.
        from: ElementNumber,
        /// The new parent.
        to: ElementNumber,
    },
    /// An addition to an element of those attributes of a start tag whose names it does not have.
    Merge {
        /// The start tag.
        token: TokenId,
        /// The element.
        into: ElementNumber,
    },
    /// A waiver: the next word is read although a context line forbids it.
    Waive,
    /// A waiver for the next word, which opens an element without moving the content around it.
    Apart,
    /// A change of a flag.
    Flag {
        /// The flag.
        flag: FlagId,
        /// True if it is on now.
        on: bool,
    },
}

/// One step of a parse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The kind of the step.
    pub kind: EventKind,
    /// The word that the recogniser read; `None` if and only if it read nothing. That is the case
    /// for cruft that the grammar does not expect, and for a search that was given up. It is also
    /// the case for elements closed by force when the input ends too early.
    pub word: Option<Word>,
    /// The physical token; `None` if and only if the tag is virtual, or a search was given up.
    pub token: Option<TokenId>,
    /// The repair that is the cause; `None` if and only if the token was taken as it is.
    pub cause: Option<RepairId>,
    /// The location of the node, if there is one.
    pub location: InsertionLocation,
    /// The original of a reopened element, whose attributes the copy has.
    pub copy_of: Option<ElementNumber>,
}

impl Event {
    /// Returns an event without word, token or cause, at the default location.
    pub(super) const fn of(kind: EventKind) -> Self {
        let location = InsertionLocation::Here;
        Self { kind, word: None, token: None, cause: None, location, copy_of: None }
    }
}

/// The kind of an [`Event`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// A start tag: the element becomes the current one.
    Open(ElementId),
    /// The end of the current element: by its end tag, by a virtual one, or at once because it is
    /// void.
    Close(ElementId),
    /// A piece of text, as a range of bytes of the token's decoded value.
    Text(Span),
    /// A comment.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
    /// A document type declaration.
    Doctype,
    /// A token that was set aside; for text, a range of its value.
    Cruft(Option<Span>),
    /// A token that a `discard` passed over, which is no mistake and leaves no node; for text, a
    /// range of its value.
    Ignored(Option<Span>),
    /// Text that replaces a piece of the token: a string of
    /// `Parse::strings`.
    Instead(u32),
    /// A zero-width terminal that was read.
    Mark,
    /// A change of tree or stack: an edit of `Parse::edits`.
    Edit(EditId),
    /// A search for virtual tags that was given up at its limit, so the repair that follows may not
    /// be the best one.
    GivenUp,
    /// The end of the input.
    End,
}

/// The kind of a repair. It is serialised as its [`name`](Self::name).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RepairKind {
    /// A start tag was inserted.
    VirtualStart,
    /// An end tag was inserted.
    VirtualEnd,
    /// The token was set aside.
    Cruft,
    /// The search for virtual tags was given up at its limit
    /// ([`Limits::search_nodes`](super::Limits::search_nodes)). Nothing was done, and the next
    /// remedy is tried.
    GivenUp,
    /// The input ended inside an element whose content is not complete, or which no line permits to
    /// end. The element was closed by force.
    Unfinished,
    /// A formatting element was reopened.
    Reopened,
    /// The token was inserted elsewhere in the tree.
    Fostered,
    /// The token was replaced by another one.
    Rewritten,
    /// The adoption agency algorithm ran.
    Adopted,
    /// An element left the stack before those inside it.
    Unlinked,
    /// An element was removed with all its content.
    Retracted,
    /// The attributes were added to an existing element.
    Merged,
}

impl RepairKind {
    /// All kinds.
    pub const ALL: [Self; 12] = [
        Self::VirtualStart,
        Self::VirtualEnd,
        Self::Cruft,
        Self::GivenUp,
        Self::Unfinished,
        Self::Reopened,
        Self::Fostered,
        Self::Rewritten,
        Self::Adopted,
        Self::Unlinked,
        Self::Retracted,
        Self::Merged,
    ];

    /// Reports whether a repair of this kind means that its token is not what its source suggests.
    #[doc(hidden)]
    #[must_use]
    pub const fn is_of_its_token(self) -> bool {
        match self {
            Self::Cruft
            | Self::Fostered
            | Self::Rewritten
            | Self::Adopted
            | Self::Unlinked
            | Self::Retracted
            | Self::Merged => true,
            Self::VirtualStart
            | Self::VirtualEnd
            | Self::GivenUp
            | Self::Unfinished
            | Self::Reopened => false,
        }
    }

    /// Returns the name of the kind in the output formats; a contract with scripts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::VirtualStart => "virtual-start",
            Self::VirtualEnd => "virtual-end",
            Self::Cruft => "cruft",
            Self::GivenUp => "given-up",
            Self::Unfinished => "unfinished",
            Self::Reopened => "reopened",
            Self::Fostered => "fostered",
            Self::Rewritten => "rewritten",
            Self::Adopted => "adopted",
            Self::Unlinked => "unlinked",
            Self::Retracted => "retracted",
            Self::Merged => "merged",
        }
    }
}

/// One repair. The record is small, because the acceptable terminals are recomputed on demand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repair {
    /// The kind of the repair.
    pub kind: RepairKind,
    /// The token that was rejected.
    #[doc(hidden)]
    pub token: TokenId,
    /// The span of the rejected text, or the empty span before the token where a tag was inserted.
    pub span: Span,
    /// The terminal that was rejected; `None` if and only if the grammar never mentions the token.
    pub rejected: Option<TerminalId>,
    /// The terminal of the tag that was inserted, if any.
    pub inserted: Option<TerminalId>,
    /// The grammar line that permits the repair; `None` if no line does (cruft as the last resort,
    /// the end of the input).
    pub place: Option<FileSpan>,
}

/// Returns the span of a piece of a token. The pieces of a text token are ranges that tile its
/// value, and their spans tile that of the token. The first and the last span include the parts of
/// the token around its value (`<![CDATA[` and `]]>`). Any other token is a single piece.
#[must_use]
pub(crate) fn piece_span(token: TokenRef<'_>, range: Option<Span>) -> Span {
    let (KindRef::Text(text), Some(range)) = (token.kind, range) else { return token.span };
    let Span { start, end } = text.value.span_of(range);
    let is_last = range.range().end >= text.value.len();
    Span {
        start: if range.start == 0 { token.span.start } else { start },
        end: if is_last { token.span.end } else { end },
    }
}
