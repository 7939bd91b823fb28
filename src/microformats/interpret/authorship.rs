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
use super::read::{has_address, has_type, is_same, is_web_address, normal, values};
use crate::microformats::results::{Item, Value};

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
        let mut around = [Some(entry), feed].into_iter().flatten();
        match around.find_map(|item| values(item, "author").next()) {
            Some(value) => self.said(value),
            None => self.linked(entry).map(|url| self.author_page(url)),
        }
    }

    /// Interprets a value of `author`.
    fn said(&self, value: Value<'_>) -> Option<Author> {
        if let Some(card) = value.item().filter(|&item| has_type(item, &["h-card"])) {
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
        let authors = self.microformats.relations().rels.get("author")?;
        authors.first().map(String::as_str).filter(|_| self.is_permalink(entry))
    }

    /// Reports whether the page is the permalink page of an entry. It is if it has the entry's
    /// address, or if the entry is the only one outside of a feed.
    fn is_permalink(&self, entry: Item<'m>) -> bool {
        let is_own = |url: &str| ["url", "uid"].iter().any(|name| has_address(entry, name, url));
        self.url.is_some_and(is_own) || self.only.is_some_and(|only| only.node() == entry.node())
    }

    /// Returns the author whose page has an address.
    fn author_page(&self, url: &str) -> Author {
        let is_here = self.url.is_some_and(|here| is_same(here, url));
        match self.representative.filter(|_| is_here) {
            Some(card) => Author::Card(Card::of(card)),
            None => {
                let card = self.cards.get(&normal(url)).copied().map(Card::of);
                Author::Page { url: url.to_owned(), card }
            }
        }
    }
}
