//! Values of an answer, as who reads them asks for them: in the order of the parselet's keys.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::rows::{Content, RowId, Rows};
use super::slots::Slots;
use crate::base::Span;
use crate::query::Node;

/// A value of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Value<'x, 'd> {
    found: Found<'x, 'd>,
    row: RowId,
}

/// What was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'x, 'd> {
    pub(super) rows: &'x Rows<'d>,
    pub(super) slots: &'x Slots,
    /// Whether what is not kept is left out.
    pub(super) is_pruned: bool,
}

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueKind {
    /// Nothing, which is there only where nothing was pruned.
    Missing,
    /// A text.
    Text,
    /// An object.
    Object,
    /// An array.
    Array,
}

impl<'x, 'd> Value<'x, 'd> {
    /// The whole.
    pub(super) fn of(found: Found<'x, 'd>) -> Self {
        Self { found, row: Rows::ROOT }
    }

    fn content(self) -> &'x Content {
        &self.found.rows.get(self.row).content
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> ValueKind {
        match self.content() {
            Content::Text(text) if !text.is_empty() => ValueKind::Text,
            Content::Vacant | Content::Missing | Content::Text(_) => ValueKind::Missing,
            Content::Object(_) => ValueKind::Object,
            Content::Array(_) => ValueKind::Array,
        }
    }

    /// Of a text, what it says.
    #[must_use]
    pub fn text(self) -> Option<&'x str> {
        match self.content() {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What is in an object or array, in order.
    fn inner(self) -> impl Iterator<Item = Self> {
        let Self { found, row } = self;
        let is_there = move |row: &RowId| !found.is_pruned || found.rows.get(*row).is_kept;
        found.rows.inner(row).filter(is_there).map(move |row| Self { found, row })
    }

    /// Its key, if it is no member of an array.
    fn key(self) -> &'x str {
        let slot = self.found.rows.get(self.row).slot;
        &self.found.slots.get(slot).name
    }

    /// Of an object, its members in the order of the parselet.
    pub fn members(self) -> impl Iterator<Item = (&'x str, Self)> {
        let inner = (self.kind() == ValueKind::Object).then(|| self.inner());
        inner.into_iter().flatten().map(|value| (value.key(), value))
    }

    /// Of an object, the value of a key.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        self.members().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// Of an array, its members in order.
    pub fn items(self) -> impl Iterator<Item = Self> {
        let inner = (self.kind() == ValueKind::Array).then(|| self.inner());
        inner.into_iter().flatten()
    }

    /// The node that it came from: that which the expression found, or of an object in a scope that scope. None of arrays.
    #[must_use]
    pub fn node(self) -> Option<Node<'d>> {
        let is_there = self.kind() != ValueKind::Missing;
        self.found.rows.get(self.row).node.filter(|_| is_there)
    }

    /// Where in the source it is written: an element from its start tag to its end tag, the value of an attribute, the pieces of a
    /// text. Nowhere, if it came from another document (`html(…)`).
    #[must_use]
    pub fn spans(self) -> Vec<Span> {
        let own = self.node().filter(|node| !self.found.rows.is_elsewhere(*node));
        own.map(spans).unwrap_or_default()
    }

    /// The places of all texts, in the shape of the value.
    #[must_use]
    pub fn places(self) -> Places<'x, 'd> {
        Places(self)
    }
}

/// Where a node is written, with what is in it.
pub(super) fn spans(node: Node<'_>) -> Vec<Span> {
    if let Some(attribute) = node.attribute() {
        return attribute.value_span().into_iter().collect();
    }
    let own = node.spans();
    if !node.node_ref().is_element() {
        return own;
    }
    // (What has no end tag of its own ends with what is in it.)
    let inner = node.node_ref().descendants().next_back().map(|last| last.spans());
    let all = own.into_iter().chain(inner.into_iter().flatten());
    all.reduce(Span::join).into_iter().collect()
}

impl Serialize for Value<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind() {
            ValueKind::Text => serializer.serialize_str(self.text().unwrap_or_default()),
            ValueKind::Array => serializer.collect_seq(self.items()),
            ValueKind::Object => serializer.collect_map(self.members()),
            ValueKind::Missing => serializer.serialize_map(Some(0))?.end(),
        }
    }
}

/// The places of the texts of a value, in its shape: of each text a list of pairs, where it begins and ends in the source.
#[derive(Clone, Copy, Debug)]
pub struct Places<'x, 'd>(Value<'x, 'd>);

impl Serialize for Places<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(value) = *self;
        match value.kind() {
            ValueKind::Object => {
                serializer.collect_map(value.members().map(|(key, value)| (key, Places(value))))
            }
            ValueKind::Array => serializer.collect_seq(value.items().map(Places)),
            ValueKind::Text | ValueKind::Missing => {
                let mut spans = serializer.serialize_seq(None)?;
                for span in value.spans() {
                    spans.serialize_element(&[span.start, span.end])?;
                }
                spans.end()
            }
        }
    }
}
