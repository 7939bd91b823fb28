//! The fast engine: Earley sets, determinised lazily.
//!
//! Two Earley sets that hold the same dotted rules behave alike but for *where* their items began.
//! So a set is kept as a [`Core`], its dotted rules, each with a *slot* in the place of an origin,
//! and the list of older sets that the slots name. What a core expects, and who waits in it for
//! which nonterminal, is worked out once. So is a step: scanning, completing and Leo's short cuts
//! are carried out the first time, and what they asked of the older sets is remembered as a tree of
//! questions (`steps.rs`); after that a step is a walk down a branch of the tree. Predicted items
//! are never written down: they have slot 0, the set itself.
//!
//! The smallest example that has all of it, as the tool prints it:
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
//!   slot 1 of r0 names r1; who waits for list there? as in core 0: list ::= list • ITEM  [0]; the content is complete  [0]
//!   -> core 1 [r1]
//!
//! 2 shared sets
//! set 0: core 0
//!   ITEM -> set 1
//! set 1: core 1 [set 0]
//!   ITEM -> set 1
//! ```
//!
//! Drawn, with arrows from slots to the sets that they name:
//!
//! ```text
//!          ITEM           ITEM           ITEM
//!   set 0 ──────► set 1 ──────► set 1 ──────► set 1      sets, if like ones are one
//!   core 0        core 1        core 1        core 1
//!     ▲             │             │             │
//!     └────[1]──────┴─────[1]─────┴─────[1]─────┘        each list began at set 0
//! ```
//!
//! A step calls the set that it starts from `r0`. That from core 1 asks which set slot 1 names,
//! calls it `r1`, and asks who waits there for the list that has got one longer. If the answer came
//! before, it is known where it leads: nothing is scanned or completed, and the set that is made is
//! two numbers, its core and its parent. In a text of lists it need not even be made: it is there,
//! a *shared set*.
//!
//! The idea is that of lazily built automata, with the parent links of an Earley set where an
//! automaton for regular languages has nothing: cores are its states, the trees its transitions. It
//! stays general: a step that asks too much is taken anew each time, and a core with too many slots
//! (ambiguity makes them, and they never come back) belongs to one set alone and goes with it.
//!
//! Most sets of markup are shared sets, and a step between two of them is a look into a table: see
//! `shared_sets.rs`.
//!
//! [`Cores`] is what has been learnt of a grammar; it is kept from one text to the next
//! (`automaton.rs`). Read `core.rs`, `links.rs`, `shared_sets.rs` (`all_sets.rs`), `steps.rs`
//! (`tables.rs`), `walk.rs`, `transition.rs`, then `chart.rs`, which is a chart as the machine
//! wants it (`record.rs` and `registers.rs` are what a step writes on); `print.rs` is what printed
//! the example.

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
mod walk;

use super::intern::{Interned, QuickMap};
use super::rules::Rules;
use super::symbols::NonterminalId;
use core::{Core, CoreId, CoreItem, Kernel, ListId, PRIVATE};
use links::Links;
use shared_sets::SharedSets;
use steps::StepTrees;

pub(super) use chart::CoreChart;
pub(super) use print::print;

/// So many cores are shared: more are not kept.
const CORES: usize = 1 << 16;
/// A core with more slots is not shared.
const SLOTS: usize = 64;
/// The list that stands for "there is a Leo item".
const LEO: ListId = ListId::new(0);

/// What has been learnt of a grammar so far.
#[derive(Clone)]
pub(super) struct Cores {
    cores: Vec<Core>,
    numbers: QuickMap<Kernel, CoreId>,
    lists: Interned<Vec<CoreItem>>,
    waiting: QuickMap<(CoreId, NonterminalId), ListId>,
    steps: StepTrees,
    shared_sets: SharedSets,
    /// What a chart had its sets in that is gone: nothing is in it, but the next need not ask for
    /// memory.
    room: Links,
}

impl Default for Cores {
    fn default() -> Self {
        let mut lists = Interned::default();
        // The empty list gets number 0, which is that of `LEO`. As a list of waiting items it never
        // comes up: a nonterminal was predicted because some item waits for it, so when it is
        // complete, the list of those items is not empty.
        lists.number(&Vec::new());
        let (cores, numbers, waiting) = (Vec::new(), QuickMap::default(), QuickMap::default());
        let (steps, shared_sets) = (StepTrees::default(), SharedSets::default());
        Self { cores, numbers, lists, waiting, steps, shared_sets, room: Links::default() }
    }
}

impl Cores {
    /// The core of a kernel, if it is to be shared.
    fn shared(&mut self, rules: &Rules, kernel: &Kernel, slots: usize) -> Option<CoreId> {
        let known = self.numbers.get(kernel).copied();
        let is_room = slots <= SLOTS && self.cores.len() < CORES.min(PRIVATE);
        known.or_else(|| is_room.then(|| self.add(rules, kernel.clone())))
    }

    /// The core of the start set of a content. Those sets are shared sets, so it is shared in any
    /// case.
    fn of_start(&mut self, rules: &Rules, content: NonterminalId) -> CoreId {
        let complete = rules.is_nullable(content);
        let kernel = Kernel { items: Vec::new(), complete, start_of: Some(content) };
        let known = self.numbers.get(&kernel).copied();
        known.unwrap_or_else(|| self.add(rules, kernel))
    }

    fn add(&mut self, rules: &Rules, kernel: Kernel) -> CoreId {
        let id = CoreId::new(self.cores.len());
        self.cores.push(Core::new(rules, kernel.clone()));
        self.numbers.insert(kernel, id);
        id
    }

    /// Who waits for a nonterminal in a shared core.
    fn waiting(&mut self, rules: &Rules, core: CoreId, nonterminal: NonterminalId) -> ListId {
        if let Some(&known) = self.waiting.get(&(core, nonterminal)) {
            return known;
        }
        let of = &self.cores[core.index()];
        let list = match of.leos.iter().any(|&(waits_for, _)| waits_for == nonterminal) {
            true => LEO,
            false => ListId::new(self.lists.number(&of.completed(rules, nonterminal))),
        };
        self.waiting.insert((core, nonterminal), list);
        list
    }
}
