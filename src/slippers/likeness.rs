//! Which start tags have the same attributes, in any order; attributes that do not count are left
//! out.

use super::event::TokenId;
use crate::token::{TagRef, Tokens};
use std::hash::{BuildHasher, RandomState};

/// The start tags of a text.
#[derive(Clone, Copy)]
pub(super) struct StartTags<'s> {
    pub(super) tokens: &'s Tokens,
    pub(super) text: &'s str,
}

impl<'s> StartTags<'s> {
    /// A number that is the same for tags with the same attributes. It depends on the hasher's
    /// secret keys, so that nobody can write a text whose tags have the same number.
    pub(super) fn likeness(self, tag: Option<TokenId>, hashes: &RandomState) -> u64 {
        self.pairs(tag).fold(0, |sum, pair| sum.wrapping_add(hashes.hash_one(pair)))
    }

    /// Whether two tags have the same attributes.
    pub(super) fn are_alike(self, one: Option<TokenId>, other: Option<TokenId>) -> bool {
        if self.pairs(one).count() != self.pairs(other).count() {
            return false;
        }
        let sorted = |tag| {
            let mut pairs: Vec<(&str, &str)> = self.pairs(tag).collect();
            pairs.sort_unstable();
            pairs
        };
        self.pairs(one).eq(self.pairs(other)) || sorted(one) == sorted(other)
    }

    /// The attributes of a tag that count, as names and values.
    pub(super) fn pairs(self, tag: Option<TokenId>) -> impl Iterator<Item = (&'s str, &'s str)> {
        let tag = tag.and_then(|token| self.tokens.start_tag(token.index()));
        let counted = tag.into_iter().flat_map(TagRef::attributes);
        counted.filter(|attribute| !attribute.duplicate).map(move |attribute| {
            let value = attribute.value.map_or("", |value| value.get(self.text));
            (attribute.name.get(self.text), value)
        })
    }
}
