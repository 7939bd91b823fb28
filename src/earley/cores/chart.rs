//! A chart of cores: flat arrays of sets, each a core and the sets that its slots name.
//!
//! The invariants are those of the textbook chart (`super::super::chart`): a set names older sets
//! only; the newest of them bounds what it needs; a chart is truncated, never collected. What a
//! step may drop is dropped before the next set is put in.

use super::super::items::{Item, SetId, SetState};
use super::super::rules::Rules;
use super::super::symbols::{NonterminalId, TerminalId};
use super::core::{Core, CoreId, CoreItem, ListId, PRIVATE};

use super::Cores;
use super::all_sets::AllSets;
use super::links::{CoreSet, Links};
use super::record::StepRecord;
use super::registers::Registers;
use super::shared_sets::{SHARED, SharedSets, Sharing};
use super::steps::StepKey;
use crate::base::{BitRow, counted};

/// Where a step leads: the core of the next set.
enum Next {
    Shared(CoreId),
    /// It will belong to that set alone.
    Private(Box<Core>),
}

/// All sets of a recogniser.
#[derive(Clone)]
pub(in crate::earley) struct CoreChart {
    pub(super) cores: Cores,
    /// The sets that are not shared.
    pub(super) links: Links,
    /// The cores that belong to one set each, with that, in the order of the sets.
    privates: Vec<(SetId, Core)>,
    /// Of the step that is being taken.
    pub(super) registers: Registers,
    /// Of the next set, the sets that its slots name.
    pub(super) named: Vec<SetId>,
    record: StepRecord,
    /// Items and sets made so far; those that a step met count, too, when it is taken for the first
    /// time, and one for a step that needs no new set.
    pub(in crate::earley) items_made: u64,
    pub(in crate::earley) sets_made: u64,
}

impl CoreChart {
    /// An empty chart that uses and extends what was learnt before.
    pub(in crate::earley) fn new(mut cores: Cores) -> Self {
        let links = std::mem::take(&mut cores.room).emptied(SHARED);
        Self {
            cores,
            links,
            privates: Vec::new(),
            registers: Registers::default(),
            named: Vec::new(),
            record: StepRecord::default(),
            items_made: 0,
            sets_made: 0,
        }
    }

    /// What has been learnt; and unless it is much, the memory of the chart goes to the next one.
    pub(in crate::earley) fn take_cores(&mut self) -> Cores {
        if self.links.is_small() {
            self.cores.room = std::mem::take(&mut self.links).emptied(SHARED);
        }
        std::mem::take(&mut self.cores)
    }

    pub(in crate::earley) fn len(&self) -> usize {
        self.links.len()
    }

    /// How many sets are in memory that are not shared.
    pub(in crate::earley) fn in_memory(&self) -> usize {
        self.links.sets.len()
    }

    /// All sets, wherever they lie.
    pub(super) fn sets(&self) -> AllSets<'_> {
        AllSets { shared_sets: &self.cores.shared_sets.links, others: &self.links }
    }

    /// The core of a set, if it is shared.
    pub(super) fn shared_core(&self, set: SetId) -> Option<CoreId> {
        self.sets().home(set).shared_core(set)
    }

    pub(in crate::earley) fn truncate(&mut self, len: usize) {
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
    pub(in crate::earley) fn expected(&self, set: SetId) -> &BitRow {
        if SharedSets::has(set) {
            return &self.cores.shared_sets.offer(set).expected;
        }
        &self.core_of(set).expected
    }

    pub(in crate::earley) fn is_complete(&self, set: SetId) -> bool {
        if SharedSets::has(set) {
            return self.cores.shared_sets.offer(set).complete;
        }
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
        let origin = move |item: &CoreItem| self.sets().parent(set, item.slot);
        items.map(move |item| Item { dotted: item.dotted, origin: origin(item) })
    }

    /// Where a content stands whose newest set this is.
    pub(in crate::earley) fn state(&self, set: SetId) -> SetState {
        let serial = |set: SetId| self.sets().home(set).at(set).serial;
        if self.is_start(set) {
            return SetState::start(serial(set));
        }
        let items = self.waiting_items(set).map(|item| (item.dotted, serial(item.origin)));
        SetState::of(items, self.is_complete(set))
    }

    /// Whether a set is the same one in every text.
    pub(in crate::earley) fn is_shared(&self, set: SetId) -> bool {
        SharedSets::has(set)
    }

    /// The newest set that a set needs.
    pub(in crate::earley) fn newest_origin(&self, set: SetId) -> SetId {
        self.sets().home(set).parents(set).iter().copied().max().unwrap_or(SetId::new(0))
    }

    /// The start set of `content`, if it was asked for before.
    #[inline(always)]
    pub(in crate::earley) fn started(&self, content: NonterminalId) -> Option<SetId> {
        self.cores.shared_sets.start(content)
    }

    /// The start set of `content`, a shared set.
    #[inline(always)]
    pub(in crate::earley) fn start(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        if let Some(known) = self.started(content) {
            return known;
        }
        let core = self.cores.of_start(rules, content);
        let Cores { cores, shared_sets, .. } = &mut self.cores;
        let set = shared_sets.push_start(content, (core, &cores[core.index()]));
        self.complete_shared(rules, set, core);
        set
    }

    /// Adds the set that follows `from` by `terminal`, if that step was taken before, unless that
    /// set is there. Before that, the sets that it leaves behind are dropped, but none below
    /// `keep`.
    #[inline(always)]
    pub(in crate::earley) fn advance_as_before(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        keep: usize,
    ) -> Option<SetId> {
        if let Some(known) = self.cores.shared_sets.after(from, terminal) {
            self.step_to_shared(keep);
            return Some(known);
        }
        self.advance_by_tree(rules, from, terminal, keep)
    }

    /// The same if it is no step between shared sets. Those are so little work that they should not
    /// pay for this.
    #[inline(never)]
    fn advance_by_tree(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        keep: usize,
    ) -> Option<SetId> {
        let next = self.transition(self.shared_core(from)?, from, terminal)?;
        Some(self.add_set(rules, (from, terminal), Next::Shared(next), keep))
    }

    /// The same for a step that was never taken, or asks too much to be remembered.
    pub(in crate::earley) fn advance(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        keep: usize,
    ) -> SetId {
        let scanned = self.core_of(from).scanned(rules, terminal);
        let step = self.shared_core(from).map(|core| {
            let scanned = ListId::new(self.cores.lists.number(&scanned));
            StepKey { core, terminal, scanned }
        });
        if let Some(step) = step
            && self.cores.steps.share(step)
            && let Some(known) = self.advance_by_tree(rules, from, terminal, keep)
        {
            return known;
        }
        let next = self.step_slowly(rules, from, &scanned, step);
        self.add_set(rules, (from, terminal), next, keep)
    }

    /// The next set is a shared set: what the chart has from `keep` on is dropped.
    fn step_to_shared(&mut self, keep: usize) {
        self.items_made += 1;
        self.truncate(keep);
    }

    /// The next set, whose slots name what `named` has.
    #[inline(always)]
    fn add_set(
        &mut self,
        rules: &Rules,
        (from, terminal): (SetId, TerminalId),
        next: Next,
        keep: usize,
    ) -> SetId {
        let newest = self.named.iter().copied().max();
        let sharing = match next {
            Next::Shared(core) if newest.is_none_or(SharedSets::has) => {
                self.cores.shared_sets.sharing(core, &self.named)
            }
            _ => Sharing::No,
        };
        let set = match sharing {
            Sharing::No => {
                let keep = newest.map_or(keep, |newest| keep.max(newest.index() + 1));
                return self.add_to_chart(rules, from, next, keep);
            }
            Sharing::Known(set) => {
                self.step_to_shared(keep);
                set
            }
            Sharing::New(core) => {
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

    /// The same for a set that is not shared.
    #[inline(always)]
    fn add_to_chart(&mut self, rules: &Rules, from: SetId, next: Next, keep: usize) -> SetId {
        if let Next::Shared(core) = next
            && self.sets().home(from).is(from, core, &self.named)
        {
            // A set like the one before it can stand for it, as nothing is ever changed in a set.
            self.truncate(keep.max(from.index() + 1));
            self.items_made += 1;
            return from;
        }
        self.truncate(keep);
        let set = SetId::new(self.len());
        let serial = counted(SHARED) + self.sets_made;
        let (core, of) = match next {
            Next::Shared(core) => (core, &self.cores.cores[core.index()]),
            Next::Private(core) => {
                let private = self.privates.len();
                self.privates.push((set, *core));
                (CoreId::new(PRIVATE + private), &self.privates[private].1)
            }
        };
        self.links.push(core, &self.named, serial);
        self.sets_made += 1;
        self.items_made += counted(of.kernel.items.len());
        add_leo_items(rules, &mut self.cores.shared_sets.links, &mut self.links, (set, of));
        set
    }

    /// Completes the newest shared set.
    fn complete_shared(&mut self, rules: &Rules, set: SetId, core: CoreId) {
        let Cores { cores, shared_sets, .. } = &mut self.cores;
        let of = &cores[core.index()];
        self.sets_made += 1;
        self.items_made += counted(of.kernel.items.len());
        add_leo_items(rules, &mut shared_sets.links, &mut self.links, (set, of));
    }

    /// A step as if for the first time: the core of the next set.
    fn step_slowly(
        &mut self,
        rules: &Rules,
        from: SetId,
        scanned: &[CoreItem],
        step: Option<StepKey>,
    ) -> Next {
        let mut record = std::mem::take(&mut self.record);
        self.walk(rules, &mut record, from, scanned);
        self.named.clear();
        self.named.extend(record.parents.iter().map(|&parent| record.set(parent)));
        let next = self.learn(rules, &mut record, step);
        self.record = record;
        next
    }

    /// What a walk has led to; the step is remembered if it can come again.
    fn learn(&mut self, rules: &Rules, record: &mut StepRecord, step: Option<StepKey>) -> Next {
        self.items_made += counted(record.items_met());
        let Some(core) = self.cores.shared(rules, &record.kernel, record.parents.len()) else {
            return Next::Private(Box::new(Core::new(rules, record.kernel.clone())));
        };
        if let (true, Some(step)) = (record.is_traced, step) {
            let slots = record.slots_of_parents();
            self.cores.steps.learn(step, &record.trace, (core, &slots));
        }
        Next::Shared(core)
    }

    /// Copies the newest set over set `to` and drops what came between. Only if nothing refers to
    /// what goes.
    pub(in crate::earley) fn sink(&mut self, to: usize) {
        let id = SetId::new(self.len() - 1);
        let index = to - SHARED;
        let sets = &self.links.sets;
        let (Some(&target), Some(&newest)) = (sets.get(index), sets.last()) else { return };
        let private = self.privates.pop_if(|(set, _)| *set == id);
        self.truncate_privates(to);
        let Links { sets, parents, leos, .. } = &mut self.links;
        parents.drain(target.parents..newest.parents);
        leos.drain(target.leos..newest.leos);
        for leo in leos[target.leos..].iter_mut().filter(|leo| leo.origin == id) {
            leo.origin = SetId::new(to);
        }
        let core = private.map_or(newest.core, |(_, core)| {
            self.privates.push((SetId::new(to), core));
            CoreId::new(PRIVATE + self.privates.len() - 1)
        });
        sets.truncate(index);
        sets.push(CoreSet { core, serial: newest.serial, ..target });
    }
}

/// Adds the Leo items of a set, the newest one where it lies, whose core is this.
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
