//! Sets of frame kinds, interned, and their unions.

use super::intern::{Interned, QuickMap};
use super::rules::{FrameKindId, Rules};
use crate::base::{BitRow, narrow, wide};

/// All sets of kinds met so far.
#[derive(Clone, Default)]
pub(super) struct KindSets {
    /// The set with nothing in it, and those of one kind.
    small: Vec<BitRow>,
    /// Unions of different sets, so all others; numbered behind the small ones.
    large: Interned<BitRow>,
    /// How many kinds there are.
    pub(super) kinds: usize,
    unions: QuickMap<(u32, u32), u32>,
}

impl KindSets {
    /// The number of the set with nothing in it; that of the set of one kind is one more than the kind's.
    pub(super) const EMPTY: usize = 0;

    pub(super) fn new(rules: &Rules) -> Self {
        let kinds = rules.frame_kind_count();
        let singles = (0..kinds).map(|kind| BitRow::of(kinds, [kind]));
        let small = std::iter::once(BitRow::new(kinds)).chain(singles).collect();
        Self { small, large: Interned::default(), kinds, unions: QuickMap::default() }
    }

    /// How many unions were made.
    pub(super) fn len(&self) -> usize {
        self.unions.len()
    }

    pub(super) fn value(&self, set: usize) -> &BitRow {
        match set.checked_sub(self.small.len()) {
            None => &self.small[set],
            Some(large) => self.large.value(large),
        }
    }

    /// The number of the set of one kind.
    pub(super) const fn of(kind: FrameKindId) -> usize {
        kind.index() + 1
    }

    /// The number of the union of two sets.
    pub(super) fn union(&mut self, one: usize, other: usize) -> usize {
        if one == other || other == Self::EMPTY {
            return one;
        }
        if one == Self::EMPTY {
            return other;
        }
        let both = (narrow(one), narrow(other));
        if let Some(&known) = self.unions.get(&both) {
            return wide(known);
        }
        let mut row = self.value(one).clone();
        row.union_with(self.value(other));
        // OK because two that differ and hold something hold more than one together.
        let union = self.small.len() + self.large.number(&row);
        self.unions.insert(both, narrow(union));
        union
    }
}
