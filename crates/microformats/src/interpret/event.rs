//! Events.

use serde::Serialize;

use super::authorship::Author;
use super::card::{Card, GeoLocation, Image, images};
use super::entry::Content;
use super::page::Page;
use super::read::{WrittenDate, text, texts};
use crate::results::Item;

/// An `h-event`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Event {
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A summary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The description (`content`, or else `description`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// The address of the event's page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The unique identifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// The announcer, found like the author of an entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Author>,
    /// The start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<WrittenDate>,
    /// The end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<WrittenDate>,
    /// The duration, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<String>,
    /// The location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<GeoLocation>,
    /// The organizers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub organizers: Vec<Card>,
    /// The attendees.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attendees: Vec<Card>,
    /// The categories.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// The photos.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub photos: Vec<Image>,
}

impl Event {
    /// Returns the data of an event, which may be part of a feed.
    #[must_use]
    pub fn of<'m>(page: &Page<'m>, item: Item<'m>, feed: Option<Item<'m>>) -> Self {
        Self {
            name: text(item, "name"),
            summary: text(item, "summary"),
            content: Content::of(item).or_else(|| Content::named(item, "description")),
            url: text(item, "url"),
            uid: text(item, "uid"),
            author: page.author(item, feed),
            start: WrittenDate::of(item, "start"),
            end: WrittenDate::of(item, "end"),
            duration: text(item, "duration"),
            location: GeoLocation::of(item),
            organizers: item.values_of("organizer").map(Card::of_value).collect(),
            attendees: item.values_of("attendee").map(Card::of_value).collect(),
            categories: texts(item, "category"),
            photos: images(item, "photo"),
        }
    }
}
