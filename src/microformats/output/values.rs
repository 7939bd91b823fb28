//! Accessors for items that several formats share.

use crate::microformats::results::{Item, Value};

/// Returns a value as a text: the `value` of a nested item (hCard, "value excerpting" of properties
/// with a `type`), or else the value's own text.
pub(super) fn written(value: Value<'_>) -> String {
    let said = value.item().and_then(|item| item.property("value"));
    match said {
        Some(property) => property.values().map(Value::text).collect(),
        None => value.text().to_owned(),
    }
}

/// Returns the texts of a property.
pub(super) fn texts(item: Item<'_>, name: &str) -> Vec<String> {
    item.property(name).into_iter().flat_map(|property| property.values()).map(written).collect()
}

/// Returns the first text of a property.
pub(super) fn first<'m>(item: Item<'m>, name: &str) -> Option<&'m str> {
    item.property(name)?.values().next().map(Value::text)
}
