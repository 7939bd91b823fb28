//! What a step comes to, remembered: for each core and terminal a tree of questions about older sets.
//!
//! The next set follows from the core, the terminal, and what the older sets are that its slots name. Which of that
//! matters is found out by taking the step once (`walk.rs`): it writes down every question that it asks of the world, and
//! the answer. These traces, put together, are a tree; a step that was taken before walks down one branch of it.
//!
//! Sets are called by *registers*: 0 is the set that the step starts from, each other one gets the next number when
//! it is first met.

use super::super::closure::Dotted;
use super::super::rules::{NonterminalId, TerminalId};
use super::ListId;
use super::core::CoreId;

crate::id_type! {
    /// A node of a tree.
    pub(super) NodeId
}

/// What is asked about older sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Which set does this slot of a register's set name?
    Slot { register: u32, slot: u32 },
    /// The same, where it can only be one that was not met yet.
    NewSlot { register: u32, slot: u32 },
    /// Who waits for this nonterminal in a register's set?
    Waiting { register: u32, nonterminal: NonterminalId },
    /// What is the Leo item for this nonterminal of a register's set?
    Leo { register: u32, nonterminal: NonterminalId },
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

/// A place in a trace: the question, and where each answer leads.
#[derive(Clone, Debug)]
pub(super) struct Fork {
    pub(super) question: Question,
    answers: Vec<(Answer, Option<NodeId>)>,
    /// If it is about who waits: for each core, sorted, the node behind this question and all that follow it directly and
    /// are about the same set, since the core answers them all.
    cores: Vec<(CoreId, NodeId)>,
}

/// A node of a tree.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Fork(Fork),
    /// The next set: its core, and the registers that its slots name, as a range of all such.
    Leaf {
        core: CoreId,
        parents: (usize, usize),
    },
    /// There are too many questions: the step is taken anew each time.
    Slow,
}

/// So many questions are remembered of one step …
pub(super) const QUESTIONS: usize = 32;
/// … so many answers of one question …
const ANSWERS: usize = 64;
/// … and so many nodes in all: beyond that all trees are dropped.
const NODES: usize = 1 << 18;

impl Fork {
    fn new(question: Question) -> Self {
        Self { question, answers: Vec::new(), cores: Vec::new() }
    }

    fn skip(&mut self, core: CoreId, to: NodeId) {
        match self.cores.binary_search_by_key(&core, |&(core, _)| core) {
            Ok(place) => self.cores[place].1 = to,
            Err(place) => self.cores.insert(place, (core, to)),
        }
    }

    /// The answers that there were so far, each with the node behind it.
    pub(super) fn answers(&self) -> impl Iterator<Item = (Answer, NodeId)> + '_ {
        self.answers.iter().filter_map(|&(answer, next)| Some((answer, next?)))
    }

    /// The node behind an answer.
    pub(super) fn after(&self, answer: impl Fn(&Answer) -> bool) -> Option<NodeId> {
        self.answers.iter().find(|(known, _)| answer(known))?.1
    }

    /// The node behind all questions that a set of this core answers.
    pub(super) fn after_core(&self, core: CoreId) -> Option<NodeId> {
        let found = self.cores.binary_search_by_key(&core, |&(core, _)| core).ok()?;
        Some(self.cores[found].1)
    }

    /// The node behind the only answer that there can be.
    pub(super) fn after_all(&self) -> Option<NodeId> {
        self.answers.first()?.1
    }
}

/// All trees.
#[derive(Clone, Default, Debug)]
pub(super) struct Steps {
    /// By core, then by terminal; empty for a core from which no step was taken.
    roots: Vec<Vec<Option<NodeId>>>,
    nodes: Vec<Node>,
    /// What the leaves name.
    parents: Vec<u32>,
}

/// A link from which a tree may grow.
#[derive(Clone, Copy)]
enum Link {
    Root(CoreId, TerminalId),
    Answer(NodeId, usize),
}

impl Steps {
    /// Where the tree for a step begins.
    pub(super) fn root(&self, core: CoreId, terminal: TerminalId) -> Option<NodeId> {
        *self.roots.get(core.index())?.get(terminal.index())?
    }

    /// All steps with the places where their trees begin, by core, then by terminal.
    pub(super) fn roots(&self) -> impl Iterator<Item = (CoreId, TerminalId, NodeId)> + '_ {
        self.roots.iter().enumerate().flat_map(|(core, roots)| {
            let roots = roots.iter().enumerate();
            let known = move |(terminal, root): (usize, &Option<NodeId>)| {
                Some((CoreId::new(core), TerminalId::new(terminal), (*root)?))
            };
            roots.filter_map(known)
        })
    }

    pub(super) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    /// The registers that a leaf names.
    pub(super) fn parents(&self, (start, end): (usize, usize)) -> &[u32] {
        &self.parents[start..end]
    }

    /// Remembers a step.
    pub(super) fn learn(
        &mut self,
        (core, terminal): (CoreId, TerminalId),
        trace: &[(Question, Answer)],
        leaf: (CoreId, &[u32]),
    ) {
        if self.nodes.len() + trace.len() >= NODES {
            *self = Self::default();
        }
        self.make_room(core, terminal);
        let mut link = Link::Root(core, terminal);
        let mut path = Vec::with_capacity(trace.len());
        for &(question, answer) in trace.iter().take(QUESTIONS) {
            let Some(next) = self.grow(link, question, answer) else { return };
            path.extend(self.target(link));
            link = next;
        }
        if self.target(link).is_none() {
            let (core, named) = leaf;
            let start = self.parents.len();
            self.parents.extend_from_slice(named);
            let leaf = Node::Leaf { core, parents: (start, self.parents.len()) };
            self.set(link, if trace.len() > QUESTIONS { Node::Slow } else { leaf });
        }
        path.extend(self.target(link));
        self.skip_answered(trace, &path);
    }

    /// Notes at each question of a trace about who waits how far the set's core alone leads; `path` has their nodes and what
    /// is behind the last.
    fn skip_answered(&mut self, trace: &[(Question, Answer)], path: &[NodeId]) {
        let mut behind: Option<(u32, NodeId)> = None;
        for (place, &(question, answer)) in trace.iter().enumerate().take(QUESTIONS).rev() {
            let (Question::Waiting { register, .. }, Answer::Waiting(core, _)) = (question, answer)
            else {
                behind = None;
                continue;
            };
            let same = behind.filter(|&(other, _)| other == register);
            let to = same.map_or(path[place + 1], |(_, to)| to);
            if let Node::Fork(fork) = &mut self.nodes[path[place].index()] {
                fork.skip(core, to);
            }
            behind = Some((register, to));
        }
    }

    fn make_room(&mut self, core: CoreId, terminal: TerminalId) {
        if self.roots.len() <= core.index() {
            self.roots.resize_with(core.index() + 1, Vec::new);
        }
        let roots = &mut self.roots[core.index()];
        if roots.len() <= terminal.index() {
            roots.resize(terminal.index() + 1, None);
        }
    }

    /// The link behind the answer to a question that is asked at `link`; none if it has too many answers.
    fn grow(&mut self, link: Link, question: Question, answer: Answer) -> Option<Link> {
        let node =
            self.target(link).unwrap_or_else(|| self.set(link, Node::Fork(Fork::new(question))));
        let Node::Fork(fork) = &mut self.nodes[node.index()] else { return None };
        debug_assert_eq!(fork.question, question, "what is asked follows from the answers so far");
        if let Some(place) = fork.answers.iter().position(|&(known, _)| known == answer) {
            return Some(Link::Answer(node, place));
        }
        // Sets of another core may have the same list: what follows is the same.
        let alike = |known: &Answer| match (known, answer) {
            (Answer::Waiting(_, known), Answer::Waiting(_, list)) => *known == list,
            _ => false,
        };
        let next = fork.after(alike);
        if fork.answers.len() >= ANSWERS {
            return None;
        }
        fork.answers.push((answer, next));
        Some(Link::Answer(node, fork.answers.len() - 1))
    }

    fn target(&self, link: Link) -> Option<NodeId> {
        match link {
            Link::Root(core, terminal) => self.roots[core.index()][terminal.index()],
            Link::Answer(node, place) => match &self.nodes[node.index()] {
                Node::Fork(fork) => fork.answers[place].1,
                _ => None,
            },
        }
    }

    fn set(&mut self, link: Link, node: Node) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        self.nodes.push(node);
        match link {
            Link::Root(core, terminal) => {
                self.roots[core.index()][terminal.index()] = Some(id);
            }
            Link::Answer(fork, place) => {
                if let Node::Fork(fork) = &mut self.nodes[fork.index()] {
                    fork.answers[place].1 = Some(id);
                }
            }
        }
        id
    }
}
