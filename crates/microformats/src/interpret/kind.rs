//! The kind of post of an entry, decided by its properties
//! (<https://www.w3.org/TR/post-type-discovery/>).

use serde::Serialize;

use super::read::{address, has_type, text};
use crate::results::{Item, Value};

/// A kind of post.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PostKind {
    /// An event.
    Event,
    /// An answer to an invitation.
    Rsvp,
    /// An invitation.
    Invitation,
    /// A reply to another post.
    Reply,
    /// A repost of somebody else's post.
    Repost,
    /// A like.
    Like,
    /// A bookmark.
    Bookmark,
    /// A notice that the author follows somebody.
    Follow,
    /// A video.
    Video,
    /// A photo.
    Photo,
    /// An audio recording.
    Audio,
    /// A text with a title.
    Article,
    /// A text without a title.
    Note,
}

/// The kind of value that a property must have to decide.
#[derive(Clone, Copy)]
enum DecisiveValue {
    Address,
    Answer,
    Anything,
}

/// The deciding properties; the first one that is present counts. Bookmarks, and everything after
/// `photo`, are not in the recommendation, but on <https://indieweb.org/posts>. Invitations have
/// the rank that `mf2util` gives them.
const DECIDING: &[(&str, DecisiveValue, PostKind)] = &[
    ("rsvp", DecisiveValue::Answer, PostKind::Rsvp),
    ("invitee", DecisiveValue::Anything, PostKind::Invitation),
    ("in-reply-to", DecisiveValue::Address, PostKind::Reply),
    ("repost-of", DecisiveValue::Address, PostKind::Repost),
    ("like-of", DecisiveValue::Address, PostKind::Like),
    ("bookmark-of", DecisiveValue::Address, PostKind::Bookmark),
    ("follow-of", DecisiveValue::Address, PostKind::Follow),
    ("video", DecisiveValue::Address, PostKind::Video),
    ("photo", DecisiveValue::Address, PostKind::Photo),
    ("audio", DecisiveValue::Address, PostKind::Audio),
];

/// The valid answers to an invitation.
const ANSWERS: [&str; 4] = ["yes", "no", "maybe", "interested"];

impl PostKind {
    /// Returns the kind of an item.
    #[must_use]
    pub fn of(item: Item<'_>) -> Self {
        if has_type(item, &["h-event"]) {
            return Self::Event;
        }
        for (name, required, kind) in DECIDING {
            if item.values_of(name).any(|value| required.accepts(value)) {
                return *kind;
            }
        }
        if is_article(item) { Self::Article } else { Self::Note }
    }
}

impl DecisiveValue {
    /// Reports whether a value is of the kind.
    fn accepts(self, value: Value<'_>) -> bool {
        match self {
            Self::Anything => true,
            Self::Address => address(value).is_some(),
            Self::Answer => {
                let text = value.text().trim();
                ANSWERS.iter().any(|answer| answer.eq_ignore_ascii_case(text))
            }
        }
    }
}

/// Reports whether an item has a text, and a title that is not just the beginning of it.
fn is_article(item: Item<'_>) -> bool {
    match content(item) {
        Some(content) => title(item, Some(&content)).is_some(),
        None => false,
    }
}

/// Returns the text of an entry.
fn content(item: Item<'_>) -> Option<String> {
    text(item, "content").or_else(|| text(item, "summary"))
}

/// Returns the name of an entry as a title; `None` if it is only the beginning of the text.
pub(super) fn title(item: Item<'_>, content: Option<&str>) -> Option<String> {
    let name = text(item, "name")?;
    match content {
        Some(content) if squeezed(content).starts_with(&squeezed(&name)) => None,
        _ => Some(name),
    }
}

/// Returns the title of an entry, compared with its own text.
pub(super) fn title_of(item: Item<'_>) -> Option<String> {
    title(item, content(item).as_deref())
}

/// Collapses runs of white space.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
