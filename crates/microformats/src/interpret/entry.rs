//! Posts, and the posts that they refer to.

use serde::Serialize;

use super::authorship::Author;
use super::card::{Card, GeoLocation, Image, images};
use super::kind::{PostKind, title_of};
use super::page::Page;
use super::read::{WrittenDate, address, text, texts};
use crate::results::{Item, Value};

/// An `h-entry`, or an `h-cite` that is not a value of another item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Entry {
    /// The kind of post.
    pub kind: PostKind,
    /// The title; `None` if the name is only the beginning of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A summary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// The address of the post.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The unique identifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// The author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Author>,
    /// The date of publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<WrittenDate>,
    /// The date of the last change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated: Option<WrittenDate>,
    /// The location of the author or of the topic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<GeoLocation>,
    /// The categories.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// The photos.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub photos: Vec<Image>,
    /// The addresses of videos.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub videos: Vec<String>,
    /// The addresses of audio recordings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub audio: Vec<String>,
    /// The addresses of copies on other sites.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub syndication: Vec<String>,
    /// The answer to an invitation, in lower case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rsvp: Option<String>,
    /// The posts that this one replies to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub in_reply_to: Vec<Citation>,
    /// The posts that this one likes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub like_of: Vec<Citation>,
    /// The posts that this one reposts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repost_of: Vec<Citation>,
    /// The pages that this post bookmarks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bookmark_of: Vec<Citation>,
    /// The people or pages that this post follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub follow_of: Vec<Citation>,
    /// The people whom this post invites.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub invitees: Vec<Card>,
    /// The comments on this post.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Citation>,
    /// The likes of this post.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub likes: Vec<Citation>,
    /// The reposts of this post.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reposts: Vec<Citation>,
}

/// A text, with its markup if the page marks it as `e-*`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Content {
    /// The text.
    pub text: String,
    /// The markup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}

/// A reference to another post: its address, or a quotation from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Citation {
    /// The address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The title, or the text if there is no other data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The quotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// The author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Card>,
    /// The date of publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<WrittenDate>,
}

impl Entry {
    /// Returns the data of an entry, which may be part of a feed.
    #[must_use]
    pub fn of<'m>(page: &Page<'m>, item: Item<'m>, feed: Option<Item<'m>>) -> Self {
        let kind = PostKind::of(item);
        Self {
            kind,
            name: title_of(item),
            summary: text(item, "summary"),
            content: Content::of(item),
            url: text(item, "url"),
            uid: text(item, "uid"),
            author: page.author(item, feed),
            published: WrittenDate::of(item, "published"),
            updated: WrittenDate::of(item, "updated"),
            location: GeoLocation::of(item),
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
            invitees: item.values_of("invitee").map(Card::of_value).collect(),
            comments: citations(item, "comment"),
            likes: citations(item, "like"),
            reposts: citations(item, "repost"),
        }
    }
}

impl Content {
    /// Returns the `content` of an item.
    pub(super) fn of(item: Item<'_>) -> Option<Self> {
        Self::named(item, "content")
    }

    /// Returns a property of an item as content.
    pub(super) fn named(item: Item<'_>, name: &str) -> Option<Self> {
        let value = item.values_of(name).find(|value| !value.text().trim().is_empty())?;
        let html = value.html().map(|html| html.trim().to_owned());
        Some(Self { text: value.text().trim().to_owned(), html })
    }
}

fn citations(item: Item<'_>, name: &str) -> Vec<Citation> {
    item.values_of(name).map(Citation::of).collect()
}

fn addresses(item: Item<'_>, name: &str) -> Vec<String> {
    item.values_of(name).filter_map(address).collect()
}

impl Citation {
    fn of(value: Value<'_>) -> Self {
        let url = address(value);
        let Some(item) = value.item() else {
            let name = if url.is_none() { Some(value.text().trim().to_owned()) } else { None };
            return Self { url, name, content: None, author: None, published: None };
        };
        Self {
            url,
            name: title_of(item),
            content: Content::of(item),
            author: item.values_of("author").next().map(Card::of_value),
            published: WrittenDate::of(item, "published"),
        }
    }
}
