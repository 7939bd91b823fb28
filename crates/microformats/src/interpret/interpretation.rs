//! The interpretation of a whole page: its items in document order. A feed contains items likewise.

use serde::Serialize;

use super::authorship::Author;
use super::card::{Card, Image, images};
use super::entry::Entry;
use super::event::Event;
use super::page::Page;
use super::read::{has_type, text};
use crate::results::{Item, Value};

/// The interpretation of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Interpretation {
    /// The address of the page, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The person or organisation that the page represents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub representative: Option<Card>,
    /// The outermost items, in document order.
    pub items: Vec<InterpretedItem>,
}

/// An item of a format that this module interprets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "type")]
pub enum InterpretedItem {
    /// An `h-entry`, or an `h-cite`.
    Entry(Box<Entry>),
    /// An `h-event`.
    Event(Box<Event>),
    /// An `h-feed`.
    Feed(Box<Feed>),
    /// An `h-card`.
    Card(Box<Card>),
}

/// An `h-feed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Feed {
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A summary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The address of the feed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The unique identifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// The author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Author>,
    /// A picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo: Option<Image>,
    /// The entries, events and cards of the feed, in document order. Nested feeds are left out.
    pub entries: Vec<InterpretedItem>,
}

impl Feed {
    /// Returns the data of a feed.
    #[must_use]
    pub fn of<'m>(page: &Page<'m>, item: Item<'m>) -> Self {
        let named = item.values_of("entry").filter_map(Value::item);
        let entries = named.chain(item.children());
        Self {
            name: text(item, "name"),
            summary: text(item, "summary"),
            url: text(item, "url"),
            uid: text(item, "uid"),
            author: page.author(item, None),
            photo: images(item, "photo").into_iter().next(),
            entries: entries.filter_map(|entry| page.thing(entry, Some(item))).collect(),
        }
    }
}

impl<'m> Page<'m> {
    /// Interprets the whole page.
    #[must_use]
    pub fn interpretation(&self) -> Interpretation {
        let mut items = Vec::new();
        for item in self.outermost() {
            items.extend(self.thing(item, None));
        }
        Interpretation {
            url: self.url.map(str::to_owned),
            representative: self.representative_card().map(Card::of),
            items,
        }
    }

    /// Interprets an item, which may be part of a feed; returns `None` for other formats.
    pub(super) fn thing(&self, item: Item<'m>, feed: Option<Item<'m>>) -> Option<InterpretedItem> {
        if has_type(item, &["h-entry", "h-cite"]) {
            return Some(InterpretedItem::Entry(Box::new(Entry::of(self, item, feed))));
        }
        if has_type(item, &["h-event"]) {
            return Some(InterpretedItem::Event(Box::new(Event::of(self, item, feed))));
        }
        if has_type(item, &["h-feed"]) && feed.is_none() {
            return Some(InterpretedItem::Feed(Box::new(Feed::of(self, item))));
        }
        if has_type(item, &["h-card"]) {
            return Some(InterpretedItem::Card(Box::new(Card::of(item))));
        }
        None
    }

    /// Returns the items with a known format that are not inside another one of these. They may be
    /// inside an item of another format.
    pub(super) fn outermost(&self) -> Vec<Item<'m>> {
        let understood = ["h-entry", "h-cite", "h-event", "h-feed", "h-card"];
        let mut found = Vec::new();
        let mut open: Vec<Item<'m>> = self.microformats.items().collect();
        open.reverse();
        while let Some(item) = open.pop() {
            if has_type(item, &understood) {
                found.push(item);
                continue;
            }
            let start = open.len();
            open.extend(item.children());
            open[start..].reverse();
        }
        found
    }
}
