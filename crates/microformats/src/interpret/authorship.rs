//! The author of an entry, or of an event (<https://indieweb.org/authorship-spec>), without network
//! access.
//!
//! | step | of the specification |
//! | --- | --- |
//! | take the entry's `author`; else that of the feed around it | 3, 4 |
//! | a card is the author; an address is the author's page; another text is a name | 5 |
//! | else, on the permalink page of an entry, take the target of `rel=author` | 6 |
//! | take the page's card, if it is the author's page; else name the page to fetch | 7.1 to 7.3 |
//! | add a card of this page with the address of the author's page, as a fallback | 7.4 |

use serde::Serialize;

use super::card::Card;
use super::page::Page;
use super::read::{has_address, has_type, is_same, is_web_address, normal};
use crate::results::{Item, Value};

/// The author of something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Author {
    /// A person or an organisation, with its data.
    Card(Card),
    /// A name only.
    Name(String),
    /// A page of the author, which the caller has to fetch: its representative `h-card` is the
    /// author.
    Page {
        /// The address of the page.
        url: String,
        /// A card on the entry's page with that address: the author, if the author's page has no
        /// card.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
}

impl<'m> Page<'m> {
    /// Returns the author of an entry, which may be part of a feed.
    #[must_use]
    pub fn author(&self, entry: Item<'m>, feed: Option<Item<'m>>) -> Option<Author> {
        for item in [Some(entry), feed].into_iter().flatten() {
            if let Some(value) = item.values_of("author").next() {
                return self.author_of(value);
            }
        }
        Some(self.author_page(self.linked(entry)?))
    }

    /// Interprets a value of `author`.
    fn author_of(&self, value: Value<'_>) -> Option<Author> {
        if let Some(card) = value.item()
            && has_type(card, &["h-card"])
        {
            return Some(Author::Card(Card::of(card)));
        }
        match value.text().trim() {
            "" => None,
            url if is_web_address(url) => Some(self.author_page(url)),
            name => Some(Author::Name(name.to_owned())),
        }
    }

    /// Returns the target of the link `rel=author`, if the page is the permalink page of the entry.
    fn linked(&self, entry: Item<'m>) -> Option<&'m str> {
        let author = self.microformats.relations().rels.get("author")?.first()?;
        if self.is_permalink(entry) { Some(author) } else { None }
    }

    /// Reports whether the page is the permalink page of an entry. It is if it has the entry's
    /// address, or if the entry is the only one outside of a feed.
    fn is_permalink(&self, entry: Item<'m>) -> bool {
        if let Some(url) = self.url
            && (has_address(entry, "url", url) || has_address(entry, "uid", url))
        {
            return true;
        }
        self.only.is_some_and(|only| only.node() == entry.node())
    }

    /// Returns the author whose page has an address.
    fn author_page(&self, url: &str) -> Author {
        if let Some(here) = self.url
            && is_same(here, url)
            && let Some(card) = self.representative
        {
            return Author::Card(Card::of(card));
        }
        let card = self.cards.get(&normal(url)).copied().map(Card::of);
        Author::Page { url: url.to_owned(), card }
    }
}
