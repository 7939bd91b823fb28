//! EXSLT's set functions on sorted lists of nodes. Each node of one list is searched in the other
//! by bisection; only `distinct` hashes.

use super::Call;
use crate::evaluate::{Eval, EvalNode, Evaluator, Val};
use crate::function::SetFn;
use wishful::base::HashSet;

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn of_sets(&mut self, of: SetFn, call: Call<'e>) -> Eval<Val<'e>> {
        let left = self.nodes_of(call, 0)?;
        if of == SetFn::Distinct {
            return Ok(Val::nodes(self.distinct(&left)?));
        }
        let right = self.nodes_of(call, 1)?;
        self.steps.take(left.len() + right.len())?;
        let mut selected = Vec::new();
        match of {
            SetFn::HasSameNode => {
                let has_same = left.iter().any(|node| right.binary_search(node).is_ok());
                return Ok(Val::Boolean(has_same));
            }
            SetFn::Leading | SetFn::Trailing => {
                return Ok(Val::nodes(beside_first(of, &left, &right)));
            }
            SetFn::Difference | SetFn::Intersection | SetFn::Distinct => {
                let is_wanted = of != SetFn::Difference;
                for node in left.iter() {
                    if right.binary_search(node).is_ok() == is_wanted {
                        selected.push(*node);
                    }
                }
            }
        }
        Ok(Val::nodes(selected))
    }

    /// Returns the first node of each distinct string-value.
    fn distinct(&mut self, nodes: &[EvalNode]) -> Eval<Vec<EvalNode>> {
        let (mut seen, mut first) = (HashSet::default(), Vec::new());
        for node in nodes {
            if seen.insert(self.string_value(*node)?) {
                first.push(*node);
            }
        }
        Ok(first)
    }
}

/// Returns the nodes of `left` before the first node of `right`, or after it for
/// [`SetFn::Trailing`].
///
/// EXSLT: without a first node of `right`, these are all nodes; if it is not in `left`, none.
fn beside_first(of: SetFn, left: &[EvalNode], right: &[EvalNode]) -> Vec<EvalNode> {
    let Some(first) = right.first() else { return left.to_vec() };
    if left.binary_search(first).is_err() {
        return Vec::new();
    }
    let mut nodes = left.to_vec();
    nodes.retain(|node| if of == SetFn::Leading { node < first } else { node > first });
    nodes
}
