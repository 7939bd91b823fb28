//! A chart of cores: flat arrays of sets, each a core and the sets that its slots refer to.
//!
//! The invariants are those of the textbook chart (`super::super::chart`). A set refers only to
//! older sets. The newest of them bounds what it needs. A chart is truncated, never collected. A
//! step drops the sets that are no longer needed before it adds the next one.

use super::super::intern::grow_by_quarter;
use super::super::items::{Item, SetId, SetState};
use super::super::rules::Rules;
use super::super::symbols::{NonterminalId, Symbol, TerminalId};
use super::core::{Core, CoreId, CoreItem, ListId, PRIVATE, SELF};

use super::Cores;
use super::all_sets::AllSets;
use super::links::{CoreSet, Links};
use super::record::StepRecord;
use super::registers::Registers;
use super::shared_sets::{SHARED, SharedSetLookup, SharedSets};
use super::steps::StepKey;
use super::waiting::WaitingLists;
use crate::util::{BitRow, counted, wide};

/// The core of the next set.
enum NextCore {
    Shared(CoreId),
    /// A core that belongs to that set alone.
    Private(Box<Core>),
}

/// All sets of a recogniser. Between two texts, the chart is in the pool, with its memory.
#[derive(Clone, Default)]
pub(crate) struct CoreChart {
    pub(crate) cores: Cores,
    /// The sets that are not shared.
    pub(super) links: Links,
    /// The cores that belong to a single set, each with its set, in the order of the sets.
    privates: Vec<(SetId, Core)>,
    /// The registers of the current step.
    pub(super) registers: Registers,
    /// The sets that the slots of the next set refer to.
    pub(super) named: Vec<SetId>,
    record: StepRecord,
    /// True if each word adds a set of its own, which is required for a forest. Otherwise shared
    /// and equal sets are reused.
    keeps_sets: bool,
    /// The terminal before each set of the chart, if all sets are kept; `None` for a start set.
    terminals: Vec<Option<TerminalId>>,
    /// The number of items made so far. It includes the items that a step derived when it was first
    /// taken, and one for each step that needs no new set.
    pub(crate) items_made: u64,
    /// The number of sets made so far.
    pub(crate) sets_made: u64,
}

impl CoreChart {
    /// Creates an empty chart that has learnt nothing.
    pub(crate) fn new() -> Self {
        Self { cores: Cores::new(), ..Self::default() }
    }

    /// Starts the chart of the next text. `keeps_sets` is required for a forest.
    pub(crate) fn start_text(&mut self, keeps_sets: bool) {
        self.links.empty(SHARED);
        self.keeps_sets = keeps_sets;
    }

    /// Drops all sets at the end of a text. Keeps what was learnt, and the memory unless that is
    /// large.
    pub(crate) fn end_text(&mut self) {
        if !self.links.is_small() {
            self.links = Links::default();
        }
        self.privates.clear();
        self.named = Vec::new();
        self.record = StepRecord::default();
        self.terminals = Vec::new();
        (self.items_made, self.sets_made) = (0, 0);
    }

    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// Returns the number of sets in memory that are not shared.
    pub(crate) fn in_memory(&self) -> usize {
        self.links.sets.len()
    }

    /// Returns a view of all sets, shared and not.
    pub(super) fn sets(&self) -> AllSets<'_> {
        AllSets { shared_sets: &self.cores.shared_sets.links, others: &self.links }
    }

    /// Returns the core of a set, if the core is shared.
    pub(super) fn shared_core(&self, set: SetId) -> Option<CoreId> {
        self.sets().home(set).shared_core(set)
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.links.truncate(len);
        if !self.privates.is_empty() {
            self.truncate_privates(len);
        }
    }

    #[cold]
    fn truncate_privates(&mut self, len: usize) {
        let left = self.privates.partition_point(|(set, _)| set.index() < len);
        self.privates.truncate(left);
    }

    pub(super) fn core_of(&self, set: SetId) -> &Core {
        let core = self.sets().core(set);
        match core.index().checked_sub(PRIVATE) {
            None => &self.cores.cores[core.index()],
            Some(private) => &self.privates[private].1,
        }
    }

    #[inline(always)]
    pub(crate) fn expected(&self, set: SetId) -> &BitRow {
        if SharedSets::has(set) {
            return &self.cores.shared_sets.offer(set).expected;
        }
        &self.core_of(set).expected
    }

    pub(crate) fn is_complete(&self, set: SetId) -> bool {
        if SharedSets::has(set) {
            return self.cores.shared_sets.offer(set).complete;
        }
        self.core_of(set).kernel.complete
    }

    pub(crate) fn is_start(&self, set: SetId) -> bool {
        self.core_of(set).kernel.start_of.is_some()
    }

    pub(crate) fn seeds(&self, set: SetId) -> &[NonterminalId] {
        &self.core_of(set).seeds
    }

    /// Returns the incomplete items of a set.
    pub(crate) fn waiting_items(&self, set: SetId) -> impl Iterator<Item = Item> {
        let items = self.core_of(set).kernel.items.iter();
        items.map(move |&CoreItem { dotted, slot }| Item {
            dotted,
            origin: self.sets().parent(set, slot),
        })
    }

    /// Returns the state of a content whose newest set is `set`.
    pub(crate) fn state(&self, set: SetId) -> SetState {
        if self.is_start(set) {
            return SetState::start(self.serial(set));
        }
        let items = self.waiting_items(set);
        let items = items.map(|item| (item.dotted, self.serial(item.origin)));
        SetState::of(items, self.is_complete(set))
    }

    fn serial(&self, set: SetId) -> u64 {
        self.sets().home(set).at(set).serial
    }

    /// Reports whether a set is shared by all texts.
    pub(crate) fn is_shared(&self, set: SetId) -> bool {
        SharedSets::has(set)
    }

    /// Returns the newest set that `set` depends on.
    pub(crate) fn newest_origin(&self, set: SetId) -> SetId {
        self.sets().home(set).parents(set).iter().copied().max().unwrap_or(SetId::new(0))
    }

    /// Returns the start set of `content`, if it has been requested before.
    #[inline(always)]
    pub(crate) fn started(&self, content: NonterminalId) -> Option<SetId> {
        self.cores.shared_sets.start(content)
    }

    /// Returns the start set of `content`, which is a shared set.
    #[inline(always)]
    pub(crate) fn start(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        if let Some(known) = self.started(content) {
            return known;
        }
        let core = self.cores.of_start(rules, content);
        let Cores { cores, shared_sets, .. } = &mut self.cores;
        let set = shared_sets.push_start(content, (core, &cores[core.index()]));
        self.complete_shared(rules, set, core);
        set
    }

    /// Returns the start set of the root. If all sets are kept, it is a set of this chart, so that
    /// no set of the root is shared.
    pub(crate) fn root(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        if !self.keeps_sets {
            return self.start(rules, content);
        }
        let core = self.cores.of_start(rules, content);
        self.named.clear();
        self.push(rules, NextCore::Shared(core), None)
    }

    /// Returns the terminal before a set; `None` for a start set.
    pub(crate) fn terminal(&self, set: SetId) -> Option<TerminalId> {
        *self.terminals.get(set.index().checked_sub(SHARED)?)?
    }

    /// Visits the items of a set before `symbol`, predicted ones included, except those that no
    /// forest needs (`waiting.rs`).
    #[inline(always)]
    pub(crate) fn before(
        &self,
        rules: &Rules,
        (set, symbol): (SetId, Symbol),
        lists: &mut WaitingLists,
        mut visit: impl FnMut(Item),
    ) {
        let home = self.sets().home(set);
        let list = match home.shared_core(set) {
            Some(core) => lists.of_shared(rules, (core, &self.cores.cores), symbol),
            None => lists.of_private(rules, self.core_of(set), symbol),
        };
        let parents = home.parents(set);
        for &CoreItem { dotted, slot } in list {
            let origin = if slot == SELF { set } else { parents[wide(slot) - 1] };
            visit(Item { dotted, origin });
        }
    }

    /// Repeats a cached step: returns the set that follows `from` by `terminal`, and adds it unless
    /// it exists. Before that, drops the sets that are no longer needed, but none below `keep`.
    /// Returns `None` if the step is not cached.
    #[inline(always)]
    pub(crate) fn advance_as_before(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        keep: usize,
    ) -> Option<SetId> {
        if let Some(known) = self.cores.shared_sets.after(from, terminal) {
            self.step_to_shared(keep, false);
            return Some(known);
        }
        self.advance_by_tree(rules, from, terminal, keep)
    }

    /// Repeats a cached step that is not between two shared sets. It is a separate function, so
    /// that steps between shared sets, which are far cheaper, do not pay for it.
    #[inline(never)]
    fn advance_by_tree(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        keep: usize,
    ) -> Option<SetId> {
        let next = self.transition(self.shared_core(from)?, from, terminal)?;
        Some(self.add_set(rules, (from, terminal), NextCore::Shared(next), keep))
    }

    /// Takes a step that is not cached, or has too many questions to be cached.
    pub(crate) fn advance(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        keep: usize,
    ) -> SetId {
        let scanned = self.core_of(from).scanned(rules, terminal);
        let step = match self.shared_core(from) {
            Some(core) => {
                let scanned = ListId::new(self.cores.lists.number(&scanned));
                Some(StepKey { core, terminal, scanned })
            }
            None => None,
        };
        if let Some(step) = step
            && self.cores.steps.share(step)
            && let Some(known) = self.advance_by_tree(rules, from, terminal, keep)
        {
            return known;
        }
        let next = self.step_slowly(rules, from, &scanned, step);
        self.add_set(rules, (from, terminal), next, keep)
    }

    /// Adds the set that follows several sets, each by a terminal. Nothing of this is cached.
    pub(crate) fn join(
        &mut self,
        rules: &Rules,
        words: &[(SetId, TerminalId)],
        keep: usize,
    ) -> SetId {
        let mut record = std::mem::take(&mut self.record);
        record.start(words[0].0, false);
        for &(from, terminal) in words {
            let scanned = self.core_of(from).scanned(rules, terminal);
            self.scan(&mut record, from, &scanned);
        }
        self.complete_all(rules, &mut record);
        let next = self.learn(rules, record, None);
        self.add_set(rules, words[0], next, keep)
    }

    /// Drops the sets of the chart from `keep` on, after a step to a shared set. A bare chart has
    /// none.
    #[inline(always)]
    pub(crate) fn step_to_shared(&mut self, keep: usize, is_bare: bool) {
        self.items_made += 1;
        if !is_bare {
            self.truncate(keep);
        }
    }

    /// Adds the next set, whose slots refer to the sets in `named`.
    #[inline(always)]
    fn add_set(
        &mut self,
        rules: &Rules,
        (from, terminal): (SetId, TerminalId),
        next: NextCore,
        keep: usize,
    ) -> SetId {
        let newest = self.named.iter().copied().max();
        let sharing = match next {
            NextCore::Shared(core) if newest.is_none_or(SharedSets::has) && !self.keeps_sets => {
                self.cores.shared_sets.sharing(core, &self.named)
            }
            _ => SharedSetLookup::No,
        };
        let set = match sharing {
            SharedSetLookup::No => {
                let keep = match newest {
                    Some(newest) => keep.max(newest.index() + 1),
                    None => keep,
                };
                return self.add_to_chart(rules, (from, terminal), next, keep);
            }
            SharedSetLookup::Known(set) => {
                self.step_to_shared(keep, false);
                set
            }
            SharedSetLookup::New(core) => {
                let Cores { cores, shared_sets, .. } = &mut self.cores;
                let set = shared_sets.push((core, &cores[core.index()]), &self.named);
                self.complete_shared(rules, set, core);
                self.truncate(keep);
                set
            }
        };
        if SharedSets::has(from) {
            self.cores.shared_sets.learn(from, terminal, set);
        }
        set
    }

    /// Adds a set that is not shared to the chart.
    #[inline(always)]
    fn add_to_chart(
        &mut self,
        rules: &Rules,
        (from, terminal): (SetId, TerminalId),
        next: NextCore,
        keep: usize,
    ) -> SetId {
        if let NextCore::Shared(core) = next
            && self.sets().home(from).is(from, core, &self.named)
            && !self.keeps_sets
        {
            // An equal set may represent the next one, because sets are immutable.
            self.truncate(keep.max(from.index() + 1));
            self.items_made += 1;
            return from;
        }
        self.truncate(keep);
        self.push(rules, next, Some(terminal))
    }

    /// Adds a set of a core to the chart.
    #[inline(always)]
    fn push(&mut self, rules: &Rules, next: NextCore, terminal: Option<TerminalId>) -> SetId {
        let set = SetId::new(self.len());
        let serial = counted(SHARED) + self.sets_made;
        let (core, of) = match next {
            NextCore::Shared(core) => (core, &self.cores.cores[core.index()]),
            NextCore::Private(core) => {
                let private = self.privates.len();
                self.privates.push((set, *core));
                (CoreId::new(PRIVATE + private), &self.privates[private].1)
            }
        };
        if self.keeps_sets {
            self.links.grow_slowly(self.named.len());
            self.terminals.truncate(set.index() - SHARED);
            grow_by_quarter(&mut self.terminals);
            self.terminals.push(terminal);
        }
        self.links.push(core, &self.named, serial);
        self.sets_made += 1;
        self.items_made += counted(of.kernel.items.len());
        add_leo_items(rules, &mut self.cores.shared_sets.links, &mut self.links, (set, of));
        set
    }

    /// Adds the Leo items of the newest shared set, and counts it.
    fn complete_shared(&mut self, rules: &Rules, set: SetId, core: CoreId) {
        let Cores { cores, shared_sets, .. } = &mut self.cores;
        let of = &cores[core.index()];
        self.sets_made += 1;
        self.items_made += counted(of.kernel.items.len());
        add_leo_items(rules, &mut shared_sets.links, &mut self.links, (set, of));
    }

    /// Takes a step without the cache, and returns the core of the next set.
    fn step_slowly(
        &mut self,
        rules: &Rules,
        from: SetId,
        scanned: &[CoreItem],
        step: Option<StepKey>,
    ) -> NextCore {
        let mut record = std::mem::take(&mut self.record);
        self.walk(rules, &mut record, from, scanned);
        self.learn(rules, record, step)
    }

    /// Turns the result of a walk into a core, and caches the step if it can be repeated.
    fn learn(&mut self, rules: &Rules, mut record: StepRecord, step: Option<StepKey>) -> NextCore {
        self.named.clear();
        self.named.extend(record.parents.iter().map(|&parent| record.set(parent)));
        self.items_made += counted(record.item_count());
        let core = self.cores.shared(rules, &record.kernel, record.parents.len());
        if let (true, Some(step), Some(core)) = (record.is_traced, step, core) {
            let slots = record.slots_of_parents();
            self.cores.steps.learn(step, &record.trace, (core, &slots));
        }
        let next = match core {
            Some(core) => NextCore::Shared(core),
            None => NextCore::Private(Box::new(Core::new(rules, record.kernel.clone()))),
        };
        self.record = record;
        next
    }

    /// Copies the newest set over set `to` and drops the sets in between. Callers must ensure that
    /// nothing refers to the dropped sets.
    pub(crate) fn sink(&mut self, to: usize) {
        let id = SetId::new(self.len() - 1);
        let index = to - SHARED;
        let sets = &self.links.sets;
        let (Some(&target), Some(&newest)) = (sets.get(index), sets.last()) else { return };
        let private = self.privates.pop_if(|(set, _)| *set == id);
        self.truncate_privates(to);
        let Links { sets, parents, leos, .. } = &mut self.links;
        parents.drain(target.parents..newest.parents);
        leos.drain(target.leos..newest.leos);
        for leo in &mut leos[target.leos..] {
            if leo.origin == id {
                leo.origin = SetId::new(to);
            }
        }
        let core = match private {
            Some((_, core)) => {
                self.privates.push((SetId::new(to), core));
                CoreId::new(PRIVATE + self.privates.len() - 1)
            }
            None => newest.core,
        };
        sets.truncate(index);
        sets.push(CoreSet { core, serial: newest.serial, ..target });
    }
}

/// Adds the Leo items of `set`, whose core is `of`. The set must be the newest one of its array.
#[inline(always)]
fn add_leo_items(
    rules: &Rules,
    shared_sets: &mut Links,
    others: &mut Links,
    (set, of): (SetId, &Core),
) {
    for &(waits_for, last) in &of.leos {
        let leo = AllSets { shared_sets, others }.leo_top(rules, set, (waits_for, last));
        let home = if SharedSets::has(set) { &mut *shared_sets } else { &mut *others };
        home.leos.push(leo);
    }
}
