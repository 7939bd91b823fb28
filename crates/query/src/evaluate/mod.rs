//! Evaluation of plans: XPath 1.0's data model, values, axes and functions, on the tree as it is.
//!
//! ```text
//! //li[count(preceding::b) > 2][@class = 'x']/following::a[1]
//!  │                │                │             │
//!  │                │                │             └ a position: walks from each node, then lookup
//!  │                │                └ a comparison: ends at the first hit
//!  │                └ a count: by walks, then by bisection
//!  └ a leg: an axis of a set, from an index
//! ```
//!
//! Evaluation is set-at-a-time: paths go from node-set to node-set (`sets`). Node ids are in
//! document order, so `descendant`, `following` and `preceding` of a set are ranges.
//!
//! Two questions are answered per node instead: positions on an axis, and whether a path selects
//! anything. Their total cost is bounded: once walking has cost as much as the size of the tree,
//! lookups in `targets` replace it (`exists`, `path`). Two cases stay more than linear, and the
//! limit of steps applies to them. They are texts of nested elements, and positions on long axes of
//! many nodes, other than the first, the last or a fixed one.
//!
//! Invariant: the plan's nesting is bounded, so operations recurse; nothing recurses on the
//! document.
//!
//! Read next: `place` for nodes during evaluation, `expression` for values, `path` for paths,
//! `crate::functions` for functions.

mod check;
mod compare;
mod evaluator;
mod exists;
mod expression;
mod facts;
mod failure;
mod legs;
mod node_test;
mod path;
mod place;
mod predicates;
mod selected;
mod sets;
mod settings;
mod targets;
#[cfg(test)]
mod tests;
mod val;
mod walk;

pub(crate) use check::check;
use check::unknown_variables;
pub use evaluator::{Evaluator, Focus};
pub use facts::Facts;
pub use failure::Failure;
pub use failure::{Eval, Stop};
pub use place::{EvalDocuments, EvalNode};
pub(crate) use sets::order;
pub use settings::{Answer, ReachedLimit};
pub use settings::{Context, Settings};
pub use val::Val;

use super::function::Type;
use super::plan::Plan;
use super::value::Value;

/// Evaluates a plan that passed [`check`] at a context node.
///
/// # Errors
/// If a variable is unbound, or if a text from the document is not valid where a pattern or an
/// address is required.
pub(crate) fn evaluate<'d>(
    plan: &Plan,
    context: impl Into<Context<'d>>,
    settings: &Settings<'d>,
) -> Result<Answer<'d>, Failure> {
    if let Some(unknown) = unknown_variables(plan, &settings.variables) {
        return Err(unknown);
    }
    let context = context.into();
    let mut world = EvalDocuments::new(context.node.owner.document(), settings.view);
    let node = world.place(context.node);
    let focus = Focus { node, position: context.position, size: context.size };
    let mut evaluator = Evaluator::new(plan, world, node, settings);
    let value = match evaluator.value(plan.root(), focus) {
        Ok(value) => value,
        Err(Stop::Failed(failure)) => return Err(failure),
        Err(Stop::Cut(limit)) => {
            let value = evaluator.partial_value();
            let steps = evaluator.steps.taken();
            return Ok(Answer { value: evaluator.answer(value).0, cut: Some(limit), steps });
        }
    };
    let steps = evaluator.steps.taken();
    let (value, cut) = evaluator.answer(value);
    Ok(Answer { value, cut, steps })
}

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// Returns the partial value of an evaluation that was cut off.
    fn partial_value(&mut self) -> Val<'e> {
        match self.fact(self.plan.root()).gives {
            Type::Boolean => Val::Boolean(false),
            Type::Number => Val::Number(f64::NAN),
            Type::Text => Val::text(""),
            Type::Nodes | Type::Texts | Type::Any => Val::nodes(std::mem::take(&mut self.partial)),
        }
    }

    /// Returns the limit on the answer, in nodes or in bytes of text.
    pub(crate) fn room(&self) -> usize {
        let bytes = self.world.document(self.current).map_or(0, |document| document.text().len());
        usize::try_from(self.settings.limits.answer.of(bytes)).unwrap_or(usize::MAX)
    }

    /// Converts a value to its public form, cut off at the limit on the answer.
    fn answer(&self, value: Val<'e>) -> (Value<'d>, Option<ReachedLimit>) {
        let room = self.room();
        match value {
            Val::Boolean(boolean) => (Value::Boolean(boolean), None),
            Val::Number(number) => (Value::Number(number), None),
            Val::Text(text) => {
                let end = text.floor_char_boundary(room);
                let cut = if end < text.len() { Some(ReachedLimit::Answer) } else { None };
                (Value::String(text[..end].to_owned()), cut)
            }
            Val::Nodes(nodes) => {
                let cut = if nodes.len() > room { Some(ReachedLimit::Answer) } else { None };
                (self.nodes_or_texts(&nodes[..nodes.len().min(room)]), cut)
            }
        }
    }

    fn nodes_or_texts(&self, nodes: &[EvalNode]) -> Value<'d> {
        if nodes.first().is_some_and(|first| first.is_constructed())
            || self.fact(self.plan.root()).gives == Type::Texts
        {
            let mut texts = Vec::with_capacity(nodes.len());
            for node in nodes {
                texts.push(self.world.made(*node).map(|text| text.to_string()).unwrap_or_default());
            }
            return Value::Texts(texts);
        }
        Value::Nodes(nodes.iter().filter_map(|node| self.world.node(*node)).collect())
    }
}
