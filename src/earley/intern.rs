//! Small tables for the inner loops: interned values and sets that are small most of the time.
//!
//! Nothing here decides an order: iteration is always over the vectors, never over the hashes.

pub(super) use crate::base::QuickMap;
use crate::base::{QuickHasher, narrow, wide};
use indexmap::IndexSet;
use std::hash::{BuildHasherDefault, Hash};

/// Values that are kept once each, numbered in the order of their first appearance.
#[derive(Clone)]
pub(super) struct Interned<T>(IndexSet<T, BuildHasherDefault<QuickHasher>>);

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Self(IndexSet::default())
    }
}

impl<T: Clone + Eq + Hash> Interned<T> {
    /// The number of `value`; it is copied only if it is new.
    pub(super) fn number(&mut self, value: &T) -> usize {
        self.0.get_index_of(value).unwrap_or_else(|| self.0.insert_full(value.clone()).0)
    }

    /// The number of a value that is at hand.
    pub(super) fn number_of(&mut self, value: T) -> usize {
        self.0.insert_full(value).0
    }

    /// The value with that number.
    pub(super) fn value(&self, number: usize) -> &T {
        &self.0[number]
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

    /// The index of `member`, and whether it is new.
    pub(super) fn insert(&mut self, member: T) -> (usize, bool) {
        let next = self.members.len();
        let known = if next <= FEW {
            self.members.iter().position(|&other| other == member)
        } else {
            self.hashed.get(&member).map(|&index| wide(index))
        };
        if let Some(index) = known {
            return (index, false);
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
