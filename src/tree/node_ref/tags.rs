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

    /// Reports whether the first line feed of the element is dropped.
    #[doc(hidden)]
    #[must_use]
    pub fn drops_newline(self) -> bool {
        let drops = &self.document().tree_facts.drops_newline;
        self.grammar_element().is_some_and(|element| drops.contains(element.index()))
    }

    /// Reports whether a node is a copy for display only, which a parse of the source makes again.
    #[doc(hidden)]
    #[must_use]
    pub fn is_for_display(self) -> bool {
        match self.element() {
            Some(element) => match element.start.get() {
                Tagging::Copied(copy) => self.document.tables.copies[copy.index()].repair.is_none(),
                _ => false,
            },
            None => self.parent().is_some_and(|parent| shows(parent, self)),
        }
    }

    /// Returns the token of a written start tag, of a comment or of a processing instruction.
    #[doc(hidden)]
    pub fn own_token(self) -> Option<TokenId> {
        match self.content() {
            NodeContent::Comment(token) | NodeContent::ProcessingInstruction(token) => Some(token),
            _ => self.element()?.start.get().written(),
        }
    }

    /// Returns the token of a written end tag.
    #[doc(hidden)]
    pub fn end_token(self) -> Option<TokenId> {
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
    #[doc(hidden)]
    pub fn tag(self) -> Option<TagRef<'a>> {
        match self.element()?.start.get() {
            Tagging::Written(token) => self.document.start_tag(token),
            Tagging::Copied(copy) => {
                self.document.start_tag(self.document.tables.copies[copy.index()].tag?)
            }
            Tagging::Virtual(_) | Tagging::None => None,
        }
    }
}

/// Reports whether an element shows a text or a comment that is not between its tags.
fn shows(mirror: NodeRef<'_>, node: NodeRef<'_>) -> bool {
    let Some(element) = mirror.grammar_element() else { return false };
    if !mirror.document().tree_facts.mirrors_into.contains(element.index()) {
        return false;
    }
    let Some(span) = node.spans().first().copied() else { return false };
    let (start, end) = (mirror.start_tag(), mirror.end_tag());
    let is_before = matches!(start, Some(TagOrigin::Written(tag)) if span.start < tag.end);
    is_before || matches!(end, Some(TagOrigin::Written(tag)) if tag.start <= span.start)
}
