//! An attribute together with its document.

use std::borrow::Cow;

use super::document::Document;
use crate::base::{NameId, Span};
use crate::grammar::QualifiedName;
use crate::slippers::event::TokenId;
use crate::token::{self, EntityData, ValueRef};

/// An attribute of an element, as written in the source.
#[derive(Clone, Copy)]
pub struct AttributeRef<'a> {
    pub(super) document: &'a Document,
    /// The namespace of the element.
    pub(super) namespace: Option<NameId>,
    pub(super) attribute: token::AttributeRef<'a>,
    /// The tag that the attribute was merged from; `None` if it is on the element's own tag.
    pub(super) merged: Option<TokenId>,
}

impl<'a> AttributeRef<'a> {
    /// Returns the name, with its prefix if it has one. The name is in lower case, unless the
    /// grammar renames it in the namespace of the element.
    #[must_use]
    pub fn name(self) -> &'a str {
        match self.renamed() {
            Some(QualifiedName { namespace: None, local }) => self.known(local),
            // The prefix of a name in a namespace is already part of the written name.
            _ => self.written(),
        }
    }

    /// Returns the name without the prefix of its namespace.
    #[must_use]
    pub fn local_name(self) -> &'a str {
        match self.renamed() {
            Some(name) => self.known(name.local),
            None => self.written(),
        }
    }

    /// Returns the attribute's namespace, if it has one: `xlink`, `xml` or `xmlns` with the WHATWG
    /// grammar.
    #[must_use]
    pub fn namespace(self) -> Option<&'a str> {
        Some(self.known(self.renamed()?.namespace?))
    }

    /// Returns the local name as a number: see [`Document::name_id`].
    #[must_use]
    pub fn name_id(self) -> NameId {
        match self.renamed() {
            Some(name) => name.local,
            None => {
                let name = self.document.name_id(self.written());
                name.expect("the names of all attributes are interned")
            }
        }
    }

    /// Returns the name in the form of the public tests: a blank follows the prefix if the
    /// attribute has a namespace.
    pub(super) fn shown_name(self) -> Cow<'a, str> {
        match self.namespace() {
            Some(namespace) => format!("{namespace} {}", self.local_name()).into(),
            None => self.name().into(),
        }
    }

    fn written(self) -> &'a str {
        self.attribute.name.get(self.document.text())
    }

    fn renamed(self) -> Option<QualifiedName> {
        self.document.vocabulary.attribute(self.namespace?, self.written())
    }

    /// Returns a name that the grammar mentions.
    fn known(self, name: NameId) -> &'a str {
        self.document.element_names().get(name).unwrap_or_default()
    }

    /// Returns the span of the tag that the attribute was merged from; `None` if it is on the
    /// element's own tag.
    #[must_use]
    #[doc(hidden)]
    pub fn merged_from(self) -> Option<Span> {
        self.document.token_span(self.merged?)
    }

    /// Returns the value; empty if the attribute is written without one.
    #[must_use]
    pub fn value(self) -> &'a str {
        self.attribute.value.map_or("", |value| value.get(self.document.text()))
    }

    /// Returns the ranges of the value that are data of SGML entities.
    #[must_use]
    pub(crate) fn entity_data(self) -> &'a [EntityData] {
        self.attribute.value.map_or(&[], ValueRef::entity_data)
    }

    /// Reports whether an earlier attribute of the tag has the same name, so that this one does not
    /// count.
    #[must_use]
    pub fn is_duplicate(self) -> bool {
        self.attribute.duplicate
    }

    /// Returns the span from the name to the end of the value or its closing quote.
    #[doc(hidden)]
    pub fn span(self) -> Span {
        self.attribute.span
    }

    /// Returns the span of the name.
    #[must_use]
    pub fn name_span(self) -> Span {
        self.attribute.name.span()
    }

    /// Returns the span of the value, if one is written.
    #[must_use]
    pub fn value_span(self) -> Option<Span> {
        Some(self.attribute.value?.span())
    }
}
