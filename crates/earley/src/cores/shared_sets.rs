//! Shared sets: Earley sets that are the same in all texts, since a content with little nesting is
//! a finite automaton.
//!
//! A set is determined by its core and its parents. For each core, there is one set whose parents
//! are given start sets, whatever was read before. The same holds for sets with these sets as
//! parents, and so on. A few generations of them are *shared sets*: they are stored once for all
//! texts, below all other sets, and a step from one to another is a table lookup. Elements of
//! markup hold lists of elements, so nearly all steps of a document are of this kind. Unbounded
//! nesting in a content (right recursion, brackets) exceeds the last generation and goes to the
//! chart.
//!
//! Invariant: shared sets have the numbers below [`SHARED`], and other sets those from there on. So
//! the newest of some sets is still the one with the largest number, and truncating a chart never
//! drops a shared set.

use super::super::intern::QuickMap;
use super::super::items::SetId;
use super::super::symbols::{NONTERMINALS, NonterminalId, TerminalId};
use super::super::tables::{Table, TableArena};
use super::core::{Core, CoreId};
use super::links::Links;
use crate::util::{BitRow, counted, narrow, wide};

/// The number of shared sets from which on only start sets are added.
const OTHERS: usize = 1 << 12;
/// The first number of sets that are not shared.
pub(super) const SHARED: usize = NONTERMINALS + OTHERS;
/// The last generation of shared sets. A start set is of generation 0. Any other shared set is one
/// generation after the latest of its parents.
const GENERATIONS: u8 = 4;

/// All shared sets, and the steps between them.
#[derive(Clone, Default)]
pub(super) struct SharedSets {
    pub(super) links: Links,
    /// For each set, a copy of the most frequently used facts of its core.
    offers: Vec<Continuations>,
    generations: Vec<u8>,
    /// The sets by their core and their first parent.
    known: QuickMap<(CoreId, Option<SetId>), Vec<SetId>>,
    /// For each set, the steps by terminal.
    steps: Vec<Table<SetId>>,
    tables: TableArena<SetId>,
    /// The start sets, by nonterminal.
    starts: Vec<Option<SetId>>,
}

/// The acceptable continuations at a set.
#[derive(Clone)]
pub(super) struct Continuations {
    /// The expected terminals.
    pub(super) expected: BitRow,
    /// True if a content may end there.
    pub(super) complete: bool,
}

/// The result of looking for a shared set, given a core and parents that are all shared.
pub(super) enum SharedSetLookup {
    /// The shared set, which exists already.
    Known(SetId),
    /// The core of a set that becomes shared when it is added.
    New(CoreId),
    /// A set that belongs to the chart of its text.
    No,
}

impl SharedSets {
    /// Reports whether a set is shared.
    pub(super) const fn has(set: SetId) -> bool {
        set.index() < SHARED
    }

    /// Returns the acceptable continuations at a shared set.
    pub(super) fn offer(&self, set: SetId) -> &Continuations {
        &self.offers[set.index()]
    }

    /// Returns the start set of a content, if it has been added.
    pub(super) fn start(&self, content: NonterminalId) -> Option<SetId> {
        *self.starts.get(content.index())?
    }

    /// Adds the start set of a content. The caller adds its Leo items.
    pub(super) fn push_start(&mut self, content: NonterminalId, core: (CoreId, &Core)) -> SetId {
        let set = self.push(core, &[]);
        if self.starts.len() <= content.index() {
            self.starts.resize(content.index() + 1, None);
        }
        self.starts[content.index()] = Some(set);
        set
    }

    /// Returns the set after a cached step between two shared sets.
    pub(super) fn after(&self, from: SetId, terminal: TerminalId) -> Option<SetId> {
        self.tables.get(self.steps.get(from.index())?, narrow(terminal.index()))
    }

    pub(super) fn sets(&self) -> impl Iterator<Item = SetId> {
        (0..self.links.len()).map(SetId::new)
    }

    /// Returns the cached steps from a shared set to another.
    pub(super) fn steps_from(&self, from: SetId) -> impl Iterator<Item = (TerminalId, SetId)> {
        let steps = self.tables.entries(&self.steps[from.index()]).into_iter();
        steps.map(|(terminal, to)| (TerminalId::new(wide(terminal)), to))
    }

    /// Caches a step.
    pub(super) fn learn(&mut self, from: SetId, terminal: TerminalId, to: SetId) {
        self.tables.insert(&mut self.steps[from.index()], narrow(terminal.index()), to);
    }

    /// Reports whether the set with this core and these parents is shared or may become so.
    pub(super) fn sharing(&self, core: CoreId, named: &[SetId]) -> SharedSetLookup {
        let alike = self.known.get(&(core, named.first().copied())).map_or(&[][..], Vec::as_slice);
        match alike.iter().find(|&&set| self.links.parents(set) == named) {
            Some(&known) => SharedSetLookup::Known(known),
            None if self.generation(named) <= GENERATIONS && self.links.len() < OTHERS => {
                SharedSetLookup::New(core)
            }
            None => SharedSetLookup::No,
        }
    }

    /// Returns the generation of a set with these parents.
    fn generation(&self, named: &[SetId]) -> u8 {
        named.iter().map(|set| self.generations[set.index()] + 1).max().unwrap_or(0)
    }

    /// Adds a set. The caller adds its Leo items.
    pub(super) fn push(&mut self, (core, of): (CoreId, &Core), named: &[SetId]) -> SetId {
        let set = SetId::new(self.links.len());
        let (expected, complete) = (of.expected.clone(), of.kernel.complete);
        self.offers.push(Continuations { expected, complete });
        let generation = self.generation(named);
        self.generations.push(generation);
        self.steps.push(Table::default());
        self.links.push(core, named, counted(set.index()));
        self.known.entry((core, named.first().copied())).or_default().push(set);
        set
    }
}
