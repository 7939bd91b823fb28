//! Accessors for items: first values, texts, addresses, dates.

use serde::{Serialize, Serializer};
use url::Url;

use crate::moments::DateTime;
use crate::results::{Item, Value};

/// A date, as written and as parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenDate {
    /// The text of the page.
    pub written: String,
    /// The parsed moment, if the text is one.
    pub moment: Option<DateTime>,
}

impl WrittenDate {
    pub(super) fn of(item: Item<'_>, name: &str) -> Option<Self> {
        let written = text(item, name)?;
        let moment = DateTime::read(&written);
        Some(Self { written, moment })
    }
}

/// Serializes the moment, or the written text if it is not one.
impl Serialize for WrittenDate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.moment {
            Some(moment) => moment.serialize(serializer),
            None => serializer.serialize_str(&self.written),
        }
    }
}

/// Reports whether an item has one of the types.
pub(super) fn has_type(item: Item<'_>, types: &[&str]) -> bool {
    item.types().any(|own| types.contains(&own))
}

/// Returns the first non-empty text of a property, without surrounding white space.
pub(super) fn text(item: Item<'_>, name: &str) -> Option<String> {
    let mut texts = item.values_of(name).map(|value| value.text().trim());
    Some(texts.find(|text| !text.is_empty())?.to_owned())
}

/// Returns all non-empty texts of a property.
pub(super) fn texts(item: Item<'_>, name: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for value in item.values_of(name) {
        let text = value.text().trim();
        if !text.is_empty() {
            texts.push(text.to_owned());
        }
    }
    texts
}

/// Returns the address that a value, or the item in the value, has. (The text of an item without
/// `url` becomes absolute like any `u-*`. It counts as an address only if it comes from an
/// attribute or is the item's name.)
pub(super) fn address(value: Value<'_>) -> Option<String> {
    let own = value.text().trim();
    let address = match value.item() {
        None => own.to_owned(),
        Some(item) => match text(item, "url") {
            Some(url) => url,
            None if value.is_of_attribute() => own.to_owned(),
            None if item.values_of("name").any(|name| name.text().trim() == own) => own.to_owned(),
            None => return None,
        },
    };
    if is_address(&address) { Some(address) } else { None }
}

/// Reports whether a text is an absolute address.
pub(super) fn is_address(text: &str) -> bool {
    Url::parse(text).is_ok()
}

/// Reports whether a text is an address with the scheme `http` or `https`.
pub(super) fn is_web_address(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Normalises an address; returns another text unchanged.
pub(super) fn normal(text: &str) -> String {
    match Url::parse(text) {
        Ok(url) => url.into(),
        Err(_) => text.to_owned(),
    }
}

/// Reports whether two texts are the same address (`http://example.org` and `http://example.org/`
/// are).
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one == other || normal(one) == normal(other)
}

/// Reports whether one of the values of a property is an address.
pub(super) fn has_address(item: Item<'_>, name: &str, address: &str) -> bool {
    item.values_of(name).any(|value| is_same(value.text(), address))
}
