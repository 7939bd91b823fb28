//! What happens, when and where.

use serde::Serialize;

use super::authorship::Author;
use super::card::{Card, Image, Place, images};
use super::entry::Content;
use super::page::Page;
use super::read::{When, text, texts, values};
use crate::microformats::results::Item;

/// An `h-event`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Event {
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it is, in short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// What it is (`content`, or `description`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// Where it is described.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What identifies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// The announcer, found as the author of an entry is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Author>,
    /// When it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<When>,
    /// When it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<When>,
    /// How long it takes, as it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<String>,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Place>,
    /// Who makes it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub organizers: Vec<Card>,
    /// Who comes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attendees: Vec<Card>,
    /// What it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// Its photos.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub photos: Vec<Image>,
}

impl Event {
    /// Reads an event, which may stand in a feed.
    #[must_use]
    pub fn of<'m>(page: &Page<'m>, item: Item<'m>, feed: Option<Item<'m>>) -> Self {
        let cards = |name: &str| values(item, name).map(Card::of_value).collect();
        Self {
            name: text(item, "name"),
            summary: text(item, "summary"),
            content: Content::of(item).or_else(|| Content::named(item, "description")),
            url: text(item, "url"),
            uid: text(item, "uid"),
            author: page.author(item, feed),
            start: When::of(item, "start"),
            end: When::of(item, "end"),
            duration: text(item, "duration"),
            location: Place::of(item),
            organizers: cards("organizer"),
            attendees: cards("attendee"),
            categories: texts(item, "category"),
            photos: images(item, "photo"),
        }
    }
}
