//! What sort of post an entry is (<https://www.w3.org/TR/post-type-discovery/>): its properties say it.

use serde::Serialize;

use super::read::{address, has_type, text, values};
use crate::microformats::results::Item;

/// A sort of post.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Something that happens.
    Event,
    /// An answer to an invitation.
    Rsvp,
    /// An invitation.
    Invitation,
    /// An answer.
    Reply,
    /// What somebody else posted, again.
    Repost,
    /// A like.
    Like,
    /// A bookmark.
    Bookmark,
    /// That somebody is followed.
    Follow,
    /// A video.
    Video,
    /// A photo.
    Photo,
    /// A recording.
    Audio,
    /// A text with a title.
    Article,
    /// A text without one.
    Note,
}

/// What a property must say to make a post what it is.
#[derive(Clone, Copy)]
enum Says {
    Address,
    Answer,
    Anything,
}

/// The properties that decide, the first that is there first. Bookmarks and what follows `photo` are not in the
/// recommendation, but on <https://indieweb.org/posts>; invitations are where `mf2util` has them.
const DECIDING: &[(&str, Says, Kind)] = &[
    ("rsvp", Says::Answer, Kind::Rsvp),
    ("invitee", Says::Anything, Kind::Invitation),
    ("in-reply-to", Says::Address, Kind::Reply),
    ("repost-of", Says::Address, Kind::Repost),
    ("like-of", Says::Address, Kind::Like),
    ("bookmark-of", Says::Address, Kind::Bookmark),
    ("follow-of", Says::Address, Kind::Follow),
    ("video", Says::Address, Kind::Video),
    ("photo", Says::Address, Kind::Photo),
    ("audio", Says::Address, Kind::Audio),
];

/// What may be answered to an invitation.
const ANSWERS: [&str; 4] = ["yes", "no", "maybe", "interested"];

impl Kind {
    /// The sort of an item.
    #[must_use]
    pub fn of(item: Item<'_>) -> Self {
        if has_type(item, &["h-event"]) {
            return Self::Event;
        }
        let mut deciding = DECIDING.iter();
        let decided = deciding.find(|(name, says, _)| {
            values(item, name).any(|value| match says {
                Says::Anything => true,
                Says::Address => address(value).is_some(),
                Says::Answer => {
                    ANSWERS.iter().any(|answer| answer.eq_ignore_ascii_case(value.text().trim()))
                }
            })
        });
        match decided {
            Some(&(_, _, kind)) => kind,
            None if is_article(item) => Self::Article,
            None => Self::Note,
        }
    }
}

/// Whether there is a text, and a title that is more than the beginning of it.
fn is_article(item: Item<'_>) -> bool {
    content(item).is_some_and(|content| title(item, Some(&content)).is_some())
}

/// The text of an entry.
fn content(item: Item<'_>) -> Option<String> {
    text(item, "content").or_else(|| text(item, "summary"))
}

/// The name of an entry, if it is one: not if it is only the beginning of its text.
pub(super) fn title(item: Item<'_>, content: Option<&str>) -> Option<String> {
    let name = text(item, "name")?;
    let is_beginning =
        content.is_some_and(|content| squeezed(content).starts_with(&squeezed(&name)));
    (!is_beginning).then_some(name)
}

/// The title of an entry with that text that it has.
pub(super) fn title_of(item: Item<'_>) -> Option<String> {
    title(item, content(item).as_deref())
}

/// A text with each run of blanks as one.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
