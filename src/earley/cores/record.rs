//! What a step that is taken for the first time gathers: the items that it comes to, and what it
//! asks.

use super::super::closure::Dotted;
use super::super::intern::Gathered;
use super::super::items::SetId;
use super::super::rules::Rules;
use super::super::symbols::NonterminalId;
use super::core::{ACCEPT, CoreItem, Kernel};
use super::steps::{Answer, QUESTIONS, Question, SlotRef};
use crate::base::{narrow, short, wide};

/// What a step gathers; emptied for each.
#[derive(Clone, Default)]
pub(super) struct StepRecord {
    /// The sets by register.
    pub(super) registers: Gathered<SetId>,
    /// Dotted rules, each with the register of the set where it began.
    pub(super) items: Gathered<(Dotted, u32)>,
    pub(super) completed: Gathered<(NonterminalId, u32)>,
    /// Which register a slot of a register names, as far as that was asked.
    pub(super) slots: Vec<((u32, u32), u32)>,
    pub(super) trace: Vec<(Question, Answer)>,
    /// Whether all that was asked can be asked again: it is about shared cores.
    pub(super) is_traced: bool,
    /// The registers that the slots of the next set name.
    pub(super) parents: Vec<u32>,
    /// By register, the slot of the next set that names it; 0 for none.
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

    /// How many items the step came to.
    pub(super) fn items_met(&self) -> usize {
        self.items.members.len()
    }

    /// Whether what is asked is written down: all can be asked again, and it is not too much so
    /// far.
    pub(super) fn is_asking(&self) -> bool {
        self.is_traced && self.trace.len() <= QUESTIONS
    }

    /// Whether what a slot of a register names, about which was not asked, can be no set that was
    /// met. The slots of one set name different sets, all older than it; what a Leo item named may
    /// be any.
    pub(super) fn names_new(&self, register: u32) -> bool {
        // OK because a step that is traced has not many more registers than questions.
        let bit = |register: u32| 1_u64 << register;
        let mut others = bit(register);
        for &((newer, _), named) in self.slots.iter().rev() {
            if others & bit(named) != 0 {
                others |= bit(newer);
            }
        }
        let named = self.slots.iter().filter(|((asked, _), _)| *asked == register);
        others |= named.fold(0, |all, &(_, named)| all | bit(named));
        wide(others.count_ones()) == self.registers.members.len()
    }

    /// It was asked who waits in the set of a register, and where that is if this has just been
    /// found out.
    pub(super) fn asked_who_waits(
        &mut self,
        register: u32,
        nonterminal: NonterminalId,
        answer: Answer,
    ) {
        if !self.is_asking() {
            return;
        }
        let slot = match self.trace.last() {
            Some(&(Question::NewSlot(slot), Answer::Slot(named))) if named == register => {
                self.trace.pop();
                slot
            }
            _ => SlotRef::of(register),
        };
        let question = Question::Waiting { slot, register: short(register), nonterminal };
        self.trace.push((question, answer));
    }

    /// Where the next set finds its parents, if what was asked is not too much. What was asked for
    /// them alone is no question then.
    pub(super) fn slots_of_parents(&mut self) -> Vec<SlotRef> {
        if self.trace.len() > QUESTIONS {
            return Vec::new();
        }
        let mut slots: Vec<SlotRef> = self.parents.iter().map(|&at| SlotRef::of(at)).collect();
        while let Some(&(Question::NewSlot(slot), Answer::Slot(named))) = self.trace.last() {
            self.trace.pop();
            if let Some(at) = self.parents.iter().position(|&parent| parent == named) {
                slots[at] = slot;
            }
        }
        slots
    }

    /// Gives slots to the registers of the items that are not complete.
    pub(super) fn finish(&mut self, rules: &Rules) {
        let waits = |&&(dotted, _): &&(Dotted, u32)| {
            dotted != ACCEPT && rules.analysis.rule(dotted).next.is_some()
        };
        let mut items: Vec<(Dotted, u32)> =
            self.items.members.iter().filter(waits).copied().collect();
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
