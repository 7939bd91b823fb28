//! Small tables for the inner loops: interned values, sets that are usually small, and vectors that
//! grow slowly.
//!
//! Nothing here depends on hash order: iteration is always over the vectors, never over the hashes.

use crate::util::{QuickHasher, narrow, wide};
pub(super) use crate::util::{QuickMap, QuickSet};
use indexmap::IndexSet;
use std::hash::{BuildHasherDefault, Hash};

/// Values that are stored once each, numbered in the order of their first appearance.
#[derive(Clone)]
pub(super) struct Interned<T>(IndexSet<T, BuildHasherDefault<QuickHasher>>);

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Self(IndexSet::default())
    }
}

impl<T: Clone + Eq + Hash> Interned<T> {
    /// Returns the number of `value`, which is cloned only if it is new.
    pub(super) fn number(&mut self, value: &T) -> usize {
        self.0.get_index_of(value).unwrap_or_else(|| self.0.insert_full(value.clone()).0)
    }

    /// Returns the number of an owned value.
    pub(super) fn number_of(&mut self, value: T) -> usize {
        self.0.insert_full(value).0
    }

    /// Returns the value with that number.
    pub(super) fn value(&self, number: usize) -> &T {
        &self.0[number]
    }
}

/// Makes room for one more element, so that a large vector has a quarter of free room at most.
/// Doubling may leave as much as is used.
#[inline(always)]
pub(super) fn grow_by_quarter<T>(vector: &mut Vec<T>) {
    if vector.len() == vector.capacity() {
        vector.reserve_exact(vector.len() / 4 + 16);
    }
}

/// The number of members up to which a linear search is cheaper than a hash lookup.
const FEW: usize = 16;

/// A set in order of insertion, searched linearly while it is small.
#[derive(Clone)]
pub(super) struct InsertionSet<T> {
    pub(super) members: Vec<T>,
    /// The index of each member; empty while there are at most [`FEW`].
    hashed: QuickMap<T, u32>,
}

impl<T> Default for InsertionSet<T> {
    fn default() -> Self {
        Self { members: Vec::new(), hashed: QuickMap::default() }
    }
}

impl<T: Copy + Eq + Hash> InsertionSet<T> {
    pub(super) fn clear(&mut self) {
        self.members.clear();
        if !self.hashed.is_empty() {
            self.hashed.clear();
        }
    }

    /// Returns the index of `member`, and whether it is new.
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
