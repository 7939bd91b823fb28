//! EXSLT's set functions on sorted lists of nodes. Each node of one list is searched in the other
//! by bisection; only `distinct` hashes.

use super::Call;
use crate::base::HashSet;
use crate::query::evaluate::{Eval, Evaluator, Place, Val};
use crate::query::function::OfSets;

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn of_sets(&mut self, of: OfSets, call: Call<'e>) -> Eval<Val<'e>> {
        let left = self.nodes_of(call, 0)?;
        if of == OfSets::Distinct {
            return Ok(Val::nodes(self.distinct(&left)?));
        }
        let right = self.nodes_of(call, 1)?;
        self.steps.take(left.len() + right.len())?;
        let is_in = |node: &&Place| right.binary_search(node).is_ok();
        let first = right.first().copied();
        // EXSLT: if the first node of the right set is not in the left one, the result is empty.
        let is_met = first.is_none_or(|first| left.binary_search(&first).is_ok());
        let sided = |is_it: &dyn Fn(&Place, Place) -> bool| -> Vec<Place> {
            let is_it = |node: &&Place| is_met && first.is_none_or(|first| is_it(node, first));
            left.iter().filter(is_it).copied().collect()
        };
        Ok(match of {
            OfSets::HasSameNode => Val::Boolean(left.iter().any(|node| is_in(&node))),
            OfSets::Difference => {
                Val::nodes(left.iter().filter(|node| !is_in(node)).copied().collect())
            }
            OfSets::Leading => Val::nodes(sided(&|node, first| *node < first)),
            OfSets::Trailing => Val::nodes(sided(&|node, first| *node > first)),
            OfSets::Intersection | OfSets::Distinct => {
                Val::nodes(left.iter().filter(is_in).copied().collect())
            }
        })
    }

    /// Returns the first node of each distinct string-value.
    fn distinct(&mut self, nodes: &[Place]) -> Eval<Vec<Place>> {
        let (mut said, mut first) = (HashSet::default(), Vec::new());
        for node in nodes {
            if said.insert(self.said(*node)?) {
                first.push(*node);
            }
        }
        Ok(first)
    }
}
