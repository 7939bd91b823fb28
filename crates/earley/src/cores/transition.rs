//! A cached step: a walk down one branch of its decision tree (`steps.rs`).
//!
//! Nearly all steps of a text are this, or a lookup in the table of shared sets. Therefore
//! everything between a word and the next set is inlined unconditionally; calls alone were a
//! quarter of the instructions. A node holds inline what most steps need of it: the only answer, or
//! the parents of the next set.

use super::super::items::SetId;
use super::super::symbols::{NonterminalId, TerminalId};
use super::super::tables::Table;
use super::Cores;
use super::all_sets::AllSets;
use super::chart::CoreChart;
use super::core::CoreId;
use super::registers::Registers;
use super::steps::{QuestionNodeId, StepAnswer, StepNode, StepQuestion, StepTrees};
use crate::util::narrow;

/// The continuation after a query.
enum Continuation {
    /// The next query, or the leaf.
    Node(QuestionNodeId),
    /// An answer that is not cached.
    Unknown,
    /// A core for which this query was never answered; the list of waiting items may be known from
    /// other cores.
    Unlike(CoreId, NonterminalId),
}

impl CoreChart {
    /// Walks down the decision tree of a step, and returns the core of the next set, whose parents
    /// are then in `named`. Returns `None` if the step is not cached, if some query has a new
    /// answer, or if there are too many queries.
    #[inline(always)]
    pub(super) fn transition(
        &mut self,
        core: CoreId,
        from: SetId,
        terminal: TerminalId,
    ) -> Option<CoreId> {
        let mut node = self.cores.steps.root(core, terminal)?;
        self.registers.start(from);
        loop {
            let Self { cores: Cores { steps, shared_sets, .. }, links, registers, named, .. } =
                self;
            let sets = AllSets { shared_sets: &shared_sets.links, others: links };
            let next = match steps.node(node) {
                StepNode::Fork { question, children } => {
                    answer(steps, sets, registers, *question, children)
                }
                StepNode::Leaf { core, parents } => {
                    named.clear();
                    let parents = steps.parents(parents).iter();
                    named.extend(parents.map(|&slot| registers.at(sets, slot)));
                    return Some(*core);
                }
                StepNode::Slow => return None,
            };
            node = match next {
                Continuation::Node(next) => next,
                Continuation::Unlike(core, nonterminal) => self.alike(node, core, nonterminal)?,
                Continuation::Unknown => return None,
            };
        }
    }

    /// Returns the child for a core for which this query was never answered, if another core with
    /// the same waiting items has one.
    #[cold]
    fn alike(
        &mut self,
        node: QuestionNodeId,
        core: CoreId,
        nonterminal: NonterminalId,
    ) -> Option<QuestionNodeId> {
        let list = *self.cores.waiting.get(&(core, nonterminal))?;
        self.cores.steps.alike(node, core, list)
    }
}

/// Answers a query about the sets of this text, and returns the continuation.
#[inline(always)]
fn answer(
    steps: &StepTrees,
    sets: AllSets<'_>,
    registers: &mut Registers,
    question: StepQuestion,
    children: &Table<QuestionNodeId>,
) -> Continuation {
    let number = match question {
        StepQuestion::Waiting { slot, nonterminal, .. } => {
            let of = registers.at(sets, slot);
            if !slot.is_register() {
                registers.push(of);
            }
            let core = sets.core(of);
            return match steps.child(children, narrow(core.index())) {
                Some(next) => Continuation::Node(next),
                None => Continuation::Unlike(core, nonterminal),
            };
        }
        StepQuestion::NewSlot(slot) => Some(u32::from(registers.push(registers.at(sets, slot)))),
        StepQuestion::Slot(slot) => Some(u32::from(registers.of(registers.at(sets, slot)))),
        StepQuestion::Leo { register, nonterminal } => {
            match sets.leo(registers.set(register), nonterminal) {
                Some((dotted, origin)) => {
                    StepAnswer::Leo(dotted, u32::from(registers.of(origin))).number()
                }
                None => None,
            }
        }
    };
    if let Some(number) = number
        && let Some(next) = steps.child(children, number)
    {
        return Continuation::Node(next);
    }
    Continuation::Unknown
}
