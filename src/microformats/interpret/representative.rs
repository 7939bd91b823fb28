//! The card of the person that a page represents
//! (<https://microformats.org/wiki/representative-h-card-parsing>).

use super::read::{has_address, has_type, values};
use crate::microformats::results::{Item, Microformats};

/// Returns the card for [`Page::representative_card`](super::page::Page::representative_card).
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
