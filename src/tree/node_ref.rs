//! A node together with its document: the handle of a reader of the tree.

mod attributes;
mod pieces;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::document::Document;
use super::node::{Content, Cruft, Element, ElementRow, Node, NodeId, Tagging};
use crate::base::{NameId, Span};
use crate::grammar::{ElementId, Facts};
use crate::slippers::event::{RepairId, TokenId, piece_span};
use crate::token::{Doctype, KindRef, ProcessingInstruction, TagRef};

/// A node of a [`Document`]: a small copyable handle that borrows the document. The nodes of one
/// document are ordered by document order.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
/// let document = parser.parse_str("<A HREF=x>1</A> <a>2</a>", &ParseOptions::default()).unwrap();
/// let links = || document.root().descendants().filter(|node| node.name() == Some("a"));
/// assert_eq!(links().filter_map(|link| link.attribute("href")).collect::<Vec<_>>(), ["x"]);
/// let start = links().next().unwrap().spans()[0];
/// assert_eq!(start.of(document.text()), "<A HREF=x>");
/// ```
#[derive(Clone, Copy)]
pub struct NodeRef<'a> {
    document: &'a Document,
    id: NodeId,
}

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum NodeKind {
    /// The document: the root.
    Document,
    /// An element.
    Element,
    /// Text.
    Text,
    /// A comment.
    Comment,
    /// A processing instruction: `<?target data>`.
    ProcessingInstruction,
    /// A document type declaration.
    Doctype,
    /// A token that the grammar does not accept, as a node at the position where it was found.
    Cruft,
}

impl NodeKind {
    /// Returns the name of the kind in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Element => "element",
            Self::Text => "text",
            Self::Comment => "comment",
            Self::ProcessingInstruction => "processing-instruction",
            Self::Doctype => "doctype",
            Self::Cruft => "cruft",
        }
    }
}

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

impl Document {
    /// Returns the root, which contains all other nodes.
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef::new(self, NodeId::ROOT)
    }

    /// Returns the node with an id, if there is one.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<NodeRef<'_>> {
        (id.index() < self.len()).then(|| NodeRef::new(self, id))
    }

    /// Returns the first element with the local name `name`, if there is one.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<NodeRef<'_>> {
        let name = self.element_names().id(name)?;
        self.nodes().find(|node| node.name_id() == Some(name))
    }

    /// Returns the node that the text at a byte offset belongs to: a text node, the element whose
    /// tag it is, or a comment. Source without a node (lost tokens, and cruft where the grammar has
    /// no node for it) belongs to the element around it. Past the end of the text the result is
    /// `None`.
    #[must_use]
    pub(crate) fn node_at(&self, offset: u32) -> Option<NodeRef<'_>> {
        if offset > Span::at(self.text().len()).start {
            return None;
        }
        Some(NodeRef::new(self, self.owner_at(offset)))
    }
}

impl<'a> NodeRef<'a> {
    pub(super) fn new(document: &'a Document, id: NodeId) -> Self {
        Self { document, id }
    }

    /// Returns the document of the node.
    #[must_use]
    pub fn document(self) -> &'a Document {
        self.document
    }

    /// Returns the number of the node.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    fn row(self) -> &'a Node {
        &self.document.tables.nodes[self.id.index()]
    }

    fn linked(self, link: Option<NodeId>) -> Option<Self> {
        link.map(|id| Self { id, ..self })
    }

    /// Returns the kind of the node.
    #[must_use]
    pub fn kind(self) -> NodeKind {
        match self.content() {
            Content::Document => NodeKind::Document,
            Content::Element(_) => NodeKind::Element,
            Content::Whole(_) | Content::Text(_) => NodeKind::Text,
            Content::Comment(_) => NodeKind::Comment,
            Content::ProcessingInstruction(_) => NodeKind::ProcessingInstruction,
            Content::Doctype(_) => NodeKind::Doctype,
            Content::Cruft(_) => NodeKind::Cruft,
        }
    }

    pub(super) fn content(self) -> Content {
        self.row().content
    }

    /// Returns the parent; `None` if and only if the node is the root.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.linked(self.row().parent)
    }

    /// Returns the first child.
    #[must_use]
    pub fn first_child(self) -> Option<Self> {
        self.linked(self.row().first_child)
    }

    /// Returns the last child.
    #[must_use]
    pub fn last_child(self) -> Option<Self> {
        self.linked(self.row().last_child)
    }

    /// Returns the next sibling.
    #[must_use]
    pub fn next_sibling(self) -> Option<Self> {
        self.linked(self.row().next)
    }

    /// Returns the previous sibling.
    #[must_use]
    pub fn previous_sibling(self) -> Option<Self> {
        self.linked(self.row().previous)
    }

    pub(super) fn element_row(self) -> Option<ElementRow> {
        match self.content() {
            Content::Element(row) => Some(row),
            _ => None,
        }
    }

    fn element(self) -> Option<&'a Element> {
        Some(&self.document.tables.elements[self.element_row()?.index()])
    }

    /// Returns the grammar's element of an element node.
    pub(super) fn grammar_element(self) -> Option<ElementId> {
        self.element().map(|element| element.element)
    }

    /// Reports whether the node is a comment that is not written as one (`<?…>`, `</ x>`).
    pub(super) fn is_bogus_comment(self) -> bool {
        let Content::Comment(token) = self.content() else { return false };
        let token = self.document.token(token).map(|token| token.kind);
        matches!(token, Some(KindRef::Comment(comment)) if comment.bogus)
    }

    pub(super) fn facts(self) -> Option<&'a Facts> {
        self.element().map(|element| self.document.facts(element.element))
    }

    /// Returns the local name of an element: as the grammar spells it, or as in the source if the
    /// grammar does not mention it.
    #[must_use]
    pub fn name(self) -> Option<&'a str> {
        Some(self.document.spelled_name(self.element()?.name))
    }

    /// Returns the local name as a number, so that names can be compared as numbers: see
    /// [`Document::name_id`].
    #[must_use]
    pub fn name_id(self) -> Option<NameId> {
        self.element()?.name
    }

    /// Returns the namespace of an element; `None` for the default namespace of the markup.
    #[must_use]
    pub fn namespace(self) -> Option<&'a str> {
        self.document.element_names().get(self.namespace_id()?)
    }

    /// Returns the namespace as a number.
    #[must_use]
    pub fn namespace_id(self) -> Option<NameId> {
        self.facts()?.namespace
    }

    /// Returns the name of an element, preceded by the namespace and a colon if there is a
    /// namespace.
    pub(super) fn qualified_name(self) -> Option<String> {
        let element = self.element()?;
        Some(self.document.qualified_name(element.element, element.name))
    }

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
    pub(super) fn start_tagging(self) -> Option<Tagging> {
        Some(self.element()?.start.get())
    }

    /// Returns the origin of an element's end tag, as the tables store it.
    pub(super) fn end_tagging(self) -> Option<Tagging> {
        Some(self.element()?.end.get())
    }

    /// Returns the span of the physical start tag; for a copy, that of the copied element.
    pub(super) fn tag_span(self) -> Option<Span> {
        let token = self.document.tables.tag(self.element_row()?)?;
        Some(self.document.token(token)?.span)
    }

    /// Returns the token of a written start tag, of a comment or of a processing instruction.
    pub(super) fn own_token(self) -> Option<TokenId> {
        match self.content() {
            Content::Comment(token) | Content::ProcessingInstruction(token) => Some(token),
            _ => self.element()?.start.get().written(),
        }
    }

    /// Returns the token of a written end tag.
    pub(super) fn end_token(self) -> Option<TokenId> {
        self.element()?.end.get().written()
    }

    fn origin(self, tagging: Tagging) -> Option<TagOrigin> {
        match tagging {
            Tagging::None => None,
            Tagging::Written(token) => {
                self.document.token(token).map(|token| TagOrigin::Written(token.span))
            }
            Tagging::Virtual(repair) => Some(TagOrigin::Virtual(repair)),
            Tagging::Copied(copy) => {
                let copied = self.document.tables.copies[copy.index()];
                let tag = copied.tag.and_then(|token| self.document.token(token));
                Some(TagOrigin::Copied { of: tag.map(|tag| tag.span), repair: copied.repair })
            }
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

    /// Reports whether the node is the shadow root of its parent.
    #[must_use]
    pub fn is_shadow_root(self) -> bool {
        self.shadow_root().is_some()
    }

    /// Reports whether the node is an element like `<template>`, whose children belong to its
    /// template contents in the DOM (HTML, section 4.12.3).
    #[must_use]
    pub fn has_template_contents(self) -> bool {
        self.facts().is_some_and(|facts| facts.contents) && !self.is_shadow_root()
    }

    /// Reports whether the node's content is a separate tree: template contents, or a shadow root.
    #[must_use]
    pub(crate) fn holds_other_tree(self) -> bool {
        self.is_shadow_root() || self.has_template_contents()
    }

    /// Returns the repair that moved the node from where it was read (fostered, adopted), if one
    /// did. For a text all of which was moved, it returns the first of the repairs; for a text
    /// moved in part, `None`.
    #[must_use]
    pub fn moved_by(self) -> Option<RepairId> {
        let first = self.moves().next()?;
        let is_whole = self.kind() != NodeKind::Text || self.all_moved();
        is_whole.then_some(first)
    }

    /// Returns the repairs that moved the node from where it was read. A text may have several, in
    /// order; each moved the part of the text under the repair's span.
    pub fn moves(self) -> impl Iterator<Item = RepairId> {
        let moved = &self.document.tables.moved;
        let first = moved.partition_point(|&(node, _)| node < self.id);
        let own = moved[first..].iter().take_while(move |&&(node, _)| node == self.id);
        own.map(|&(_, repair)| repair)
    }

    /// Returns the content of a text, a comment or cruft (cruft as in the source), and the data of
    /// a processing instruction; `None` for other nodes.
    #[must_use]
    pub fn text(self) -> Option<Cow<'a, str>> {
        match self.content() {
            Content::Whole(_) | Content::Text(_) => Some(self.assembled()),
            Content::Comment(token) => match self.document.token(token)?.kind {
                KindRef::Comment(comment) => Some(comment.value.get(self.document.text()).into()),
                _ => None,
            },
            Content::ProcessingInstruction(_) => {
                Some(self.instruction()?.data(self.document.text()).into())
            }
            Content::Cruft(cruft) => {
                let Cruft { token, range, .. } = self.document.tables.cruft[cruft.index()];
                Some(self.document.written(token, range).into())
            }
            Content::Document | Content::Element(_) | Content::Doctype(_) => None,
        }
    }

    /// Returns the target of a processing instruction; `None` for other nodes.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let document = parser.parse_str("<?marker name=a>", &ParseOptions::default()).unwrap();
    /// let node = document.root().first_child().unwrap();
    /// assert_eq!((node.target(), node.text().as_deref()), (Some("marker"), Some("name=a")));
    /// ```
    #[must_use]
    pub fn target(self) -> Option<&'a str> {
        Some(self.instruction()?.target(self.document.text()))
    }

    /// Returns the token of a processing instruction.
    pub(super) fn instruction(self) -> Option<&'a ProcessingInstruction> {
        let Content::ProcessingInstruction(token) = self.content() else { return None };
        match self.document.token(token)?.kind {
            KindRef::ProcessingInstruction(instruction) => Some(instruction),
            _ => None,
        }
    }

    /// Returns the physical document type declaration of a doctype node.
    #[must_use]
    pub fn doctype(self) -> Option<&'a Doctype> {
        let Content::Doctype(token) = self.content() else { return None };
        match self.document.token(token)?.kind {
            KindRef::Doctype(doctype) => Some(doctype),
            _ => None,
        }
    }

    /// Returns the repair that set cruft aside.
    #[must_use]
    pub fn cruft(self) -> Option<RepairId> {
        match self.content() {
            Content::Cruft(cruft) => self.document.tables.cruft[cruft.index()].repair,
            _ => None,
        }
    }

    /// Returns the spans of the node itself, without its descendants: the tags of an element, the
    /// pieces of a text (neighbours joined), a whole comment. Virtual tags have no span.
    #[must_use]
    pub fn spans(self) -> Vec<Span> {
        let document = self.document;
        let whole = |id: TokenId| document.token(id).map(|token| token.span);
        match self.content() {
            Content::Document => Vec::new(),
            Content::Element(_) => {
                let tags = [self.start_tag(), self.end_tag()];
                let written = |origin| match origin {
                    Some(TagOrigin::Written(span)) => Some(span),
                    _ => None,
                };
                tags.into_iter().filter_map(written).collect()
            }
            Content::Whole(_) | Content::Text(_) => self.text_spans(),
            Content::Comment(token)
            | Content::ProcessingInstruction(token)
            | Content::Doctype(token) => whole(token).into_iter().collect(),
            Content::Cruft(cruft) => {
                let Cruft { token, range, .. } = document.tables.cruft[cruft.index()];
                document.token(token).map(|token| piece_span(token, range)).into_iter().collect()
            }
        }
    }
}

impl NodeRef<'_> {
    /// Returns the address of the document, and the node's number in it.
    fn identity(&self) -> (*const Document, NodeId) {
        (std::ptr::from_ref(self.document), self.id)
    }
}

impl PartialEq for NodeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for NodeRef<'_> {}

impl Ord for NodeRef<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.identity().cmp(&other.identity())
    }
}

impl PartialOrd for NodeRef<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for NodeRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl fmt::Debug for NodeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.id.index(), self.kind())?;
        self.name().map_or(Ok(()), |name| write!(f, " <{name}>"))
    }
}
