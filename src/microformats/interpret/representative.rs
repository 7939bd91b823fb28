//! Whom a page is about (<https://microformats.org/wiki/representative-h-card-parsing>).

use super::page::Page;
use super::read::{has_address, has_type, values};
use crate::microformats::results::{Item, Microformats};

impl<'m> Page<'m> {
    /// The representative `h-card`: the first whose `uid` and `url` both are where the page is; or else the first with a `url`
    /// that the page links to with `rel=me`; or else the only one, if it has the page's address as `url`.
    #[must_use]
    pub fn representative_card(&self) -> Option<Item<'m>> {
        self.representative
    }
}

pub(super) fn representative<'m>(
    microformats: &'m Microformats<'m>,
    url: Option<&str>,
) -> Option<Item<'m>> {
    let cards = || microformats.all_items().filter(|&item| has_type(item, &["h-card"]));
    let is = |card: Item<'_>, name: &str| url.is_some_and(|url| has_address(card, name, url));
    let identified = cards().find(|&card| is(card, "uid") && is(card, "url"));
    let urls = &microformats.relations().urls;
    let is_me = |url: &str| urls.get(url).is_some_and(|related| related.rels.contains("me"));
    let own = || cards().find(|&card| values(card, "url").any(|value| is_me(value.text())));
    let only = || {
        let mut cards = cards();
        cards.next().filter(|&card| cards.next().is_none() && is(card, "url"))
    };
    identified.or_else(own).or_else(only)
}
