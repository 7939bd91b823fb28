//! Cards of people and organisations, and places.

use serde::Serialize;

use super::read::{When, text, texts, values};
use crate::base::IndexMap;
use crate::microformats::places::{ADDRESS, coordinates};
use crate::microformats::results::{Item, Value};

/// An `h-card`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Card {
    /// The kind of the card.
    pub kind: CardKind,
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The addresses of web pages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub url: Vec<String>,
    /// The unique identifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// A picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo: Option<Image>,
    /// Email addresses, without the scheme `mailto:`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub email: Vec<String>,
    /// Telephone numbers, without the scheme `tel:`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tel: Vec<String>,
    /// The organisation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub org: Option<String>,
    /// The position of the person in the organisation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job_title: Option<String>,
    /// Further remarks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The date of birth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bday: Option<When>,
    /// The location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Place>,
}

/// The kind of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardKind {
    /// A person; also the default.
    Person,
    /// An organisation: its name equals the name of the card (hCard, "organization contact info").
    Organization,
}

/// An image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Image {
    /// The address of the image.
    pub url: String,
    /// The alternative text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
}

impl Card {
    /// Returns the data of a card.
    #[must_use]
    pub fn of(item: Item<'_>) -> Self {
        let (name, org) = (text(item, "name"), text(item, "org"));
        let is_organization = name.is_some() && name == org;
        Self {
            kind: if is_organization { CardKind::Organization } else { CardKind::Person },
            name,
            url: texts(item, "url"),
            uid: text(item, "uid"),
            photo: images(item, "photo").into_iter().next(),
            email: without_scheme(item, "email", "mailto:"),
            tel: without_scheme(item, "tel", "tel:"),
            org,
            job_title: text(item, "job-title"),
            note: text(item, "note"),
            bday: When::of(item, "bday"),
            location: Place::of(item),
        }
    }

    /// Interprets a value as a card: from a nested item, an address, or a name.
    pub(super) fn of_value(value: Value<'_>) -> Self {
        if let Some(item) = value.item() {
            return Self::of(item);
        }
        let text = value.text().trim().to_owned();
        let (name, url) = match super::read::is_web_address(&text) {
            true => (None, vec![text]),
            false => (Some(text), Vec::new()),
        };
        Self {
            kind: CardKind::Person,
            name,
            url,
            uid: None,
            photo: None,
            email: Vec::new(),
            tel: Vec::new(),
            org: None,
            job_title: None,
            note: None,
            bday: None,
            location: None,
        }
    }
}

/// Returns the images of a property.
pub(super) fn images(item: Item<'_>, name: &str) -> Vec<Image> {
    let image = |value: Value<'_>| Image {
        url: super::read::address(value).unwrap_or_else(|| value.text().trim().to_owned()),
        alt: value.alt().map(str::to_owned),
    };
    values(item, name).map(image).filter(|image| !image.url.is_empty()).collect()
}

fn without_scheme(item: Item<'_>, name: &str, scheme: &str) -> Vec<String> {
    let texts = texts(item, name).into_iter();
    texts.map(|text| text.strip_prefix(scheme).map(str::to_owned).unwrap_or(text)).collect()
}

/// A location: the given parts of an address, the coordinates and a name, by their names in
/// microformats2.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Place(pub IndexMap<&'static str, String>);

/// The properties of a location besides its address.
const OF_PLACES: [&str; 4] = ["label", "latitude", "longitude", "altitude"];

impl Place {
    /// Returns the location of an item: from the item itself, and from its `location`, `adr` and
    /// `geo`. For each part, the last one counts.
    pub(super) fn of(item: Item<'_>) -> Option<Self> {
        let mut place = Self::default();
        place.add(item);
        for name in ["location", "adr", "geo"] {
            let Some(value) = values(item, name).next() else { continue };
            match value.item() {
                Some(nested) => {
                    place.set("name", text(nested, "name").filter(|_| name == "location"));
                    place.add(nested);
                    // (A location may have nested items for its address and coordinates, too.)
                    let around =
                        ["adr", "geo"].iter().filter_map(|name| values(nested, name).next());
                    around.filter_map(Value::item).for_each(|around| place.add(around));
                }
                None if name == "geo" => place.point(value.text()),
                None => place.set("name", Some(value.text().trim().to_owned())),
            }
        }
        (!place.0.is_empty()).then_some(place)
    }

    fn add(&mut self, item: Item<'_>) {
        ADDRESS.iter().chain(&OF_PLACES).for_each(|part| self.set(part, text(item, part)));
    }

    fn point(&mut self, text: &str) {
        let Some([latitude, longitude, altitude]) = coordinates(text) else { return };
        let parts = [("latitude", latitude), ("longitude", longitude), ("altitude", altitude)];
        parts.into_iter().for_each(|(part, text)| self.set(part, text.map(str::to_owned)));
    }

    fn set(&mut self, part: &'static str, text: Option<String>) {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.0.insert(part, text);
        }
    }
}
