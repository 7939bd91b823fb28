//! Who wrote an entry, or announced an event (<https://indieweb.org/authorship-spec>), without the
//! network.
//!
//! | step | of the specification |
//! | --- | --- |
//! | the entry's `author`; else that of the feed it stands in | 3, 4 |
//! | a card is the author; an address is that of the author's page; another text is a name | 5 |
//! | else, on a page of one entry's own, where `rel=author` links to | 6 |
//! | the page's card, if the author's page is this one; else the page is to be fetched | 7.1 to 7.3 |
//! | a card of this page with the address of the author's page, for want of a better one | 7.4 |

use serde::Serialize;

use super::card::Card;
use super::page::Page;
use super::read::{has_address, has_type, is_same, is_web_address, normal, values};
use crate::microformats::results::{Item, Value};

/// Who wrote something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Author {
    /// A person, or an organisation, with what is said of it.
    Card(Card),
    /// A name, and nothing more.
    Name(String),
    /// The author has a page, which has to be fetched: its representative `h-card` is the author.
    Page {
        /// Where it is.
        url: String,
        /// A card of the entry's page with that address: the author, if the author's page has none.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
}

impl<'m> Page<'m> {
    /// Who wrote an entry that stands in a feed, or in none.
    #[must_use]
    pub fn author(&self, entry: Item<'m>, feed: Option<Item<'m>>) -> Option<Author> {
        let mut around = [Some(entry), feed].into_iter().flatten();
        match around.find_map(|item| values(item, "author").next()) {
            Some(value) => self.said(value),
            None => self.linked(entry).map(|url| self.author_page(url)),
        }
    }

    /// What a value of `author` says.
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

    /// Where the link `rel=author` goes, if the page is the entry's own.
    fn linked(&self, entry: Item<'m>) -> Option<&'m str> {
        let authors = self.microformats.relations().rels.get("author")?;
        authors.first().map(String::as_str).filter(|_| self.is_permalink(entry))
    }

    /// Whether the page is an entry's own: it has its address, or is the only one that stands in no feed.
    fn is_permalink(&self, entry: Item<'m>) -> bool {
        let is_own = |url: &str| ["url", "uid"].iter().any(|name| has_address(entry, name, url));
        self.url.is_some_and(is_own) || self.only.is_some_and(|only| only.node() == entry.node())
    }

    /// The author who has a page.
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
