//! Nodes of XPath's data model: nodes of the tree, and attributes and namespaces of elements.
//! (XPath 1.0, section 5.)
//!
//! The contents of a `<template>` are not in the element but below a separate root, which has no
//! node id in the tree: it is the part `NodePart::Contents` of the element. A shadow root is a
//! node of the tree, and also a root.

use std::borrow::Cow;

use super::names::names;
use super::view::View;
use wishful::Allowance;
use wishful::base::Span;
use wishful::tree::{AttributeRef, Extent, NodeId, NodeKind, NodeRef};

/// The identity of a node. The derived order is document order: an element, its namespaces, its
/// attributes, its content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeKey {
    /// The node itself, or the element that has the namespace or the attribute.
    pub(crate) owner: NodeId,
    pub(crate) part: NodePart,
}

/// The part of its owner that a node is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum NodePart {
    Itself,
    /// A namespace, by its index among those in scope: [`SCOPE`].
    Namespace(u16),
    /// An attribute, by its index among those of the tag.
    Attribute(u32),
    /// The root of the template contents.
    Contents,
}

/// The namespaces in scope of every element: the element's own, without a prefix, and `xml`.
pub(crate) const SCOPE: [NodePart; 2] = [NodePart::Namespace(0), NodePart::Namespace(XML)];
const XML: u16 = 1;

/// The kind of a node of a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeType {
    /// The root of a document, of template contents or of a shadow tree.
    Root,
    /// An element.
    Element,
    /// An attribute.
    Attribute,
    /// A namespace in scope of an element.
    Namespace,
    /// A text.
    Text,
    /// A comment.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
    /// A document type declaration, which no expression selects.
    Doctype,
    /// A token that the tree builder set aside.
    Cruft,
}

impl NodeType {
    /// Returns the name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Root => "root",
            Self::Element => "element",
            Self::Attribute => "attribute",
            Self::Namespace => "namespace",
            Self::Text => "text",
            Self::Comment => "comment",
            Self::ProcessingInstruction => "processing-instruction",
            Self::Doctype => "doctype",
            Self::Cruft => "cruft",
        }
    }
}

/// A node of a document that an expression selected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node<'d> {
    pub(crate) owner: NodeRef<'d>,
    pub(crate) part: NodePart,
}

impl From<NodeId> for NodeKey {
    fn from(owner: NodeId) -> Self {
        Self { owner, part: NodePart::Itself }
    }
}

impl<'d> From<NodeRef<'d>> for Node<'d> {
    fn from(owner: NodeRef<'d>) -> Self {
        Self { owner, part: NodePart::Itself }
    }
}

impl<'d> Node<'d> {
    #[doc(hidden)]
    pub fn key(self) -> NodeKey {
        NodeKey { owner: self.owner.id(), part: self.part }
    }

    /// Returns the kind of the node.
    #[must_use]
    pub fn kind(self) -> NodeType {
        match (self.part, self.owner.kind()) {
            (NodePart::Contents, _) | (_, NodeKind::Document) => NodeType::Root,
            (NodePart::Namespace(_), _) => NodeType::Namespace,
            (NodePart::Attribute(_), _) => NodeType::Attribute,
            (_, NodeKind::Element) if self.owner.is_shadow_root() => NodeType::Root,
            (_, NodeKind::Element) => NodeType::Element,
            (_, NodeKind::Text) => NodeType::Text,
            (_, NodeKind::Comment) => NodeType::Comment,
            (_, NodeKind::ProcessingInstruction) => NodeType::ProcessingInstruction,
            (_, NodeKind::Doctype) => NodeType::Doctype,
            (_, NodeKind::Cruft) => NodeType::Cruft,
        }
    }

    /// Returns the underlying node of the tree: for an attribute or a namespace, its element; for
    /// the root of template contents, the template.
    #[must_use]
    pub fn node_ref(self) -> NodeRef<'d> {
        self.owner
    }

    /// Returns the parent within the same tree: for an attribute or a namespace, its element; for a
    /// root, `None`.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        match self.part {
            NodePart::Contents => None,
            NodePart::Attribute(_) | NodePart::Namespace(_) => Some(self.owner.into()),
            NodePart::Itself if self.owner.is_shadow_root() => None,
            NodePart::Itself => {
                let owner = self.owner.parent()?;
                let is_inner = owner.has_template_contents();
                Some(Self {
                    owner,
                    part: if is_inner { NodePart::Contents } else { NodePart::Itself },
                })
            }
        }
    }

    /// Returns the attribute, if the node is one.
    #[must_use]
    pub fn attribute(self) -> Option<AttributeRef<'d>> {
        let NodePart::Attribute(number) = self.part else { return None };
        self.owner.attribute_at(number)
    }

    /// Returns the local part of the expanded name (XPath 1.0, section 5). For a namespace, this is
    /// its prefix. Nodes without a name give `None`.
    #[must_use]
    pub fn local_name(self) -> Option<&'d str> {
        match self.kind() {
            NodeType::Element => self.owner.name(),
            NodeType::Attribute => self.attribute().map(AttributeRef::local_name),
            NodeType::ProcessingInstruction => self.owner.target(),
            NodeType::Namespace => {
                Some(if self.part == NodePart::Namespace(XML) { "xml" } else { "" })
            }
            _ => None,
        }
    }

    /// Returns the prefix of an attribute's name, if the source has one.
    #[must_use]
    pub fn prefix(self) -> Option<&'d str> {
        let (prefix, local) = self.attribute()?.name().rsplit_once(':')?;
        if Some(local) == self.local_name() { Some(prefix) } else { None }
    }

    /// Returns the name as XPath's `name()` does: with its prefix, if the source has one.
    #[must_use]
    pub fn name(self) -> Option<&'d str> {
        match self.attribute() {
            Some(attribute) => Some(attribute.name()),
            None => self.local_name(),
        }
    }

    /// Returns the namespace URI; empty if there is none.
    #[must_use]
    pub fn namespace_uri(self) -> &'d str {
        match self.kind() {
            NodeType::Element => names().address(self.owner.namespace()),
            NodeType::Attribute => match self.attribute().and_then(AttributeRef::namespace) {
                Some(word) => names().address(Some(word)),
                None => "",
            },
            _ => "",
        }
    }

    /// Returns the string-value (XPath 1.0, section 5), in time linear in the content.
    #[must_use]
    pub fn string_value(self) -> Cow<'d, str> {
        self.string_value_in(View::default())
    }

    #[doc(hidden)]
    pub fn string_value_in(self, view: View) -> Cow<'d, str> {
        match self.part {
            NodePart::Itself => view.string_value(self.owner),
            NodePart::Contents => view.contents(self.owner),
            NodePart::Attribute(_) => self.attribute().map_or("", AttributeRef::value).into(),
            NodePart::Namespace(XML) => names().address(Some("xml")).into(),
            NodePart::Namespace(_) => names().address(self.owner.namespace()).into(),
        }
    }

    /// Serializes the node as HTML (HTML, section 13.3). A node that is not in the tree gives its
    /// string-value. The length is limited to the default allowance for output:
    /// [`WriteOptions::bytes`](wishful::tree::WriteOptions::bytes). Output that is cut off ends in
    /// a comment.
    #[must_use]
    pub fn to_html(self) -> String {
        self.html_within(Allowance::OUTPUT.of(self.owner.document().text().len())).0
    }

    /// Serializes the node as [`Node::to_html`] does, up to about `most` bytes; also reports
    /// whether that is all.
    #[doc(hidden)]
    pub fn html_within(self, most: u64) -> (String, Extent) {
        let NodePart::Itself = self.part else {
            return (self.string_value().into_owned(), Extent::Whole);
        };
        self.owner.html_within(true, most)
    }

    /// Returns the spans of the node in the source, without its content: the tags of an element,
    /// the pieces of a text, the name and the value of an attribute. Virtual tags have no span.
    #[must_use]
    pub fn spans(self) -> Vec<Span> {
        match (self.part, self.attribute()) {
            (NodePart::Itself, _) => self.owner.spans(),
            (_, Some(attribute)) => [Some(attribute.name_span()), attribute.value_span()]
                .into_iter()
                .flatten()
                .collect(),
            _ => Vec::new(),
        }
    }
}
