//! The record of a step that is taken for the first time: the items that it derives, and its
//! queries.

use super::super::closure::Dotted;
use super::super::intern::InsertionSet;
use super::super::items::SetId;
use super::super::rules::Rules;
use super::super::symbols::NonterminalId;
use super::core::{ACCEPT, CoreItem, Kernel};
use super::steps::{QUESTIONS, SlotRef, StepAnswer, StepQuestion};
use crate::util::{narrow, short, wide};

/// The record of a step; cleared for each.
#[derive(Clone, Default)]
pub(super) struct StepRecord {
    /// The visited sets, by register.
    pub(super) registers: InsertionSet<SetId>,
    /// Dotted rules, each with the register of its origin.
    pub(super) items: InsertionSet<(Dotted, u32)>,
    pub(super) completed: InsertionSet<(NonterminalId, u32)>,
    /// The register that a slot of a register refers to, for each slot queried so far.
    pub(super) slots: Vec<((u32, u32), u32)>,
    pub(super) trace: Vec<(StepQuestion, StepAnswer)>,
    /// True if the step can be cached, because all its queries concern shared cores.
    pub(super) is_traced: bool,
    /// The registers of the next set's parents, by slot.
    pub(super) parents: Vec<u32>,
    /// For each register, the slot of the next set that refers to it; 0 for none.
    slot_of: Vec<u32>,
    pub(super) kernel: Kernel,
}

impl StepRecord {
    pub(super) fn start(&mut self, from: SetId, is_traced: bool) {
        self.registers.clear();
        self.registers.insert(from);
        self.items.clear();
        self.completed.clear();
        self.slots.clear();
        self.trace.clear();
        self.is_traced = is_traced;
        self.parents.clear();
        self.slot_of.clear();
        self.kernel.items.clear();
        self.kernel.complete = false;
    }

    pub(super) fn set(&self, register: u32) -> SetId {
        self.registers.members[wide(register)]
    }

    pub(super) fn register(&mut self, set: SetId) -> u32 {
        narrow(self.registers.insert(set).0)
    }

    /// Returns the number of items that the step derived.
    pub(super) fn item_count(&self) -> usize {
        self.items.members.len()
    }

    /// Reports whether queries are recorded: the step can be cached, and its queries are not too
    /// many so far.
    pub(super) fn records_queries(&self) -> bool {
        self.is_traced && self.trace.len() <= QUESTIONS
    }

    /// Reports whether an unqueried slot of `register` must refer to a set that the step has not
    /// visited.
    ///
    /// Lemma: the slots of one set refer to pairwise different sets, all of them strictly older. So
    /// three kinds of visited sets cannot be the target of the slot:
    ///
    /// * the set of `register` itself,
    /// * sets from which queried slots lead to `register`, since these are newer than it,
    /// * the targets of other queried slots of `register`.
    ///
    /// If these are all the visited sets, the target is new. The origin of a Leo item may be any
    /// older set, so a set that was reached only by a Leo item leaves the question open. A single
    /// reverse pass over the queries finds the newer sets. It may miss some, which errs on the safe
    /// side.
    ///
    /// The answer depends on earlier answers only, never on the sets of this text. So a cached step
    /// may rely on it in any text.
    pub(super) fn names_new(&self, register: u32) -> bool {
        let mut others = bit(register);
        for &((newer, _), named) in self.slots.iter().rev() {
            if others & bit(named) != 0 {
                others |= bit(newer);
            }
        }
        for &((queried, _), named) in &self.slots {
            if queried == register {
                others |= bit(named);
            }
        }
        wide(others.count_ones()) == self.registers.members.len()
    }

    /// Records a query for the items that wait in the set of a register. If the preceding query
    /// found that set by a new slot, both are merged into one.
    pub(super) fn record_waiting_query(
        &mut self,
        register: u32,
        nonterminal: NonterminalId,
        answer: StepAnswer,
    ) {
        if !self.records_queries() {
            return;
        }
        let slot = match self.trace.last() {
            Some(&(StepQuestion::NewSlot(slot), StepAnswer::Slot(named))) if named == register => {
                self.trace.pop();
                slot
            }
            _ => SlotRef::of(register),
        };
        let question = StepQuestion::Waiting { slot, register: short(register), nonterminal };
        self.trace.push((question, answer));
    }

    /// Returns the positions of the next set's parents, unless the step has too many queries.
    /// Removes trailing queries that only found these parents.
    pub(super) fn slots_of_parents(&mut self) -> Vec<SlotRef> {
        if self.trace.len() > QUESTIONS {
            return Vec::new();
        }
        let mut slots: Vec<SlotRef> = self.parents.iter().map(|&at| SlotRef::of(at)).collect();
        while let Some(&(StepQuestion::NewSlot(slot), StepAnswer::Slot(named))) = self.trace.last()
        {
            self.trace.pop();
            if let Some(at) = self.parents.iter().position(|&parent| parent == named) {
                slots[at] = slot;
            }
        }
        slots
    }

    /// Assigns slots to the origins of the incomplete items, and builds the kernel.
    pub(super) fn finish(&mut self, rules: &Rules) {
        let mut items: Vec<(Dotted, u32)> = Vec::new();
        for &(dotted, register) in &self.items.members {
            if dotted != ACCEPT && rules.analysis.rule(dotted).next.is_some() {
                items.push((dotted, register));
            }
        }
        items.sort_unstable();
        self.slot_of.resize(self.registers.members.len(), 0);
        for (dotted, register) in items {
            let slot = &mut self.slot_of[wide(register)];
            if *slot == 0 {
                self.parents.push(register);
                *slot = narrow(self.parents.len());
            }
            self.kernel.items.push(CoreItem { dotted, slot: *slot });
        }
        self.kernel.items.sort_unstable();
    }
}

/// Returns the set that holds one register. OK because a step that is traced has not many more
/// registers than questions.
const fn bit(register: u32) -> u64 {
    1 << register
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// The lemma of [`StepRecord::names_new`], on random visits of random sets. The slots of set
    /// `n` refer to pairwise different older sets. A visit queries random slots, and reaches some
    /// sets by a Leo item, which leaves no trace in `slots`.
    #[test]
    fn unqueried_slots_refer_to_unvisited_sets() {
        let (mut claims, mut unclaimed_visits) = (0, 0);
        for seed in 0..20_000 {
            let mut random = Rng::with_seed(seed);
            let mut sets: Vec<Vec<usize>> = Vec::new();
            for set in 0..random.usize(2..12) {
                let mut older: Vec<usize> = (0..set).collect();
                random.shuffle(&mut older);
                older.truncate(random.usize(0..=4));
                sets.push(older);
            }
            let leo_percent = random.u8(0..30);
            let mut record = StepRecord::default();
            record.start(SetId::new(sets.len() - 1), true);
            for _ in 0..random.usize(1..20) {
                let register = random.usize(0..record.registers.members.len());
                let set = record.set(narrow(register)).index();
                if random.u8(0..100) < leo_percent && set > 0 {
                    record.register(SetId::new(random.usize(0..set)));
                    continue;
                }
                let claimed = record.names_new(narrow(register));
                let mut unqueried = Vec::new();
                for (slot, &target) in sets[set].iter().enumerate() {
                    let query = (narrow(register), narrow(slot + 1));
                    if record.slots.iter().any(|&(queried, _)| queried == query) {
                        continue;
                    }
                    let is_visited = record.registers.members.contains(&SetId::new(target));
                    assert!(!(claimed && is_visited), "seed {seed}: slot {query:?}");
                    claims += usize::from(claimed);
                    unclaimed_visits += usize::from(is_visited);
                    unqueried.push((query, target));
                }
                if let Some((query, target)) = random.choice(unqueried) {
                    let named = record.register(SetId::new(target));
                    record.slots.push((query, named));
                }
            }
        }
        assert!(claims > 1000 && unclaimed_visits > 1000, "{claims}, {unclaimed_visits}");
    }
}
