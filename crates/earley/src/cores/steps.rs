//! Cached steps: for each core and terminal, a decision tree of queries about older sets.
//!
//! The next set follows from the core, the terminal, and the older sets that are reachable by
//! slots. Taking the step once (`walk.rs`) finds out which of these matter: it records every query
//! about older sets and its answer. The union of such traces is a tree, and a repeated step walks
//! down one branch of it. Terminals after which the items are equal share a tree, such as those of
//! a list's alternatives. This is frequent, since a complete item is represented by its left side
//! alone.
//!
//! *Registers* denote sets: 0 is the set that the step starts from, and each other visited set gets
//! the next number. A set that only becomes a parent of the next set needs no register; a slot of a
//! register denotes it ([`SlotRef`]).

use super::super::closure::Dotted;
use super::super::intern::QuickMap;
use super::super::symbols::{NonterminalId, TerminalId};
use super::super::tables::{Table, TableArena};
use super::core::{CoreId, ListId, SELF};
use crate::util::{narrow, short, wide};

crate::id_type! {
    /// A node of a tree.
    pub(super) QuestionNodeId
}

/// A reference to a set relative to the visited ones: the set of a register, or the one that a slot
/// of that set refers to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct SlotRef {
    pub(super) register: u8,
    pub(super) slot: u8,
}

impl SlotRef {
    /// Creates a reference. OK because a step that is remembered has few registers, and a core that
    /// is shared few slots.
    pub(super) fn new(register: u32, slot: u32) -> Self {
        Self { register: short(register), slot: short(slot) }
    }

    /// Returns a reference to the set of a register itself.
    pub(super) fn of(register: u32) -> Self {
        Self::new(register, SELF)
    }

    /// Reports whether this refers to the set of a register itself.
    pub(super) fn is_register(self) -> bool {
        u32::from(self.slot) == SELF
    }
}

/// A query about older sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepQuestion {
    /// A query for the set that a slot refers to.
    Slot(SlotRef),
    /// A query for the set that a slot refers to, where it cannot be a set that was visited before.
    NewSlot(SlotRef),
    /// A query for the items that wait for a nonterminal in a set. If a slot refers to the set, it
    /// was not visited before, and this query assigns `register` to it.
    Waiting { slot: SlotRef, register: u8, nonterminal: NonterminalId },
    /// A query for the Leo item of a register's set for a nonterminal.
    Leo { register: u8, nonterminal: NonterminalId },
}

/// The answer to a query, by the kind of query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepAnswer {
    /// The register of the set, which may be the next free one.
    Slot(u32),
    /// The core of the set and the list of waiting items.
    Waiting(CoreId, ListId),
    /// The Leo item, whose origin is the set of this register.
    Leo(Dotted, u32),
}

impl StepAnswer {
    /// Returns a number that is unique among the answers to one query; `None` for `Waiting`, which
    /// the core alone identifies.
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

/// A node of a decision tree.
#[derive(Clone, Copy, Debug)]
pub(super) enum StepNode {
    /// A query, and the child for each answer. The key is the number of the answer, or, for
    /// `StepQuestion::Waiting`, the core of the set. The core also answers all queries about the
    /// same set that follow directly, so its entry leads to the node after the last of them.
    Fork { question: StepQuestion, children: Table<QuestionNodeId> },
    /// The next set: its core and its parents.
    Leaf { core: CoreId, parents: Parents },
    /// A step with too many queries, which is taken anew each time.
    Slow,
}

/// The parents of the next set.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parents {
    /// The first elements of an inline array, and their number.
    Few(u32, [SlotRef; FEW]),
    /// A range of `StepTrees::parents`.
    Many(u32, u32),
}

/// The maximum number of parents that fit into a leaf without making nodes larger.
const FEW: usize = 4;
/// The maximum number of queries of a cached step.
pub(super) const QUESTIONS: usize = 32;
/// The maximum number of answers to one query.
const ANSWERS: usize = 64;
/// The maximum number of nodes; beyond it, all trees are dropped.
const NODES: usize = 1 << 18;

/// All decision trees.
#[derive(Clone, Default, Debug)]
pub(super) struct StepTrees {
    /// For each core, the roots by terminal.
    roots: Vec<Table<QuestionNodeId>>,
    /// The roots by core and the items after the terminal. Terminals after which the items are
    /// equal share a tree, such as those that begin the alternatives of one list.
    shared: QuickMap<(CoreId, ListId), QuestionNodeId>,
    nodes: Vec<StepNode>,
    /// For each node, all answers so far, each with its child.
    answers: Vec<Vec<(StepAnswer, Option<QuestionNodeId>)>>,
    tables: TableArena<QuestionNodeId>,
    /// The parents of leaves that have too many for an inline array.
    parents: Vec<SlotRef>,
}

/// The identity of a step, apart from older sets.
#[derive(Clone, Copy)]
pub(super) struct StepKey {
    /// The core of the set that it starts from.
    pub(super) core: CoreId,
    pub(super) terminal: TerminalId,
    /// The items after the terminal.
    pub(super) scanned: ListId,
}

/// The root of the tree of a core and a terminal.
#[derive(Clone, Copy)]
pub(super) struct Root {
    pub(super) core: CoreId,
    pub(super) terminal: TerminalId,
    pub(super) node: QuestionNodeId,
}

/// A position at which a node may be added.
#[derive(Clone, Copy)]
enum Branch {
    Root(StepKey),
    Answer(QuestionNodeId, usize),
}

impl StepTrees {
    /// Returns the root of the tree for a step.
    pub(super) fn root(&self, core: CoreId, terminal: TerminalId) -> Option<QuestionNodeId> {
        self.tables.get(self.roots.get(core.index())?, narrow(terminal.index()))
    }

    /// Returns the roots of all cached steps, by core, then by terminal.
    pub(super) fn roots(&self) -> impl Iterator<Item = Root> + '_ {
        self.roots.iter().enumerate().flat_map(|(core, roots)| {
            self.tables.entries(roots).into_iter().map(move |(terminal, node)| Root {
                core: CoreId::new(core),
                terminal: TerminalId::new(wide(terminal)),
                node,
            })
        })
    }

    pub(super) fn node(&self, node: QuestionNodeId) -> &StepNode {
        &self.nodes[node.index()]
    }

    /// Returns the parents of the next set, as a leaf lists them.
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

    /// Returns the child for the answer with a number.
    #[inline(always)]
    pub(super) fn child(
        &self,
        table: &Table<QuestionNodeId>,
        number: u32,
    ) -> Option<QuestionNodeId> {
        self.tables.get(table, number)
    }

    /// Returns the child for a list of waiting items that is known from sets of other cores. Enters
    /// this core into the table of the node.
    pub(super) fn alike(
        &mut self,
        node: QuestionNodeId,
        core: CoreId,
        list: ListId,
    ) -> Option<QuestionNodeId> {
        let next = child_with_list(&self.answers[node.index()], list)?;
        self.record(node, narrow(core.index()), next);
        Some(next)
    }

    /// Returns the answers to a query so far, each with its child.
    pub(super) fn answers(
        &self,
        node: QuestionNodeId,
    ) -> impl Iterator<Item = (StepAnswer, QuestionNodeId)> + '_ {
        self.answers[node.index()].iter().filter_map(|&(answer, next)| Some((answer, next?)))
    }

    fn record(&mut self, node: QuestionNodeId, number: u32, next: QuestionNodeId) {
        if let StepNode::Fork { children, .. } = &mut self.nodes[node.index()] {
            self.tables.insert(children, number, next);
        }
    }

    /// Caches a step.
    pub(super) fn learn(
        &mut self,
        step: StepKey,
        trace: &[(StepQuestion, StepAnswer)],
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
            let leaf = StepNode::Leaf { core, parents: self.keep(named) };
            self.set(branch, if trace.len() > QUESTIONS { StepNode::Slow } else { leaf });
        }
        let Some(end) = self.target(branch) else { return };
        path.push(end);
        self.skip_answered(trace, &path);
    }

    /// Enters into each `StepQuestion::Waiting` node of a trace how far the core of its set alone
    /// leads. `path` has the nodes of the trace and the node after the last.
    fn skip_answered(&mut self, trace: &[(StepQuestion, StepAnswer)], path: &[QuestionNodeId]) {
        let mut following: Option<(u8, QuestionNodeId)> = None;
        for (index, &(question, answer)) in trace.iter().enumerate().take(QUESTIONS).rev() {
            let (StepQuestion::Waiting { register, .. }, StepAnswer::Waiting(core, _)) =
                (question, answer)
            else {
                following = None;
                continue;
            };
            let to = match following {
                Some((other, to)) if other == register => to,
                _ => path[index + 1],
            };
            self.record(path[index], narrow(core.index()), to);
            following = Some((register, to));
        }
    }

    /// Adds an answer to the query at `branch`, and returns the branch after it. Returns `None` if
    /// the query has too many answers.
    fn grow(
        &mut self,
        branch: Branch,
        question: StepQuestion,
        answer: StepAnswer,
    ) -> Option<Branch> {
        let node = match self.target(branch) {
            Some(node) => node,
            None => self.set(branch, StepNode::Fork { question, children: Table::default() }),
        };
        let StepNode::Fork { question: known, .. } = *self.node(node) else { return None };
        debug_assert_eq!(known, question, "the question follows from the answers so far");
        let answers = &mut self.answers[node.index()];
        if let Some(number) = answers.iter().position(|&(known, _)| known == answer) {
            return Some(Branch::Answer(node, number));
        }
        // Sets of another core may have the same list, and then share the child.
        let next = match answer {
            StepAnswer::Waiting(_, list) => child_with_list(answers, list),
            StepAnswer::Slot(_) | StepAnswer::Leo(..) => None,
        };
        if answers.len() >= ANSWERS {
            return None;
        }
        answers.push((answer, next));
        Some(Branch::Answer(node, answers.len() - 1))
    }

    /// Lets a new step share the tree of another terminal with the same core and the same scanned
    /// items. Reports whether it did.
    pub(super) fn share(&mut self, step: StepKey) -> bool {
        let StepKey { core, terminal, scanned } = step;
        let Some(&root) = self.shared.get(&(core, scanned)) else { return false };
        if self.root(core, terminal).is_some() {
            return false;
        }
        self.set_root(core, terminal, root);
        true
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

    fn set(&mut self, branch: Branch, node: StepNode) -> QuestionNodeId {
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
                    self.record(fork, known, id);
                }
            }
        }
        id
    }
}

/// Returns the child of the first answer with this list of waiting items, if it has one.
fn child_with_list(
    answers: &[(StepAnswer, Option<QuestionNodeId>)],
    list: ListId,
) -> Option<QuestionNodeId> {
    for &(answer, child) in answers {
        if matches!(answer, StepAnswer::Waiting(_, known) if known == list) {
            return child;
        }
    }
    None
}
