//! All nodes that a selector leads to, from its first compound to its last.
//!
//! For each compound there is the list of the nodes that the selector leads to so far. Those for the next compound are of its
//! candidates those that stand to one of the list as the combinator says:
//!
//! * descendant: both lists are in document order, and what is in a node has the numbers up to its end; so they are gone over
//!   side by side, with a stack of the nodes that are open at the time;
//! * child: the parent is marked;
//! * siblings: whatever comes behind one of the list is marked, up to the next element, or up to what is marked already.

use std::ops::Range;

use super::program::{Chain, Compound};
use super::run::{Run, inside};
use super::structure::{is_element, parent_element};
use crate::base::BitRow;
use crate::query::plan::Combinator;
use crate::query::steps::Cut;
use crate::tree::{NodeId, NodeRef};

impl<'r, 'd> Run<'r, 'd> {
    /// The nodes of a range of numbers that a selector leads to.
    pub(super) fn sweep(
        &mut self,
        chain: &'r Chain<'d>,
        range: Range<usize>,
    ) -> Result<Vec<NodeId>, Cut> {
        let (last, whole) = (chain.parts.len() - 1, 0..self.program.document.len());
        let mut found: Option<Vec<NodeId>> = None;
        for (place, (combinator, compound)) in chain.parts.iter().enumerate() {
            let range = if place == last { range.clone() } else { whole.clone() };
            let next = match found {
                None => self.candidates(compound, range)?.into_owned(),
                Some(found) if found.is_empty() => return Ok(found),
                Some(found) => self.reached(*combinator, &found, compound, range)?,
            };
            found = Some(self.those_that_fit(compound, next)?);
        }
        Ok(found.unwrap_or_default())
    }

    fn those_that_fit(
        &mut self,
        compound: &'r Compound<'d>,
        mut nodes: Vec<NodeId>,
    ) -> Result<Vec<NodeId>, Cut> {
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

    /// The candidates of a compound that stand to one of `found` as a combinator says.
    fn reached(
        &mut self,
        combinator: Combinator,
        found: &[NodeId],
        compound: &'r Compound<'d>,
        range: Range<usize>,
    ) -> Result<Vec<NodeId>, Cut> {
        // (All of these relations lead to what comes later.)
        let first = found.first().map_or(range.end, |first| first.index() + 1);
        let range = first.clamp(range.start, range.end)..range.end;
        let candidates = self.candidates(compound, range)?;
        if combinator == Combinator::Descendant {
            return self.below(found, &candidates);
        }
        self.steps.take(candidates.len() + found.len())?;
        let bits = match combinator {
            Combinator::NextSibling | Combinator::SubsequentSibling => {
                self.behind(found, combinator)?
            }
            _ => BitRow::of(self.program.document.len(), found.iter().map(|node| node.index())),
        };
        let has_bit = |node: NodeRef<'_>| bits.contains(node.id().index());
        let is_reached = |node: &NodeId| match combinator {
            Combinator::Child => parent_element(self.node(*node)).is_some_and(has_bit),
            _ => has_bit(self.node(*node)),
        };
        Ok(candidates.iter().copied().filter(is_reached).collect())
    }

    /// Those of some candidates that are in one of some elements.
    fn below(&mut self, around: &[NodeId], candidates: &[NodeId]) -> Result<Vec<NodeId>, Cut> {
        let roots = self.program.document.tree_roots();
        let tree = |node: NodeId| roots.map(|roots| roots[node.index()]);
        let mut reached = Vec::new();
        // The elements that are open, with their ends; the innermost tells: what is around it in another tree is no matter.
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
                Some(&(_, outer)) if tree(outer) == tree(node) => reached.push(node),
                Some(_) => {}
                None => {
                    // (Nothing before the next of them is in one.)
                    let Some(next) = around.peek() else { break };
                    candidates = inside(candidates, next.index() + 1..usize::MAX);
                }
            }
        }
        Ok(reached)
    }

    /// Marks what has one of some elements before it in the same parent; or as the nearest element before it.
    fn behind(&mut self, elements: &[NodeId], combinator: Combinator) -> Result<BitRow, Cut> {
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

/// Takes the elements that end before a node from those that are open.
fn close(open: &mut Vec<(usize, NodeId)>, node: NodeId) {
    while open.pop_if(|(end, _)| *end <= node.index()).is_some() {}
}
