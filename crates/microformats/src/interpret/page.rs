//! Facts about the page as a whole. The algorithms need them for each item, so they are computed
//! once.

use super::read::{has_type, normal};
use super::representative::{cards, representative};
use crate::results::{Item, Microformats};
use wishful::base::IndexMap;

/// A page with microformats, and the facts about it that all algorithms share.
#[derive(Clone, Debug)]
pub struct Page<'m> {
    pub(super) microformats: &'m Microformats<'m>,
    /// The address of the page.
    pub(super) url: Option<&'m str>,
    /// The first card for each address, in [normal form](super::read::normal).
    pub(super) cards: IndexMap<String, Item<'m>>,
    pub(super) representative: Option<Item<'m>>,
    /// The only outermost entry or feed; if there is neither, the only outermost event.
    pub(super) only: Option<Item<'m>>,
}

impl Microformats<'_> {
    /// Returns the page for interpretation. `url` is its address; the default is the
    /// [address](wishful::Document::url) of the document.
    ///
    /// ```
    /// use wishful_microformats::Microformats;
    /// use wishful_microformats::{Options, interpret::{PostKind, InterpretedItem}};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<p class=h-entry><a class=u-like-of href=/cake>Cake</a>
    ///     <time class=dt-published>2026-05-01 9:00";
    /// let document = parser.parse(html, &ParseOptions::default()).unwrap();
    /// let microformats = Microformats::new(&document, &Options::default());
    /// let interpretation = microformats.page(Some("https://example.org/1")).interpretation();
    /// let [InterpretedItem::Entry(entry)] = &interpretation.items[..] else { panic!() };
    /// // A relative address does not count, because the address of the page is unknown.
    /// assert_eq!(entry.kind, PostKind::Note);
    ///
    /// let options = Options::default().base(Some("https://example.org/1"));
    /// let found = Microformats::new(&document, &options);
    /// let interpretation = found.page(options.base).interpretation();
    /// let [InterpretedItem::Entry(entry)] = &interpretation.items[..] else { panic!() };
    /// assert_eq!(entry.kind, PostKind::Like);
    /// assert_eq!(entry.like_of[0].url.as_deref(), Some("https://example.org/cake"));
    /// ```
    #[must_use]
    pub fn page<'m>(&'m self, url: Option<&'m str>) -> Page<'m> {
        let url = url.or_else(|| self.document().url().map(url::Url::as_str));
        let representative = representative(self, url);
        Page { microformats: self, url, cards: by_address(self), representative, only: only(self) }
    }
}

/// Returns the only outermost entry or feed; if there is neither, the only outermost event.
fn only<'m>(microformats: &'m Microformats<'m>) -> Option<Item<'m>> {
    for types in [&["h-entry", "h-feed"][..], &["h-event"]] {
        let mut items = microformats.items().filter(|&item| has_type(item, types));
        if let Some(first) = items.next() {
            return if items.next().is_none() { Some(first) } else { None };
        }
    }
    None
}

/// Returns the first card for each address.
fn by_address<'m>(microformats: &'m Microformats<'m>) -> IndexMap<String, Item<'m>> {
    let mut by_address = IndexMap::default();
    for card in cards(microformats) {
        for value in card.values_of("url") {
            by_address.entry(normal(value.text())).or_insert(card);
        }
    }
    by_address
}

impl<'m> Page<'m> {
    /// Returns the representative `h-card`: the first whose `uid` and `url` both are the address of
    /// the page. The next choice is the first with a `url` that the page links to with `rel=me`.
    /// The last one is the only card of the page, if its `url` is the address of the page.
    #[must_use]
    pub fn representative_card(&self) -> Option<Item<'m>> {
        self.representative
    }
}
