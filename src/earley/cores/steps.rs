//! What a step comes to, remembered: for each core and terminal a tree of questions about older
//! sets.
//!
//! The next set follows from the core, the terminal, and what the older sets are that its slots
//! name. Which of that matters is found out by taking the step once (`walk.rs`): it writes down
//! every question that it asks of the world, and the answer. These traces, put together, are a
//! tree; a step that was taken before walks down one branch of it. Terminals past which the same
//! items are, like those of a list's alternatives (what is complete is its left side, nothing
//! else), share a tree.
//!
//! Sets are called by *registers*: 0 is the set that the step starts from, each other one gets the
//! next number when it is first met. A set that only the next set will name needs none: it is told
//! by the slot of a register ([`SlotRef`]).

use super::super::closure::Dotted;
use super::super::intern::QuickMap;
use super::super::symbols::{NonterminalId, TerminalId};
use super::super::tables::{Table, Tables};
use super::core::{CoreId, ListId, SELF};
use crate::base::{narrow, short, wide};

crate::base::id_type! {
    /// A node of a tree.
    pub(super) QuestionNodeId
}

/// Where a set is found by what a step has met: the set of a register, or the one that a slot of
/// that names.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct SlotRef {
    pub(super) register: u8,
    pub(super) slot: u8,
}

impl SlotRef {
    /// OK because a step that is remembered has few registers, and a core that is shared few slots.
    pub(super) fn new(register: u32, slot: u32) -> Self {
        Self { register: short(register), slot: short(slot) }
    }

    /// The set of a register itself.
    pub(super) fn of(register: u32) -> Self {
        Self::new(register, SELF)
    }

    /// Whether it is the set of a register itself.
    pub(super) fn is_met(self) -> bool {
        u32::from(self.slot) == SELF
    }
}

/// What is asked about older sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Which set is there?
    Slot(SlotRef),
    /// The same where it can only be one that was not met yet.
    NewSlot(SlotRef),
    /// Who waits for this nonterminal there? A set that a slot names was not met yet, and gets this
    /// register by that.
    Waiting { slot: SlotRef, register: u8, nonterminal: NonterminalId },
    /// What is the Leo item for this nonterminal of a register's set?
    Leo { register: u8, nonterminal: NonterminalId },
}

/// What was found, by the kind of question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// The set with this register, which may be the next number.
    Slot(u32),
    /// The set has this core, and the waiting items are this list.
    Waiting(CoreId, ListId),
    /// This item, which began at the set with this register.
    Leo(Dotted, u32),
}

impl Answer {
    /// The number that tells it from other answers to its question; none if that is the core alone.
    pub(super) fn number(self) -> Option<u32> {
        match self {
            Self::Slot(register) => Some(register),
            // OK because there are fewer registers than that, and rules of 2^26 symbols would not
            // fit into memory.
            Self::Leo(dotted, register) => Some(narrow(64 * dotted.index() + wide(register))),
            Self::Waiting(..) => None,
        }
    }
}

/// A node of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    /// What is asked, and the node behind each answer: by the number of the answer, or, if it is
    /// asked who waits, by the core of the set. The core also answers all questions about the same
    /// set that follow directly, so it leads to the node behind the last of them.
    Fork { question: Question, behind: Table<QuestionNodeId> },
    /// The next set: its core, and what its slots name.
    Leaf { core: CoreId, parents: Parents },
    /// There are too many questions: the step is taken anew each time.
    Slow,
}

/// What the slots of the next set name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parents {
    /// The first so many of these.
    Few(u32, [SlotRef; FEW]),
    /// A range of all that leaves with more name.
    Many(u32, u32),
}

/// So many fit into a leaf without making nodes larger.
const FEW: usize = 4;
/// So many questions are remembered of one step …
pub(super) const QUESTIONS: usize = 32;
/// … so many answers of one question …
const ANSWERS: usize = 64;
/// … and so many nodes in all: beyond that all trees are dropped.
const NODES: usize = 1 << 18;

/// All trees.
#[derive(Clone, Default, Debug)]
pub(super) struct StepTrees {
    /// By core, then by terminal.
    roots: Vec<Table<QuestionNodeId>>,
    /// By core and the items past the terminal. Terminals past which the same items are have a tree
    /// in common, such as those that begin the alternatives of one list.
    shared: QuickMap<(CoreId, ListId), QuestionNodeId>,
    nodes: Vec<Node>,
    /// By node, all answers that there were so far, each with the node behind it.
    answers: Vec<Vec<(Answer, Option<QuestionNodeId>)>>,
    tables: Tables<QuestionNodeId>,
    /// What leaves with many parents name.
    parents: Vec<SlotRef>,
}

/// What a step follows from.
#[derive(Clone, Copy)]
pub(super) struct StepKey {
    /// The core of the set that it starts from.
    pub(super) core: CoreId,
    pub(super) terminal: TerminalId,
    /// The items past the terminal.
    pub(super) scanned: ListId,
}

/// Where the tree of a core and a terminal begins.
#[derive(Clone, Copy)]
pub(super) struct Root {
    pub(super) core: CoreId,
    pub(super) terminal: TerminalId,
    pub(super) node: QuestionNodeId,
}

/// A branch from which a tree may grow.
#[derive(Clone, Copy)]
enum Branch {
    Root(StepKey),
    Answer(QuestionNodeId, usize),
}

impl StepTrees {
    /// Where the tree for a step begins.
    pub(super) fn root(&self, core: CoreId, terminal: TerminalId) -> Option<QuestionNodeId> {
        self.tables.get(self.roots.get(core.index())?, narrow(terminal.index()))
    }

    /// All steps with the nodes where their trees begin, by core, then by terminal.
    pub(super) fn roots(&self) -> impl Iterator<Item = Root> + '_ {
        self.roots.iter().enumerate().flat_map(|(core, roots)| {
            let known = move |(terminal, node)| {
                let (core, terminal) = (CoreId::new(core), TerminalId::new(wide(terminal)));
                Root { core, terminal, node }
            };
            self.tables.entries(roots).into_iter().map(known)
        })
    }

    pub(super) fn node(&self, node: QuestionNodeId) -> &Node {
        &self.nodes[node.index()]
    }

    /// What the slots of the next set name, by a leaf.
    #[inline(always)]
    pub(super) fn parents<'s>(&'s self, parents: &'s Parents) -> &'s [SlotRef] {
        match parents {
            Parents::Few(count, few) => &few[..wide(*count)],
            &Parents::Many(start, end) => &self.parents[wide(start)..wide(end)],
        }
    }

    fn keep(&mut self, named: &[SlotRef]) -> Parents {
        let mut few = [SlotRef::default(); FEW];
        if let Some(of) = few.get_mut(..named.len()) {
            of.copy_from_slice(named);
            return Parents::Few(narrow(named.len()), few);
        }
        let start = narrow(self.parents.len());
        self.parents.extend_from_slice(named);
        Parents::Many(start, narrow(self.parents.len()))
    }

    /// Where the answer with a number leads.
    #[inline(always)]
    pub(super) fn behind(
        &self,
        table: &Table<QuestionNodeId>,
        number: u32,
    ) -> Option<QuestionNodeId> {
        self.tables.get(table, number)
    }

    /// Where it leads that a list of items waits, known from sets of other cores; from now on it is
    /// known of this core.
    pub(super) fn alike(
        &mut self,
        node: QuestionNodeId,
        core: CoreId,
        list: ListId,
    ) -> Option<QuestionNodeId> {
        let is_alike =
            |known: &Answer| matches!(known, Answer::Waiting(_, known) if *known == list);
        let next = self.answers[node.index()].iter().find(|(known, _)| is_alike(known))?.1?;
        self.note(node, narrow(core.index()), next);
        Some(next)
    }

    /// The answers to a question that there were so far, each with the node behind it.
    pub(super) fn answers(
        &self,
        node: QuestionNodeId,
    ) -> impl Iterator<Item = (Answer, QuestionNodeId)> + '_ {
        self.answers[node.index()].iter().filter_map(|&(answer, next)| Some((answer, next?)))
    }

    fn note(&mut self, node: QuestionNodeId, number: u32, next: QuestionNodeId) {
        if let Node::Fork { behind, .. } = &mut self.nodes[node.index()] {
            self.tables.insert(behind, number, next);
        }
    }

    /// Remembers a step.
    pub(super) fn learn(
        &mut self,
        step: StepKey,
        trace: &[(Question, Answer)],
        leaf: (CoreId, &[SlotRef]),
    ) {
        if self.nodes.len() + trace.len() >= NODES {
            *self = Self::default();
        }
        let mut branch = Branch::Root(step);
        let mut path = Vec::with_capacity(trace.len());
        for &(question, answer) in trace.iter().take(QUESTIONS) {
            let Some(next) = self.grow(branch, question, answer) else { return };
            let Some(node) = self.target(branch) else { return };
            path.push(node);
            branch = next;
        }
        if self.target(branch).is_none() {
            let (core, named) = leaf;
            let leaf = Node::Leaf { core, parents: self.keep(named) };
            self.set(branch, if trace.len() > QUESTIONS { Node::Slow } else { leaf });
        }
        let Some(end) = self.target(branch) else { return };
        path.push(end);
        self.skip_answered(trace, &path);
    }

    /// Notes at each question of a trace about who waits how far the set's core alone leads; `path`
    /// has their nodes and what is behind the last.
    fn skip_answered(&mut self, trace: &[(Question, Answer)], path: &[QuestionNodeId]) {
        let mut behind: Option<(u8, QuestionNodeId)> = None;
        for (index, &(question, answer)) in trace.iter().enumerate().take(QUESTIONS).rev() {
            let (Question::Waiting { register, .. }, Answer::Waiting(core, _)) = (question, answer)
            else {
                behind = None;
                continue;
            };
            let same = behind.filter(|&(other, _)| other == register);
            let to = same.map_or(path[index + 1], |(_, to)| to);
            self.note(path[index], narrow(core.index()), to);
            behind = Some((register, to));
        }
    }

    /// The branch behind the answer to a question that is asked at `branch`; none if it has too
    /// many answers.
    fn grow(&mut self, branch: Branch, question: Question, answer: Answer) -> Option<Branch> {
        let node = self.target(branch).unwrap_or_else(|| {
            let behind = Table::default();
            self.set(branch, Node::Fork { question, behind })
        });
        let Node::Fork { question: asked, .. } = *self.node(node) else { return None };
        debug_assert_eq!(asked, question, "what is asked follows from the answers so far");
        let answers = &mut self.answers[node.index()];
        if let Some(number) = answers.iter().position(|&(known, _)| known == answer) {
            return Some(Branch::Answer(node, number));
        }
        // Sets of another core may have the same list: what follows is the same.
        let alike = |known: Answer| match (known, answer) {
            (Answer::Waiting(_, known), Answer::Waiting(_, list)) => known == list,
            _ => false,
        };
        let next = answers.iter().find(|&&(known, _)| alike(known)).and_then(|&(_, next)| next);
        if answers.len() >= ANSWERS {
            return None;
        }
        answers.push((answer, next));
        Some(Branch::Answer(node, answers.len() - 1))
    }

    /// Gives a step that was never taken the tree of one by another terminal, if that comes to the
    /// same.
    pub(super) fn share(&mut self, step: StepKey) -> bool {
        let StepKey { core, terminal, scanned } = step;
        let shared = self.shared.get(&(core, scanned)).copied();
        let root = shared.filter(|_| self.root(core, terminal).is_none());
        root.inspect(|&root| self.set_root(core, terminal, root)).is_some()
    }

    fn set_root(&mut self, core: CoreId, terminal: TerminalId, root: QuestionNodeId) {
        if self.roots.len() <= core.index() {
            self.roots.resize(core.index() + 1, Table::default());
        }
        self.tables.insert(&mut self.roots[core.index()], narrow(terminal.index()), root);
    }

    fn target(&self, branch: Branch) -> Option<QuestionNodeId> {
        match branch {
            Branch::Root(StepKey { core, terminal, .. }) => self.root(core, terminal),
            Branch::Answer(node, number) => self.answers[node.index()][number].1,
        }
    }

    fn set(&mut self, branch: Branch, node: Node) -> QuestionNodeId {
        let id = QuestionNodeId::new(self.nodes.len());
        self.nodes.push(node);
        self.answers.push(Vec::new());
        match branch {
            Branch::Root(StepKey { core, terminal, scanned }) => {
                self.shared.insert((core, scanned), id);
                self.set_root(core, terminal, id);
            }
            Branch::Answer(fork, number) => {
                let (answer, next) = &mut self.answers[fork.index()][number];
                *next = Some(id);
                if let Some(known) = answer.number() {
                    self.note(fork, known, id);
                }
            }
        }
        id
    }
}
