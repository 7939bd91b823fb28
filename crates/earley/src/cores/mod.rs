//! The fast engine: lazily determinised Earley sets.
//!
//! Two Earley sets that hold the same dotted rules behave identically except for the origins of
//! their items. So a set is stored as a [`Core`] and a list of its *parents*. The core has the
//! set's dotted rules, each with a *slot* in place of an origin. The list has the older sets that
//! the slots refer to. The engine computes once what a core expects and which of its items wait for
//! a nonterminal.
//!
//! Steps are cached, too. Scanning, completion and Leo's short cuts are carried out the first time.
//! The queries that they make of older sets are recorded as a decision tree (`steps.rs`). Later, a
//! step is a walk down one branch of that tree. Predicted items are never stored: they have slot 0,
//! the set itself.
//!
//! The following is a minimal example, as the tool prints it (one line is wrapped here):
//!
//! ```text
//! $ cat list.grammar
//! start list ;
//! tokenizer text ;
//! token ITEM = /[a-z]/ ;
//! skip /[ \n]+/ ;
//! list ::= list ITEM | ITEM ;
//! $ echo 'a b c' | wishful grammar cores list.grammar -
//! 2 cores
//! core 0, the start of list
//!   expects ITEM
//! core 1, complete
//!   list ::= list • ITEM  [1]
//!   expects ITEM
//!
//! 2 steps
//! core 0, ITEM
//!   -> core 1 [r0]
//! core 1, ITEM
//!   waiting for list in slot 1 of r0, which is r1: as in core 0: list ::= list • ITEM  [0];
//!     the content is complete  [0]
//!   -> core 1 [r1]
//!
//! 2 shared sets
//! set 0: core 0
//!   ITEM -> set 1
//! set 1: core 1 [set 0]
//!   ITEM -> set 1
//! ```
//!
//! Drawn, with arrows from slots to the sets that they refer to:
//!
//! ```text
//!          ITEM           ITEM           ITEM
//!   set 0 ──────► set 1 ──────► set 1 ──────► set 1      equal sets are merged
//!   core 0        core 1        core 1        core 1
//!     ▲             │             │             │
//!     └────[1]──────┴─────[1]─────┴─────[1]─────┘        each list began at set 0
//! ```
//!
//! A step calls the set that it starts from `r0`. The step from core 1 queries the set that slot 1
//! refers to and calls it `r1`. Then it queries the items in `r1` that wait for the longer list. If
//! the answer is known, so is the result: nothing is scanned or completed, and the new set is two
//! numbers, its core and its parent. In a text of lists the set already exists, as a *shared set*.
//!
//! The technique is that of lazily built automata: cores are the states, and the trees are the
//! transitions. An Earley set also has parent links, which an automaton for a regular language
//! lacks. The engine remains general. A step with too many queries is taken anew each time. A core
//! with too many slots belongs to a single set and is dropped with it; ambiguity makes these cores,
//! and they do not recur.
//!
//! Most sets of markup are shared sets, and a step between two of them is a table lookup; see
//! `shared_sets.rs`.
//!
//! [`Cores`] holds everything learnt of a grammar, and is reused from one text to the next
//! (`automaton.rs`). Read `core.rs`, `links.rs`, `shared_sets.rs` (`all_sets.rs`), `steps.rs`
//! (`tables.rs`), `walk.rs`, `transition.rs`, and then `chart.rs`, which implements the machine's
//! chart. `waiting.rs` serves the forest. `record.rs` and `registers.rs` are scratch space of a
//! step. `print.rs` printed the example.

mod all_sets;
mod chart;
mod core;
mod links;
mod print;
mod record;
mod registers;
mod shared_sets;
mod steps;
mod transition;
mod waiting;
mod walk;

use super::intern::{Interned, QuickMap};
use super::rules::Rules;
use super::symbols::NonterminalId;
use core::{Core, CoreId, CoreItem, Kernel, ListId, PRIVATE};
use shared_sets::SharedSets;
use steps::StepTrees;

pub(super) use chart::CoreChart;
pub(super) use print::print;
pub(super) use waiting::WaitingLists;

/// The maximum number of shared cores.
const CORES: usize = 1 << 16;
/// The maximum number of slots of a shared core.
const SLOTS: usize = 64;
/// The list id that denotes "there is a Leo item".
const LEO: ListId = ListId::new(0);

/// The cache of everything learnt of a grammar.
#[derive(Clone, Default)]
pub(super) struct Cores {
    cores: Vec<Core>,
    numbers: QuickMap<Kernel, CoreId>,
    lists: Interned<Vec<CoreItem>>,
    waiting: QuickMap<(CoreId, NonterminalId), ListId>,
    steps: StepTrees,
    shared_sets: SharedSets,
}

impl Cores {
    /// Returns cores that nothing was learnt for. (The default value lacks the empty list.)
    pub(super) fn new() -> Self {
        let mut lists = Interned::default();
        // The empty list gets number 0, the number of `LEO`. It never occurs as a list of waiting
        // items. A nonterminal is predicted only because some item waits for it, so that list is
        // not empty when the nonterminal is complete.
        lists.number(&Vec::new());
        let (cores, numbers, waiting) = (Vec::new(), QuickMap::default(), QuickMap::default());
        let (steps, shared_sets) = (StepTrees::default(), SharedSets::default());
        Self { cores, numbers, lists, waiting, steps, shared_sets }
    }
}

impl Cores {
    /// Returns the shared core of a kernel, unless the limits forbid sharing it.
    fn shared(&mut self, rules: &Rules, kernel: &Kernel, slots: usize) -> Option<CoreId> {
        if let Some(&known) = self.numbers.get(kernel) {
            return Some(known);
        }
        let is_room = slots <= SLOTS && self.cores.len() < CORES.min(PRIVATE);
        if is_room { Some(self.add(rules, kernel.clone())) } else { None }
    }

    /// Returns the core of the start set of a content. Start sets are shared sets, so their cores
    /// are always shared.
    fn of_start(&mut self, rules: &Rules, content: NonterminalId) -> CoreId {
        let complete = rules.is_nullable(content);
        let kernel = Kernel { items: Vec::new(), complete, start_of: Some(content) };
        match self.numbers.get(&kernel) {
            Some(&known) => known,
            None => self.add(rules, kernel),
        }
    }

    fn add(&mut self, rules: &Rules, kernel: Kernel) -> CoreId {
        let id = CoreId::new(self.cores.len());
        self.cores.push(Core::new(rules, kernel.clone()));
        self.numbers.insert(kernel, id);
        id
    }

    /// Returns the list of items that wait for a nonterminal in a shared core.
    fn waiting(&mut self, rules: &Rules, core: CoreId, nonterminal: NonterminalId) -> ListId {
        if let Some(&known) = self.waiting.get(&(core, nonterminal)) {
            return known;
        }
        let of = &self.cores[core.index()];
        let list = if of.leos.iter().any(|&(waits_for, _)| waits_for == nonterminal) {
            LEO
        } else {
            ListId::new(self.lists.number(&of.completed(rules, nonterminal)))
        };
        self.waiting.insert((core, nonterminal), list);
        list
    }
}
