//! A step taken for the first time: Earley's scanner and completer over cores, with a record of what they ask.

use super::super::chart::SetId;
use super::super::closure::Dotted;
use super::super::intern::Gathered;
use super::super::rules::{NonterminalId, Rules, Symbol};
use super::chart::CoreChart;
use super::core::{ACCEPT, CoreItem, Kernel, SELF};
use super::steps::{Answer, Place, QUESTIONS, Question};
use crate::base::{narrow, short, wide};
use std::borrow::Cow;

/// What a step gathers; emptied for each.
#[derive(Clone, Default)]
pub(super) struct Walk {
    /// The sets by register.
    registers: Gathered<SetId>,
    /// Dotted rules, each with the register of the set where it began.
    items: Gathered<(Dotted, u32)>,
    completed: Gathered<(NonterminalId, u32)>,
    /// Which register a slot of a register names, as far as that was asked.
    slots: Vec<((u32, u32), u32)>,
    pub(super) trace: Vec<(Question, Answer)>,
    /// Whether all that was asked can be asked again: it is about shared cores.
    pub(super) is_traced: bool,
    /// The registers that the slots of the next set name.
    pub(super) parents: Vec<u32>,
    /// By register, the slot of the next set that names it; 0 for none.
    slot_of: Vec<u32>,
    pub(super) kernel: Kernel,
}

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
                    walk.items.insert((rules.analysis.past(rules, dotted), register));
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

impl Walk {
    fn start(&mut self, from: SetId, is_traced: bool) {
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

    fn register(&mut self, set: SetId) -> u32 {
        narrow(self.registers.insert(set).0)
    }

    /// How many items the step came to.
    pub(super) fn items_met(&self) -> usize {
        self.items.members.len()
    }

    /// Whether what is asked is written down: all can be asked again, and it is not too much so far.
    fn is_asking(&self) -> bool {
        self.is_traced && self.trace.len() <= QUESTIONS
    }

    /// Whether what a slot of a register names, about which was not asked, can be no set that was met. The slots of one set name
    /// different sets, all older than it; what a Leo item named may be any.
    fn names_new(&self, register: u32) -> bool {
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

    /// It was asked who waits in the set of a register, and where that is if this has just been found out.
    fn asked_who_waits(&mut self, register: u32, nonterminal: NonterminalId, answer: Answer) {
        if !self.is_asking() {
            return;
        }
        let place = match self.trace.last() {
            Some(&(Question::NewSlot(place), Answer::Slot(named))) if named == register => {
                self.trace.pop();
                place
            }
            _ => Place::of(register),
        };
        let question = Question::Waiting { place, register: short(register), nonterminal };
        self.trace.push((question, answer));
    }

    /// Where the next set finds its parents, if what was asked is not too much. What was asked for them alone is no question then.
    pub(super) fn places(&mut self) -> Vec<Place> {
        if self.trace.len() > QUESTIONS {
            return Vec::new();
        }
        let mut places: Vec<Place> = self.parents.iter().map(|&at| Place::of(at)).collect();
        while let Some(&(Question::NewSlot(place), Answer::Slot(named))) = self.trace.last() {
            self.trace.pop();
            if let Some(at) = self.parents.iter().position(|&parent| parent == named) {
                places[at] = place;
            }
        }
        places
    }

    /// Gives slots to the registers of the items that are not complete.
    fn finish(&mut self, rules: &Rules) {
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
