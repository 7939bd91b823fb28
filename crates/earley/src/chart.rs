//! Earley sets, and the construction of a set from those before it.
//!
//! An [`Item`] is a dotted rule and the set where its recognition began. A set stores its *kernel*,
//! the items from scanning and completion. Predicted items are not stored but looked up in the
//! closures of the set's *seeds*, the nonterminals that its kernel expects (`closure.rs`). A *start
//! set* has no kernel and one seed, so all frames with the same content share it.
//!
//! Three invariants keep a step simple:
//!
//! * The origin of a kernel item is older than its set. The predictor skips nullable symbols, so
//!   nothing completes where it began.
//! * Kernel items are sorted by the symbol after their dot, so the items that wait for A are a
//!   range.
//! * A set refers only to sets with smaller ids. So the newest origin of its incomplete items
//!   bounds all that it needs; complete items are never used again. All sets between that origin
//!   and the set itself can be dropped, unless something else refers to them.
//!
//! Leo items, which skip chains of completions, are in `leo.rs`.

use super::intern::{InsertionSet, Interned, QuickMap};
use super::items::{Item, LeoItem, SetId, SetState};
use super::rules::Rules;
use super::symbols::{NonterminalId, Symbol, TerminalId};
use crate::util::{BitRow, counted};

/// The start of each part of a set in the flat arrays; a part ends where the next set's begins.
#[derive(Clone, Copy, Debug)]
struct SetRecord {
    items: usize,
    seeds: usize,
    leos: usize,
    /// The terminal before it; `None` for a start set.
    terminal: Option<TerminalId>,
    /// The interned row of terminals that its items expect.
    expected: usize,
    /// True if the content of the frame may end here.
    complete: bool,
    newest_origin: SetId,
    /// A number unique among all sets of this chart, dropped ones included.
    serial: u64,
}

/// The parts of a set under construction.
#[derive(Clone, Default)]
struct Draft {
    items: InsertionSet<Item>,
    completed: InsertionSet<(NonterminalId, SetId)>,
    seeds: Vec<NonterminalId>,
    expected: BitRow,
}

/// All sets of a recogniser.
#[derive(Clone)]
pub(super) struct Chart {
    sets: Vec<SetRecord>,
    items: Vec<Item>,
    seeds: Vec<NonterminalId>,
    pub(super) leo_items: Vec<LeoItem>,
    rows: Interned<BitRow>,
    /// The start sets, which come first, by content.
    starts: QuickMap<NonterminalId, SetId>,
    draft: Draft,
    /// The number of items made so far.
    pub(super) items_made: u64,
    /// The number of sets made so far.
    pub(super) sets_made: u64,
}

impl Chart {
    /// Creates a chart with the start sets of all contents, of frame kinds and of the root.
    pub(super) fn new(rules: &Rules) -> Self {
        let mut chart = Self {
            sets: Vec::new(),
            items: Vec::new(),
            seeds: Vec::new(),
            leo_items: Vec::new(),
            rows: Interned::default(),
            starts: QuickMap::default(),
            draft: Draft { expected: BitRow::new(rules.terminal_count()), ..Draft::default() },
            items_made: 0,
            sets_made: 0,
        };
        for &content in &rules.kinds_by_content().contents {
            let start = chart.add_start(rules, content);
            chart.starts.insert(content, start);
        }
        chart
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// Returns the number of sets in memory, which is all.
    pub(super) fn in_memory(&self) -> usize {
        self.sets.len()
    }

    /// Drops every set from number `len` on.
    pub(super) fn truncate(&mut self, len: usize) {
        if let Some(&first) = self.sets.get(len) {
            self.sets.truncate(len);
            self.items.truncate(first.items);
            self.seeds.truncate(first.seeds);
            self.leo_items.truncate(first.leos);
        }
    }

    /// Returns the kernel of a set, sorted by the symbol after the dot; complete items first.
    pub(super) fn items(&self, set: SetId) -> &[Item] {
        let end = match self.sets.get(set.index() + 1) {
            Some(next) => next.items,
            None => self.items.len(),
        };
        &self.items[self.sets[set.index()].items..end]
    }

    /// Returns the incomplete kernel items of a set.
    pub(super) fn waiting_items(&self, rules: &Rules, set: SetId) -> &[Item] {
        let items = self.items(set);
        let done = items.partition_point(|item| rules.analysis.rule(item.dotted).next.is_none());
        &items[done..]
    }

    /// Returns the nonterminals that the kernel of a set expects.
    pub(super) fn seeds(&self, set: SetId) -> &[NonterminalId] {
        let end = match self.sets.get(set.index() + 1) {
            Some(next) => next.seeds,
            None => self.seeds.len(),
        };
        &self.seeds[self.sets[set.index()].seeds..end]
    }

    pub(super) fn leos(&self, set: SetId) -> &[LeoItem] {
        let end = match self.sets.get(set.index() + 1) {
            Some(next) => next.leos,
            None => self.leo_items.len(),
        };
        &self.leo_items[self.sets[set.index()].leos..end]
    }

    /// Returns the terminal before a set; `None` for a start set.
    pub(super) fn terminal(&self, set: SetId) -> Option<TerminalId> {
        self.sets[set.index()].terminal
    }

    /// Returns the terminals that a set expects, regardless of context lines.
    pub(super) fn expected(&self, set: SetId) -> &BitRow {
        self.rows.value(self.sets[set.index()].expected)
    }

    /// Reports whether a set is the start set of a content: no other set has an empty kernel.
    pub(super) fn is_start(&self, set: SetId) -> bool {
        self.items(set).is_empty()
    }

    /// Reports whether the frame's content may end at a set.
    pub(super) fn is_complete(&self, set: SetId) -> bool {
        self.sets[set.index()].complete
    }

    /// Returns the state of a content whose newest set is `set`.
    pub(super) fn state(&self, rules: &Rules, set: SetId) -> SetState {
        let serial = |set: SetId| self.sets[set.index()].serial;
        if self.is_start(set) {
            return SetState::start(serial(set));
        }
        let waiting = self.waiting_items(rules, set).iter();
        let items = waiting.map(|item| (item.dotted, serial(item.origin)));
        SetState::of(items, self.is_complete(set))
    }

    /// Returns the newest set that `set` depends on: the newest origin of an incomplete item.
    pub(super) fn newest_origin(&self, set: SetId) -> SetId {
        self.sets[set.index()].newest_origin
    }

    /// Returns the start set of a content.
    pub(super) fn start(&self, content: NonterminalId) -> SetId {
        // OK because `new` creates the start set of every content that can be requested.
        self.starts[&content]
    }

    /// Returns the start set of the root, which no set of its text precedes.
    pub(super) fn root(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        let start = self.add_start(rules, content);
        self.starts.insert(content, start);
        start
    }

    fn add_start(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        self.draft.clear();
        self.draft.seeds.push(content);
        let complete = rules.is_nullable(content);
        self.store(rules, complete, Err(content))
    }

    /// Adds the set that follows a set by a terminal, or several sets each by a terminal, in a
    /// frame with the given content. Before storing it, drops the sets that are no longer needed,
    /// but none below `keep`.
    pub(super) fn advance(
        &mut self,
        rules: &Rules,
        words: &[(SetId, TerminalId)],
        content: NonterminalId,
        keep: usize,
    ) -> SetId {
        let mut draft = std::mem::take(&mut self.draft);
        draft.clear();
        for &(from, terminal) in words {
            self.scan(rules, from, terminal, &mut draft);
        }
        let mut index = 0;
        while let Some(&item) = draft.items.members.get(index) {
            let dotted = rules.analysis.rule(item.dotted);
            match dotted.next {
                None => self.complete(rules, dotted.left, item.origin, &mut draft),
                Some(Symbol::Nonterminal(next)) => {
                    draft.seeds.push(next);
                    if rules.is_nullable(next) {
                        draft.items.insert(item.advanced());
                    }
                }
                Some(Symbol::Terminal(_)) => {}
            }
            index += 1;
        }
        let complete = draft.completed.members.contains(&(content, self.start(content)));
        self.items_made += counted(draft.items.members.len());
        let newest = newest_origin(rules, &draft);
        self.draft = draft;
        self.truncate(keep.max(newest.index() + 1));
        let terminal = words.first().map(|&(_, terminal)| terminal);
        self.store(rules, complete, terminal.ok_or(content))
    }

    fn scan(&self, rules: &Rules, from: SetId, terminal: TerminalId, draft: &mut Draft) {
        for &item in self.waiting(rules, from, Symbol::Terminal(terminal)) {
            draft.items.insert(item.advanced());
        }
        for seed in self.seeds(from) {
            for dotted in rules.scanning(*seed, terminal) {
                draft.items.insert(Item { dotted, origin: from }.advanced());
            }
        }
    }

    /// Completes a `nonterminal` that began at `origin`: moves the dots of the items that wait for
    /// it there.
    fn complete(
        &self,
        rules: &Rules,
        nonterminal: NonterminalId,
        origin: SetId,
        draft: &mut Draft,
    ) {
        if !draft.completed.insert((nonterminal, origin)).1 {
            return;
        }
        if let Some(leo) = self.leo(origin, nonterminal) {
            draft.items.insert(leo);
            return;
        }
        for &item in self.waiting(rules, origin, Symbol::Nonterminal(nonterminal)) {
            draft.items.insert(item.advanced());
        }
        for seed in self.seeds(origin) {
            for dotted in rules.waiting(*seed, nonterminal) {
                draft.items.insert(Item { dotted, origin }.advanced());
            }
        }
    }

    /// Returns the kernel items of a set with `next` after their dot.
    pub(super) fn waiting(&self, rules: &Rules, set: SetId, next: Symbol) -> &[Item] {
        let next = Some(next);
        let items = self.items(set);
        let from = items.partition_point(|item| rules.analysis.rule(item.dotted).next < next);
        let items = &items[from..];
        let count = items.partition_point(|item| rules.analysis.rule(item.dotted).next == next);
        &items[..count]
    }

    /// Stores the draft as the newest set, after a terminal, or as the start set of a content.
    fn store(
        &mut self,
        rules: &Rules,
        complete: bool,
        after: Result<TerminalId, NonterminalId>,
    ) -> SetId {
        let mut draft = std::mem::take(&mut self.draft);
        draft.seeds.sort_unstable();
        draft.seeds.dedup();
        let expected = self.expected_row(rules, &mut draft);
        let set = SetId::new(self.sets.len());
        self.sets.push(SetRecord {
            items: self.items.len(),
            seeds: self.seeds.len(),
            leos: self.leo_items.len(),
            terminal: after.ok(),
            expected,
            complete,
            newest_origin: newest_origin(rules, &draft),
            serial: self.sets_made,
        });
        self.sets_made += 1;
        self.store_items(rules, &draft);
        self.seeds.extend_from_slice(&draft.seeds);
        self.draft = draft;
        self.store_leos(rules, set, after.err());
        set
    }

    fn expected_row(&mut self, rules: &Rules, draft: &mut Draft) -> usize {
        draft.expected.clear();
        for item in &draft.items.members {
            if let Some(Symbol::Terminal(terminal)) = rules.analysis.rule(item.dotted).next {
                draft.expected.insert(terminal.index());
            }
        }
        for seed in &draft.seeds {
            draft.expected.union_with(rules.first(*seed));
        }
        self.rows.number(&draft.expected)
    }

    fn store_items(&mut self, rules: &Rules, draft: &Draft) {
        let first = self.items.len();
        self.items.extend_from_slice(&draft.items.members);
        self.items[first..]
            .sort_unstable_by_key(|&item| (rules.analysis.rule(item.dotted).next, item));
    }

    /// Copies the newest set over set `to` and drops the sets in between. Callers must ensure that
    /// nothing refers to the dropped sets.
    pub(super) fn sink(&mut self, to: usize) {
        let (Some(&target), Some(&newest)) = (self.sets.get(to), self.sets.last()) else { return };
        let from = self.sets.len() - 1;
        let id = SetId::new(from);
        let moved =
            SetRecord { items: target.items, seeds: target.seeds, leos: target.leos, ..newest };
        let (items, seeds, leos) =
            (self.items(id).len(), self.seeds(id).len(), self.leos(id).len());
        self.items.copy_within(newest.items.., target.items);
        self.seeds.copy_within(newest.seeds.., target.seeds);
        self.leo_items.copy_within(newest.leos.., target.leos);
        self.items.truncate(target.items + items);
        self.seeds.truncate(target.seeds + seeds);
        self.leo_items.truncate(target.leos + leos);
        for leo in &mut self.leo_items[target.leos..] {
            if leo.top.origin == id {
                leo.top.origin = SetId::new(to);
            }
        }
        self.sets.truncate(to);
        self.sets.push(moved);
    }
}

/// Returns the newest origin of the draft's incomplete items, or set 0 if there are none. Complete
/// items need no set.
fn newest_origin(rules: &Rules, draft: &Draft) -> SetId {
    let mut newest = SetId::new(0);
    for item in &draft.items.members {
        if rules.analysis.rule(item.dotted).next.is_some() {
            newest = newest.max(item.origin);
        }
    }
    newest
}

impl Draft {
    fn clear(&mut self) {
        self.items.clear();
        self.completed.clear();
        self.seeds.clear();
    }
}
