//! Right-to-left matching of one node at a time: from the last compound up and to the left, with
//! limited backtracking.
//!
//! The combinator before a compound leaves either one possible node (parent, previous sibling) or a
//! choice (ancestors, earlier siblings). After a failure, matching resumes at a choice. As in
//! browsers, only a choice that can change the outcome is tried:
//!
//! | combinator without a matching node | resumes at |
//! | --- | --- |
//! | descendant | nothing: every other choice has a subset of the same ancestors |
//! | child, subsequent sibling | the nearest descendant choice, see below |
//! | next sibling | the nearest subsequent-sibling or descendant choice |
//!
//! Earlier siblings have the same parent and fewer siblings before them, so they cannot help in the
//! second row. In the third row, a child combinator on the way excludes the sibling choices beyond
//! it.

use std::ops::Range;

use super::program::Chain;
use super::run::MatchRun;
use super::structure::parent_element;
use crate::plan::Combinator;
use crate::steps::BudgetExhausted;
use wishful::base::counted;
use wishful::tree::{NodeId, NodeRef};

impl<'r, 'd> MatchRun<'r, 'd> {
    /// Returns the nodes of an id range that match a complex selector. A sweep answers instead if
    /// it is estimated to be cheaper, or once following candidates has taken twice its estimated
    /// steps.
    pub(super) fn chain(
        &mut self,
        chain: &'r Chain<'d>,
        range: Range<usize>,
    ) -> Result<Vec<NodeId>, BudgetExhausted> {
        if chain.parts.len() == 1 {
            return self.fitting(chain, range);
        }
        let (sweeping, compound) = (chain.cost(), chain.last());
        let candidates = self.candidates(compound, range.clone())?;
        if STEPS_PER_CANDIDATE * candidates.len() > sweeping {
            return self.sweep(chain, range);
        }
        let most = self.steps.taken() + counted(2 * sweeping);
        let mut found = Vec::new();
        for &node in candidates.iter() {
            if self.steps.taken() > most {
                return self.sweep(chain, range);
            }
            let node = self.node(node);
            if self.fits(compound, node, compound.passed)? && self.leads(chain, None, node)? {
                found.push(node.id());
            }
        }
        Ok(found)
    }

    /// Returns the nodes that match a complex selector of one compound.
    fn fitting(
        &mut self,
        chain: &'r Chain<'d>,
        range: Range<usize>,
    ) -> Result<Vec<NodeId>, BudgetExhausted> {
        let (compound, mut found) = (chain.last(), Vec::new());
        for &node in self.candidates(compound, range)?.iter() {
            let node = self.node(node);
            if self.fits(compound, node, compound.passed)? {
                found.push(node.id());
            }
        }
        Ok(found)
    }

    /// Reports whether a node matches a complex selector.
    pub(super) fn follows(
        &mut self,
        chain: &'r Chain<'d>,
        node: NodeRef<'d>,
    ) -> Result<bool, BudgetExhausted> {
        Ok(self.fits(chain.last(), node, 0)? && self.leads(chain, None, node)?)
    }

    /// Reports whether the compounds before the last one match around a node. For a relative
    /// selector, the leftmost combinator must lead to the element `from`.
    pub(super) fn leads(
        &mut self,
        chain: &'r Chain<'d>,
        from: Option<NodeRef<'d>>,
        node: NodeRef<'d>,
    ) -> Result<bool, BudgetExhausted> {
        let base = self.caches.assigned.len();
        let answer = self.backtrack(chain, from, node, base);
        self.caches.assigned.truncate(base);
        answer
    }

    /// Runs the backtracking search. Invariant: `assigned[base + n]` is the node for the n-th
    /// compound from the right; the position after the leftmost compound is that of `from`.
    fn backtrack(
        &mut self,
        chain: &'r Chain<'d>,
        from: Option<NodeRef<'d>>,
        node: NodeRef<'d>,
        base: usize,
    ) -> Result<bool, BudgetExhausted> {
        let count = chain.parts.len();
        let goal = count - usize::from(from.is_none());
        self.caches.assigned.push(node);
        // The combinator between compound `index`, counted from the right, and the compound to the
        // right of it.
        let combinator = |index: usize| chain.parts[count - index].0;
        let (mut index, mut at) = (1, node);
        while index <= goal {
            match self.next(chain, from, index, combinator(index), at)? {
                Some(found) => {
                    self.caches.assigned.push(found);
                    (index, at) = (index + 1, found);
                }
                None => {
                    let Some(choice) = resume_at(index, combinator) else { return Ok(false) };
                    let assigned = &mut self.caches.assigned;
                    assigned.truncate(base + choice + 1);
                    at = assigned.pop().expect("each compound to the right has its node");
                    index = choice;
                }
            }
        }
        Ok(true)
    }

    /// Returns the next node after `at`, in the direction of a combinator, that fits the compound
    /// at a position.
    fn next(
        &mut self,
        chain: &'r Chain<'d>,
        from: Option<NodeRef<'d>>,
        index: usize,
        combinator: Combinator,
        at: NodeRef<'d>,
    ) -> Result<Option<NodeRef<'d>>, BudgetExhausted> {
        let compound = chain.parts.len().checked_sub(index + 1).map(|part| &chain.parts[part].1);
        let mut at = at;
        loop {
            self.steps.take(1)?;
            let (next, is_choice) = match combinator {
                Combinator::Descendant => (parent_element(at), true),
                Combinator::Child => (parent_element(at), false),
                Combinator::SubsequentSibling => (self.previous_element(at)?, true),
                Combinator::NextSibling => (self.previous_element(at)?, false),
            };
            // Every node on the way must be at or after the anchor in document order.
            let Some(node) = next else { return Ok(None) };
            if let Some(from) = from
                && node.id() < from.id()
            {
                return Ok(None);
            }
            let fits = match compound {
                Some(compound) => self.fits(compound, node, 0)?,
                None => Some(node) == from,
            };
            if fits {
                return Ok(Some(node));
            }
            if !is_choice {
                return Ok(None);
            }
            at = node;
        }
    }
}

/// Returns the choice at which to resume after a compound has no matching node; see the module's
/// table.
fn resume_at(index: usize, combinator: impl Fn(usize) -> Combinator) -> Option<usize> {
    let mut may_be_sibling = match combinator(index) {
        Combinator::Descendant => return None,
        Combinator::NextSibling => true,
        Combinator::Child | Combinator::SubsequentSibling => false,
    };
    for choice in (1..index).rev() {
        match combinator(choice) {
            Combinator::Descendant => return Some(choice),
            Combinator::SubsequentSibling if may_be_sibling => return Some(choice),
            Combinator::Child => may_be_sibling = false,
            Combinator::SubsequentSibling | Combinator::NextSibling => {}
        }
    }
    None
}

/// The assumed number of steps for following one candidate up and to the left.
const STEPS_PER_CANDIDATE: usize = 6;
