//! A node as XPath's data model has it: a node of the tree, or an attribute or namespace of an element. (XPath 1.0, section 5.)
//!
//! What is in a `<template>` is not in that element but below a root of its own, which has no number in the tree: it is the
//! part [`Part::Contents`] of the element. A shadow root is a node of the tree, and a root as well.

use std::borrow::Cow;

use super::names::names;
use super::view::View;
use crate::Allowance;
use crate::base::Span;
use crate::tree::{AttributeRef, Extent, NodeId, NodeKind, NodeRef};

/// A node's identity; in document order: an element, its namespaces, its attributes, what is in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NodeKey {
    /// The node itself, or the element of which it is a namespace or an attribute.
    pub(crate) owner: NodeId,
    pub(crate) part: Part,
}

/// What of its owner a node is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Part {
    Itself,
    /// The namespace of this number among those in scope: [`SCOPE`].
    Namespace(u16),
    /// The attribute of this number among those of the tag.
    Attribute(u32),
    /// The root of the tree that is in it.
    Contents,
}

/// The namespaces in scope of every element: its own one, without a prefix, and `xml`.
pub(crate) const SCOPE: [Part; 2] = [Part::Namespace(0), Part::Namespace(XML)];
const XML: u16 = 1;

/// What a node of a query is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
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
    /// A token that the grammar had no place for.
    Cruft,
}

impl Kind {
    /// In a word.
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
    pub(crate) part: Part,
}

impl From<NodeId> for NodeKey {
    fn from(owner: NodeId) -> Self {
        Self { owner, part: Part::Itself }
    }
}

impl<'d> From<NodeRef<'d>> for Node<'d> {
    fn from(owner: NodeRef<'d>) -> Self {
        Self { owner, part: Part::Itself }
    }
}

impl<'d> Node<'d> {
    pub(crate) fn key(self) -> NodeKey {
        NodeKey { owner: self.owner.id(), part: self.part }
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        match (self.part, self.owner.kind()) {
            (Part::Contents, _) | (_, NodeKind::Document) => Kind::Root,
            (Part::Namespace(_), _) => Kind::Namespace,
            (Part::Attribute(_), _) => Kind::Attribute,
            (_, NodeKind::Element) if self.owner.is_shadow_root() => Kind::Root,
            (_, NodeKind::Element) => Kind::Element,
            (_, NodeKind::Text) => Kind::Text,
            (_, NodeKind::Comment) => Kind::Comment,
            (_, NodeKind::ProcessingInstruction) => Kind::ProcessingInstruction,
            (_, NodeKind::Doctype) => Kind::Doctype,
            (_, NodeKind::Cruft) => Kind::Cruft,
        }
    }

    /// The node of the tree that it is; of an attribute or a namespace, the element that has it; of the root of template
    /// contents, the template.
    #[must_use]
    pub fn node_ref(self) -> NodeRef<'d> {
        self.owner
    }

    /// The node that it is in, in its own tree: of an attribute or a namespace the element; none of a root.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        match self.part {
            Part::Contents => None,
            Part::Attribute(_) | Part::Namespace(_) => Some(self.owner.into()),
            Part::Itself if self.owner.is_shadow_root() => None,
            Part::Itself => {
                let owner = self.owner.parent()?;
                let is_inner = owner.has_template_contents();
                Some(Self { owner, part: if is_inner { Part::Contents } else { Part::Itself } })
            }
        }
    }

    /// Of an attribute, the attribute.
    #[must_use]
    pub fn attribute(self) -> Option<AttributeRef<'d>> {
        let Part::Attribute(number) = self.part else { return None };
        self.owner.attribute_at(number)
    }

    /// The local part of its expanded name (XPath 1.0, section 5); of a namespace its prefix; none of what has no name.
    #[must_use]
    pub fn local_name(self) -> Option<&'d str> {
        match self.kind() {
            Kind::Element => self.owner.name(),
            Kind::Attribute => self.attribute().map(AttributeRef::local_name),
            Kind::ProcessingInstruction => self.owner.target(),
            Kind::Namespace => Some(if self.part == Part::Namespace(XML) { "xml" } else { "" }),
            _ => None,
        }
    }

    /// The prefix of its name, if it is written with one.
    #[must_use]
    pub fn prefix(self) -> Option<&'d str> {
        let (prefix, local) = self.attribute()?.name().rsplit_once(':')?;
        (Some(local) == self.local_name()).then_some(prefix)
    }

    /// Its name as XPath's `name()` has it: with the prefix if it is written with one.
    #[must_use]
    pub fn name(self) -> Option<&'d str> {
        self.attribute().map(AttributeRef::name).or_else(|| self.local_name())
    }

    /// The address of its namespace; empty if it has none.
    #[must_use]
    pub fn namespace_uri(self) -> &'d str {
        match self.kind() {
            Kind::Element => names().address(self.owner.namespace()),
            Kind::Attribute => {
                let namespace = self.attribute().and_then(AttributeRef::namespace);
                namespace.map_or("", |word| names().address(Some(word)))
            }
            _ => "",
        }
    }

    /// What it says (XPath 1.0, section 5, "string-value"): linear in what is in it.
    #[must_use]
    pub fn string_value(self) -> Cow<'d, str> {
        self.string_value_in(View::default())
    }

    pub(crate) fn string_value_in(self, view: View) -> Cow<'d, str> {
        match self.part {
            Part::Itself => view.string_value(self.owner),
            Part::Contents => view.contents(self.owner),
            Part::Attribute(_) => self.attribute().map_or("", AttributeRef::value).into(),
            Part::Namespace(XML) => names().address(Some("xml")).into(),
            Part::Namespace(_) => names().address(self.owner.namespace()).into(),
        }
    }

    /// It as HTML (HTML, section 13.3); of what is no node of the tree, what it says. As long as all that is written of a document may
    /// be unless somebody says otherwise ([`WriteOptions::bytes`](crate::tree::WriteOptions::bytes)): what is cut ends in a comment.
    #[must_use]
    pub fn to_html(self) -> String {
        self.html_within(Allowance::OUTPUT.of(self.owner.document().text().len())).0
    }

    /// The same, about so many bytes of it; and whether that is all.
    pub(crate) fn html_within(self, most: u64) -> (String, Extent) {
        let Part::Itself = self.part else {
            return (self.string_value().into_owned(), Extent::Whole);
        };
        let mut html = String::new();
        let extent = self.owner.serialize(true, &|_, _, _| None, |_| false, most, &mut html);
        (html, extent)
    }

    /// Where in the text it is written, without what is in it: the tags of an element, the pieces of a text, the name and the
    /// value of an attribute; nothing of what is virtual.
    #[must_use]
    pub fn spans(self) -> Vec<Span> {
        match (self.part, self.attribute()) {
            (Part::Itself, _) => self.owner.spans(),
            (_, Some(attribute)) => [Some(attribute.name_span()), attribute.value_span()]
                .into_iter()
                .flatten()
                .collect(),
            _ => Vec::new(),
        }
    }
}
