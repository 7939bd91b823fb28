//! Cards of people and organisations, and places.

use serde::Serialize;

use super::read::{WrittenDate, address, is_web_address, text, texts};
use crate::places::{ADDRESS, coordinates};
use crate::results::{Item, Value};
use wishful::base::IndexMap;

/// An `h-card`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
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
    pub bday: Option<WrittenDate>,
    /// The location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<GeoLocation>,
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
#[non_exhaustive]
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
            bday: WrittenDate::of(item, "bday"),
            location: GeoLocation::of(item),
        }
    }

    /// Interprets a value as a card: from a nested item, an address, or a name.
    pub(super) fn of_value(value: Value<'_>) -> Self {
        if let Some(item) = value.item() {
            return Self::of(item);
        }
        let text = value.text().trim().to_owned();
        let (name, url) =
            if is_web_address(&text) { (None, vec![text]) } else { (Some(text), Vec::new()) };
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
    let mut images = Vec::new();
    for value in item.values_of(name) {
        let url = match address(value) {
            Some(url) => url,
            None => value.text().trim().to_owned(),
        };
        if !url.is_empty() {
            images.push(Image { url, alt: value.alt().map(str::to_owned) });
        }
    }
    images
}

fn without_scheme(item: Item<'_>, name: &str, scheme: &str) -> Vec<String> {
    let mut texts = texts(item, name);
    for text in &mut texts {
        if text.starts_with(scheme) {
            text.drain(..scheme.len());
        }
    }
    texts
}

/// A location: the given parts of an address, the coordinates and a name, by their names in
/// microformats2.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct GeoLocation(pub IndexMap<&'static str, String>);

/// The properties of a location besides its address.
const OF_PLACES: [&str; 4] = ["label", "latitude", "longitude", "altitude"];

impl GeoLocation {
    /// Returns the location of an item: from the item itself, and from its `location`, `adr` and
    /// `geo`. For each part, the last one is used.
    pub(super) fn of(item: Item<'_>) -> Option<Self> {
        let mut place = Self::default();
        place.add(item);
        for name in ["location", "adr", "geo"] {
            let Some(value) = item.values_of(name).next() else { continue };
            match value.item() {
                Some(nested) => {
                    if name == "location" {
                        place.set("name", text(nested, "name"));
                    }
                    place.add(nested);
                    // (A location may have nested items for its address and coordinates, too.)
                    for name in ["adr", "geo"] {
                        if let Some(item) = nested.values_of(name).next().and_then(Value::item) {
                            place.add(item);
                        }
                    }
                }
                None if name == "geo" => place.point(value.text()),
                None => place.set("name", Some(value.text().trim().to_owned())),
            }
        }
        if place.0.is_empty() { None } else { Some(place) }
    }

    fn add(&mut self, item: Item<'_>) {
        for part in ADDRESS.into_iter().chain(OF_PLACES) {
            self.set(part, text(item, part));
        }
    }

    fn point(&mut self, text: &str) {
        let Some([latitude, longitude, altitude]) = coordinates(text) else { return };
        let parts = [("latitude", latitude), ("longitude", longitude), ("altitude", altitude)];
        for (part, text) in parts {
            self.set(part, text.map(str::to_owned));
        }
    }

    fn set(&mut self, part: &'static str, text: Option<String>) {
        if let Some(text) = text
            && !text.is_empty()
        {
            self.0.insert(part, text);
        }
    }
}
