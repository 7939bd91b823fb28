//! Left-to-right matching of a whole document: one set of nodes per compound.
//!
//! For each compound, the sweep holds the list of nodes that match the selector up to it. The list
//! for the next compound consists of its candidates that are related to a node of the last list by
//! the combinator:
//!
//! * descendant: both lists are in document order, and a node's subtree is an id range. One merge
//!   pass over both lists maintains a stack of the open nodes.
//! * child: the parent is in the last list.
//! * siblings: the siblings after each node of the list are marked, up to the next element or up to
//!   a marked node.

use std::ops::Range;

use super::program::{Chain, Compound};
use super::run::{MatchRun, inside};
use super::structure::{is_element, parent_element};
use crate::plan::Combinator;
use crate::steps::BudgetExhausted;
use wishful::base::BitRow;
use wishful::tree::NodeId;

impl<'r, 'd> MatchRun<'r, 'd> {
    /// Returns the nodes of an id range that match a complex selector.
    pub(super) fn sweep(
        &mut self,
        chain: &'r Chain<'d>,
        range: Range<usize>,
    ) -> Result<Vec<NodeId>, BudgetExhausted> {
        let (last, whole) = (chain.parts.len() - 1, 0..self.program.document.len());
        let mut found: Option<Vec<NodeId>> = None;
        for (index, (combinator, compound)) in chain.parts.iter().enumerate() {
            let range = if index == last { range.clone() } else { whole.clone() };
            let next = match found {
                None => self.candidates(compound, range)?.into_owned(),
                Some(found) if found.is_empty() => return Ok(found),
                Some(found) => self.reached(*combinator, &found, compound, range)?,
            };
            found = Some(self.retain_fitting(compound, next)?);
        }
        Ok(found.unwrap_or_default())
    }

    /// Returns the nodes that pass the tests of a compound.
    fn retain_fitting(
        &mut self,
        compound: &'r Compound<'d>,
        mut nodes: Vec<NodeId>,
    ) -> Result<Vec<NodeId>, BudgetExhausted> {
        let mut count = 0;
        for at in 0..nodes.len() {
            if self.fits(compound, self.node(nodes[at]), compound.passed)? {
                nodes[count] = nodes[at];
                count += 1;
            }
        }
        nodes.truncate(count);
        Ok(nodes)
    }

    /// Returns the candidates of a compound that are related by a combinator to a node of `found`.
    fn reached(
        &mut self,
        combinator: Combinator,
        found: &[NodeId],
        compound: &'r Compound<'d>,
        range: Range<usize>,
    ) -> Result<Vec<NodeId>, BudgetExhausted> {
        // All combinators lead forwards in document order.
        let first = found.first().map_or(range.end, |first| first.index() + 1);
        let range = first.clamp(range.start, range.end)..range.end;
        let candidates = self.candidates(compound, range)?;
        if combinator == Combinator::Descendant {
            return self.below(found, &candidates);
        }
        self.steps.take(candidates.len() + found.len())?;
        let bits = match combinator {
            Combinator::NextSibling | Combinator::SubsequentSibling => {
                self.mark_following(found, combinator)?
            }
            _ => BitRow::of(self.program.document.len(), found.iter().map(|node| node.index())),
        };
        let mut reached = Vec::new();
        for &node in candidates.iter() {
            let related = match combinator {
                Combinator::Child => match parent_element(self.node(node)) {
                    Some(parent) => parent.id(),
                    None => continue,
                },
                _ => node,
            };
            if bits.contains(related.index()) {
                reached.push(node);
            }
        }
        Ok(reached)
    }

    /// Returns the candidates that are inside one of the elements.
    fn below(
        &mut self,
        around: &[NodeId],
        candidates: &[NodeId],
    ) -> Result<Vec<NodeId>, BudgetExhausted> {
        let roots = self.program.document.tree_roots();
        let mut reached = Vec::new();
        // The open elements with their ends. Only the innermost one decides, since elements around
        // it are irrelevant if it belongs to another tree.
        let mut open: Vec<(usize, NodeId)> = Vec::new();
        let (mut around, mut candidates) = (around.iter().copied().peekable(), candidates);
        while let Some(&node) = candidates.first() {
            self.steps.take(1)?;
            candidates = &candidates[1..];
            while let Some(outer) = around.next_if(|outer| *outer < node) {
                self.steps.take(1)?;
                let end = self.node(outer).end();
                close(&mut open, outer);
                open.push((end, outer));
            }
            close(&mut open, node);
            match open.last() {
                Some(&(_, outer)) => {
                    if roots.is_none_or(|roots| roots[outer.index()] == roots[node.index()]) {
                        reached.push(node);
                    }
                }
                None => {
                    // No candidate before the next element is inside any element.
                    let Some(next) = around.peek() else { break };
                    candidates = inside(candidates, next.index() + 1..usize::MAX);
                }
            }
        }
        Ok(reached)
    }

    /// Marks the nodes that have one of the elements before them in the same parent. For the
    /// next-sibling combinator, marking ends at the next element.
    fn mark_following(
        &mut self,
        elements: &[NodeId],
        combinator: Combinator,
    ) -> Result<BitRow, BudgetExhausted> {
        let mut marked = BitRow::new(self.program.document.len());
        for &element in elements {
            for sibling in self.node(element).following_siblings() {
                self.steps.take(1)?;
                let is_new = marked.insert(sibling.id().index());
                let ends = match combinator {
                    Combinator::NextSibling => is_element(sibling),
                    _ => !is_new,
                };
                if ends {
                    break;
                }
            }
        }
        Ok(marked)
    }
}

/// Pops the open elements that end before a node.
fn close(open: &mut Vec<(usize, NodeId)>, node: NodeId) {
    while open.pop_if(|(end, _)| *end <= node.index()).is_some() {}
}
