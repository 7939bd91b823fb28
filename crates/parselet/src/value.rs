//! Values of an answer: a view of the rows, with members in the order of the parselet's keys.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::rows::{RowContent, RowId, Rows};
use super::slots::Slots;
use wishful::base::Span;
use wishful_query::Node;

/// A value of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Value<'x, 'd> {
    found: AnswerView<'x, 'd>,
    row: RowId,
}

/// The data that all values of an answer share.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerView<'x, 'd> {
    pub(super) rows: &'x Rows<'d>,
    pub(super) slots: &'x Slots,
    /// A switch that hides the rows that pruning removed.
    pub(super) is_pruned: bool,
}

/// The kind of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueKind {
    /// A missing value, which occurs only without pruning.
    Missing,
    /// A text.
    Text,
    /// An object.
    Object,
    /// An array.
    Array,
}

impl<'x, 'd> Value<'x, 'd> {
    /// Returns the root value.
    pub(super) fn of(found: AnswerView<'x, 'd>) -> Self {
        Self { found, row: Rows::ROOT }
    }

    fn content(self) -> &'x RowContent {
        &self.found.rows.get(self.row).content
    }

    /// Returns the kind of the value.
    #[must_use]
    pub fn kind(self) -> ValueKind {
        match self.content() {
            RowContent::Text(_) if self.found.rows.is_text(self.row) => ValueKind::Text,
            RowContent::Vacant | RowContent::Missing | RowContent::Text(_) => ValueKind::Missing,
            RowContent::Object(_) => ValueKind::Object,
            RowContent::Array(_) => ValueKind::Array,
        }
    }

    /// Returns the text, if the value is one.
    #[must_use]
    pub fn text(self) -> Option<&'x str> {
        match self.content() {
            RowContent::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the children of an object or array, in order.
    fn inner(self) -> impl Iterator<Item = Self> {
        let Self { found, row } = self;
        let rows = found.rows.inner(row);
        rows.filter(move |row| !found.is_pruned || found.rows.get(*row).is_kept)
            .map(move |row| Self { found, row })
    }

    /// Returns the name of the key.
    fn key(self) -> &'x str {
        let slot = self.found.rows.get(self.row).slot;
        &self.found.slots.get(slot).name
    }

    /// Returns the members of an object, in the order of the parselet.
    pub fn members(self) -> impl Iterator<Item = (&'x str, Self)> {
        let inner = if self.kind() == ValueKind::Object { Some(self.inner()) } else { None };
        inner.into_iter().flatten().map(|value| (value.key(), value))
    }

    /// Returns the value of a key of an object.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        let (_, value) = self.members().find(|(name, _)| *name == key)?;
        Some(value)
    }

    /// Returns the members of an array, in order.
    pub fn items(self) -> impl Iterator<Item = Self> {
        let inner = if self.kind() == ValueKind::Array { Some(self.inner()) } else { None };
        inner.into_iter().flatten()
    }

    /// Returns the node that the value came from: the match of the expression, or the scope node of
    /// an object. Arrays have none.
    #[must_use]
    pub fn node(self) -> Option<Node<'d>> {
        if self.kind() == ValueKind::Missing {
            return None;
        }
        self.found.rows.get(self.row).node
    }

    /// Returns the source spans of the value's node. These cover an element from its start tag to
    /// its end tag, the value of an attribute, or the pieces of a text. Returns nothing if the node
    /// is in another document (`html(…)`).
    #[must_use]
    pub fn spans(self) -> Vec<Span> {
        match self.node() {
            Some(node) if !self.found.rows.is_elsewhere(node) => spans(node),
            _ => Vec::new(),
        }
    }

    /// Returns the source positions of all texts, serializable in the shape of the value.
    #[must_use]
    pub fn places(self) -> ValuePlaces<'x, 'd> {
        ValuePlaces(self)
    }
}

/// Returns the source spans of a node with its content.
pub(super) fn spans(node: Node<'_>) -> Vec<Span> {
    if let Some(attribute) = node.attribute() {
        return attribute.value_span().into_iter().collect();
    }
    let own = node.spans();
    if !node.node_ref().is_element() {
        return own;
    }
    // (An element without an end tag ends with its last descendant.)
    let mut all = own;
    if let Some(last) = node.node_ref().descendants().next_back() {
        all.extend(last.spans());
    }
    all.into_iter().reduce(Span::join).into_iter().collect()
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

/// The source positions of a value's texts, in its shape. A text becomes a list of pairs of its
/// start and end offsets.
#[derive(Clone, Copy, Debug)]
pub struct ValuePlaces<'x, 'd>(Value<'x, 'd>);

impl Serialize for ValuePlaces<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(value) = *self;
        match value.kind() {
            ValueKind::Object => serializer
                .collect_map(value.members().map(|(key, value)| (key, ValuePlaces(value)))),
            ValueKind::Array => serializer.collect_seq(value.items().map(ValuePlaces)),
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
