//! Sets as flat arrays: each a core and the older sets that its slots refer to.

use super::super::closure::Dotted;
use super::super::intern::grow_by_quarter;
use super::super::items::SetId;
use super::super::symbols::NonterminalId;
use super::core::{CoreId, PRIVATE};
use crate::util::wide;

/// One set. Its parents and Leo items end where those of the next set begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoreSet {
    pub(super) core: CoreId,
    /// The index of its first parent.
    pub(super) parents: usize,
    /// The index of its first Leo item.
    pub(super) leos: usize,
    /// A number unique among all sets of this chart, dropped ones included.
    pub(super) serial: u64,
}

/// The topmost item of the chain of completions that a nonterminal begins in some set.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeoTop {
    pub(super) waits_for: NonterminalId,
    pub(super) dotted: Dotted,
    pub(super) origin: SetId,
}

/// The maximum capacity of an array that is reused for the next text.
const LARGE: usize = 1 << 17;

/// Consecutively numbered sets.
#[derive(Clone, Default)]
pub(super) struct Links {
    /// The number of the first set.
    first: usize,
    pub(super) sets: Vec<CoreSet>,
    pub(super) parents: Vec<SetId>,
    pub(super) leos: Vec<LeoTop>,
}

impl Links {
    /// Empties the arrays for reuse; the first new set will have the number `first`.
    pub(super) fn empty(&mut self, first: usize) {
        self.first = first;
        self.sets.clear();
        self.parents.clear();
        self.leos.clear();
    }

    /// Reports whether the arrays are small enough to be reused.
    pub(super) fn is_small(&self) -> bool {
        self.sets.capacity().max(self.parents.capacity()).max(self.leos.capacity()) <= LARGE
    }

    /// Returns the number of sets, including those before the first.
    pub(super) fn len(&self) -> usize {
        self.first + self.sets.len()
    }

    fn index(&self, set: SetId) -> usize {
        set.index() - self.first
    }

    /// Returns the record of a set.
    pub(super) fn at(&self, set: SetId) -> &CoreSet {
        &self.sets[self.index(set)]
    }

    pub(super) fn core(&self, set: SetId) -> CoreId {
        self.at(set).core
    }

    /// Returns the core of a set, if the core is shared.
    pub(super) fn shared_core(&self, set: SetId) -> Option<CoreId> {
        Some(self.core(set)).filter(|core| core.index() < PRIVATE)
    }

    /// Returns the parents of a set: the sets that its slots refer to.
    pub(super) fn parents(&self, set: SetId) -> &[SetId] {
        let next = self.sets.get(self.index(set) + 1);
        let end = next.map_or(self.parents.len(), |next| next.parents);
        &self.parents[self.at(set).parents..end]
    }

    /// Reports whether a set has this core and these parents.
    pub(super) fn is(&self, set: SetId, core: CoreId, named: &[SetId]) -> bool {
        // OK because all sets of one core have equally many parents.
        let start = self.at(set).parents;
        self.core(set) == core && self.parents.get(start..start + named.len()) == Some(named)
    }

    /// Returns the set that a slot refers to; the slot must not be the set itself.
    pub(super) fn parent(&self, set: SetId, slot: u32) -> SetId {
        self.parents[self.at(set).parents + wide(slot) - 1]
    }

    /// Returns the Leo item of a set for a nonterminal.
    pub(super) fn leo(&self, set: SetId, nonterminal: NonterminalId) -> Option<(Dotted, SetId)> {
        let next = self.sets.get(self.index(set) + 1);
        let end = next.map_or(self.leos.len(), |next| next.leos);
        let leos = &self.leos[self.at(set).leos..end];
        let found = leos.iter().find(|leo| leo.waits_for == nonterminal)?;
        Some((found.dotted, found.origin))
    }

    /// Makes room for a set with some parents, without doubling the arrays.
    pub(super) fn grow_slowly(&mut self, parents: usize) {
        grow_by_quarter(&mut self.sets);
        if self.parents.len() + parents > self.parents.capacity() {
            self.parents.reserve_exact(self.parents.len() / 4 + parents);
        }
    }

    /// Adds a set whose parents are `named`.
    #[inline(always)]
    pub(super) fn push(&mut self, core: CoreId, named: &[SetId], serial: u64) {
        let (parents, leos) = (self.parents.len(), self.leos.len());
        // A loop is fastest here, since there are few parents.
        for &set in named {
            self.parents.push(set);
        }
        self.sets.push(CoreSet { core, parents, leos, serial });
    }

    /// Drops every set from number `len` on.
    pub(super) fn truncate(&mut self, len: usize) {
        let left = len.saturating_sub(self.first);
        if let Some(&first) = self.sets.get(left) {
            self.sets.truncate(left);
            self.parents.truncate(first.parents);
            self.leos.truncate(first.leos);
        }
    }
}
