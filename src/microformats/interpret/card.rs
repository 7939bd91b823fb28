//! People, organisations and places.

use serde::Serialize;

use super::read::{When, text, texts, values};
use crate::base::IndexMap;
use crate::microformats::places::{ADDRESS, coordinates};
use crate::microformats::results::{Item, Value};

/// An `h-card`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Card {
    /// What it is of.
    pub kind: CardKind,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its addresses on the web.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub url: Vec<String>,
    /// What identifies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// A picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo: Option<Image>,
    /// Addresses of mail.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub email: Vec<String>,
    /// Numbers of telephones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tel: Vec<String>,
    /// The organisation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub org: Option<String>,
    /// What the person does there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job_title: Option<String>,
    /// What else is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The day of birth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bday: Option<When>,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Place>,
}

/// What a card is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardKind {
    /// A person, or nobody says otherwise.
    Person,
    /// An organisation: its name is that of the card (hCard, "organization contact info").
    Organization,
}

/// An image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Image {
    /// Where it is.
    pub url: String,
    /// What stands for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
}

impl Card {
    /// What a card says.
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

    /// What a value says of somebody: a card, an address, or a name.
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

/// The images that a property has.
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

/// Where something is: as much of an address, of coordinates and of a name as is said, by the names of microformats2.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Place(pub IndexMap<&'static str, String>);

/// What a place says besides its address.
const OF_PLACES: [&str; 4] = ["label", "latitude", "longitude", "altitude"];

impl Place {
    /// Where an item is: what its `location`, `adr` and `geo` say of it, and it itself. The last that says a part says it.
    pub(super) fn of(item: Item<'_>) -> Option<Self> {
        let mut place = Self::default();
        place.add(item);
        for name in ["location", "adr", "geo"] {
            let Some(value) = values(item, name).next() else { continue };
            match value.item() {
                Some(nested) => {
                    place.set("name", text(nested, "name").filter(|_| name == "location"));
                    place.add(nested);
                    // (A place may say where it is by an item of its own, too.)
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
