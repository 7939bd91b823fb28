//! Posts, and what they are about.

use serde::Serialize;

use super::authorship::Author;
use super::card::{Card, Image, Place, images};
use super::kind::{Kind, title_of};
use super::page::Page;
use super::read::{When, address, text, texts, values};
use crate::microformats::results::{Item, Value};

/// An `h-entry`, or an `h-cite` that stands for itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Entry {
    /// What sort of post it is.
    pub kind: Kind,
    /// Its title, if it has one: not if its name is only the beginning of its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it says in short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// What it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What identifies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// Who wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Author>,
    /// When it was published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<When>,
    /// When it was changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated: Option<When>,
    /// Where it is about, or was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Place>,
    /// What it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// Its photos.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub photos: Vec<Image>,
    /// Addresses of its videos.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub videos: Vec<String>,
    /// Addresses of its recordings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub audio: Vec<String>,
    /// Where else it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub syndication: Vec<String>,
    /// What is answered to an invitation, in lower case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rsvp: Option<String>,
    /// What it answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub in_reply_to: Vec<Citation>,
    /// What it likes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub like_of: Vec<Citation>,
    /// What it posts again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repost_of: Vec<Citation>,
    /// What it keeps the address of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bookmark_of: Vec<Citation>,
    /// Whom it follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub follow_of: Vec<Citation>,
    /// Who is invited.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub invitees: Vec<Card>,
    /// What is said to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Citation>,
    /// Who likes it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub likes: Vec<Citation>,
    /// Who posts it again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reposts: Vec<Citation>,
}

/// A text, with its markup if the page marks it as `e-*`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Content {
    /// The text.
    pub text: String,
    /// The markup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}

/// Another post that one refers to: its address, or what is quoted of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Citation {
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its title, or the text if there is nothing else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What is quoted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// Who wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Card>,
    /// When it was published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<When>,
}

impl Entry {
    /// What an entry says that stands in a feed, or in none.
    #[must_use]
    pub fn of<'m>(page: &Page<'m>, item: Item<'m>, feed: Option<Item<'m>>) -> Self {
        let kind = Kind::of(item);
        Self {
            kind,
            name: title_of(item),
            summary: text(item, "summary"),
            content: Content::of(item),
            url: text(item, "url"),
            uid: text(item, "uid"),
            author: page.author(item, feed),
            published: When::of(item, "published"),
            updated: When::of(item, "updated"),
            location: Place::of(item),
            categories: texts(item, "category"),
            photos: images(item, "photo"),
            videos: addresses(item, "video"),
            audio: addresses(item, "audio"),
            syndication: texts(item, "syndication"),
            rsvp: text(item, "rsvp").map(|rsvp| rsvp.to_ascii_lowercase()),
            in_reply_to: citations(item, "in-reply-to"),
            like_of: citations(item, "like-of"),
            repost_of: citations(item, "repost-of"),
            bookmark_of: citations(item, "bookmark-of"),
            follow_of: citations(item, "follow-of"),
            invitees: values(item, "invitee").map(Card::of_value).collect(),
            comments: citations(item, "comment"),
            likes: citations(item, "like"),
            reposts: citations(item, "repost"),
        }
    }
}

impl Content {
    /// What an item says.
    pub(super) fn of(item: Item<'_>) -> Option<Self> {
        Self::named(item, "content")
    }

    /// What a property says.
    pub(super) fn named(item: Item<'_>, name: &str) -> Option<Self> {
        let value = values(item, name).find(|value| !value.text().trim().is_empty())?;
        let html = value.html().map(|html| html.trim().to_owned());
        Some(Self { text: value.text().trim().to_owned(), html })
    }
}

fn citations(item: Item<'_>, name: &str) -> Vec<Citation> {
    values(item, name).map(Citation::of).collect()
}

fn addresses(item: Item<'_>, name: &str) -> Vec<String> {
    values(item, name).filter_map(address).collect()
}

impl Citation {
    fn of(value: Value<'_>) -> Self {
        let url = address(value);
        let Some(item) = value.item() else {
            let name = url.is_none().then(|| value.text().trim().to_owned());
            return Self { url, name, content: None, author: None, published: None };
        };
        Self {
            url,
            name: title_of(item),
            content: Content::of(item),
            author: values(item, "author").next().map(Card::of_value),
            published: When::of(item, "published"),
        }
    }
}
