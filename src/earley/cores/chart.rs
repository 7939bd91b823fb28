//! A chart of cores: flat arrays of sets, each a core and the sets that its slots name.
//!
//! The invariants are those of the textbook chart (`super::super::chart`): a set names older sets only; the newest of them bounds
//! what it needs; a chart is truncated, never collected. What a step may drop is dropped before the next set is put in.

use super::super::chart::{Item, SetId, SetState};
use super::super::grants::Standing;
use super::super::rules::{NonterminalId, Rules, TerminalId};
use super::Cores;
use super::core::{Core, CoreId, CoreItem, Kernel, PRIVATE, SELF};
use super::links::{LeoTop, Links, SetRecord};
use super::steps::{Answer, Fork, Node, NodeId, Question};
use super::walk::{Walk, register_of};
use crate::base::{BitRow, counted, narrow, wide};

/// All sets of a recogniser.
#[derive(Clone)]
pub(in crate::earley) struct CoreChart {
    pub(super) cores: Cores,
    pub(super) links: Links,
    /// The cores that belong to one set each, in the order of the sets.
    privates: Vec<Core>,
    /// Of the step that is being taken, the sets by register.
    registers: Vec<SetId>,
    walk: Walk,
    /// Items and sets made so far; those that a step met count, too, when it is taken for the first time, and one for a
    /// step that needs no new set.
    pub(in crate::earley) items_made: u64,
    pub(in crate::earley) sets_made: u64,
}

impl CoreChart {
    /// An empty chart that uses and extends what was learnt before.
    pub(in crate::earley) fn new(cores: Cores) -> Self {
        Self {
            cores,
            links: Links::default(),
            privates: Vec::new(),
            registers: Vec::new(),
            walk: Walk::default(),
            items_made: 0,
            sets_made: 0,
        }
    }

    /// What has been learnt.
    pub(in crate::earley) fn take_cores(&mut self) -> Cores {
        std::mem::take(&mut self.cores)
    }

    pub(in crate::earley) fn len(&self) -> usize {
        self.links.sets.len()
    }

    pub(in crate::earley) fn truncate(&mut self, len: usize) {
        if let Some(privates) = self.links.truncate(len) {
            self.privates.truncate(privates);
        }
    }

    pub(super) fn core_of(&self, set: SetId) -> &Core {
        let core = self.links.core(set).index();
        match core.checked_sub(PRIVATE) {
            None => &self.cores.cores[core],
            Some(private) => &self.privates[private],
        }
    }

    pub(in crate::earley) fn expected(&self, set: SetId) -> &BitRow {
        &self.core_of(set).expected
    }

    pub(in crate::earley) fn is_complete(&self, set: SetId) -> bool {
        self.core_of(set).kernel.complete
    }

    pub(in crate::earley) fn is_start(&self, set: SetId) -> bool {
        self.core_of(set).kernel.start_of.is_some()
    }

    pub(in crate::earley) fn seeds(&self, set: SetId) -> &[NonterminalId] {
        &self.core_of(set).seeds
    }

    /// The items of a set that are not complete.
    pub(in crate::earley) fn waiting_items(&self, set: SetId) -> impl Iterator<Item = Item> {
        let items = self.core_of(set).kernel.items.iter();
        let origin = move |item: &CoreItem| self.links.parent(set, item.slot);
        items.map(move |item| Item { dotted: item.dotted, origin: origin(item) })
    }

    /// Where a content stands whose newest set this is.
    pub(in crate::earley) fn state(&self, set: SetId) -> SetState {
        let serial = |set: SetId| self.links.sets[set.index()].serial;
        if self.is_start(set) {
            return SetState::start(serial(set));
        }
        let items = self.waiting_items(set).map(|item| (item.dotted, serial(item.origin)));
        SetState::of(items, self.is_complete(set))
    }

    /// Where a content stands, by the cores of its newest set and of those that its slots name; none if those are not
    /// start sets, or too many.
    pub(in crate::earley) fn standing(&self, set: SetId) -> Option<Standing> {
        let mut cores = [0; 2];
        let parents = self.links.parents(set);
        if parents.len() > cores.len() {
            return None;
        }
        for (core, &parent) in cores.iter_mut().zip(parents) {
            if !self.is_start(parent) {
                return None;
            }
            *core = narrow(self.links.shared_core(parent)?.index() + 1);
        }
        Some((narrow(self.links.shared_core(set)?.index()), cores))
    }

    /// The newest set that a set needs.
    pub(in crate::earley) fn newest_origin(&self, set: SetId) -> SetId {
        self.links.parents(set).iter().copied().max().unwrap_or(SetId::new(0))
    }

    /// Adds the start set for `content`.
    pub(in crate::earley) fn start(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        let complete = rules.is_nullable(content);
        let kernel = Kernel { items: Vec::new(), complete, start_of: Some(content) };
        let core = self.number(rules, &kernel, 0);
        self.push(rules, core, &[])
    }

    /// Adds the set that follows `from` by `terminal`. Before that, the sets that it leaves behind are dropped, but
    /// none below `keep`.
    pub(in crate::earley) fn advance(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        keep: usize,
    ) -> SetId {
        let core = self.links.shared_core(from);
        let Some((next, parents)) = core.and_then(|core| self.follow(core, from, terminal)) else {
            return self.advance_slowly(rules, from, (core, terminal), keep);
        };
        let Self { cores, links, registers, privates, .. } = self;
        let named = cores.steps.parents(parents);
        if core == Some(next) && is_same(links.parents(from), named, registers) {
            // A set like the one before it can stand for it, as nothing is ever changed in a set.
            self.truncate(keep.max(from.index() + 1));
            self.items_made += 1;
            return from;
        }
        let named = named.iter().map(|&register| registers[wide(register)]);
        let newest = named.clone().max().map_or(0, SetId::index);
        if let Some(left) = links.truncate(keep.max(newest + 1)) {
            privates.truncate(left);
        }
        links.push(next, named, privates.len(), self.sets_made);
        self.pushed(rules)
    }

    /// The same for a step that was never taken, or asks too much to be remembered.
    fn advance_slowly(
        &mut self,
        rules: &Rules,
        from: SetId,
        (core, terminal): (Option<CoreId>, TerminalId),
        keep: usize,
    ) -> SetId {
        let mut walk = std::mem::take(&mut self.walk);
        self.walk(rules, &mut walk, from, terminal);
        let named: Vec<SetId> = walk.parents.iter().map(|&parent| walk.set(parent)).collect();
        let newest = named.iter().max().map_or(0, |set| set.index());
        self.truncate(keep.max(newest + 1));
        let next = self.learn(rules, &walk, (core, terminal));
        self.walk = walk;
        self.push(rules, next, &named)
    }

    /// Walks down the tree of a step that was taken before: the core of the next set, and which registers its slots name. None
    /// if some question has an answer that is new.
    fn follow(
        &mut self,
        core: CoreId,
        from: SetId,
        terminal: TerminalId,
    ) -> Option<(CoreId, (usize, usize))> {
        let Self { cores, links, registers, .. } = self;
        registers.clear();
        registers.push(from);
        let mut node = cores.steps.root(core, terminal)?;
        loop {
            match cores.steps.node(node) {
                Node::Fork(fork) => node = answer(cores, links, registers, fork)?,
                Node::Leaf { core, parents } => return Some((*core, *parents)),
                Node::Slow => return None,
            }
        }
    }

    /// The core that a walk has led to; the step is remembered if it can come again.
    fn learn(
        &mut self,
        rules: &Rules,
        walk: &Walk,
        (from, terminal): (Option<CoreId>, TerminalId),
    ) -> CoreId {
        self.items_made += counted(walk.items_met());
        let core = self.number(rules, &walk.kernel, walk.parents.len());
        if let (true, Some(from)) = (walk.is_traced && core.index() < PRIVATE, from) {
            self.cores.steps.learn((from, terminal), &walk.trace, (core, &walk.parents));
        }
        core
    }

    /// The core of a kernel: a shared one, or one of its own.
    fn number(&mut self, rules: &Rules, kernel: &Kernel, slots: usize) -> CoreId {
        self.cores.shared(rules, kernel, slots).unwrap_or_else(|| {
            self.privates.push(Core::new(rules, kernel.clone()));
            CoreId::new(PRIVATE + self.privates.len() - 1)
        })
    }

    /// Adds a set of a core with these parents.
    fn push(&mut self, rules: &Rules, core: CoreId, named: &[SetId]) -> SetId {
        let privates = self.privates.len() - usize::from(core.index() >= PRIVATE);
        self.links.push(core, named.iter().copied(), privates, self.sets_made);
        self.pushed(rules)
    }

    /// Completes the newest set.
    fn pushed(&mut self, rules: &Rules) -> SetId {
        let set = SetId::new(self.links.sets.len() - 1);
        self.sets_made += 1;
        let core = self.core_of(set);
        let (items, has_leos) = (core.kernel.items.len(), !core.leos.is_empty());
        self.items_made += counted(items);
        if has_leos {
            self.push_leos(rules, set);
        }
        set
    }

    fn push_leos(&mut self, rules: &Rules, set: SetId) {
        for place in 0..self.core_of(set).leos.len() {
            let (waits_for, CoreItem { dotted, slot }) = self.core_of(set).leos[place];
            let origin = self.links.parent(set, slot);
            let left = rules.analysis.rule(dotted).left;
            let further = if slot == SELF { None } else { self.links.leo(origin, left) };
            let (dotted, origin) = further.unwrap_or((dotted.advanced(), origin));
            self.links.leos.push(LeoTop { waits_for, dotted, origin });
        }
    }

    /// Copies the newest set over set `to` and drops what came between. Only if nothing refers to what goes.
    pub(in crate::earley) fn sink(&mut self, to: usize) {
        let Links { sets, parents, leos } = &mut self.links;
        let (Some(&target), Some(&newest)) = (sets.get(to), sets.last()) else { return };
        let id = SetId::new(sets.len() - 1);
        parents.drain(wide(target.parents)..wide(newest.parents));
        leos.drain(wide(target.leos)..wide(newest.leos));
        for leo in leos[wide(target.leos)..].iter_mut().filter(|leo| leo.origin == id) {
            leo.origin = SetId::new(to);
        }
        self.privates.drain(wide(target.privates)..wide(newest.privates));
        let core = match newest.core.index() {
            shared if shared < PRIVATE => newest.core,
            _ => CoreId::new(PRIVATE + wide(target.privates)),
        };
        sets.truncate(to);
        sets.push(SetRecord { core, serial: newest.serial, ..target });
    }
}

/// Whether the registers that the next set would name are just the sets that the one before it names.
fn is_same(parents: &[SetId], named: &[u32], registers: &[SetId]) -> bool {
    let named = named.iter().map(|&register| registers[wide(register)]);
    parents.iter().copied().eq(named)
}

/// Where the answer to a question leads; none if it is new.
fn answer(cores: &Cores, links: &Links, registers: &mut Vec<SetId>, fork: &Fork) -> Option<NodeId> {
    let set = |registers: &[SetId], register: u32| registers[wide(register)];
    match fork.question {
        Question::Slot { register, slot } => {
            let named = links.parent(set(registers, register), slot);
            let answer = Answer::Slot(register_of(registers, named));
            fork.after(|known| *known == answer)
        }
        Question::NewSlot { register, slot } => {
            registers.push(links.parent(set(registers, register), slot));
            fork.after_all()
        }
        Question::Waiting { register, nonterminal } => {
            let core = links.core(set(registers, register));
            fork.after_core(core).or_else(|| {
                let list = *cores.waiting.get(&(core, nonterminal))?;
                fork.after(|known| matches!(known, Answer::Waiting(_, known) if *known == list))
            })
        }
        Question::Leo { register, nonterminal } => {
            let (dotted, origin) = links.leo(set(registers, register), nonterminal)?;
            let answer = Answer::Leo(dotted, register_of(registers, origin));
            fork.after(|known| *known == answer)
        }
    }
}
