//! Locations in iCalendar: a text, and coordinates.

use crate::microformats::output::values::{first, written};
use crate::microformats::places::{ADDRESS, coordinates, point};
use crate::microformats::results::{Item, Value};

/// Describes a location as a text: its name and its postal address.
pub(super) fn text(value: Value<'_>) -> String {
    let Some(item) = value.item() else { return written(value) };
    let mut parts: Vec<&str> = Vec::new();
    parts.extend(first(item, "name").or(first(item, "fn")));
    let nested = || item.property("adr").into_iter().flat_map(|adr| adr.values());
    let addresses = std::iter::once(item).chain(nested().filter_map(|value| value.item()));
    for address in addresses {
        for property in ADDRESS.iter().filter_map(|part| address.property(part)) {
            parts.extend(property.values().map(Value::text));
        }
    }
    parts.extend(nested().filter(|value| value.item().is_none()).map(Value::text));
    if parts.is_empty() { written(value) } else { parts.join(", ") }
}

/// Returns the coordinates in the item's own properties.
pub(super) fn own(item: Item<'_>) -> Option<String> {
    point(item).map(pair)
}

/// Returns the coordinates of a location: its own, those of its `geo`, or those of its address.
pub(super) fn around(place: Item<'_>) -> Option<String> {
    let of = |item: Item<'_>| {
        let mut geo = item.property("geo").into_iter().flat_map(|geo| geo.values());
        own(item).or_else(|| geo.find_map(point_of))
    };
    let mut addresses = place.property("adr").into_iter().flat_map(|adr| adr.values());
    of(place).or_else(|| addresses.find_map(|value| value.item().and_then(of)))
}

/// Returns the coordinates in a value.
pub(super) fn point_of(value: Value<'_>) -> Option<String> {
    let own = value.item().and_then(own);
    own.or_else(|| coordinates(&written(value)).map(pair))
}

fn pair([latitude, longitude, _]: [Option<&str>; 3]) -> String {
    format!("{};{}", latitude.unwrap_or_default(), longitude.unwrap_or_default())
}
