//! The card of the person that a page represents
//! (<https://microformats.org/wiki/representative-h-card-parsing>).

use super::read::{has_address, has_type};
use crate::results::{Item, Microformats};

/// Returns the card for [`Page::representative_card`](super::page::Page::representative_card).
pub(super) fn representative<'m>(
    microformats: &'m Microformats<'m>,
    url: Option<&str>,
) -> Option<Item<'m>> {
    if let Some(url) = url {
        for card in cards(microformats) {
            if has_address(card, "uid", url) && has_address(card, "url", url) {
                return Some(card);
            }
        }
    }
    let urls = &microformats.relations().urls;
    for card in cards(microformats) {
        for value in card.values_of("url") {
            if let Some(related) = urls.get(value.text())
                && related.rels.contains("me")
            {
                return Some(card);
            }
        }
    }
    let mut cards = cards(microformats);
    let first = cards.next()?;
    if cards.next().is_none() && has_address(first, "url", url?) { Some(first) } else { None }
}

/// Returns the cards of a page.
pub(super) fn cards<'m>(microformats: &'m Microformats<'m>) -> impl Iterator<Item = Item<'m>> {
    microformats.all_items().filter(|&item| has_type(item, &["h-card"]))
}
