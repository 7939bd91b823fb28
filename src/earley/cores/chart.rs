//! A chart of cores: flat arrays of sets, each a core and the sets that its slots name.
//!
//! The invariants are those of the textbook chart (`super::super::chart`): a set names older sets only; the newest of them bounds
//! what it needs; a chart is truncated, never collected. What a step may drop is dropped before the next set is put in.

use super::super::chart::{Item, SetId, SetState};
use super::super::closure::Dotted;
use super::super::rules::{NonterminalId, Rules, TerminalId};
use super::Cores;
use super::core::{Core, CoreId, CoreItem, Kernel, PRIVATE, SELF};
use super::steps::{Answer, Fork, Node, NodeId, Question};
use super::walk::Walk;
use crate::base::{BitRow, counted, narrow, wide};

#[derive(Clone, Copy, Debug)]
struct SetRecord {
    core: CoreId,
    /// Where its parents and its Leo items begin; they end where the next set's begin.
    parents: u32,
    leos: u32,
    /// How many private cores are older.
    privates: u32,
    /// Unlike that of any other set of this chart, dropped ones included.
    serial: u64,
}

/// The topmost item of the chain of completions that a nonterminal begins in some set.
#[derive(Clone, Copy, Debug)]
struct LeoTop {
    waits_for: NonterminalId,
    dotted: Dotted,
    origin: SetId,
}

/// All sets of a recogniser.
#[derive(Clone)]
pub(in crate::earley) struct CoreChart {
    pub(super) cores: Cores,
    sets: Vec<SetRecord>,
    parents: Vec<SetId>,
    leos: Vec<LeoTop>,
    /// The cores that belong to one set each, in the order of the sets.
    privates: Vec<Core>,
    walk: Walk,
    /// Items and sets made so far; questions count as items.
    pub(in crate::earley) items_made: u64,
    pub(in crate::earley) sets_made: u64,
}

impl CoreChart {
    /// An empty chart that uses and extends what was learnt before.
    pub(in crate::earley) fn new(cores: Cores) -> Self {
        Self {
            cores,
            sets: Vec::new(),
            parents: Vec::new(),
            leos: Vec::new(),
            privates: Vec::new(),
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
        self.sets.len()
    }

    pub(in crate::earley) fn truncate(&mut self, len: usize) {
        if let Some(&first) = self.sets.get(len) {
            self.sets.truncate(len);
            self.parents.truncate(wide(first.parents));
            self.leos.truncate(wide(first.leos));
            self.privates.truncate(wide(first.privates));
        }
    }

    pub(super) fn core_of(&self, set: SetId) -> &Core {
        let core = self.sets[set.index()].core.index();
        match core.checked_sub(PRIVATE) {
            None => &self.cores.cores[core],
            Some(private) => &self.privates[private],
        }
    }

    fn parents(&self, set: SetId) -> &[SetId] {
        let end = self.sets.get(set.index() + 1).map_or(self.parents.len(), |set| wide(set.parents));
        &self.parents[wide(self.sets[set.index()].parents)..end]
    }

    /// The set that a slot names.
    pub(super) fn parent(&self, set: SetId, slot: u32) -> SetId {
        if slot == SELF { set } else { self.parents[wide(self.sets[set.index()].parents + slot - 1)] }
    }

    /// The Leo item for a nonterminal.
    pub(super) fn leo(&self, set: SetId, nonterminal: NonterminalId) -> Option<(Dotted, SetId)> {
        let end = self.sets.get(set.index() + 1).map_or(self.leos.len(), |set| wide(set.leos));
        let leos = &self.leos[wide(self.sets[set.index()].leos)..end];
        let found = leos.iter().find(|leo| leo.waits_for == nonterminal)?;
        Some((found.dotted, found.origin))
    }

    /// The core of a set, if it is shared.
    pub(super) fn shared_core(&self, set: SetId) -> Option<CoreId> {
        let core = self.sets[set.index()].core;
        (core.index() < PRIVATE).then_some(core)
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
        items.map(move |item| Item { dotted: item.dotted, origin: self.parent(set, item.slot) })
    }

    /// Where a content stands whose newest set this is.
    pub(in crate::earley) fn state(&self, set: SetId) -> SetState {
        let serial = |set: SetId| self.sets[set.index()].serial;
        if self.is_start(set) {
            return SetState::start(serial(set));
        }
        let items = self.waiting_items(set).map(|item| (item.dotted, serial(item.origin)));
        SetState::of(items, self.is_complete(set))
    }

    /// The newest set that a set needs.
    pub(in crate::earley) fn newest_origin(&self, set: SetId) -> SetId {
        self.parents(set).iter().copied().max().unwrap_or(SetId::new(0))
    }

    /// Adds the start set for `content`.
    pub(in crate::earley) fn start(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        let complete = rules.is_nullable(content);
        let kernel = Kernel { items: Vec::new(), complete, start_of: Some(content) };
        let core = self.number(rules, &kernel, 0);
        self.push(rules, core, self.parents.len())
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
        let mut walk = std::mem::take(&mut self.walk);
        let core = self.shared_core(from);
        let known = core.and_then(|core| self.follow(&mut walk, core, from, terminal));
        if known.is_none() {
            self.walk(rules, &mut walk, from, terminal);
        }
        let named = |&register: &u32| walk.registers[wide(register)];
        let newest = walk.parents.iter().map(named).max().map_or(0, SetId::index);
        self.truncate(keep.max(newest + 1));
        let next = known.unwrap_or_else(|| self.learn(rules, &walk, core, terminal));
        let first = self.parents.len();
        self.parents.extend(walk.parents.iter().map(named));
        self.walk = walk;
        self.push(rules, next, first)
    }

    /// Walks down the tree of a step that was taken before: the core of the next set, its parents being left in the
    /// walk. None if some question has an answer that is new.
    fn follow(
        &self,
        walk: &mut Walk,
        core: CoreId,
        from: SetId,
        terminal: TerminalId,
    ) -> Option<CoreId> {
        walk.registers.clear();
        walk.registers.push(from);
        let steps = &self.cores.steps;
        let mut node = steps.root(core, terminal)?;
        loop {
            match steps.node(node) {
                Node::Fork(fork) => node = self.answer(walk, fork)?,
                Node::Leaf { core, parents } => {
                    walk.parents.clear();
                    walk.parents.extend_from_slice(parents);
                    return Some(*core);
                }
                Node::Slow => return None,
            }
        }
    }

    fn answer(&self, walk: &mut Walk, fork: &Fork) -> Option<NodeId> {
        match fork.question {
            Question::Slot { register, slot } => {
                let named = self.parent(walk.set(register), slot);
                let answer = Answer::Slot(walk.register(named));
                fork.after(|known| *known == answer)
            }
            Question::Waiting { register, nonterminal } => {
                let core = self.sets[walk.set(register).index()].core;
                let is_core =
                    |known: &Answer| matches!(known, Answer::Waiting(known, _) if *known == core);
                fork.after(is_core).or_else(|| {
                    let list = *self.cores.waiting.get(&(core, nonterminal))?;
                    fork.after(
                        |known| matches!(known, Answer::Waiting(_, known) if *known == list),
                    )
                })
            }
            Question::Leo { register, nonterminal } => {
                let (dotted, origin) = self.leo(walk.set(register), nonterminal)?;
                let answer = Answer::Leo(dotted, walk.register(origin));
                fork.after(|known| *known == answer)
            }
        }
    }

    /// The core that the walk has led to; the step is remembered if it can come again.
    fn learn(
        &mut self,
        rules: &Rules,
        walk: &Walk,
        from: Option<CoreId>,
        terminal: TerminalId,
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

    /// Adds a set whose parents begin at `first`.
    fn push(&mut self, rules: &Rules, core: CoreId, first: usize) -> SetId {
        let set = SetId::new(self.sets.len());
        self.sets.push(SetRecord {
            core,
            parents: narrow(first),
            leos: narrow(self.leos.len()),
            privates: narrow(self.privates.len() - usize::from(core.index() >= PRIVATE)),
            serial: self.sets_made,
        });
        self.sets_made += 1;
        self.items_made += counted(self.core_of(set).kernel.items.len());
        if !self.core_of(set).leos.is_empty() {
            self.push_leos(rules, set);
        }
        set
    }

    fn push_leos(&mut self, rules: &Rules, set: SetId) {
        for place in 0..self.core_of(set).leos.len() {
            let (waits_for, CoreItem { dotted, slot }) = self.core_of(set).leos[place];
            let origin = self.parent(set, slot);
            let left = rules.analysis.rule(dotted).left;
            let further = if slot == SELF { None } else { self.leo(origin, left) };
            let (dotted, origin) = further.unwrap_or((dotted.advanced(), origin));
            self.leos.push(LeoTop { waits_for, dotted, origin });
        }
    }

    /// Copies the newest set over set `to` and drops what came between. Only if nothing refers to what goes.
    pub(in crate::earley) fn sink(&mut self, to: usize) {
        let (Some(&target), Some(&newest)) = (self.sets.get(to), self.sets.last()) else { return };
        let id = SetId::new(self.sets.len() - 1);
        let (parents, leos) = (wide(target.parents), wide(target.leos));
        self.parents.drain(parents..wide(newest.parents));
        self.leos.drain(leos..wide(newest.leos));
        for leo in self.leos[leos..].iter_mut().filter(|leo| leo.origin == id) {
            leo.origin = SetId::new(to);
        }
        let mut core = newest.core;
        self.privates.drain(wide(target.privates)..wide(newest.privates));
        if core.index() >= PRIVATE {
            core = CoreId::new(PRIVATE + wide(target.privates));
        }
        self.sets.truncate(to);
        let SetRecord { parents, leos, privates, .. } = target;
        self.sets.push(SetRecord { core, parents, leos, privates, serial: newest.serial });
    }
}
