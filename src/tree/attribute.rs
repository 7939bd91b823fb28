//! An attribute with its document.

use super::document::Document;
use crate::base::Span;
use crate::slippers::event::TokenId;
use crate::token::{self, EntityData, ValueRef};

/// An attribute of an element, as written.
#[derive(Clone, Copy)]
pub struct AttributeRef<'a> {
    pub(super) document: &'a Document,
    /// That of its element.
    pub(super) namespace: Option<&'a str>,
    pub(super) attribute: token::AttributeRef<'a>,
    /// The tag that it came from, if that is another one than its element's own.
    pub(super) merged: Option<TokenId>,
}

impl<'a> AttributeRef<'a> {
    /// Its name, in lower case but where the grammar renames it in the namespace of its element.
    #[must_use]
    pub fn name(self) -> &'a str {
        // A name with a blank is one with a namespace of its own, whose prefix is written already.
        self.renamed().filter(|name| !name.contains(' ')).unwrap_or(self.written())
    }

    /// Its name as the public tests show it: with a blank behind the prefix, if it has a namespace of its own.
    pub(super) fn shown_name(self) -> &'a str {
        self.renamed().unwrap_or(self.written())
    }

    fn written(self) -> &'a str {
        self.attribute.name.get(self.document.text())
    }

    fn renamed(self) -> Option<&'a str> {
        self.document.attribute_name(self.namespace?, self.written())
    }

    /// The tag that it came from, if that is another one than its element's own.
    #[must_use]
    pub fn merged_from(self) -> Option<Span> {
        Some(self.document.token(self.merged?)?.span)
    }

    /// Its value; empty if it is written without one.
    #[must_use]
    pub fn value(self) -> &'a str {
        self.attribute.value.map_or("", |value| value.get(self.document.text()))
    }

    /// What of its value is data of SGML's entities.
    #[must_use]
    pub fn entity_data(self) -> &'a [EntityData] {
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
