//! Accessors for items that several formats share.

use crate::results::{Item, Value};

/// Returns a value as a text: the `value` of a nested item (hCard, "value excerpting" of properties
/// with a `type`), or else the value's own text.
pub(super) fn written(value: Value<'_>) -> String {
    if let Some(item) = value.item()
        && let Some(property) = item.property("value")
    {
        return property.values().map(Value::text).collect();
    }
    value.text().to_owned()
}

/// Returns the texts of a property.
pub(super) fn texts(item: Item<'_>, name: &str) -> Vec<String> {
    item.values_of(name).map(written).collect()
}

/// Returns the first text of a property.
pub(super) fn first<'m>(item: Item<'m>, name: &str) -> Option<&'m str> {
    Some(item.values_of(name).next()?.text())
}
