//! A chart of cores: flat arrays of sets, each a core and the sets that its slots name.
//!
//! The invariants are those of the textbook chart (`super::super::chart`): a set names older sets only; the newest of them bounds
//! what it needs; a chart is truncated, never collected. What a step may drop is dropped before the next set is put in.

use super::super::chart::{Item, SetId, SetState};
use super::super::rules::{NonterminalId, Rules, TerminalId};
use super::Cores;
use super::core::{Core, CoreId, CoreItem, Kernel, PRIVATE, SELF};
use super::links::{LeoTop, Links, SetRecord};
use super::steps::{Answer, Fork, Node, NodeId, Question};
use super::walk::{Walk, register_of};
use crate::base::{BitRow, counted, wide};

/// All sets of a recogniser.
#[derive(Clone)]
pub(in crate::earley) struct CoreChart {
    pub(super) cores: Cores,
    pub(super) links: Links,
    /// The cores that belong to one set each, in the order of the sets.
    privates: Vec<Core>,
    /// Of the step that is being taken: the sets by register, and those that the next set's slots name.
    registers: Vec<SetId>,
    named: Vec<SetId>,
    walk: Walk,
    /// Items and sets made so far; those that a step met count, too, when it is taken for the first time.
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
            named: Vec::new(),
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

    /// The newest set that a set needs.
    pub(in crate::earley) fn newest_origin(&self, set: SetId) -> SetId {
        self.links.parents(set).iter().copied().max().unwrap_or(SetId::new(0))
    }

    /// Adds the start set for `content`.
    pub(in crate::earley) fn start(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        let complete = rules.is_nullable(content);
        let kernel = Kernel { items: Vec::new(), complete, start_of: Some(content) };
        let core = self.number(rules, &kernel, 0);
        self.named.clear();
        self.push(rules, core)
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
        let known = core.and_then(|core| self.follow(core, from, terminal));
        let walk = known.is_none().then(|| self.take_walk(rules, from, terminal));
        let newest = self.named.iter().max().map_or(0, |set| set.index());
        self.truncate(keep.max(newest + 1));
        let next = match (known, walk) {
            (Some(next), _) => next,
            (None, walk) => self.learn(rules, walk.unwrap_or_default(), (core, terminal)),
        };
        self.push(rules, next)
    }

    /// Walks down the tree of a step that was taken before: the core of the next set, of which the parents are
    /// `named` then. None if some question has an answer that is new.
    fn follow(&mut self, core: CoreId, from: SetId, terminal: TerminalId) -> Option<CoreId> {
        self.registers.clear();
        self.registers.push(from);
        let mut node = self.cores.steps.root(core, terminal)?;
        loop {
            let Self { cores, links, registers, named, .. } = self;
            match cores.steps.node(node) {
                Node::Fork(fork) => node = answer(cores, links, registers, fork)?,
                Node::Leaf { core, parents } => {
                    named.clear();
                    named.extend(parents.iter().map(|&register| registers[wide(register)]));
                    return Some(*core);
                }
                Node::Slow => return None,
            }
        }
    }

    /// Takes a step for the first time.
    fn take_walk(&mut self, rules: &Rules, from: SetId, terminal: TerminalId) -> Walk {
        let mut walk = std::mem::take(&mut self.walk);
        self.walk(rules, &mut walk, from, terminal);
        self.named.clear();
        self.named.extend(walk.parents.iter().map(|&register| walk.set(register)));
        walk
    }

    /// The core that a walk has led to; the step is remembered if it can come again.
    fn learn(
        &mut self,
        rules: &Rules,
        walk: Walk,
        (from, terminal): (Option<CoreId>, TerminalId),
    ) -> CoreId {
        self.items_made += counted(walk.items_met());
        let core = self.number(rules, &walk.kernel, walk.parents.len());
        if let (true, Some(from)) = (walk.is_traced && core.index() < PRIVATE, from) {
            self.cores.steps.learn((from, terminal), &walk.trace, (core, &walk.parents));
        }
        self.walk = walk;
        core
    }

    /// The core of a kernel: a shared one, or one of its own.
    fn number(&mut self, rules: &Rules, kernel: &Kernel, slots: usize) -> CoreId {
        self.cores.shared(rules, kernel, slots).unwrap_or_else(|| {
            self.privates.push(Core::new(rules, kernel.clone()));
            CoreId::new(PRIVATE + self.privates.len() - 1)
        })
    }

    /// Adds a set of a core with the parents `named`.
    fn push(&mut self, rules: &Rules, core: CoreId) -> SetId {
        let set = SetId::new(self.links.sets.len());
        let privates = self.privates.len() - usize::from(core.index() >= PRIVATE);
        self.links.push(core, &self.named, privates, self.sets_made);
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

/// Where the answer to a question leads; none if it is new.
fn answer(
    cores: &Cores,
    links: &Links,
    registers: &mut Vec<SetId>,
    fork: &Fork,
) -> Option<NodeId> {
    let set = |registers: &[SetId], register: u32| registers[wide(register)];
    match fork.question {
        Question::Slot { register, slot } => {
            let named = links.parent(set(registers, register), slot);
            let answer = Answer::Slot(register_of(registers, named));
            fork.after(|known| *known == answer)
        }
        Question::Waiting { register, nonterminal } => {
            let core = links.core(set(registers, register));
            let is_core =
                |known: &Answer| matches!(known, Answer::Waiting(known, _) if *known == core);
            fork.after(is_core).or_else(|| {
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
