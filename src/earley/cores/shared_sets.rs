//! Sets that are the same wherever they are met: a content that nests little is a finite automaton.
//!
//! What a set is follows from its core and the sets that its slots name. Where those are start
//! sets, there is one such set for a core, whatever was read before; the same holds for what names
//! these, and so on. A few generations of them are *shared sets*: they are kept once for all texts,
//! below all other sets, and a step from one to another is a look into a table. Elements of markup
//! hold lists of elements, so nearly all steps of a document are of this kind; the nesting that a
//! text may repeat without end (right recursion, brackets) is past the last generation, and goes to
//! the chart.
//!
//! Shared sets have the numbers below [`SHARED`], other sets those from there on. So the newest of
//! some sets is still the one with the largest number, and a chart that is truncated keeps them.

use super::super::intern::QuickMap;
use super::super::items::SetId;
use super::super::symbols::{NONTERMINALS, NonterminalId, TerminalId};
use super::super::tables::{Table, Tables};
use super::core::{Core, CoreId};
use super::links::Links;
use crate::base::{BitRow, counted, narrow, wide};

/// So many there may be that are no start sets …
const OTHERS: usize = 1 << 12;
/// … and so many in all.
pub(super) const SHARED: usize = NONTERMINALS + OTHERS;
/// A start set is of generation 0. Any other shared set is of the generation behind the last one of
/// the sets that it names; sets of a generation behind this one are not shared.
const GENERATIONS: u8 = 4;

/// All of them, and the steps between them.
#[derive(Clone, Default)]
pub(super) struct SharedSets {
    pub(super) links: Links,
    /// What is asked of each most often, as its core has it.
    offers: Vec<Offer>,
    generations: Vec<u8>,
    /// By core and the set that the first slot names.
    known: QuickMap<(CoreId, Option<SetId>), Vec<SetId>>,
    /// By set, then by terminal.
    steps: Vec<Table<SetId>>,
    tables: Tables<SetId>,
    /// The start sets, by nonterminal.
    starts: Vec<Option<SetId>>,
}

/// What a set offers to a text.
#[derive(Clone)]
pub(super) struct Offer {
    /// The terminals that it expects.
    pub(super) expected: BitRow,
    /// Whether a content may end there.
    pub(super) complete: bool,
}

/// Whether a set that names shared sets only is shared.
pub(super) enum Sharing {
    /// It is, and it is there.
    Known(SetId),
    /// It will be, as soon as it is added; it has this core.
    New(CoreId),
    /// It belongs to the chart of its text.
    No,
}

impl SharedSets {
    /// Whether a set is one of them.
    pub(super) const fn has(set: SetId) -> bool {
        set.index() < SHARED
    }

    /// What one of them offers.
    pub(super) fn offer(&self, set: SetId) -> &Offer {
        &self.offers[set.index()]
    }

    /// The start set of a content, if that is one of them.
    pub(super) fn start(&self, content: NonterminalId) -> Option<SetId> {
        *self.starts.get(content.index())?
    }

    /// Adds the start set of a content; its Leo items are missing.
    pub(super) fn push_start(&mut self, content: NonterminalId, core: (CoreId, &Core)) -> SetId {
        let set = self.push(core, &[]);
        if self.starts.len() <= content.index() {
            self.starts.resize(content.index() + 1, None);
        }
        self.starts[content.index()] = Some(set);
        set
    }

    /// The set after a step that was taken before, from one shared set to another.
    pub(super) fn after(&self, from: SetId, terminal: TerminalId) -> Option<SetId> {
        self.tables.get(self.steps.get(from.index())?, narrow(terminal.index()))
    }

    /// All of them.
    pub(super) fn sets(&self) -> impl Iterator<Item = SetId> {
        (0..self.links.len()).map(SetId::new)
    }

    /// The steps that were taken from one to another.
    pub(super) fn steps_from(&self, from: SetId) -> impl Iterator<Item = (TerminalId, SetId)> {
        let steps = self.tables.entries(&self.steps[from.index()]).into_iter();
        steps.map(|(terminal, to)| (TerminalId::new(wide(terminal)), to))
    }

    /// Remembers a step.
    pub(super) fn learn(&mut self, from: SetId, terminal: TerminalId, to: SetId) {
        self.tables.insert(&mut self.steps[from.index()], narrow(terminal.index()), to);
    }

    /// Whether the set of a core that names these is shared, or is to be.
    pub(super) fn sharing(&self, core: CoreId, named: &[SetId]) -> Sharing {
        let alike = self.known.get(&(core, named.first().copied())).map_or(&[][..], Vec::as_slice);
        match alike.iter().find(|&&set| self.links.parents(set) == named) {
            Some(&known) => Sharing::Known(known),
            None if self.generation(named) <= GENERATIONS && self.links.len() < OTHERS => {
                Sharing::New(core)
            }
            None => Sharing::No,
        }
    }

    /// The generation of a set that names these.
    fn generation(&self, named: &[SetId]) -> u8 {
        named.iter().map(|set| self.generations[set.index()] + 1).max().unwrap_or(0)
    }

    /// Adds a set; its Leo items are missing.
    pub(super) fn push(&mut self, (core, of): (CoreId, &Core), named: &[SetId]) -> SetId {
        let set = SetId::new(self.links.len());
        let (expected, complete) = (of.expected.clone(), of.kernel.complete);
        self.offers.push(Offer { expected, complete });
        let generation = self.generation(named);
        self.generations.push(generation);
        self.steps.push(Table::default());
        self.links.push(core, named, counted(set.index()));
        self.known.entry((core, named.first().copied())).or_default().push(set);
        set
    }
}
