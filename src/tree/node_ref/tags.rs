//! Access to the tags of an element: their origins, their tokens and their spans.

use super::super::node::{CopyOrigin, NodeContent, Tagging};
use super::NodeRef;
use crate::base::Span;
use crate::slippers::event::{RepairId, TokenId};
use crate::token::TagRef;

/// The origin of a tag of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TagOrigin {
    /// A tag of the source, with its span.
    Written(Span),
    /// A tag that a repair inserted.
    Virtual(RepairId),
    /// A tag of an element that is a copy of another one.
    Copied {
        /// The start tag of the copied element; `None` if and only if that is virtual.
        of: Option<Span>,
        /// The repair that made the copy; `None` if and only if the copy is for display only.
        repair: Option<RepairId>,
    },
}

impl TagOrigin {
    /// Returns the repair, if the tag comes from one.
    #[must_use]
    pub fn repair(self) -> Option<RepairId> {
        match self {
            Self::Written(_) => None,
            Self::Virtual(repair) => Some(repair),
            Self::Copied { repair, .. } => repair,
        }
    }
}

impl<'a> NodeRef<'a> {
    /// Returns the origin of an element's start tag.
    #[must_use]
    pub fn start_tag(self) -> Option<TagOrigin> {
        self.origin(self.element()?.start.get())
    }

    /// Returns the origin of an element's end tag; `None` if the element is void and has none.
    #[must_use]
    pub fn end_tag(self) -> Option<TagOrigin> {
        self.origin(self.element()?.end.get())
    }

    /// Returns the origin of an element's start tag, as the tables store it.
    pub(in super::super) fn start_tagging(self) -> Option<Tagging> {
        Some(self.element()?.start.get())
    }

    /// Returns the origin of an element's end tag, as the tables store it.
    pub(in super::super) fn end_tagging(self) -> Option<Tagging> {
        Some(self.element()?.end.get())
    }

    /// Returns the span of the physical start tag; for a copy, that of the copied element.
    pub(in super::super) fn tag_span(self) -> Option<Span> {
        self.document.token_span(self.document.tables.tag(self.element_row()?)?)
    }

    /// Returns the token of a written start tag, of a comment or of a processing instruction.
    pub(in super::super) fn own_token(self) -> Option<TokenId> {
        match self.content() {
            NodeContent::Comment(token) | NodeContent::ProcessingInstruction(token) => Some(token),
            _ => self.element()?.start.get().written(),
        }
    }

    /// Returns the token of a written end tag.
    pub(in super::super) fn end_token(self) -> Option<TokenId> {
        self.element()?.end.get().written()
    }

    fn origin(self, tagging: Tagging) -> Option<TagOrigin> {
        Some(match tagging {
            Tagging::None => return None,
            Tagging::Written(token) => TagOrigin::Written(self.document.token_span(token)?),
            Tagging::Virtual(repair) => TagOrigin::Virtual(repair),
            Tagging::Copied(copy) => {
                let CopyOrigin { tag, repair } = self.document.tables.copies[copy.index()];
                let of = tag.and_then(|token| self.document.token_span(token));
                TagOrigin::Copied { of, repair }
            }
        })
    }

    /// Reports whether the start tag of an element is not in the source at its place: it is virtual
    /// or a copy.
    #[doc(hidden)]
    pub fn is_virtual(self) -> bool {
        matches!(self.start_tag(), Some(TagOrigin::Virtual(_) | TagOrigin::Copied { .. }))
    }

    /// Returns the offset where a tag of the element is written, or else where a repair inserted
    /// it.
    #[doc(hidden)]
    #[must_use]
    pub fn tag_offset(self, tag: TagOrigin) -> Option<u32> {
        match tag {
            TagOrigin::Written(span) => Some(span.start),
            _ => Some(self.document.repair(tag.repair()?)?.span.start),
        }
    }

    /// Returns the offset where a node is written first; for a virtual element, where it was
    /// inserted.
    #[doc(hidden)]
    #[must_use]
    pub fn first_offset(self) -> Option<u32> {
        match self.start_tag() {
            Some(tag) => self.tag_offset(tag),
            None => self.spans().first().map(|span| span.start),
        }
    }

    /// Returns the physical start tag of an element, and for a copy that of the copied element;
    /// `None` if it is virtual.
    #[must_use]
    pub(crate) fn tag(self) -> Option<TagRef<'a>> {
        match self.element()?.start.get() {
            Tagging::Written(token) => self.document.start_tag(token),
            Tagging::Copied(copy) => {
                self.document.start_tag(self.document.tables.copies[copy.index()].tag?)
            }
            Tagging::Virtual(_) | Tagging::None => None,
        }
    }
}
