//! Comparison of start tags by their attributes, in any order and without duplicates.

use super::event::TokenId;
use crate::token::{TagRef, Tokens};
use std::hash::{BuildHasher, RandomState};

/// The number of attributes up to which each is searched among those of the other tag.
const FEW: usize = 8;

/// The start tags of a text.
#[derive(Clone, Copy)]
pub(super) struct StartTags<'s> {
    pub(super) tokens: &'s Tokens,
    pub(super) text: &'s str,
}

impl<'s> StartTags<'s> {
    /// Returns a hash that is equal for tags with equal attributes. The hash is keyed with random
    /// keys, so a text cannot be crafted to cause collisions.
    pub(super) fn tag_hash(self, tag: Option<TokenId>, hashes: &RandomState) -> u64 {
        let mut sum = 0_u64;
        for pair in self.pairs(tag) {
            sum = sum.wrapping_add(hashes.hash_one(pair));
        }
        sum
    }

    /// Reports whether two tags have the same attributes.
    pub(super) fn are_alike(self, one: Option<TokenId>, other: Option<TokenId>) -> bool {
        // Nearly always the first attributes have one name, and decide.
        let (mut ours, mut theirs) = (self.pairs(one), self.pairs(other));
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return true,
                (Some(our), Some(their)) if our == their => {}
                (Some(our), Some(their)) if our.0 != their.0 => break,
                _ => return false,
            }
        }
        let count = self.pairs(one).count();
        if count != self.pairs(other).count() {
            return false;
        }
        if count > FEW {
            return self.sorted_pairs(one) == self.sorted_pairs(other);
        }
        self.pairs(one).all(|pair| self.pairs(other).any(|other| other == pair))
    }

    /// Returns the same pairs in ascending order.
    fn sorted_pairs(self, tag: Option<TokenId>) -> Vec<(&'s str, &'s str)> {
        let mut pairs: Vec<(&str, &str)> = self.pairs(tag).collect();
        pairs.sort_unstable();
        pairs
    }

    /// Returns the names and values of a tag's attributes, without duplicates: in `<a x=1 x=2>`,
    /// the first `x` counts.
    pub(super) fn pairs(self, tag: Option<TokenId>) -> impl Iterator<Item = (&'s str, &'s str)> {
        let tag = tag.and_then(|token| self.tokens.start_tag(token.index()));
        let attributes = tag.into_iter().flat_map(TagRef::attributes);
        attributes.filter(|attribute| !attribute.duplicate).map(move |attribute| {
            let value = attribute.value.map_or("", |value| value.get(self.text));
            (attribute.name.get(self.text), value)
        })
    }
}
