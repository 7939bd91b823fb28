//! The sets of a text and those that all texts share, as one.

use super::super::closure::Dotted;
use super::super::items::SetId;
use super::super::rules::Rules;
use super::super::symbols::NonterminalId;
use super::core::{CoreId, CoreItem, SELF};
use super::links::{LeoTop, Links};
use super::shared_sets::SharedSets;

/// All sets that there are, wherever they lie.
#[derive(Clone, Copy)]
pub(super) struct AllSets<'s> {
    pub(super) shared_sets: &'s Links,
    pub(super) others: &'s Links,
}

impl<'s> AllSets<'s> {
    /// Where a set is.
    #[inline(always)]
    pub(super) fn home(self, set: SetId) -> &'s Links {
        if SharedSets::has(set) { self.in_shared() } else { self.others }
    }

    /// The shared sets, by a call. Without it the compiler would compute both addresses and choose
    /// one, and all that is loaded next would wait for the choice; a branch to a call is predicted,
    /// and the processor goes on.
    #[cold]
    #[inline(never)]
    fn in_shared(self) -> &'s Links {
        self.shared_sets
    }

    /// The core of a set.
    #[inline(always)]
    pub(super) fn core(self, set: SetId) -> CoreId {
        self.home(set).core(set)
    }

    /// The set that a slot of a set names.
    #[inline(always)]
    pub(super) fn parent(self, set: SetId, slot: u32) -> SetId {
        if slot == SELF { set } else { self.home(set).parent(set, slot) }
    }

    /// The Leo item of a set for a nonterminal.
    #[inline(always)]
    pub(super) fn leo(self, set: SetId, nonterminal: NonterminalId) -> Option<(Dotted, SetId)> {
        self.home(set).leo(set, nonterminal)
    }

    /// Where a chain of Leo items ends, of which the last inside a set is known.
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
