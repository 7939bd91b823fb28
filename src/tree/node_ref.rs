//! A node together with its document: the handle of a reader of the tree.

mod attributes;
mod pieces;
mod tags;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::document::Document;
use super::node::{Cruft, Element, ElementRow, NodeContent, NodeId, NodeRow};
use crate::base::{NameId, Position, Span};
use crate::grammar::{ElementId, Facts};
use crate::slippers::event::RepairId;
use crate::token::{Doctype, KindRef, ProcessingInstruction};
pub use tags::TagOrigin;

/// A node of a [`Document`]: a small copyable handle that borrows the document. The nodes of one
/// document are ordered by document order.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
/// let document = parser.parse("<A HREF=x>1</A> <a>2</a>", &ParseOptions::default()).unwrap();
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

impl Document {
    /// Returns the root, which contains all other nodes.
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef::new(self, NodeId::ROOT)
    }

    /// Returns the node with an id, if there is one.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<NodeRef<'_>> {
        if id.index() < self.len() { Some(NodeRef::new(self, id)) } else { None }
    }

    /// Returns the first element with the local name `name`, if there is one.
    #[must_use]
    pub fn first_element(&self, name: &str) -> Option<NodeRef<'_>> {
        let name = self.element_names().id(name)?;
        self.nodes().find(|node| node.name_id() == Some(name))
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

    fn row(self) -> &'a NodeRow {
        &self.document.tables.nodes[self.id.index()]
    }

    fn linked(self, link: Option<NodeId>) -> Option<Self> {
        Some(Self { id: link?, ..self })
    }

    /// Returns the kind of the node.
    #[must_use]
    pub fn kind(self) -> NodeKind {
        match self.content() {
            NodeContent::Document => NodeKind::Document,
            NodeContent::Element(_) => NodeKind::Element,
            NodeContent::Whole(_) | NodeContent::Text(_) => NodeKind::Text,
            NodeContent::Comment(_) => NodeKind::Comment,
            NodeContent::ProcessingInstruction(_) => NodeKind::ProcessingInstruction,
            NodeContent::Doctype(_) => NodeKind::Doctype,
            NodeContent::Cruft(_) => NodeKind::Cruft,
        }
    }

    pub(super) fn content(self) -> NodeContent {
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
            NodeContent::Element(row) => Some(row),
            _ => None,
        }
    }

    fn element(self) -> Option<&'a Element> {
        Some(&self.document.tables.elements[self.element_row()?.index()])
    }

    /// Returns the grammar's element of an element node.
    pub(super) fn grammar_element(self) -> Option<ElementId> {
        Some(self.element()?.element)
    }

    /// Reports whether the node is a comment that is not written as one (`<?…>`, `</ x>`).
    pub(super) fn is_bogus_comment(self) -> bool {
        let NodeContent::Comment(token) = self.content() else { return false };
        let Some(token) = self.document.token(token) else { return false };
        matches!(token.kind, KindRef::Comment(comment) if comment.bogus)
    }

    /// Returns the tag of an element, such as `<p>`; of another node, the name of its kind.
    #[doc(hidden)]
    #[must_use]
    pub fn in_words(self) -> String {
        self.name().map_or_else(|| self.kind().name().to_owned(), |name| format!("<{name}>"))
    }

    /// Returns the position of the first written byte of the node itself.
    #[doc(hidden)]
    #[must_use]
    pub fn position(self) -> Position {
        self.document.position(self.spans().first().map_or(0, |span| span.start))
    }

    #[doc(hidden)]
    pub fn facts(self) -> Option<&'a Facts> {
        Some(self.document.facts(self.element()?.element))
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
    #[doc(hidden)]
    pub fn holds_other_tree(self) -> bool {
        self.is_shadow_root() || self.has_template_contents()
    }

    /// Returns the repair that moved the node from where it was read (fostered, adopted), if one
    /// did. For a text all of which was moved, it returns the first of the repairs; for a text
    /// moved in part, `None`.
    #[must_use]
    pub fn moved_by(self) -> Option<RepairId> {
        let first = self.moves().next()?;
        if self.kind() == NodeKind::Text && !self.all_moved() {
            return None;
        }
        Some(first)
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
            NodeContent::Whole(_) | NodeContent::Text(_) => Some(self.assembled()),
            NodeContent::Comment(token) => match self.document.token(token)?.kind {
                KindRef::Comment(comment) => Some(comment.value.get(self.document.text()).into()),
                _ => None,
            },
            NodeContent::ProcessingInstruction(_) => {
                Some(self.instruction()?.data(self.document.text()).into())
            }
            NodeContent::Cruft(cruft) => {
                let Cruft { token, range, .. } = self.document.tables.cruft[cruft.index()];
                Some(self.document.written(token, range).into())
            }
            NodeContent::Document | NodeContent::Element(_) | NodeContent::Doctype(_) => None,
        }
    }

    /// Returns the target of a processing instruction; `None` for other nodes.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let document = parser.parse("<?marker name=a>", &ParseOptions::default()).unwrap();
    /// let node = document.root().first_child().unwrap();
    /// assert_eq!((node.target(), node.text().as_deref()), (Some("marker"), Some("name=a")));
    /// ```
    #[must_use]
    pub fn target(self) -> Option<&'a str> {
        Some(self.instruction()?.target(self.document.text()))
    }

    /// Returns the token of a processing instruction.
    pub(super) fn instruction(self) -> Option<&'a ProcessingInstruction> {
        let NodeContent::ProcessingInstruction(token) = self.content() else { return None };
        match self.document.token(token)?.kind {
            KindRef::ProcessingInstruction(instruction) => Some(instruction),
            _ => None,
        }
    }

    /// Returns the name of a document type declaration; `None` for other nodes.
    #[must_use]
    pub fn doctype_name(self) -> Option<&'a str> {
        Some(self.doctype()?.name.as_ref()?.get(self.document.text()))
    }

    /// Returns the public identifier of a document type declaration, if it has one.
    #[must_use]
    pub fn public_id(self) -> Option<&'a str> {
        Some(self.doctype()?.public_id.as_ref()?.get(self.document.text()))
    }

    /// Returns the system identifier of a document type declaration, if it has one.
    #[must_use]
    pub fn system_id(self) -> Option<&'a str> {
        Some(self.doctype()?.system_id.as_ref()?.get(self.document.text()))
    }

    /// Returns the token of a document type declaration.
    pub(super) fn doctype(self) -> Option<&'a Doctype> {
        let NodeContent::Doctype(token) = self.content() else { return None };
        match self.document.token(token)?.kind {
            KindRef::Doctype(doctype) => Some(doctype),
            _ => None,
        }
    }

    /// Returns the repair that set cruft aside.
    #[must_use]
    pub fn cruft(self) -> Option<RepairId> {
        match self.content() {
            NodeContent::Cruft(cruft) => self.document.tables.cruft[cruft.index()].repair,
            _ => None,
        }
    }

    /// Returns the spans of the node itself, without its descendants: the tags of an element, the
    /// pieces of a text (neighbours joined), a whole comment. Virtual tags have no span.
    #[must_use]
    pub fn spans(self) -> Vec<Span> {
        let document = self.document;
        match self.content() {
            NodeContent::Document => Vec::new(),
            NodeContent::Element(_) => {
                let mut spans = Vec::new();
                for tag in [self.start_tag(), self.end_tag()] {
                    if let Some(TagOrigin::Written(span)) = tag {
                        spans.push(span);
                    }
                }
                spans
            }
            NodeContent::Whole(_) | NodeContent::Text(_) => self.text_spans(),
            NodeContent::Comment(token)
            | NodeContent::ProcessingInstruction(token)
            | NodeContent::Doctype(token) => document.token_span(token).into_iter().collect(),
            NodeContent::Cruft(cruft) => {
                let Cruft { token, range, .. } = document.tables.cruft[cruft.index()];
                document.piece_span(token, range).into_iter().collect()
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
        match self.name() {
            Some(name) => write!(f, " <{name}>"),
            None => Ok(()),
        }
    }
}
