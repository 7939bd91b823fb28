//! The page as a whole: what stands in it, in document order.

use serde::Serialize;

use super::card::Card;
use super::entry::Entry;
use super::event::Event;
use super::feed::Feed;
use super::read::{has_type, normal, values};
use super::representative::representative;
use crate::base::IndexMap;
use crate::microformats::results::{Item, Microformats};

/// A page whose microformats are to be understood, with what the algorithms ask of it as a whole.
#[derive(Clone, Debug)]
pub struct Page<'m> {
    pub(super) microformats: &'m Microformats<'m>,
    /// Where it is.
    pub(super) url: Option<&'m str>,
    /// The first card with each address, [brought into form](super::read::normal).
    pub(super) cards: IndexMap<String, Item<'m>>,
    pub(super) representative: Option<Item<'m>>,
    /// The entry or the feed, if only one stands in nothing else.
    pub(super) only: Option<Item<'m>>,
}

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

impl Microformats<'_> {
    /// The page as a reader understands it. `url` is where it is; if that is not given, where the document says that it
    /// [is](crate::Document::url).
    ///
    /// ```
    /// use wishful::microformats::{Options, interpret::{Kind, Thing}};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<p class=h-entry><a class=u-like-of href=/cake>Cake</a> <time class=dt-published>2026-05-01 9:00";
    /// let document = parser.parse_str(html, &ParseOptions::default()).unwrap();
    /// let microformats = document.microformats(&Options::default());
    /// let interpretation = microformats.page(Some("https://example.org/1")).interpretation();
    /// let [Thing::Entry(entry)] = &interpretation.items[..] else { panic!("{interpretation:?}") };
    /// assert_eq!(entry.kind, Kind::Note, "a relative address is no address, as nobody said where the page is");
    ///
    /// let options = Options { base: Some("https://example.org/1"), ..Options::default() };
    /// let interpretation = document.microformats(&options).page(options.base).interpretation();
    /// let [Thing::Entry(entry)] = &interpretation.items[..] else { panic!("{interpretation:?}") };
    /// assert_eq!(entry.kind, Kind::Like);
    /// assert_eq!(entry.like_of[0].url.as_deref(), Some("https://example.org/cake"));
    /// ```
    #[must_use]
    pub fn page<'m>(&'m self, url: Option<&'m str>) -> Page<'m> {
        let url = url.or_else(|| self.document().url().map(url::Url::as_str));
        let cards = cards(self);
        let mut entries = self.items().filter(|&item| has_type(item, &["h-entry", "h-feed"]));
        let only = entries.next().filter(|_| entries.next().is_none());
        let representative = representative(self, url);
        Page { microformats: self, url, cards, representative, only }
    }
}

/// The first card with each address.
fn cards<'m>(microformats: &'m Microformats<'m>) -> IndexMap<String, Item<'m>> {
    let mut cards = IndexMap::default();
    for card in microformats.all_items().filter(|&item| has_type(item, &["h-card"])) {
        for value in values(card, "url") {
            cards.entry(normal(value.text())).or_insert(card);
        }
    }
    cards
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
            return Some(Thing::Event(Box::new(Event::of(item))));
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
