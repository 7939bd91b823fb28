//! The execution of selectors: a program, its caches, and the remaining steps.

use std::borrow::Cow;
use std::ops::Range;

use super::caches::{MatchCaches, NodeSet};
use super::program::{Candidates, Compound, Program};
use crate::plan::SelectorsId;
use crate::steps::{BudgetExhausted, Steps};
use wishful::base::{BitRow, counted};
use wishful::tree::{NodeId, NodeRef};

/// An execution of queries against a program.
pub(super) struct MatchRun<'r, 'd> {
    pub(super) program: &'r Program<'d>,
    pub(super) caches: &'r mut MatchCaches<'d>,
    pub(super) steps: &'r mut Steps,
}

impl<'r, 'd> MatchRun<'r, 'd> {
    pub(super) fn node(&self, id: NodeId) -> NodeRef<'d> {
        self.program.document.node(id).expect("it is of this document")
    }

    /// Implements [`Matcher::select`](super::Matcher::select).
    pub(super) fn select(
        &mut self,
        selectors: SelectorsId,
        root: NodeRef<'d>,
    ) -> Result<Vec<NodeId>, BudgetExhausted> {
        let below = root.id().index() + 1..root.end();
        let mut found = self.found(selectors, below)?;
        if let Some(roots) = self.program.document.tree_roots() {
            if root.holds_other_tree() {
                return Ok(Vec::new());
            }
            let tree = roots[root.id().index()];
            found.retain(|node| roots[node.index()] == tree);
        }
        Ok(found)
    }

    /// Returns the nodes of an id range that match a selector list.
    fn found(
        &mut self,
        selectors: SelectorsId,
        range: Range<usize>,
    ) -> Result<Vec<NodeId>, BudgetExhausted> {
        if !self.is_budget_spent(selectors) {
            let before = self.steps.taken();
            let found = self.union(selectors, range);
            self.caches.lists[selectors.index()].spent += self.steps.taken() - before;
            return found;
        }
        let all = self.all(selectors)?;
        let found = inside(&all.nodes, range).to_vec();
        self.steps.take(found.len())?;
        Ok(found)
    }

    pub(super) fn union(
        &mut self,
        selectors: SelectorsId,
        range: Range<usize>,
    ) -> Result<Vec<NodeId>, BudgetExhausted> {
        let program = self.program;
        match &program.list(selectors).selectors[..] {
            [] => Ok(Vec::new()),
            [one] => self.chain(one, range),
            several => {
                let mut bits = BitRow::new(program.document.len());
                for one in several {
                    for node in self.chain(one, range.clone())? {
                        bits.insert(node.index());
                    }
                }
                self.steps.take(bits.capacity() / 64)?;
                Ok(bits.iter().map(NodeId::new).collect())
            }
        }
    }

    /// Implements [`Matcher::matches`](super::Matcher::matches).
    pub(super) fn matches(
        &mut self,
        selectors: SelectorsId,
        node: NodeRef<'d>,
    ) -> Result<bool, BudgetExhausted> {
        let list = self.program.list(selectors);
        if !list.subjects.include(node) {
            return Ok(false);
        }
        if self.is_budget_spent(selectors) {
            return Ok(self.all(selectors)?.bits.contains(node.id().index()));
        }
        let before = self.steps.taken();
        let mut is_match = false;
        for chain in &list.selectors {
            is_match = is_match || self.follows(chain, node)?;
        }
        self.caches.lists[selectors.index()].spent += self.steps.taken() - before;
        Ok(is_match)
    }

    /// Reports whether single queries of a list have cost as much as computing all its matches.
    pub(super) fn is_budget_spent(&self, selectors: SelectorsId) -> bool {
        let known = &self.caches.lists[selectors.index()];
        known.all.is_some() || known.spent > self.budget(selectors)
    }

    /// Returns the budget of single queries of a list, in steps.
    pub(super) fn budget(&self, selectors: SelectorsId) -> u64 {
        counted(2 * (self.program.list(selectors).cost + self.program.document.len() / 64))
    }

    /// Returns all nodes that match a list, computed on first use.
    fn all(&mut self, selectors: SelectorsId) -> Result<&NodeSet, BudgetExhausted> {
        if self.caches.lists[selectors.index()].all.is_none() {
            let length = self.program.document.len();
            let nodes = self.union(selectors, 0..length)?;
            self.caches.lists[selectors.index()].all = Some(NodeSet::new(nodes, length));
        }
        Ok(self.caches.lists[selectors.index()].all.as_ref().expect("it was made"))
    }

    /// Returns the candidates of a compound in an id range. [`Compound::passed`] tells how many
    /// tests they are known to pass.
    pub(super) fn candidates(
        &mut self,
        compound: &'r Compound<'d>,
        range: Range<usize>,
    ) -> Result<Cow<'r, [NodeId]>, BudgetExhausted> {
        let document = self.program.document;
        let list = match compound.candidates {
            Candidates::Elements => document.elements(),
            Candidates::Cruft => document.cruft_nodes(),
            Candidates::Listed => compound.listed(),
            Candidates::Matching(selectors) => {
                return Ok(Cow::Owned(self.found(selectors, range)?));
            }
            Candidates::Both => {
                self.steps.take(range.len())?;
                let mut nodes = Vec::new();
                for index in range {
                    let node = NodeId::new(index);
                    if compound.subjects.include(self.node(node)) {
                        nodes.push(node);
                    }
                }
                return Ok(Cow::Owned(nodes));
            }
        };
        Ok(Cow::Borrowed(inside(list, range)))
    }
}

/// Returns the part of a list in document order that is inside an id range.
pub(super) fn inside(list: &[NodeId], range: Range<usize>) -> &[NodeId] {
    let start = list.partition_point(|node| node.index() < range.start);
    let end = start + list[start..].partition_point(|node| node.index() < range.end);
    &list[start..end]
}
