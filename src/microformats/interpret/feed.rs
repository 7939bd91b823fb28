//! Posts in a row.

use serde::Serialize;

use super::authorship::Author;
use super::card::Image;
use super::card::images;
use super::page::{Page, Thing};
use super::read::{text, values};
use crate::microformats::results::Item;

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
