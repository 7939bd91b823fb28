//! What the algorithms ask of items: first values, texts, addresses, dates.

use serde::{Serialize, Serializer};
use url::Url;

use crate::microformats::moments::Moment;
use crate::microformats::results::{Item, Value};

/// When something is, as it is written and as it was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When {
    /// As the page has it.
    pub written: String,
    /// As a moment, if it is one.
    pub moment: Option<Moment>,
}

impl When {
    pub(super) fn of(item: Item<'_>, name: &str) -> Option<Self> {
        let written = text(item, name)?;
        let moment = Moment::read(&written);
        Some(Self { written, moment })
    }
}

/// As a text: the moment, or what is written if that is none.
impl Serialize for When {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.moment {
            Some(moment) => moment.serialize(serializer),
            None => serializer.serialize_str(&self.written),
        }
    }
}

/// Whether an item is of one of the types.
pub(super) fn has_type(item: Item<'_>, types: &[&str]) -> bool {
    item.types().any(|own| types.contains(&own))
}

/// The values of a property.
pub(super) fn values<'m>(item: Item<'m>, name: &str) -> impl Iterator<Item = Value<'m>> {
    item.property(name).into_iter().flat_map(|property| property.values())
}

/// The first text of a property that is not empty, without the blanks around it.
pub(super) fn text(item: Item<'_>, name: &str) -> Option<String> {
    let mut texts = values(item, name).map(|value| value.text().trim());
    texts.find(|text| !text.is_empty()).map(str::to_owned)
}

/// All texts of a property that are not empty.
pub(super) fn texts(item: Item<'_>, name: &str) -> Vec<String> {
    let texts = values(item, name).map(|value| value.text().trim());
    texts.filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

/// The address that a value is, or that the item has that it is. (The text of an item that has none
/// is made whole like any `u-*`, but is an address only if it was one before, and so is the item's
/// name.)
pub(super) fn address(value: Value<'_>) -> Option<String> {
    let said = value.text().trim();
    let is_said = |item: Item<'_>| {
        value.is_of_attribute() || values(item, "name").any(|name| name.text().trim() == said)
    };
    let address = match value.item() {
        Some(item) => text(item, "url").or_else(|| is_said(item).then(|| said.to_owned())),
        None => Some(said.to_owned()),
    };
    address.filter(|address| is_address(address))
}

/// Whether a text is a whole address.
pub(super) fn is_address(text: &str) -> bool {
    Url::parse(text).is_ok()
}

/// Whether a text is an address on the web.
pub(super) fn is_web_address(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// An address as all who write the same one have it; another text as it is.
pub(super) fn normal(text: &str) -> String {
    Url::parse(text).map_or_else(|_| text.to_owned(), String::from)
}

/// Whether two texts are the same address (`http://example.org` and `http://example.org/` are).
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one == other || normal(one) == normal(other)
}

/// Whether one of the values of a property is an address.
pub(super) fn has_address(item: Item<'_>, name: &str, address: &str) -> bool {
    values(item, name).any(|value| is_same(value.text(), address))
}
