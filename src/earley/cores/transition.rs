//! A step that was taken before: a walk down one branch of its tree (`steps.rs`).
//!
//! Nearly all steps of a text are this, or a look into the table of shared sets. So what is on the
//! way from a word to the next set is inlined whatever the compiler would do (calls alone were a
//! quarter of the instructions), and a node has all that most steps need of it: the answer if there
//! is one, or the parents of the next set.

use super::super::items::SetId;
use super::super::symbols::{NonterminalId, TerminalId};
use super::super::tables::Table;
use super::Cores;
use super::all_sets::AllSets;
use super::chart::CoreChart;
use super::core::CoreId;
use super::registers::Registers;
use super::steps::{Answer, Node, Question, QuestionNodeId, StepTrees};
use crate::base::narrow;

/// What is behind a question.
enum Behind {
    /// The next one, or the leaf.
    Node(QuestionNodeId),
    /// An answer that is new.
    Unknown,
    /// A core which no set had before of which this was asked: who waits there may be known
    /// nevertheless.
    Unlike(CoreId, NonterminalId),
}

impl CoreChart {
    /// Walks down the tree of a step: the core of the next set, whose parents are `named` then.
    /// None if it was not taken before, or some question has an answer that is new, or there are
    /// too many.
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

    /// Where it leads that a set has a core which no set had before of which this was asked.
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

/// Where the answer to a question leads.
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
