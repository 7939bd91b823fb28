//! One node after the other: whether a selector leads to it, found by going up and to the left.
//!
//! A compound is reached by its combinator in one way (a parent, the sibling before) or by a choice (an ancestor, a sibling
//! before). What fails goes back to a choice and on from there, and only to one that can make a difference, as browsers have it:
//!
//! | no node for a compound by | then |
//! | --- | --- |
//! | ancestor | nothing matches: any other choice has the same ancestors or fewer |
//! | parent, siblings before | the nearest choice of an ancestor, since earlier siblings have the same parent, and fewer before them |
//! | the sibling before | the nearest choice of a sibling or an ancestor; beyond a parent of an ancestor only |

use std::ops::Range;

use super::program::Chain;
use super::run::Run;
use super::structure::parent_element;
use crate::base::counted;
use crate::query::plan::Combinator;
use crate::query::steps::Cut;
use crate::tree::{NodeId, NodeRef};

impl<'r, 'd> Run<'r, 'd> {
    /// The nodes of a range of numbers that a selector leads to.
    pub(super) fn chain(
        &mut self,
        chain: &'r Chain<'d>,
        range: Range<usize>,
    ) -> Result<Vec<NodeId>, Cut> {
        if chain.parts.len() == 1 {
            return self.fitting(chain, range);
        }
        let (sweeping, compound) = (chain.cost(), chain.last());
        let candidates = self.candidates(compound, range.clone())?;
        if WAY * candidates.len() > sweeping {
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

    /// The nodes that a selector of one compound leads to.
    fn fitting(&mut self, chain: &'r Chain<'d>, range: Range<usize>) -> Result<Vec<NodeId>, Cut> {
        let (compound, mut found) = (chain.last(), Vec::new());
        for &node in self.candidates(compound, range)?.iter() {
            let node = self.node(node);
            if self.fits(compound, node, compound.passed)? {
                found.push(node.id());
            }
        }
        Ok(found)
    }

    /// Whether a selector leads to a node.
    pub(super) fn follows(&mut self, chain: &'r Chain<'d>, node: NodeRef<'d>) -> Result<bool, Cut> {
        Ok(self.fits(chain.last(), node, 0)? && self.leads(chain, None, node)?)
    }

    /// Whether the compounds before the last lead to a node; of a relative selector from the element `from`.
    pub(super) fn leads(
        &mut self,
        chain: &'r Chain<'d>,
        from: Option<NodeRef<'d>>,
        node: NodeRef<'d>,
    ) -> Result<bool, Cut> {
        let base = self.known.way.len();
        let answer = self.way(chain, from, node, base);
        self.known.way.truncate(base);
        answer
    }

    /// `way[base + n]` is the node for the n-th compound from the right; behind the first one stands `from`.
    fn way(
        &mut self,
        chain: &'r Chain<'d>,
        from: Option<NodeRef<'d>>,
        node: NodeRef<'d>,
        base: usize,
    ) -> Result<bool, Cut> {
        let count = chain.parts.len();
        let goal = count - usize::from(from.is_none());
        self.known.way.push(node);
        // How the node for the compound `place` (counted from the right) is reached from the one to the right of it.
        let combinator = |place: usize| chain.parts[count - place].0;
        let (mut place, mut at) = (1, node);
        while place <= goal {
            match self.next(chain, from, place, combinator(place), at)? {
                Some(found) => {
                    self.known.way.push(found);
                    (place, at) = (place + 1, found);
                }
                None => {
                    let Some(choice) = resumed(place, combinator) else { return Ok(false) };
                    self.known.way.truncate(base + choice + 1);
                    at = self.known.way.pop().expect("each compound to the right has its node");
                    place = choice;
                }
            }
        }
        Ok(true)
    }

    /// The nearest node from `at` on, in the direction of a combinator, that fits the compound at a place.
    fn next(
        &mut self,
        chain: &'r Chain<'d>,
        from: Option<NodeRef<'d>>,
        place: usize,
        combinator: Combinator,
        at: NodeRef<'d>,
    ) -> Result<Option<NodeRef<'d>>, Cut> {
        let compound = chain.parts.len().checked_sub(place + 1).map(|part| &chain.parts[part].1);
        let mut at = at;
        loop {
            self.steps.take(1)?;
            let (next, is_choice) = match combinator {
                Combinator::Descendant => (parent_element(at), true),
                Combinator::Child => (parent_element(at), false),
                Combinator::SubsequentSibling => (self.previous_element(at)?, true),
                Combinator::NextSibling => (self.previous_element(at)?, false),
            };
            // (What is reached lies behind where a way begins.)
            let node = next.filter(|node| from.is_none_or(|from| from.id() <= node.id()));
            let Some(node) = node else { return Ok(None) };
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

/// The place of the choice at which to go on when there is no node for the compound at a place; see above.
fn resumed(place: usize, combinator: impl Fn(usize) -> Combinator) -> Option<usize> {
    let mut may_be_sibling = match combinator(place) {
        Combinator::Descendant => return None,
        Combinator::NextSibling => true,
        Combinator::Child | Combinator::SubsequentSibling => false,
    };
    for choice in (1..place).rev() {
        match combinator(choice) {
            Combinator::Descendant => return Some(choice),
            Combinator::SubsequentSibling if may_be_sibling => return Some(choice),
            Combinator::Child => may_be_sibling = false,
            Combinator::SubsequentSibling | Combinator::NextSibling => {}
        }
    }
    None
}

/// So many steps a way up or to the left is thought to have.
const WAY: usize = 6;
