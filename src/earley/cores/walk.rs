//! A step taken for the first time: Earley's scanner and completer over cores, with a record of what they ask.

use super::super::items::SetId;
use super::super::rules::Rules;
use super::super::symbols::{NonterminalId, Symbol};
use super::chart::CoreChart;
use super::core::{ACCEPT, CoreItem, SELF};
use super::record::Walk;
use super::steps::{Answer, Place, Question};
use crate::base::short;
use std::borrow::Cow;

impl CoreChart {
    /// Takes a step from `from` by a terminal, past which these items are: afterwards the walk has the kernel of the next set and its
    /// parents.
    pub(super) fn walk(
        &mut self,
        rules: &Rules,
        walk: &mut Walk,
        from: SetId,
        scanned: &[CoreItem],
    ) {
        walk.start(from, self.shared_core(from).is_some());
        for &item in scanned {
            self.add(walk, item, 0);
        }
        let mut place = 0;
        while let Some(&(dotted, register)) = walk.items.members.get(place) {
            place += 1;
            if dotted == ACCEPT {
                walk.kernel.complete = true;
                continue;
            }
            let rule = rules.analysis.rule(dotted);
            match rule.next {
                None => self.complete(rules, walk, rule.left, register),
                Some(Symbol::Nonterminal(next)) if rules.is_nullable(next) => {
                    walk.items.insert((rules.past(dotted), register));
                }
                Some(_) => {}
            }
        }
        walk.finish(rules);
    }

    /// `nonterminal` is complete, begun at the set of `register`.
    fn complete(
        &mut self,
        rules: &Rules,
        walk: &mut Walk,
        nonterminal: NonterminalId,
        register: u32,
    ) {
        if !walk.completed.insert((nonterminal, register)).1 {
            return;
        }
        let set = walk.set(register);
        let core = self.shared_core(set);
        let list = core.map(|core| (core, self.cores.waiting(rules, core, nonterminal)));
        match list {
            // What waits in the set that the step starts from follows from its core.
            Some(_) if register == 0 => {}
            Some((core, list)) => {
                let answer = Answer::Waiting(core, list);
                walk.asked_who_waits(register, nonterminal, answer);
            }
            None => walk.is_traced = false,
        }
        if let Some((dotted, origin)) = self.sets().leo(set, nonterminal) {
            let top = walk.register(origin);
            if walk.is_asking() {
                let question = Question::Leo { register: short(register), nonterminal };
                walk.trace.push((question, Answer::Leo(dotted, top)));
            }
            walk.items.insert((dotted, top));
            return;
        }
        let waiting = match list {
            Some((_, list)) => Cow::Borrowed(self.cores.lists.value(list.index())),
            None => Cow::Owned(self.core_of(set).completed(rules, nonterminal)),
        };
        for &item in &*waiting {
            self.add(walk, item, register);
        }
    }

    /// Adds an item of the set of `register`.
    fn add(&self, walk: &mut Walk, item: CoreItem, register: u32) {
        let CoreItem { dotted, slot } = item;
        let origin = match slot {
            SELF => register,
            _ => self.named(walk, register, slot),
        };
        walk.items.insert((dotted, origin));
    }

    /// The register of the set that a slot names.
    fn named(&self, walk: &mut Walk, register: u32, slot: u32) -> u32 {
        if !walk.is_asking() {
            return walk.register(self.sets().parent(walk.set(register), slot));
        }
        if let Some(&(_, known)) = walk.slots.iter().find(|(asked, _)| *asked == (register, slot)) {
            return known;
        }
        let is_new = walk.names_new(register);
        let named = walk.register(self.sets().parent(walk.set(register), slot));
        walk.slots.push(((register, slot), named));
        let ask = if is_new { Question::NewSlot } else { Question::Slot };
        walk.trace.push((ask(Place::new(register, slot)), Answer::Slot(named)));
        named
    }
}
