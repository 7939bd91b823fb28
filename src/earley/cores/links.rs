//! Sets as flat arrays: each a core and the older sets that its slots name.

use super::super::closure::Dotted;
use super::super::items::SetId;
use super::super::symbols::NonterminalId;
use super::core::{CoreId, PRIVATE};
use crate::base::wide;

/// One set; what belongs to it ends where the next set's begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoreSet {
    pub(super) core: CoreId,
    /// Where its parents begin …
    pub(super) parents: usize,
    /// … and its Leo items.
    pub(super) leos: usize,
    /// Unlike that of any other set of this chart, dropped ones included.
    pub(super) serial: u64,
}

/// The topmost item of the chain of completions that a nonterminal begins in some set.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeoTop {
    pub(super) waits_for: NonterminalId,
    pub(super) dotted: Dotted,
    pub(super) origin: SetId,
}

/// An array with room for more is not kept from one text to the next.
const LARGE: usize = 1 << 17;

/// Sets that follow each other.
#[derive(Clone, Default)]
pub(super) struct Links {
    /// The number of the first.
    first: usize,
    pub(super) sets: Vec<CoreSet>,
    pub(super) parents: Vec<SetId>,
    pub(super) leos: Vec<LeoTop>,
}

impl Links {
    /// None any more; the first will have this number.
    pub(super) fn emptied(mut self, first: usize) -> Self {
        self.first = first;
        self.sets.clear();
        self.parents.clear();
        self.leos.clear();
        self
    }

    /// Whether its memory is worth keeping for other sets.
    pub(super) fn is_small(&self) -> bool {
        self.sets.capacity().max(self.parents.capacity()).max(self.leos.capacity()) <= LARGE
    }

    /// How many sets there are, with those that come before the first.
    pub(super) fn len(&self) -> usize {
        self.first + self.sets.len()
    }

    fn index(&self, set: SetId) -> usize {
        set.index() - self.first
    }

    /// The record of a set.
    pub(super) fn at(&self, set: SetId) -> &CoreSet {
        &self.sets[self.index(set)]
    }

    pub(super) fn core(&self, set: SetId) -> CoreId {
        self.at(set).core
    }

    /// The core of a set, if it is shared.
    pub(super) fn shared_core(&self, set: SetId) -> Option<CoreId> {
        Some(self.core(set)).filter(|core| core.index() < PRIVATE)
    }

    /// The sets that the slots of a set name.
    pub(super) fn parents(&self, set: SetId) -> &[SetId] {
        let next = self.sets.get(self.index(set) + 1);
        let end = next.map_or(self.parents.len(), |next| next.parents);
        &self.parents[self.at(set).parents..end]
    }

    /// Whether a set has this core, and its slots name these sets.
    pub(super) fn is(&self, set: SetId, core: CoreId, named: &[SetId]) -> bool {
        // OK because sets of one core name equally many.
        let start = self.at(set).parents;
        self.core(set) == core && self.parents.get(start..start + named.len()) == Some(named)
    }

    /// The set that a slot names, which is not the set itself.
    pub(super) fn parent(&self, set: SetId, slot: u32) -> SetId {
        self.parents[self.at(set).parents + wide(slot) - 1]
    }

    /// The Leo item for a nonterminal.
    pub(super) fn leo(&self, set: SetId, nonterminal: NonterminalId) -> Option<(Dotted, SetId)> {
        let next = self.sets.get(self.index(set) + 1);
        let end = next.map_or(self.leos.len(), |next| next.leos);
        let leos = &self.leos[self.at(set).leos..end];
        let found = leos.iter().find(|leo| leo.waits_for == nonterminal)?;
        Some((found.dotted, found.origin))
    }

    /// Adds a set whose parents are `named`.
    #[inline(always)]
    pub(super) fn push(&mut self, core: CoreId, named: &[SetId], serial: u64) {
        let (parents, leos) = (self.parents.len(), self.leos.len());
        // One by one, since there are few.
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
