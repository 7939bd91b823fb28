//! A step that was taken before: a walk down one branch of its tree (`steps.rs`).
//!
//! Nearly all steps of a text are this, or a look into the table of residents. So what is on the way from a word to the next set is
//! inlined whatever the compiler would do (calls alone were a quarter of the instructions), and a node has all that most
//! steps need of it: the answer if there is one, or the parents of the next set.

use super::super::chart::SetId;
use super::super::rules::{NonterminalId, TerminalId};
use super::super::tables::Table;
use super::chart::CoreChart;
use super::core::CoreId;
use super::steps::{Answer, Node, NodeId, QUESTIONS, Question};
use crate::base::{narrow, wide};

/// The sets that a step has met, by register.
#[derive(Clone)]
pub(super) struct Registers {
    /// Enough, since a question meets one set at most.
    sets: [SetId; QUESTIONS + 1],
    met: usize,
}

impl Default for Registers {
    fn default() -> Self {
        Self { sets: [SetId::new(0); QUESTIONS + 1], met: 0 }
    }
}

impl Registers {
    fn start(&mut self, from: SetId) {
        (self.sets[0], self.met) = (from, 1);
    }

    fn set(&self, register: u32) -> SetId {
        self.sets[wide(register)]
    }

    fn push(&mut self, set: SetId) -> u32 {
        self.sets[self.met] = set;
        self.met += 1;
        narrow(self.met - 1)
    }

    /// The register of a set, a new one if it has none: a step that is remembered has few.
    fn of(&mut self, set: SetId) -> u32 {
        let known = self.sets[..self.met].iter().position(|&known| known == set);
        known.map_or_else(|| self.push(set), narrow)
    }
}

impl CoreChart {
    /// Walks down the tree of a step: the core of the next set, whose parents are `named` then. None if it was not taken before, or
    /// some question has an answer that is new, or there are too many.
    pub(super) fn follow(
        &mut self,
        core: CoreId,
        from: SetId,
        terminal: TerminalId,
    ) -> Option<CoreId> {
        let mut node = self.cores.steps.root(core, terminal)?;
        self.registers.start(from);
        loop {
            match self.cores.steps.node(node) {
                &Node::Fork { question, behind } => node = self.answer(node, question, behind)?,
                Node::Leaf { core, parents } => {
                    self.named.clear();
                    for &register in self.cores.steps.parents(parents) {
                        self.named.push(self.registers.set(register));
                    }
                    return Some(*core);
                }
                Node::Slow => return None,
            }
        }
    }

    /// Where the answer to a question leads; none if it is new.
    #[inline(always)]
    fn answer(
        &mut self,
        node: NodeId,
        question: Question,
        behind: Table<NodeId>,
    ) -> Option<NodeId> {
        match question {
            Question::NewSlot { slot } => {
                let named = self.parent(self.registers.set(0), slot);
                self.cores.steps.behind(&behind, self.registers.push(named))
            }
            Question::Slot { register, slot } => {
                let named = self.parent(self.registers.set(register), slot);
                self.cores.steps.behind(&behind, self.registers.of(named))
            }
            Question::Waiting { register, nonterminal } => {
                self.waiting(node, behind, self.registers.set(register), nonterminal)
            }
            Question::NewWaiting { slot, nonterminal, .. } => {
                let named = self.parent(self.registers.set(0), slot);
                self.registers.push(named);
                self.waiting(node, behind, named, nonterminal)
            }
            Question::Leo { register, nonterminal } => {
                let of = self.registers.set(register);
                let (dotted, origin) = self.home(of).leo(of, nonterminal)?;
                let answer = Answer::Leo(dotted, self.registers.of(origin));
                self.cores.steps.behind(&behind, answer.number()?)
            }
        }
    }

    /// Where it leads that these wait in a set.
    #[inline(always)]
    fn waiting(
        &mut self,
        node: NodeId,
        behind: Table<NodeId>,
        of: SetId,
        nonterminal: NonterminalId,
    ) -> Option<NodeId> {
        let core = self.home(of).core(of);
        let known = self.cores.steps.behind(&behind, narrow(core.index()));
        known.or_else(|| self.alike(node, core, nonterminal))
    }

    /// Where it leads that a set has a core which no set had before of which this was asked.
    #[cold]
    fn alike(&mut self, node: NodeId, core: CoreId, nonterminal: NonterminalId) -> Option<NodeId> {
        let list = *self.cores.waiting.get(&(core, nonterminal))?;
        self.cores.steps.alike(node, core, list)
    }
}
