//! `:has`: the elements from which a relative selector leads to a match (the anchors).
//!
//! One element is tested by following each candidate in its range back to it. All anchors are
//! computed in the opposite direction: from the nodes that match the last compound up and to the
//! left, stopping at marked nodes.

use std::ops::Range;

use super::caches::NodeSet;
use super::program::Chain;
use super::run::MatchRun;
use super::structure::{is_element, parent_element};
use crate::plan::{Combinator, SelectorsId};
use crate::steps::BudgetExhausted;
use wishful::base::BitRow;
use wishful::tree::{NodeId, NodeRef};

impl<'r, 'd> MatchRun<'r, 'd> {
    /// Reports whether one of the relative selectors leads from a node to a match.
    pub(super) fn has(
        &mut self,
        selectors: SelectorsId,
        node: NodeRef<'d>,
    ) -> Result<bool, BudgetExhausted> {
        if !is_element(node) {
            return Ok(false);
        }
        if self.is_budget_spent(selectors) {
            return Ok(self.anchors(selectors)?.bits.contains(node.id().index()));
        }
        let before = self.steps.taken();
        for chain in &self.program.list(selectors).selectors {
            if self.leads_from(chain, node, before + self.budget(selectors))? {
                self.caches.lists[selectors.index()].spent += self.steps.taken() - before;
                return Ok(true);
            }
        }
        self.caches.lists[selectors.index()].spent += self.steps.taken() - before;
        // The budget may have ended the search early; then the set of all anchors decides.
        if !self.is_budget_spent(selectors) {
            return Ok(false);
        }
        Ok(self.anchors(selectors)?.bits.contains(node.id().index()))
    }

    /// Reports whether a relative selector leads from an element to a match. The search gives up
    /// with `false` after `most` steps.
    fn leads_from(
        &mut self,
        chain: &'r Chain<'d>,
        from: NodeRef<'d>,
        most: u64,
    ) -> Result<bool, BudgetExhausted> {
        let compound = chain.last();
        for &node in self.candidates(compound, reach(chain, from))?.iter() {
            let node = self.node(node);
            if self.fits(compound, node, compound.passed)? && self.leads(chain, Some(from), node)? {
                return Ok(true);
            }
            if self.steps.taken() > most {
                break;
            }
        }
        Ok(false)
    }

    /// Returns all elements that match `:has()` with this list of relative selectors. They are
    /// computed once.
    fn anchors(&mut self, selectors: SelectorsId) -> Result<&NodeSet, BudgetExhausted> {
        if self.caches.lists[selectors.index()].all.is_none() {
            let length = self.program.document.len();
            let mut all = BitRow::new(length);
            for chain in &self.program.list(selectors).selectors {
                all.union_with(&self.anchors_of(chain)?);
            }
            let nodes = all.iter().map(NodeId::new).collect();
            self.caches.lists[selectors.index()].all = Some(NodeSet::new(nodes, length));
        }
        Ok(self.caches.lists[selectors.index()].all.as_ref().expect("it was made"))
    }

    /// Computes the elements that match `:has()` with one relative selector.
    fn anchors_of(&mut self, chain: &'r Chain<'d>) -> Result<BitRow, BudgetExhausted> {
        let length = self.program.document.len();
        let mut marked: Option<BitRow> = None;
        for (combinator, compound) in chain.parts.iter().rev() {
            let mut found = Vec::new();
            for &node in self.candidates(compound, 0..length)?.iter() {
                self.steps.take(1)?;
                let is_marked = marked.as_ref().is_none_or(|bits| bits.contains(node.index()));
                if is_marked && self.fits(compound, self.node(node), compound.passed)? {
                    found.push(node);
                }
            }
            marked = Some(self.before(*combinator, &found)?);
        }
        Ok(marked.unwrap_or_default())
    }

    /// Marks the elements that are related by a combinator to one of the nodes on its right side.
    fn before(
        &mut self,
        combinator: Combinator,
        found: &[NodeId],
    ) -> Result<BitRow, BudgetExhausted> {
        let mut marked = BitRow::new(self.program.document.len());
        for &node in found {
            let mut at = self.node(node);
            loop {
                self.steps.take(1)?;
                let (next, goes_on) = match combinator {
                    Combinator::Descendant => (parent_element(at), true),
                    Combinator::Child => (parent_element(at), false),
                    Combinator::SubsequentSibling => (self.previous_element(at)?, true),
                    Combinator::NextSibling => (self.previous_element(at)?, false),
                };
                let Some(next) = next else { break };
                if !marked.insert(next.id().index()) || !goes_on {
                    break;
                }
                at = next;
            }
        }
        Ok(marked)
    }
}

/// Returns the id range of the nodes that a relative selector can reach from an element.
fn reach(chain: &Chain<'_>, from: NodeRef<'_>) -> Range<usize> {
    match chain.parts.first() {
        Some((Combinator::NextSibling | Combinator::SubsequentSibling, _)) => {
            from.end()..from.parent().map_or(from.end(), NodeRef::end)
        }
        _ => from.id().index() + 1..from.end(),
    }
}
