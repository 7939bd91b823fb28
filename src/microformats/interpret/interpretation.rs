//! The page as a whole: what stands in it, in document order; and feeds, which are the same in small.

use serde::Serialize;

use super::authorship::Author;
use super::card::{Card, Image, images};
use super::entry::Entry;
use super::event::Event;
use super::page::Page;
use super::read::{has_type, text, values};
use crate::microformats::results::Item;

/// What a page says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Interpretation {
    /// Where the page is, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Whom it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub representative: Option<Card>,
    /// What stands in it and in nothing else, in document order.
    pub items: Vec<Thing>,
}

/// An item that is understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "type")]
pub enum Thing {
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
pub struct Feed {
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it is, in short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What identifies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// Who writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Author>,
    /// A picture of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo: Option<Image>,
    /// What stands in it, in document order: entries, events, cards. Feeds in it are left out.
    pub entries: Vec<Thing>,
}

impl Feed {
    /// What a feed says.
    #[must_use]
    pub fn of<'m>(page: &Page<'m>, item: Item<'m>) -> Self {
        let named = values(item, "entry").filter_map(|value| value.item());
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
    /// All that the page says.
    #[must_use]
    pub fn interpretation(&self) -> Interpretation {
        let items = self.outermost().into_iter().filter_map(|item| self.thing(item, None));
        Interpretation {
            url: self.url.map(str::to_owned),
            representative: self.representative_card().map(Card::of),
            items: items.collect(),
        }
    }

    /// An item, in a feed or in none, as what it is; `None` for formats that are not understood.
    pub(super) fn thing(&self, item: Item<'m>, feed: Option<Item<'m>>) -> Option<Thing> {
        if has_type(item, &["h-entry", "h-cite"]) {
            return Some(Thing::Entry(Box::new(Entry::of(self, item, feed))));
        }
        if has_type(item, &["h-event"]) {
            return Some(Thing::Event(Box::new(Event::of(self, item, feed))));
        }
        if has_type(item, &["h-feed"]) && feed.is_none() {
            return Some(Thing::Feed(Box::new(Feed::of(self, item))));
        }
        has_type(item, &["h-card"]).then(|| Thing::Card(Box::new(Card::of(item))))
    }

    /// The items that are understood and stand in no other one that is, but perhaps in one that is not.
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
