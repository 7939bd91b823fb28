//! `:has`: the elements from which a relative selector leads somewhere.
//!
//! One element is asked by looking at the candidates behind it, in order, until a way leads back to it. All are found by going
//! from the nodes that match the last compound to those that have them below, directly in them, behind them: up and to the left,
//! as far as to what is marked already.

use std::ops::Range;

use super::known::NodeSet;
use super::program::Chain;
use super::run::Run;
use super::structure::{is_element, parent_element};
use crate::base::BitRow;
use crate::query::plan::{Combinator, SelectorsId};
use crate::query::steps::Cut;
use crate::tree::{NodeId, NodeRef};

impl<'r, 'd> Run<'r, 'd> {
    /// Whether one of some relative selectors leads from a node somewhere.
    pub(super) fn has(&mut self, selectors: SelectorsId, node: NodeRef<'d>) -> Result<bool, Cut> {
        if !is_element(node) {
            return Ok(false);
        }
        if self.is_worn(selectors) {
            return Ok(self.anchors(selectors)?.bits.contains(node.id().index()));
        }
        let before = self.steps.taken();
        for chain in &self.program.list(selectors).selectors {
            if self.leads_from(chain, node, before + self.budget(selectors))? {
                self.known.lists[selectors.index()].spent += self.steps.taken() - before;
                return Ok(true);
            }
        }
        self.known.lists[selectors.index()].spent += self.steps.taken() - before;
        // (If too much was spent it was not looked at all.)
        match self.is_worn(selectors) {
            true => Ok(self.anchors(selectors)?.bits.contains(node.id().index())),
            false => Ok(false),
        }
    }

    /// Whether a relative selector leads from an element somewhere, as far as can be said until so many steps are taken.
    fn leads_from(
        &mut self,
        chain: &'r Chain<'d>,
        from: NodeRef<'d>,
        most: u64,
    ) -> Result<bool, Cut> {
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

    /// All elements from which one of some relative selectors leads somewhere.
    fn anchors(&mut self, selectors: SelectorsId) -> Result<&NodeSet, Cut> {
        if self.known.lists[selectors.index()].all.is_none() {
            let length = self.program.document.len();
            let mut all = BitRow::new(length);
            for chain in &self.program.list(selectors).selectors {
                all.union_with(&self.led_from(chain)?);
            }
            let nodes = all.iter().map(NodeId::new).collect();
            self.known.lists[selectors.index()].all = Some(NodeSet::new(nodes, length));
        }
        Ok(self.known.lists[selectors.index()].all.as_ref().expect("it was made"))
    }

    /// The elements from which a relative selector leads somewhere.
    fn led_from(&mut self, chain: &'r Chain<'d>) -> Result<BitRow, Cut> {
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

    /// Marks the elements that stand to one of some nodes as a combinator says.
    fn before(&mut self, combinator: Combinator, found: &[NodeId]) -> Result<BitRow, Cut> {
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

/// The numbers of the nodes to which a relative selector may lead from an element.
fn reach(chain: &Chain<'_>, from: NodeRef<'_>) -> Range<usize> {
    let is_sideways = |combinator: &Combinator| {
        matches!(combinator, Combinator::NextSibling | Combinator::SubsequentSibling)
    };
    match chain.parts.first() {
        Some((first, _)) if is_sideways(first) => {
            from.end()..from.parent().map_or(from.end(), NodeRef::end)
        }
        _ => from.id().index() + 1..from.end(),
    }
}
