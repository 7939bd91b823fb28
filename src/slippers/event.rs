//! What the slippers say: one stream of events, and a record of each repair.
//!
//! Everything downstream is a view of this stream: the tree, the `events` format, `explain`, the
//! fixed source. The tree takes it in as it comes ([`Sink`](super::Sink)), the others have it made
//! again. An event names the [`Word`] that the recogniser read, so the stream can be read again by
//! a fresh recogniser ([`replay`](super::replay)); it names the physical token that it stands for,
//! or the repair that is its cause:
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
use crate::grammar::ast::Place;
use crate::token::{KindRef, TokenRef};

crate::base::id_type! {
    /// A physical token of a parse.
    pub TokenId
}

crate::base::id_type! {
    /// A repair of a parse.
    pub RepairId
}

crate::base::id_type! {
    /// An element of a parse: elements are numbered as they are made, copies among them.
    pub ElementNumber
}

crate::base::id_type! {
    /// An edit of the tree.
    pub EditId
}

/// Where a node is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum InsertionLocation {
    /// At the end of the current element.
    #[default]
    Here,
    /// Directly before this element, wherever that stands.
    Before(ElementNumber),
    /// At the end of this element.
    Inside(ElementNumber),
    /// At the end of the document.
    Root,
}

/// An element that a splice puts among the open ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spliced {
    /// Which of the elements made so far.
    pub number: ElementNumber,
    /// What the grammar calls it from now on: where it stands now, a group may read it as an
    /// element of its own.
    pub element: ElementId,
    /// The word that opens it in the recogniser.
    pub word: Word,
}

/// What is done to the tree and to the stack of open elements, and is no reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Edit {
    /// The open elements at the depths in `range` (1: the outermost) leave the stack, and others,
    /// made before by [`Edit::Copy`] or in the range already, stand there instead; the tree stays
    /// as it is. The others take the innermost depths of the range. At the rest gaps are left until
    /// what is above is closed: what is above keeps its depth.
    Splice {
        /// The depths; the first and the last are those of open elements.
        range: std::ops::Range<usize>,
        /// What stands there instead, no more than the range has depths.
        others: Vec<Spliced>,
        /// Which of the others is the innermost element of the range, and stays open: its content
        /// stands where it stood.
        stays: Option<usize>,
    },
    /// The open element at this depth is taken back: it and all in it leave stack and tree.
    Retract {
        /// The depth.
        depth: usize,
    },
    /// A new element like another one, with its tag's attributes; it stands nowhere yet.
    Copy {
        /// The other one.
        of: ElementNumber,
    },
    /// An element is put elsewhere, with all in it. `InsertionLocation::Here` is not used.
    Move {
        /// The element.
        element: ElementNumber,
        /// Where it is put.
        to: InsertionLocation,
    },
    /// All children of an element are put at the end of another one.
    MoveChildren {
        /// The one.
        from: ElementNumber,
        /// The other.
        to: ElementNumber,
    },
    /// An element gets those attributes of a start tag whose names it does not have.
    Merge {
        /// The start tag.
        token: TokenId,
        /// The element.
        into: ElementNumber,
    },
    /// The next word is read although a context line forbids it.
    Waive,
    /// The next word is read although a context line forbids it, and the element that it opens
    /// leaves the content around it where it stands.
    Apart,
    /// A flag is turned on or off.
    Flag {
        /// The flag.
        flag: FlagId,
        /// Whether it is on now.
        on: bool,
    },
}

/// One step of a parse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// What the recogniser read for it; `None` if and only if it read nothing (cruft that the
    /// grammar has no place for, a search that was given up, and what is closed by force when the
    /// input ends too early).
    pub word: Option<Word>,
    /// The physical token; `None` if and only if the tag is virtual, or a search was given up.
    pub token: Option<TokenId>,
    /// The repair that is the cause; `None` if and only if the token was taken as it is.
    pub cause: Option<RepairId>,
    /// Where the node is put, if there is one.
    pub location: InsertionLocation,
    /// Of a reopened element, the one that it is a copy of: its start tag's attributes are this
    /// one's.
    pub copy_of: Option<ElementNumber>,
}

impl Event {
    /// An event that reads nothing, is due to nothing and puts nothing elsewhere.
    pub(super) const fn of(kind: EventKind) -> Self {
        let location = InsertionLocation::Here;
        Self { kind, word: None, token: None, cause: None, location, copy_of: None }
    }
}

/// What an [`Event`] does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// A start tag: the element becomes the current one.
    Open(ElementId),
    /// The current element ends: by its end tag, a virtual one, or at once because it is void.
    Close(ElementId),
    /// A piece of text, as a range of bytes of the token's decoded value.
    Text(Span),
    /// A comment.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
    /// A document type declaration.
    Doctype,
    /// A token that was set aside; a range of its value if it is text.
    Cruft(Option<Span>),
    /// A token that a `discard` passed over, which is no mistake and leaves no node; a range of its value if it is text.
    Ignored(Option<Span>),
    /// Text that stands for a piece of the token: a string of
    /// [`Parse::strings`](super::Parse::strings).
    Instead(u32),
    /// A zero-width terminal was read.
    Mark,
    /// Something is done to tree or stack: an edit of [`Parse::edits`](super::Parse::edits).
    Edit(EditId),
    /// Nothing: a search for tags that might be inserted was given up at its limit, so what follows
    /// may not be the best.
    GivenUp,
    /// The end of the input.
    End,
}

/// What a repair did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RepairKind {
    /// A start tag was inserted.
    VirtualStart,
    /// An end tag was inserted.
    VirtualEnd,
    /// The token was set aside.
    Cruft,
    /// Nothing was done yet: the search for the tags to insert was given up at its limit
    /// ([`Limits::search_nodes`](super::Limits::search_nodes)), and the next remedy is tried.
    GivenUp,
    /// The input ended inside an element whose content is not complete, or that no line lets end:
    /// it was closed by force.
    Unfinished,
    /// A formatting element was opened again.
    Reopened,
    /// The token stands elsewhere in the tree.
    Fostered,
    /// The token was made another one.
    Rewritten,
    /// The adoption agency ran.
    Adopted,
    /// An element left the stack before those inside it.
    Unlinked,
    /// An element was taken back with all in it.
    Retracted,
    /// The attributes went to an element that was there.
    Merged,
}

impl RepairKind {
    /// The word for it in the output formats; a contract with scripts.
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

/// One repair: small, because what was acceptable is derived again on demand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repair {
    /// What was done.
    pub kind: RepairKind,
    /// The token that was rejected.
    pub(crate) token: TokenId,
    /// Where: the rejected text, or the empty span before the token where a tag was inserted.
    pub span: Span,
    /// What was rejected, as the grammar sees it; `None` if and only if the grammar never mentions
    /// such a token.
    pub(crate) rejected: Option<TerminalId>,
    /// What was inserted: the tag; `None` if and only if nothing was.
    pub(crate) inserted: Option<TerminalId>,
    /// The line of the grammar that says so; `None` if nothing does (cruft as the last resort, the
    /// end of the input).
    pub(crate) place: Option<Place>,
}

/// Where a piece of a token stands in the text. The pieces of a text are ranges that tile its
/// value, and their spans tile that of the token: the first and the last have what the token has
/// around its value (`<![CDATA[` and `]]>`). What is no text is one piece.
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
