//! Locations in iCalendar: a text, and coordinates.

use crate::output::values::{first, written};
use crate::places::{ADDRESS, coordinates, point};
use crate::results::{Item, Value};

/// Describes a location as a text: its name and its postal address.
pub(super) fn text(value: Value<'_>) -> String {
    let Some(item) = value.item() else { return written(value) };
    let mut parts: Vec<&str> = Vec::new();
    parts.extend(first(item, "name").or(first(item, "fn")));
    add_address(item, &mut parts);
    let mut texts = Vec::new();
    for value in item.values_of("adr") {
        match value.item() {
            Some(address) => add_address(address, &mut parts),
            None => texts.push(value.text()),
        }
    }
    parts.extend(texts);
    if parts.is_empty() { written(value) } else { parts.join(", ") }
}

/// Appends the texts of a postal address in an item's own properties.
fn add_address<'m>(item: Item<'m>, parts: &mut Vec<&'m str>) {
    for name in ADDRESS {
        parts.extend(item.values_of(name).map(Value::text));
    }
}

/// Returns the coordinates in the item's own properties.
pub(super) fn own(item: Item<'_>) -> Option<String> {
    Some(pair(point(item)?))
}

/// Returns the coordinates of a location: its own, those of its `geo`, or those of its address.
pub(super) fn around(place: Item<'_>) -> Option<String> {
    let point = own_or_geo(place);
    if point.is_some() {
        return point;
    }
    place.values_of("adr").filter_map(Value::item).find_map(own_or_geo)
}

/// Returns the coordinates of an item: its own, or those of its `geo`.
fn own_or_geo(item: Item<'_>) -> Option<String> {
    own(item).or_else(|| item.values_of("geo").find_map(point_of))
}

/// Returns the coordinates in a value.
pub(super) fn point_of(value: Value<'_>) -> Option<String> {
    if let Some(item) = value.item()
        && let Some(point) = own(item)
    {
        return Some(point);
    }
    Some(pair(coordinates(&written(value))?))
}

fn pair([latitude, longitude, _]: [Option<&str>; 3]) -> String {
    format!("{};{}", latitude.unwrap_or_default(), longitude.unwrap_or_default())
}
