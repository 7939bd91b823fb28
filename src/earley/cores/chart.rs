//! A chart of cores: flat arrays of sets, each a core and the sets that its slots name.
//!
//! The invariants are those of the textbook chart (`super::super::chart`): a set names older sets only; the newest of them bounds
//! what it needs; a chart is truncated, never collected. What a step may drop is dropped before the next set is put in.

use super::super::chart::{Item, SetId, SetState};
use super::super::rules::{NonterminalId, Rules, TerminalId};
use super::Cores;
use super::core::{Core, CoreId, CoreItem, Kernel, PRIVATE, SELF};
use super::follow::Registers;
use super::links::{LeoTop, Links, SetRecord};
use super::residents::{RESIDENTS, Residence, Residents};
use super::walk::Walk;
use crate::base::{BitRow, counted, wide};

/// All sets of a recogniser.
#[derive(Clone)]
pub(in crate::earley) struct CoreChart {
    pub(super) cores: Cores,
    /// The sets that are no residents.
    links: Links,
    /// The cores that belong to one set each, in the order of the sets.
    privates: Vec<Core>,
    /// Of the step that is being taken.
    pub(super) registers: Registers,
    /// Of the next set, the sets that its slots name.
    pub(super) named: Vec<SetId>,
    walk: Walk,
    /// Items and sets made so far; those that a step met count, too, when it is taken for the first time, and one for a
    /// step that needs no new set.
    pub(in crate::earley) items_made: u64,
    pub(in crate::earley) sets_made: u64,
}

impl CoreChart {
    /// An empty chart that uses and extends what was learnt before.
    pub(in crate::earley) fn new(mut cores: Cores) -> Self {
        let links = std::mem::take(&mut cores.room).emptied(RESIDENTS);
        Self {
            cores,
            links,
            privates: Vec::new(),
            registers: Registers::default(),
            named: Vec::new(),
            walk: Walk::default(),
            items_made: 0,
            sets_made: 0,
        }
    }

    /// What has been learnt; and unless it is much, the memory of the chart goes to the next one.
    pub(in crate::earley) fn take_cores(&mut self) -> Cores {
        if self.links.is_small() {
            self.cores.room = std::mem::take(&mut self.links).emptied(RESIDENTS);
        }
        std::mem::take(&mut self.cores)
    }

    pub(in crate::earley) fn len(&self) -> usize {
        self.links.len()
    }

    /// How many sets are in memory that are no residents.
    pub(in crate::earley) fn in_memory(&self) -> usize {
        self.links.sets.len()
    }

    /// Where a set is.
    pub(super) fn home(&self, set: SetId) -> &Links {
        if Residents::has(set) { &self.cores.residents.links } else { &self.links }
    }

    /// The core of a set, if it is shared.
    pub(super) fn shared_core(&self, set: SetId) -> Option<CoreId> {
        self.home(set).shared_core(set)
    }

    /// The set that a slot of a set names.
    pub(super) fn parent(&self, set: SetId, slot: u32) -> SetId {
        self.home(set).parent(set, slot)
    }

    pub(in crate::earley) fn truncate(&mut self, len: usize) {
        if let Some(privates) = self.links.truncate(len)
            && privates < self.privates.len()
        {
            self.privates.truncate(privates);
        }
    }

    pub(super) fn core_of(&self, set: SetId) -> &Core {
        self.core(self.home(set).core(set))
    }

    fn core(&self, core: CoreId) -> &Core {
        match core.index().checked_sub(PRIVATE) {
            None => &self.cores.cores[core.index()],
            Some(private) => &self.privates[private],
        }
    }

    #[inline(always)]
    pub(in crate::earley) fn expected(&self, set: SetId) -> &BitRow {
        if Residents::has(set) {
            return &self.cores.residents.row(set).0;
        }
        &self.core_of(set).expected
    }

    pub(in crate::earley) fn is_complete(&self, set: SetId) -> bool {
        if Residents::has(set) {
            return self.cores.residents.row(set).1;
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
        let origin = move |item: &CoreItem| self.parent(set, item.slot);
        items.map(move |item| Item { dotted: item.dotted, origin: origin(item) })
    }

    /// Where a content stands whose newest set this is.
    pub(in crate::earley) fn state(&self, set: SetId) -> SetState {
        let serial = |set: SetId| self.home(set).at(set).serial;
        if self.is_start(set) {
            return SetState::start(serial(set));
        }
        let items = self.waiting_items(set).map(|item| (item.dotted, serial(item.origin)));
        SetState::of(items, self.is_complete(set))
    }

    /// Whether a set is the same one in every text.
    pub(in crate::earley) fn is_resident(&self, set: SetId) -> bool {
        Residents::has(set)
    }

    /// The newest set that a set needs.
    pub(in crate::earley) fn newest_origin(&self, set: SetId) -> SetId {
        self.home(set).parents(set).iter().copied().max().unwrap_or(SetId::new(0))
    }

    /// The start set of `content`, if it was asked for before.
    #[inline(always)]
    pub(in crate::earley) fn started(&self, content: NonterminalId) -> Option<SetId> {
        self.cores.residents.start(content)
    }

    /// The start set of `content`, a resident.
    #[inline(always)]
    pub(in crate::earley) fn start(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        if let Some(known) = self.started(content) {
            return known;
        }
        let complete = rules.is_nullable(content);
        let kernel = Kernel { items: Vec::new(), complete, start_of: Some(content) };
        let core = self.number(rules, &kernel, 0);
        let Cores { cores, residents, .. } = &mut self.cores;
        let set = residents.push_start(content, (core, &cores[core.index()]));
        self.pushed(rules, set, core);
        set
    }

    /// Adds the set that follows `from` by `terminal`, if that step was taken before, unless that set is there. Before that,
    /// the sets that it leaves behind are dropped, but none below `keep`.
    #[inline(always)]
    pub(in crate::earley) fn advance_as_before(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        keep: usize,
    ) -> Option<SetId> {
        if let Some(known) = self.cores.residents.after(from, terminal) {
            self.resided(keep);
            return Some(known);
        }
        self.advance_by_tree(rules, from, terminal, keep)
    }

    /// The same if it is no step between residents. Those are so little work that they should not pay for this.
    #[inline(never)]
    fn advance_by_tree(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        keep: usize,
    ) -> Option<SetId> {
        let next = self.follow(self.shared_core(from)?, from, terminal)?;
        Some(self.place(rules, (from, terminal), next, keep))
    }

    /// The same for a step that was never taken, or asks too much to be remembered.
    pub(in crate::earley) fn advance(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        keep: usize,
    ) -> SetId {
        let next = self.step_slowly(rules, from, terminal);
        self.place(rules, (from, terminal), next, keep)
    }

    /// The next set is a resident: what the chart has from `keep` on is dropped.
    fn resided(&mut self, keep: usize) {
        self.items_made += 1;
        self.truncate(keep);
    }

    /// The set of a core whose slots name what `named` has, after a step.
    #[inline(always)]
    fn place(
        &mut self,
        rules: &Rules,
        (from, terminal): (SetId, TerminalId),
        core: CoreId,
        keep: usize,
    ) -> SetId {
        let newest = self.named.iter().copied().max();
        let residence = match newest.is_none_or(Residents::has) && core.index() < PRIVATE {
            true => self.cores.residents.residence(core, &self.named),
            false => Residence::Not,
        };
        let set = match residence {
            Residence::Not => {
                let keep = newest.map_or(keep, |newest| keep.max(newest.index() + 1));
                return self.place_in_chart(rules, from, core, keep);
            }
            Residence::Is(set) => {
                self.resided(keep);
                set
            }
            Residence::May => {
                let Cores { cores, residents, .. } = &mut self.cores;
                let set = residents.push((core, &cores[core.index()]), &self.named);
                self.pushed(rules, set, core);
                self.truncate(keep);
                set
            }
        };
        if Residents::has(from) {
            self.cores.residents.learn(from, terminal, set);
        }
        set
    }

    /// The same for a set that is no resident.
    #[inline(always)]
    fn place_in_chart(&mut self, rules: &Rules, from: SetId, core: CoreId, keep: usize) -> SetId {
        if self.home(from).is(from, core, &self.named) {
            // A set like the one before it can stand for it, as nothing is ever changed in a set.
            self.truncate(keep.max(from.index() + 1));
            self.items_made += 1;
            return from;
        }
        let core = match core.index() < PRIVATE {
            true => {
                self.truncate(keep);
                core
            }
            false => self.truncate_but_private(keep),
        };
        let (set, serial) = (SetId::new(self.len()), counted(RESIDENTS) + self.sets_made);
        let privates = self.privates.len() - usize::from(core.index() >= PRIVATE);
        self.links.push(core, &self.named, privates, serial);
        self.pushed(rules, set, core);
        set
    }

    /// Truncates the chart, but keeps the newest core that belongs to one set alone, whose set is not there yet; its number
    /// then.
    #[cold]
    fn truncate_but_private(&mut self, keep: usize) -> CoreId {
        let private = self.privates.pop();
        self.truncate(keep);
        self.privates.extend(private);
        CoreId::new(PRIVATE + self.privates.len() - 1)
    }

    /// A step as if for the first time: the core of the next set.
    fn step_slowly(&mut self, rules: &Rules, from: SetId, terminal: TerminalId) -> CoreId {
        let mut walk = std::mem::take(&mut self.walk);
        self.walk(rules, &mut walk, from, terminal);
        self.named.clear();
        self.named.extend(walk.parents.iter().map(|&parent| walk.set(parent)));
        let next = self.learn(rules, &walk, (self.shared_core(from), terminal));
        self.walk = walk;
        next
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

    /// Completes the newest set, of the residents or of the chart.
    #[inline(always)]
    fn pushed(&mut self, rules: &Rules, set: SetId, core: CoreId) {
        self.sets_made += 1;
        let of = self.core(core);
        let (items, leos) = (of.kernel.items.len(), of.leos.len());
        self.items_made += counted(items);
        for place in 0..leos {
            let leo = self.leo_top(rules, set, self.core(core).leos[place]);
            match Residents::has(set) {
                true => self.cores.residents.links.leos.push(leo),
                false => self.links.leos.push(leo),
            }
        }
    }

    /// Where a chain of Leo items ends, of which the last inside a set is known.
    #[inline(always)]
    fn leo_top(
        &self,
        rules: &Rules,
        set: SetId,
        (waits_for, last): (NonterminalId, CoreItem),
    ) -> LeoTop {
        let CoreItem { dotted, slot } = last;
        let (left, origin) = (rules.analysis.rule(dotted).left, self.parent(set, slot));
        let further = if slot == SELF { None } else { self.home(origin).leo(origin, left) };
        let (dotted, origin) = further.unwrap_or((dotted.advanced(), origin));
        LeoTop { waits_for, dotted, origin }
    }

    /// Copies the newest set over set `to` and drops what came between. Only if nothing refers to what goes.
    pub(in crate::earley) fn sink(&mut self, to: usize) {
        let id = SetId::new(self.len() - 1);
        let Links { sets, parents, leos, .. } = &mut self.links;
        let place = to - RESIDENTS;
        let (Some(&target), Some(&newest)) = (sets.get(place), sets.last()) else { return };
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
        sets.truncate(place);
        sets.push(SetRecord { core, serial: newest.serial, ..target });
    }
}
