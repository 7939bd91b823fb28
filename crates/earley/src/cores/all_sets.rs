//! A combined view of the sets of a text and the sets that all texts share.

use super::super::closure::Dotted;
use super::super::items::SetId;
use super::super::rules::Rules;
use super::super::symbols::NonterminalId;
use super::core::{CoreId, CoreItem, SELF};
use super::links::{LeoTop, Links};
use super::shared_sets::SharedSets;

/// All sets, shared and not.
#[derive(Clone, Copy)]
pub(super) struct AllSets<'s> {
    pub(super) shared_sets: &'s Links,
    pub(super) others: &'s Links,
}

impl<'s> AllSets<'s> {
    /// Returns the array that stores a set.
    #[inline(always)]
    pub(super) fn home(self, set: SetId) -> &'s Links {
        if SharedSets::has(set) { self.in_shared() } else { self.others }
    }

    /// Returns the shared sets, by an out-of-line call. Otherwise the compiler computes both
    /// addresses and selects one, and every later load waits for the selection. A branch to a call
    /// is predicted, and the processor continues speculatively.
    #[cold]
    #[inline(never)]
    fn in_shared(self) -> &'s Links {
        self.shared_sets
    }

    #[inline(always)]
    pub(super) fn core(self, set: SetId) -> CoreId {
        self.home(set).core(set)
    }

    /// Returns the set that a slot of a set refers to.
    #[inline(always)]
    pub(super) fn parent(self, set: SetId, slot: u32) -> SetId {
        if slot == SELF { set } else { self.home(set).parent(set, slot) }
    }

    /// Returns the Leo item of a set for a nonterminal.
    #[inline(always)]
    pub(super) fn leo(self, set: SetId, nonterminal: NonterminalId) -> Option<(Dotted, SetId)> {
        self.home(set).leo(set, nonterminal)
    }

    /// Returns the top of a chain of Leo items, given the last item of the chain inside the set.
    #[inline(always)]
    pub(super) fn leo_top(
        self,
        rules: &Rules,
        set: SetId,
        (waits_for, last): (NonterminalId, CoreItem),
    ) -> LeoTop {
        let CoreItem { dotted, slot } = last;
        let (left, origin) = (rules.analysis.rule(dotted).left, self.parent(set, slot));
        let further = if slot == SELF { None } else { self.leo(origin, left) };
        let (dotted, origin) = further.unwrap_or((dotted, origin));
        LeoTop { waits_for, dotted, origin }
    }
}
