//! Sets of frame kinds, interned, and their unions.

use super::intern::{Interned, QuickMap};
use super::rules::{FrameKindId, Rules};
use crate::base::BitRow;

/// All sets of kinds met so far.
#[derive(Clone, Default)]
pub(super) struct KindSets {
    sets: Interned<BitRow>,
    /// How many kinds there are.
    pub(super) kinds: usize,
    unions: QuickMap<(usize, usize), usize>,
}

impl KindSets {
    /// The number of the set with nothing in it; that of the set of one kind is one more than the kind's.
    pub(super) const EMPTY: usize = 0;

    pub(super) fn new(rules: &Rules) -> Self {
        let kinds = rules.frame_kind_count();
        let mut sets = Interned::default();
        sets.number(&BitRow::new(kinds));
        for kind in 0..kinds {
            sets.number(&BitRow::of(kinds, [kind]));
        }
        Self { sets, kinds, unions: QuickMap::default() }
    }

    /// How many unions were made.
    pub(super) fn len(&self) -> usize {
        self.unions.len()
    }

    pub(super) fn value(&self, set: usize) -> &BitRow {
        self.sets.value(set)
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
        if let Some(&known) = self.unions.get(&(one, other)) {
            return known;
        }
        let mut row = self.sets.value(one).clone();
        row.union_with(self.sets.value(other));
        let union = self.sets.number(&row);
        self.unions.insert((one, other), union);
        union
    }
}
