//! A step taken for the first time: Earley's scanner and completer over cores, with a record of
//! their queries.

use super::super::items::SetId;
use super::super::rules::Rules;
use super::super::symbols::{NonterminalId, Symbol};
use super::chart::CoreChart;
use super::core::{ACCEPT, CoreItem, SELF};
use super::record::StepRecord;
use super::steps::{SlotRef, StepAnswer, StepQuestion};
use crate::util::short;
use std::borrow::Cow;

impl CoreChart {
    /// Takes a step from `from` over a terminal, given the items after the terminal. The record
    /// then has the kernel of the next set and its parents.
    pub(super) fn walk(
        &mut self,
        rules: &Rules,
        record: &mut StepRecord,
        from: SetId,
        scanned: &[CoreItem],
    ) {
        record.start(from, self.shared_core(from).is_some());
        self.scan(record, from, scanned);
        self.complete_all(rules, record);
    }

    /// Adds the items of a step after a terminal, which were before it in the set `from`.
    pub(super) fn scan(&self, record: &mut StepRecord, from: SetId, scanned: &[CoreItem]) {
        let register = record.register(from);
        for &item in scanned {
            self.add(record, item, register);
        }
    }

    /// Adds the items that follow from those of the step, and finishes its record.
    pub(super) fn complete_all(&mut self, rules: &Rules, record: &mut StepRecord) {
        let mut index = 0;
        while let Some(&(dotted, register)) = record.items.members.get(index) {
            index += 1;
            if dotted == ACCEPT {
                record.kernel.complete = true;
                continue;
            }
            let rule = rules.analysis.rule(dotted);
            match rule.next {
                None => self.complete(rules, record, rule.left, register),
                Some(Symbol::Nonterminal(next)) if rules.is_nullable(next) => {
                    record.items.insert((rules.past(dotted), register));
                }
                Some(_) => {}
            }
        }
        record.finish(rules);
    }

    /// Completes a `nonterminal` that began at the set of `register`.
    fn complete(
        &mut self,
        rules: &Rules,
        record: &mut StepRecord,
        nonterminal: NonterminalId,
        register: u32,
    ) {
        if !record.completed.insert((nonterminal, register)).1 {
            return;
        }
        let set = record.set(register);
        let core = self.shared_core(set);
        let list = core.map(|core| (core, self.cores.waiting(rules, core, nonterminal)));
        match list {
            // The items that wait in the set that the step starts from follow from its core.
            Some(_) if register == 0 => {}
            Some((core, list)) => {
                let answer = StepAnswer::Waiting(core, list);
                record.record_waiting_query(register, nonterminal, answer);
            }
            None => record.is_traced = false,
        }
        if let Some((dotted, origin)) = self.sets().leo(set, nonterminal) {
            let top = record.register(origin);
            if record.records_queries() {
                let question = StepQuestion::Leo { register: short(register), nonterminal };
                record.trace.push((question, StepAnswer::Leo(dotted, top)));
            }
            record.items.insert((dotted, top));
            return;
        }
        let waiting = match list {
            Some((_, list)) => Cow::Borrowed(self.cores.lists.value(list.index())),
            None => Cow::Owned(self.core_of(set).completed(rules, nonterminal)),
        };
        for &item in &*waiting {
            self.add(record, item, register);
        }
    }

    /// Adds an item of the set of `register`, with its origin as a register.
    fn add(&self, record: &mut StepRecord, item: CoreItem, register: u32) {
        let CoreItem { dotted, slot } = item;
        let origin = match slot {
            SELF => register,
            _ => self.named(record, register, slot),
        };
        record.items.insert((dotted, origin));
    }

    /// Returns the register of the set that a slot refers to.
    fn named(&self, record: &mut StepRecord, register: u32, slot: u32) -> u32 {
        if !record.records_queries() {
            return record.register(self.sets().parent(record.set(register), slot));
        }
        if let Some(&(_, known)) =
            record.slots.iter().find(|(queried, _)| *queried == (register, slot))
        {
            return known;
        }
        let is_new = record.names_new(register);
        let named = record.register(self.sets().parent(record.set(register), slot));
        record.slots.push(((register, slot), named));
        let ask = if is_new { StepQuestion::NewSlot } else { StepQuestion::Slot };
        record.trace.push((ask(SlotRef::new(register, slot)), StepAnswer::Slot(named)));
        named
    }
}
