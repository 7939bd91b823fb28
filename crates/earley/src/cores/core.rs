//! Cores: the common part of Earley sets that differ only in the origins of their items.
//!
//! The input is a [`Kernel`], the items of a set with *slots* in place of origins. For each kernel,
//! the core derives once what the set expects, and for each nonterminal the items that wait for it.
//! The reference engine computes these for each set.

use super::super::closure::Dotted;
use super::super::rules::Rules;
use super::super::symbols::{NonterminalId, Symbol, TerminalId};
use crate::util::BitRow;

crate::id_type! {
    /// A core; ids from [`PRIVATE`] on denote cores that belong to a single set.
    pub(crate) CoreId
}

crate::id_type! {
    /// A list of items that wait for one nonterminal, with their dots moved over it.
    pub(super) ListId
}

/// The id of the first core that is not shared.
pub(super) const PRIVATE: usize = 1 << 31;

/// The slot of predicted items: the set itself.
pub(super) const SELF: u32 = 0;

/// A pseudo dotted rule that denotes "the content of the frame is complete".
pub(super) const ACCEPT: Dotted = Dotted::new(u32::MAX as usize - 1);

/// A dotted rule, and the slot of the set where it began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct CoreItem {
    pub(super) dotted: Dotted,
    pub(super) slot: u32,
}

/// The identity of a core: two sets share a core if and only if their kernels are equal.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Kernel {
    /// The incomplete items, sorted, without predicted ones.
    pub(super) items: Vec<CoreItem>,
    /// True if the content of the frame may end here.
    pub(super) complete: bool,
    /// The content of which this is the start set.
    pub(super) start_of: Option<NonterminalId>,
}

/// A kernel and the facts derived from it.
#[derive(Clone, Debug)]
pub(super) struct Core {
    pub(super) kernel: Kernel,
    /// The nonterminals that the kernel expects, sorted.
    pub(super) seeds: Vec<NonterminalId>,
    /// The terminals that may come next.
    pub(super) expected: BitRow,
    /// The nonterminals for which a set of this core has a Leo item. Each comes with the last item
    /// of its chain inside the set, complete.
    pub(super) leos: Vec<(NonterminalId, CoreItem)>,
}

impl Core {
    pub(super) fn new(rules: &Rules, kernel: Kernel) -> Self {
        let mut seeds: Vec<NonterminalId> = kernel.start_of.into_iter().collect();
        let mut expected = BitRow::new(rules.terminal_count());
        for item in &kernel.items {
            match rules.analysis.rule(item.dotted).next {
                Some(Symbol::Nonterminal(nonterminal)) => seeds.push(nonterminal),
                Some(Symbol::Terminal(terminal)) => {
                    expected.insert(terminal.index());
                }
                None => {}
            }
        }
        seeds.sort_unstable();
        seeds.dedup();
        for seed in &seeds {
            expected.union_with(rules.first(*seed));
        }
        let mut core = Self { kernel, seeds, expected, leos: Vec::new() };
        core.leos = core.leo_items(rules);
        core
    }

    /// Returns the items after scanning `terminal`.
    pub(super) fn scanned(&self, rules: &Rules, terminal: TerminalId) -> Vec<CoreItem> {
        self.advanced(rules, Symbol::Terminal(terminal))
    }

    /// Returns the items that wait for `nonterminal` in a set of this core, with their dots moved
    /// over it. The later set in which the nonterminal is complete gets these items. In the start
    /// set of the content `nonterminal`, `ACCEPT` is one of them.
    pub(super) fn completed(&self, rules: &Rules, nonterminal: NonterminalId) -> Vec<CoreItem> {
        let mut items = self.advanced(rules, Symbol::Nonterminal(nonterminal));
        if self.kernel.start_of == Some(nonterminal) {
            items.push(CoreItem { dotted: ACCEPT, slot: SELF });
        }
        items
    }

    /// Returns the items before `next`, kernel and predicted ones, each with its dot moved on;
    /// sorted.
    fn advanced(&self, rules: &Rules, next: Symbol) -> Vec<CoreItem> {
        let mut items = self.before(rules, next);
        for item in &mut items {
            item.dotted = rules.past(item.dotted);
        }
        items.sort_unstable();
        items.dedup();
        items
    }

    /// Returns the items before `next`, kernel and predicted ones, sorted.
    pub(super) fn before(&self, rules: &Rules, next: Symbol) -> Vec<CoreItem> {
        let mut items = Vec::new();
        for &item in &self.kernel.items {
            if rules.analysis.rule(item.dotted).next == Some(next) {
                items.push(item);
            }
        }
        let slot = SELF;
        for &seed in &self.seeds {
            match next {
                Symbol::Terminal(terminal) => items
                    .extend(rules.scanning(seed, terminal).map(|dotted| CoreItem { dotted, slot })),
                Symbol::Nonterminal(nonterminal) => items.extend(
                    rules.waiting(seed, nonterminal).map(|dotted| CoreItem { dotted, slot }),
                ),
            }
        }
        items.sort_unstable();
        items.dedup();
        items
    }

    /// Computes the Leo items, as `leo.rs` does. It follows chains inside the set; the rest of a
    /// chain depends on the set.
    fn leo_items(&self, rules: &Rules) -> Vec<(NonterminalId, CoreItem)> {
        if !rules.analysis.has_leo {
            return Vec::new();
        }
        let candidates = self.leo_candidates(rules);
        let mut leos = Vec::new();
        for &(waits_for, item) in &candidates {
            if let Some(CoreItem { dotted, slot }) = chain_end(rules, &candidates, item) {
                leos.push((waits_for, CoreItem { dotted: rules.past(dotted), slot }));
            }
        }
        leos
    }

    /// Returns the items that are the only ones to wait for their nonterminal, if they are the last
    /// of a right-recursive rule.
    fn leo_candidates(&self, rules: &Rules) -> Vec<(NonterminalId, CoreItem)> {
        let mut waiting: Vec<(NonterminalId, CoreItem)> = Vec::new();
        for &item in &self.kernel.items {
            if let Some(Symbol::Nonterminal(next)) = rules.analysis.rule(item.dotted).next {
                waiting.push((next, item));
            }
        }
        for &seed in &self.seeds {
            for (next, dotted) in rules.all_waiting(seed) {
                waiting.push((next, CoreItem { dotted, slot: SELF }));
            }
        }
        waiting.sort_unstable();
        waiting.dedup();
        let mut candidates = Vec::new();
        for group in waiting.chunk_by(|(one, _), (other, _)| one == other) {
            if let &[(next, item)] = group
                && rules.analysis.rule(item.dotted).leo
                && self.kernel.start_of != Some(next)
            {
                candidates.push((next, item));
            }
        }
        candidates
    }
}

/// Follows a chain of completions inside one set from `first` on. Returns its last item, or `None`
/// if the chain is cyclic.
fn chain_end(
    rules: &Rules,
    candidates: &[(NonterminalId, CoreItem)],
    first: CoreItem,
) -> Option<CoreItem> {
    let mut item = first;
    for _ in 0..=candidates.len() {
        if item.slot != SELF {
            return Some(item);
        }
        let left = rules.analysis.rule(item.dotted).left;
        match candidates.iter().find(|&&(waits_for, _)| waits_for == left) {
            Some(&(_, next)) => item = next,
            None => return Some(item),
        }
    }
    None
}
