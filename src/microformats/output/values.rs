//! What the formats of others ask of items.

use crate::microformats::results::{Item, Value};

/// A value as a text: what its `value` says if it has one (hCard, "value excerpting" of properties with a `type`), or its own text.
pub(super) fn written(value: Value<'_>) -> String {
    let said = value.item().and_then(|item| item.property("value"));
    match said {
        Some(property) => property.values().map(Value::text).collect(),
        None => value.text().to_owned(),
    }
}

/// The texts of a property.
pub(super) fn texts(item: Item<'_>, name: &str) -> Vec<String> {
    item.property(name).into_iter().flat_map(|property| property.values()).map(written).collect()
}

/// The first text of a property.
pub(super) fn first<'m>(item: Item<'m>, name: &str) -> Option<&'m str> {
    item.property(name)?.values().next().map(Value::text)
}
