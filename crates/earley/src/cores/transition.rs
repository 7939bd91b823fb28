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
use super::steps::{Answer, Node, Question, QuestionNodeId, StepTrees};
use crate::util::narrow;

/// The continuation after a query.
enum Behind {
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
                Node::Fork { question, behind } => {
                    answer(steps, sets, registers, *question, behind)
                }
                Node::Leaf { core, parents } => {
                    named.clear();
                    let parents = steps.parents(parents).iter();
                    named.extend(parents.map(|&slot| registers.at(sets, slot)));
                    return Some(*core);
                }
                Node::Slow => return None,
            };
            node = match next {
                Behind::Node(next) => next,
                Behind::Unlike(core, nonterminal) => self.alike(node, core, nonterminal)?,
                Behind::Unknown => return None,
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
    question: Question,
    behind: &Table<QuestionNodeId>,
) -> Behind {
    let number = match question {
        Question::Waiting { slot, nonterminal, .. } => {
            let of = registers.at(sets, slot);
            if !slot.is_met() {
                registers.push(of);
            }
            let core = sets.core(of);
            let known = steps.behind(behind, narrow(core.index()));
            return known.map_or(Behind::Unlike(core, nonterminal), Behind::Node);
        }
        Question::NewSlot(slot) => Some(u32::from(registers.push(registers.at(sets, slot)))),
        Question::Slot(slot) => Some(u32::from(registers.of(registers.at(sets, slot)))),
        Question::Leo { register, nonterminal } => {
            let leo = sets.leo(registers.set(register), nonterminal);
            leo.and_then(|(dotted, origin)| {
                Answer::Leo(dotted, u32::from(registers.of(origin))).number()
            })
        }
    };
    number.and_then(|number| steps.behind(behind, number)).map_or(Behind::Unknown, Behind::Node)
}
