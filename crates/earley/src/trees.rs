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

use super::forest::{
    Division, Extent, Forest, Part, PartKind, PrefixId, RuleChoice, SpanId, TextWords,
};
use super::rules::Rules;
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

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct TreeNode {
    label: TreeLabel,
    start: u32,
    end: u32,
    /// The index of the parent; the root is its own parent.
    parent: u32,
    /// The index after the last node below it, or the index of a word. In an unfinished tree, the
    /// number of the span.
    after: u32,
}

/// One tree, as a flat arena in document order; node 0 is the root.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tree {
    nodes: Vec<TreeNode>,
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

    /// Returns the positions of a node in the text: the indexes of its words, unless the text is a
    /// [`Lattice`](super::Lattice).
    #[must_use]
    pub fn span(&self, node: usize) -> Range<usize> {
        wide(self.nodes[node].start)..wide(self.nodes[node].end)
    }

    /// Returns the index of the word that a node is; `None` for a rule.
    #[must_use]
    pub fn word(&self, node: usize) -> Option<usize> {
        let TreeNode { label, after, .. } = self.nodes[node];
        matches!(label, TreeLabel::Terminal(_)).then(|| wide(after))
    }

    /// Returns the children of a node, from left to right.
    pub fn children(&self, node: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        Children { tree: self, next: node + 1, after: self.after(node) }
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

    /// Evaluates the tree: `word` gives the value of a word, from its terminal and its index in the
    /// text, and `rule` that of a node, from its rule and the values of its children. The children
    /// of a helper of the [`RulesBuilder`](super::RulesBuilder) take its position, so no action
    /// sees it. Does not recurse.
    pub fn evaluate<V>(
        &self,
        rules: &Rules,
        mut word: impl FnMut(TerminalId, usize) -> V,
        mut rule: impl FnMut(RuleId, Vec<V>) -> V,
    ) -> V {
        // The values of a node's children are last, the first child's at the end.
        let mut values = Vec::new();
        // The number of values of each node that has no parent yet; more than one for a helper.
        let mut counts: Vec<usize> = Vec::new();
        for node in (0..self.size()).rev() {
            match self.label(node) {
                TreeLabel::Terminal(terminal) => {
                    values.push(word(terminal, wide(self.nodes[node].after)));
                    counts.push(1);
                }
                TreeLabel::Rule(label) => {
                    let rest = counts.len() - self.children(node).len();
                    let count: usize = counts.drain(rest..).sum();
                    // The root has exactly one value.
                    if rules.is_helper(label) && (node > 0 || count == 1) {
                        counts.push(count);
                        continue;
                    }
                    let mut children = values.split_off(values.len() - count);
                    children.reverse();
                    values.push(rule(label, children));
                    counts.push(1);
                }
            }
        }
        // OK because a tree has a root, whose value is the only one left.
        values.swap_remove(0)
    }

    /// Finishes the nodes of a tree.
    fn finished(mut nodes: Vec<TreeNode>) -> Self {
        for node in &mut nodes {
            if matches!(node.label, TreeLabel::Rule(_)) {
                node.after = 0;
            }
        }
        for index in (0..nodes.len()).rev() {
            let TreeNode { label, parent, after, .. } = nodes[index];
            let is_leaf = after == 0 || matches!(label, TreeLabel::Terminal(_));
            let end = if is_leaf { narrow(index + 1) } else { after };
            if matches!(label, TreeLabel::Rule(_)) {
                nodes[index].after = end;
            }
            // The last child comes first.
            let parent = &mut nodes[wide(parent)];
            if parent.after == 0 {
                parent.after = end;
            }
        }
        Self { nodes }
    }

    /// Returns the index after the last node below a node.
    #[inline(always)]
    fn after(&self, node: usize) -> usize {
        let TreeNode { label, after, .. } = self.nodes[node];
        match label {
            TreeLabel::Rule(_) => wide(after),
            TreeLabel::Terminal(_) => node + 1,
        }
    }
}

/// A tree that is built in document order.
#[derive(Default)]
pub(super) struct TreeDraft {
    nodes: Vec<TreeNode>,
    /// The end of the last word.
    end: u32,
}

impl TreeDraft {
    /// Adds a node below `parent`, and returns it.
    pub(super) fn begin(&mut self, label: TreeLabel, parent: u32) -> u32 {
        let (start, end) = (self.end, self.end);
        self.nodes.push(TreeNode { label, start, end, parent, after: 0 });
        narrow(self.nodes.len() - 1)
    }

    pub(super) fn word(&mut self, words: &TextWords, index: u32, parent: u32) {
        let label = TreeLabel::Terminal(words.terminals[wide(index)]);
        let (start, end) = words.extent(index);
        self.nodes.push(TreeNode { label, start, end, parent, after: index });
        self.end = end;
    }

    /// Ends a node, after its children.
    pub(super) fn end(&mut self, node: u32) {
        self.nodes[wide(node)].end = self.end;
    }

    pub(super) fn finish(self) -> Tree {
        Tree::finished(self.nodes)
    }
}

/// The children of a tree node.
struct Children<'t> {
    tree: &'t Tree,
    next: usize,
    after: usize,
}

impl Iterator for Children<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let child = self.next;
        if child == self.after {
            return None;
        }
        self.next = self.tree.after(child);
        Some(child)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (mut next, mut count) = (self.next, 0);
        while next != self.after {
            next = self.tree.after(next);
            count += 1;
        }
        (count, Some(count))
    }
}

impl ExactSizeIterator for Children<'_> {}

#[derive(Clone, Copy)]
enum TreeTask {
    /// Adds nodes for a part that ends at a position, below a node.
    Grow(Part, u32, u32),
    /// Chooses a rule for a node.
    Choose(u32),
    /// Chooses the beginning of the last symbol of a prefix that ends at a position, below a node.
    Divide(PrefixId, u32, u32),
}

/// A task, and the index of the next one.
#[derive(Clone, Copy)]
struct Linked {
    task: TreeTask,
    /// [`LAST`] for the last task.
    next: u32,
}

/// The end of the list of tasks.
const LAST: u32 = u32::MAX;

/// A choice that may have further options.
struct Choice {
    at: Linked,
    taken: usize,
    nodes: usize,
    tasks: usize,
}

/// The trees of a forest in the order of their rank; made by [`Forest::trees`].
pub struct Trees<'f> {
    forest: &'f Forest,
    nodes: Vec<TreeNode>,
    tasks: Vec<Linked>,
    /// The index of the next task.
    next: u32,
    choices: Vec<Choice>,
    /// True once the enumeration has started.
    begun: bool,
    work: u64,
}

impl Forest {
    /// Iterates over the trees lazily, best first. If there are infinitely many, no node is below a
    /// node of the same nonterminal and extent.
    #[must_use]
    pub fn trees(&self) -> Trees<'_> {
        Trees {
            forest: self,
            nodes: Vec::new(),
            tasks: Vec::new(),
            next: LAST,
            choices: Vec::new(),
            begun: false,
            work: 0,
        }
    }

    /// Evaluates the best tree, as [`Tree::evaluate`] does.
    pub fn evaluate<V>(
        &self,
        word: impl FnMut(TerminalId, usize) -> V,
        rule: impl FnMut(RuleId, Vec<V>) -> V,
    ) -> V {
        let mut trees = self.trees();
        trees.advance();
        Tree::finished(trees.nodes).evaluate(&self.rules, word, rule)
    }

    /// Returns the number of trees that [`Forest::trees`] iterates over; counting stops at `limit`.
    #[must_use]
    pub fn count_trees(&self, limit: usize) -> usize {
        let mut trees = self.trees();
        (0..limit).take_while(|_| trees.advance()).count()
    }
}

impl Iterator for Trees<'_> {
    type Item = Tree;

    fn next(&mut self) -> Option<Tree> {
        if !self.advance() {
            return None;
        }
        let is_last = self.choices.is_empty();
        let nodes = if is_last { std::mem::take(&mut self.nodes) } else { self.nodes.clone() };
        Some(Tree::finished(nodes))
    }
}

impl Trees<'_> {
    /// Returns the number of choices made or undone so far, and of nodes added.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Builds the next tree in `nodes`; returns false if there is none.
    fn advance(&mut self) -> bool {
        if !self.begun {
            self.begun = true;
            let (_, end) = self.forest.extent(self.forest.root);
            self.queue(TreeTask::Grow(Part::span(self.forest.root), end, 0));
        } else if !self.take_back() {
            return false;
        }
        while self.next != LAST {
            let Linked { task, next } = self.tasks[wide(self.next)];
            self.next = next;
            // Tasks that no choice can return to are dropped.
            let left = if next == LAST { 0 } else { wide(next) + 1 };
            let needed = self.choices.last().map_or(0, |choice| choice.tasks);
            self.tasks.truncate(left.max(needed));
            if !self.perform(task, 0) && !self.take_back() {
                return false;
            }
        }
        true
    }

    /// Adds a task that is performed next, before those added earlier.
    #[inline(always)]
    fn queue(&mut self, task: TreeTask) {
        self.tasks.push(Linked { task, next: self.next });
        self.next = narrow(self.tasks.len() - 1);
    }

    /// Undoes the last choice that has another option, and takes that option.
    fn take_back(&mut self) -> bool {
        while let Some(Choice { at, taken, nodes, tasks }) = self.choices.pop() {
            self.nodes.truncate(nodes);
            self.tasks.truncate(tasks);
            self.next = at.next;
            if self.perform(at.task, taken + 1) {
                return true;
            }
        }
        false
    }

    /// Performs a task with the first viable option from number `from` on, and the tasks that
    /// follow from it, except those for the last symbols of prefixes, which are queued. Returns
    /// false if a choice has no viable option.
    fn perform(&mut self, task: TreeTask, from: usize) -> bool {
        let (mut task, mut from) = (task, from);
        loop {
            self.work += 1;
            let next = match task {
                TreeTask::Choose(node) => self.choose(node, from),
                TreeTask::Divide(prefix, end, node) => self.divide((prefix, end), node, from),
                TreeTask::Grow(part, end, parent) => match self.grow(part, end, parent) {
                    None => return true,
                    next => next,
                },
            };
            let Some(next) = next else { return false };
            (task, from) = (next, 0);
        }
    }

    /// Adds a node for a word or a span that ends at `end`, below `parent`. Returns the choice that
    /// a span or a prefix needs.
    fn grow(&mut self, part: Part, end: u32, parent: u32) -> Option<TreeTask> {
        match part.kind() {
            PartKind::Empty => None,
            PartKind::Word(index) => {
                let (start, _) = self.forest.words.extent(index);
                let label = TreeLabel::Terminal(self.forest.words()[wide(index)]);
                self.nodes.push(TreeNode { label, start, end, parent, after: index });
                None
            }
            PartKind::Span(span) => {
                let (start, _) = self.forest.extent(span);
                // OK because the choice of a rule overwrites the label.
                let label = TreeLabel::Rule(RuleId::new(0));
                let after = narrow(span.index());
                self.nodes.push(TreeNode { label, start, end, parent, after });
                Some(TreeTask::Choose(narrow(self.nodes.len() - 1)))
            }
            PartKind::Prefix(prefix) => Some(TreeTask::Divide(prefix, end, parent)),
        }
    }

    /// Chooses a rule for a node: the first viable one from number `from` on. Returns `None` if
    /// there is none.
    fn choose(&mut self, node: u32, from: usize) -> Option<TreeTask> {
        let forest = self.forest;
        let TreeNode { end, after, .. } = self.nodes[wide(node)];
        let choices = forest.choices(SpanId::new(wide(after)));
        let mut taken = from;
        if forest.is_infinite() {
            taken = (from..choices.len()).find(|&index| {
                self.is_possible(node, |extent, work| {
                    forest.part_works(choices[index].right, end, extent, work)
                })
            })?;
        }
        let &RuleChoice { rule, right } = choices.get(taken)?;
        self.remember(TreeTask::Choose(node), taken, choices.len());
        self.nodes[wide(node)].label = TreeLabel::Rule(rule);
        Some(TreeTask::Grow(right, end, node))
    }

    /// Divides a prefix of the right side of `parent` into its last symbol and a shorter prefix.
    /// Takes the first viable division from number `from` on, and queues the last symbol. Returns
    /// `None` if there is none.
    fn divide(
        &mut self,
        (prefix, end): (PrefixId, u32),
        parent: u32,
        from: usize,
    ) -> Option<TreeTask> {
        let forest = self.forest;
        let divisions = forest.divisions(prefix);
        let mut taken = from;
        if forest.is_infinite() {
            taken = (from..divisions.len()).find(|&index| {
                self.is_possible(parent, |extent, work| {
                    forest.can_divide(&divisions[index], end, extent, work)
                })
            })?;
        }
        let &Division { before, last } = divisions.get(taken)?;
        self.remember(TreeTask::Divide(prefix, end, parent), taken, divisions.len());
        self.queue(TreeTask::Grow(last, end, parent));
        Some(TreeTask::Grow(before, forest.start(last, end), parent))
    }

    /// Records a choice for backtracking, if further options follow the one that was taken.
    fn remember(&mut self, task: TreeTask, taken: usize, of: usize) {
        if taken + 1 < of {
            let at = Linked { task, next: self.next };
            let (nodes, tasks) = (self.nodes.len(), self.tasks.len());
            self.choices.push(Choice { at, taken, nodes, tasks });
        }
    }

    /// Reports whether an option at `node` is viable. `test` gets the node's extent, and a
    /// predicate for the spans that work below it.
    fn is_possible(
        &self,
        node: u32,
        test: impl Fn(Extent, &dyn Fn(SpanId) -> bool) -> bool,
    ) -> bool {
        let TreeNode { start, end, after, .. } = self.nodes[wide(node)];
        if !self.forest.is_looped(SpanId::new(wide(after))) {
            return true;
        }
        test((start, end), &|span| {
            self.forest.span_works(span, &|above| self.is_at_or_above(above, node))
        })
    }

    /// Reports whether `node`, or an ancestor with the same extent, is `span`.
    fn is_at_or_above(&self, span: SpanId, node: u32) -> bool {
        let TreeNode { start, end, .. } = self.nodes[wide(node)];
        let mut ancestor = node;
        loop {
            let draft = &self.nodes[wide(ancestor)];
            if wide(draft.after) == span.index() {
                return true;
            }
            let parent = &self.nodes[wide(draft.parent)];
            if draft.parent == ancestor || (parent.start, parent.end) != (start, end) {
                return false;
            }
            ancestor = draft.parent;
        }
    }
}
