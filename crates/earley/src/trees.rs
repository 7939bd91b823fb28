//! The trees of a forest, best first, enumerated lazily by backtracking.
//!
//! A tree is a sequence of choices in a fixed order. At a node, the rule is chosen first, then the
//! beginnings of its symbols, from the last symbol to the second. The choices of its children
//! follow, from left to right. Rules are tried in their order, beginnings from the latest to the
//! earliest, so that the left part is as long as possible. Trees are enumerated in the
//! lexicographic order of these sequences. The next tree follows from undoing the last choice that
//! has another option, so it costs only the difference.
//!
//! Cycles are cut: no node is below a node of the same nonterminal with the same span, so every
//! text has finitely many trees. A choice that would lead to a dead end for this reason is never
//! made (`cycles.rs`).
//!
//! Pending tasks are a linked list in an arena, and undoing is truncation.

use super::cycles::Extent;
use super::forest::{Forest, Last, PrefixId, SpanId};
use super::symbols::{RuleId, TerminalId};
use crate::util::{narrow, wide};
use std::ops::Range;

/// The label of a tree node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TreeLabel {
    /// An application of a rule.
    Rule(RuleId),
    /// A word that was read.
    Terminal(TerminalId),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct TreeNode {
    label: TreeLabel,
    start: u32,
    end: u32,
    /// The start of its children in `Tree::children`; they end where the next node's begin.
    children: u32,
}

/// One tree, as a flat arena in document order; node 0 is the root.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tree {
    nodes: Vec<TreeNode>,
    children: Vec<u32>,
}

impl Tree {
    /// Returns the number of nodes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the label of a node.
    #[must_use]
    pub fn label(&self, node: usize) -> TreeLabel {
        self.nodes[node].label
    }

    /// Returns the indexes of the words that a node spans.
    #[must_use]
    pub fn span(&self, node: usize) -> Range<usize> {
        wide(self.nodes[node].start)..wide(self.nodes[node].end)
    }

    /// Returns the children of a node, from left to right.
    pub fn children(&self, node: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        let end = self.nodes.get(node + 1).map_or(self.children.len(), |next| wide(next.children));
        self.children[wide(self.nodes[node].children)..end].iter().map(|&child| wide(child))
    }

    /// Returns the children of a node, from left to right. The children of a rule that is a helper
    /// take its position.
    pub fn parts(&self, node: usize, is_helper: impl Fn(RuleId) -> bool) -> Vec<usize> {
        let mut parts = Vec::new();
        // The next node is last. A list is as deep as it is long, so this must not recurse.
        let mut open: Vec<usize> = self.children(node).collect();
        open.reverse();
        while let Some(node) = open.pop() {
            if matches!(self.label(node), TreeLabel::Rule(rule) if is_helper(rule)) {
                let first = open.len();
                open.extend(self.children(node));
                open[first..].reverse();
            } else {
                parts.push(node);
            }
        }
        parts
    }

    /// Copies the nodes of a finished tree, and lists their children.
    fn of(drafts: &[Draft]) -> Self {
        let mut counts = vec![0; drafts.len()];
        for draft in &drafts[1.min(drafts.len())..] {
            counts[draft.parent] += 1;
        }
        let mut next = 0;
        let mut nodes = Vec::with_capacity(drafts.len());
        for (draft, count) in drafts.iter().zip(counts) {
            let Draft { label, start, end, .. } = *draft;
            nodes.push(TreeNode { label, start, end, children: next });
            next += count;
        }
        let mut free: Vec<u32> = nodes.iter().map(|node| node.children).collect();
        let mut children = vec![0; wide(next)];
        for (node, draft) in drafts.iter().enumerate().skip(1) {
            let index = &mut free[draft.parent];
            children[wide(*index)] = narrow(node);
            *index += 1;
        }
        Self { nodes, children }
    }
}

/// A node of an unfinished tree.
#[derive(Clone, Copy)]
struct Draft {
    label: TreeLabel,
    start: u32,
    end: u32,
    /// The index of the parent; the root is its own parent.
    parent: usize,
    /// The span of the node; `None` if and only if it is a terminal.
    span: Option<SpanId>,
}

#[derive(Clone, Copy)]
enum TreeTask {
    /// Adds a node for this symbol below that node, or as the root.
    Grow(Last, usize),
    /// Chooses a rule for a node.
    Choose(usize),
    /// Chooses the beginning of the last symbol of a prefix of a node's right side.
    Divide(PrefixId, usize),
}

/// A task, and the index of the next one.
#[derive(Clone, Copy)]
struct Linked {
    task: TreeTask,
    next: Option<usize>,
}

/// A choice that may have further options.
struct Choice {
    at: Linked,
    taken: usize,
    drafts: usize,
    tasks: usize,
}

/// The trees of a forest in the order of their rank; made by [`Forest::trees`].
pub struct Trees<'f> {
    forest: &'f Forest,
    drafts: Vec<Draft>,
    tasks: Vec<Linked>,
    /// The index of the next task.
    next: Option<usize>,
    choices: Vec<Choice>,
    /// True once the enumeration has started.
    begun: bool,
    work: u64,
}

impl Forest {
    /// Iterates over the trees lazily, best first.
    #[must_use]
    pub fn trees(&self) -> Trees<'_> {
        Trees {
            forest: self,
            drafts: Vec::new(),
            tasks: Vec::new(),
            next: None,
            choices: Vec::new(),
            begun: false,
            work: 0,
        }
    }

    /// Reports whether there is more than one tree.
    #[must_use]
    pub fn ambiguous(&self) -> bool {
        self.count_trees(2) > 1
    }

    /// Returns the number of trees; counting stops at `limit`.
    #[must_use]
    pub fn count_trees(&self, limit: usize) -> usize {
        let mut trees = self.trees();
        (0..limit).take_while(|_| trees.advance()).count()
    }
}

impl Iterator for Trees<'_> {
    type Item = Tree;

    fn next(&mut self) -> Option<Tree> {
        self.advance().then(|| Tree::of(&self.drafts))
    }
}

impl Trees<'_> {
    /// Returns the number of choices made or undone so far, and of nodes added.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Builds the next tree in `drafts`; returns false if there is none.
    fn advance(&mut self) -> bool {
        if !self.begun {
            self.begun = true;
            self.queue(TreeTask::Grow(Last::Span(self.forest.root), 0));
        } else if !self.take_back() {
            return false;
        }
        while let Some(index) = self.next {
            let at = self.tasks[index];
            self.next = at.next;
            if !self.perform(at, 0) && !self.take_back() {
                return false;
            }
        }
        true
    }

    /// Adds a task that is performed next, before those added earlier.
    fn queue(&mut self, task: TreeTask) {
        self.tasks.push(Linked { task, next: self.next });
        self.next = Some(self.tasks.len() - 1);
    }

    /// Undoes the last choice that has another option, and takes that option.
    fn take_back(&mut self) -> bool {
        while let Some(Choice { at, taken, drafts, tasks }) = self.choices.pop() {
            self.drafts.truncate(drafts);
            self.tasks.truncate(tasks);
            self.next = at.next;
            if self.perform(at, taken + 1) {
                return true;
            }
        }
        false
    }

    /// Performs a task with the first viable option from number `from` on; returns false if there
    /// is none.
    fn perform(&mut self, at: Linked, from: usize) -> bool {
        self.work += 1;
        match at.task {
            TreeTask::Grow(last, parent) => {
                self.grow(last, parent);
                true
            }
            TreeTask::Choose(node) => self.choose(at, node, from),
            TreeTask::Divide(prefix, node) => self.divide(at, prefix, node, from),
        }
    }

    /// Adds a node for a symbol below `parent`. A span also needs the choice of a rule.
    fn grow(&mut self, last: Last, parent: usize) {
        match last {
            Last::Terminal(terminal, start) => {
                let label = TreeLabel::Terminal(terminal);
                self.drafts.push(Draft { label, start, end: start + 1, parent, span: None });
            }
            Last::Span(id) => {
                let span = &self.forest.spans[id.index()];
                let (start, end) = (span.start, span.end);
                // OK because the choice of a rule overwrites the label.
                let label = TreeLabel::Rule(RuleId::new(0));
                self.drafts.push(Draft { label, start, end, parent, span: Some(id) });
                self.queue(TreeTask::Choose(self.drafts.len() - 1));
            }
        }
    }

    /// Chooses a rule for a node: the first viable one from number `from` on. Returns false if
    /// there is none.
    fn choose(&mut self, at: Linked, node: usize, from: usize) -> bool {
        let forest = self.forest;
        let Some(span) = self.drafts[node].span else { return false };
        let alternatives = &forest.spans[span.index()].alternatives;
        let taken = (from..alternatives.len()).find(|&index| {
            self.is_possible(node, |extent, work| {
                alternatives[index]
                    .right
                    .is_none_or(|prefix| forest.prefix_works(prefix, extent, work))
            })
        });
        let Some(taken) = taken else { return false };
        self.remember(at, taken, alternatives.len());
        self.drafts[node].label = TreeLabel::Rule(alternatives[taken].rule);
        if let Some(prefix) = alternatives[taken].right {
            self.queue(TreeTask::Divide(prefix, node));
        }
        true
    }

    /// Divides a prefix of the right side of `parent` into its last symbol and a shorter prefix.
    /// Takes the first viable division from number `from` on, and queues tasks for both parts.
    /// Returns false if there is none.
    fn divide(&mut self, at: Linked, prefix: PrefixId, parent: usize, from: usize) -> bool {
        let divisions = &self.forest.prefixes[prefix.index()];
        let taken = (from..divisions.len()).find(|&index| {
            self.is_possible(parent, |extent, work| {
                self.forest.can_divide(&divisions[index], extent, work)
            })
        });
        let Some(taken) = taken else { return false };
        self.remember(at, taken, divisions.len());
        self.queue(TreeTask::Grow(divisions[taken].last, parent));
        if let Some(before) = divisions[taken].before {
            self.queue(TreeTask::Divide(before, parent));
        }
        true
    }

    /// Records a choice for backtracking, if further options follow the one that was taken.
    fn remember(&mut self, at: Linked, taken: usize, of: usize) {
        if taken + 1 < of {
            let (drafts, tasks) = (self.drafts.len(), self.tasks.len());
            self.choices.push(Choice { at, taken, drafts, tasks });
        }
    }

    /// Reports whether an option at `node` is viable. `test` gets the node's extent, and a
    /// predicate for the spans that work below it.
    fn is_possible(
        &self,
        node: usize,
        test: impl Fn(Extent, &dyn Fn(SpanId) -> bool) -> bool,
    ) -> bool {
        let Draft { start, end, span, .. } = self.drafts[node];
        if span.is_none_or(|span| !self.forest.loops[span.index()]) {
            return true;
        }
        test((start, end), &|span| {
            self.forest.span_works(span, &|above| self.is_at_or_above(above, node))
        })
    }

    /// Reports whether `node`, or an ancestor with the same extent, is `span`.
    fn is_at_or_above(&self, span: SpanId, node: usize) -> bool {
        let Draft { start, end, .. } = self.drafts[node];
        let mut ancestor = node;
        loop {
            let draft = &self.drafts[ancestor];
            if draft.span == Some(span) {
                return true;
            }
            let parent = &self.drafts[draft.parent];
            if draft.parent == ancestor || (parent.start, parent.end) != (start, end) {
                return false;
            }
            ancestor = draft.parent;
        }
    }
}
