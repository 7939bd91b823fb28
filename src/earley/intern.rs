//! Small tables for the inner loops: interned values and sets that are small most of the time.
//!
//! Nothing here decides an order: iteration is always over the vectors, never over the hashes.

pub(super) use crate::base::QuickMap;
use crate::base::{narrow, wide};
use std::hash::Hash;

/// Values that are kept once each, numbered in the order of their first appearance.
#[derive(Clone)]
pub(super) struct Interned<T> {
    values: Vec<T>,
    numbers: QuickMap<T, u32>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Self { values: Vec::new(), numbers: QuickMap::default() }
    }
}

impl<T: Clone + Eq + Hash> Interned<T> {
    /// The number of `value`; it is copied only if it is new.
    pub(super) fn number(&mut self, value: &T) -> usize {
        if let Some(&number) = self.numbers.get(value) {
            return wide(number);
        }
        let number = self.values.len();
        self.values.push(value.clone());
        self.numbers.insert(value.clone(), narrow(number));
        number
    }

    /// The value with that number.
    pub(super) fn value(&self, number: usize) -> &T {
        &self.values[number]
    }
}

/// How many members are searched one by one before a hash is worth its cost.
const FEW: usize = 16;

/// A set in order of insertion; searched one by one while small.
#[derive(Clone)]
pub(super) struct Gathered<T> {
    pub(super) members: Vec<T>,
    /// The members; empty while there are at most [`FEW`].
    hashed: QuickMap<T, u32>,
}

impl<T> Default for Gathered<T> {
    fn default() -> Self {
        Self { members: Vec::new(), hashed: QuickMap::default() }
    }
}

impl<T: Copy + Eq + Hash> Gathered<T> {
    pub(super) fn clear(&mut self) {
        self.members.clear();
        if !self.hashed.is_empty() {
            self.hashed.clear();
        }
    }

    /// The place of `member`, and whether it is new.
    pub(super) fn insert(&mut self, member: T) -> (usize, bool) {
        let next = self.members.len();
        let known = if next <= FEW {
            self.members.iter().position(|&other| other == member)
        } else {
            self.hashed.get(&member).map(|&place| wide(place))
        };
        if let Some(place) = known {
            return (place, false);
        }
        self.members.push(member);
        if next == FEW {
            self.hashed.extend(self.members.iter().copied().zip(0..));
        } else if next > FEW {
            self.hashed.insert(member, narrow(next));
        }
        (next, true)
    }
}
