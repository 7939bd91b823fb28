//! An attribute with its document.

use std::borrow::Cow;

use super::document::Document;
use crate::base::{NameId, Span};
use crate::grammar::QualifiedName;
use crate::slippers::event::TokenId;
use crate::token::{self, EntityData, ValueRef};

/// An attribute of an element, as written.
#[derive(Clone, Copy)]
pub struct AttributeRef<'a> {
    pub(super) document: &'a Document,
    /// That of its element.
    pub(super) namespace: Option<NameId>,
    pub(super) attribute: token::AttributeRef<'a>,
    /// The tag that it came from, if that is another one than its element's own.
    pub(super) merged: Option<TokenId>,
}

impl<'a> AttributeRef<'a> {
    /// Its name, in lower case but where the grammar renames it in the namespace of its element; with its prefix, if it has
    /// one.
    #[must_use]
    pub fn name(self) -> &'a str {
        match self.renamed() {
            Some(QualifiedName { namespace: None, local }) => self.known(local),
            // The prefix of a name with a namespace of its own is written.
            _ => self.written(),
        }
    }

    /// Its name without the prefix of its namespace.
    #[must_use]
    pub fn local_name(self) -> &'a str {
        self.renamed().map_or(self.written(), |name| self.known(name.local))
    }

    /// Its namespace, if it has one of its own: `xlink`, `xml` or `xmlns` with the WHATWG grammar.
    #[must_use]
    pub fn namespace(self) -> Option<&'a str> {
        self.renamed()?.namespace.map(|namespace| self.known(namespace))
    }

    /// Its local name as a number: see [`Document::name_id`].
    #[must_use]
    pub fn name_id(self) -> NameId {
        let known = self.renamed().map(|name| name.local);
        let written = || self.document.name_id(self.written());
        known.or_else(written).expect("the names of all attributes are interned")
    }

    /// Its name as the public tests show it: with a blank behind the prefix, if it has a namespace of its own.
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

    /// A name that the grammar mentions.
    fn known(self, name: NameId) -> &'a str {
        self.document.element_names().get(name).unwrap_or_default()
    }

    /// The tag that it came from, if that is another one than its element's own.
    #[must_use]
    pub(crate) fn merged_from(self) -> Option<Span> {
        Some(self.document.token(self.merged?)?.span)
    }

    /// Its value; empty if it is written without one.
    #[must_use]
    pub fn value(self) -> &'a str {
        self.attribute.value.map_or("", |value| value.get(self.document.text()))
    }

    /// What of its value is data of SGML's entities.
    #[must_use]
    pub(crate) fn entity_data(self) -> &'a [EntityData] {
        self.attribute.value.map_or(&[], ValueRef::entity_data)
    }

    /// Whether one of the same name stands before it in the tag, so that this one does not count.
    #[must_use]
    pub fn is_duplicate(self) -> bool {
        self.attribute.duplicate
    }

    /// Where its name is written.
    #[must_use]
    pub fn name_span(self) -> Span {
        self.attribute.name.span()
    }

    /// Where its value is written, if it is.
    #[must_use]
    pub fn value_span(self) -> Option<Span> {
        self.attribute.value.map(ValueRef::span)
    }
}
