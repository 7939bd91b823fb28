//! Predicates: filters on a list of nodes in the order of their axis. (XPath 1.0, section 2.4.)

use super::evaluator::{Evaluator, Focus};
use super::failure::Eval;
use super::place::EvalNode;
use super::val::Val;
use crate::Node;
use crate::function::{ContextFn, Meaning, Type};
use crate::plan::{Expr, ExprId, Operator};
use wishful::base::{real, whole};

/// A classification of predicates: those that select by position alone, and all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PredicateKind {
    /// The node at this position; 0 selects nothing.
    At(usize),
    /// The nodes up to and including this position.
    UpTo(usize),
    Last,
    /// A predicate that is evaluated for each node.
    Each,
}

impl PredicateKind {
    /// Returns the number of leading nodes that determine the result.
    pub(crate) fn most(self) -> Option<usize> {
        match self {
            Self::At(most) | Self::UpTo(most) => Some(most),
            Self::Last | Self::Each => None,
        }
    }
}

/// Converts a number to a position; 0 if it is not a positive integer.
fn position(number: f64) -> usize {
    let position = whole(number);
    if real(position) == number { position } else { 0 }
}

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// Classifies a predicate.
    pub(crate) fn pick(&self, predicate: ExprId) -> PredicateKind {
        match self.plan.expr(predicate) {
            Expr::Number(number) => PredicateKind::At(position(*number)),
            _ if self.is_focus(predicate, ContextFn::Last) => PredicateKind::Last,
            Expr::Binary { operator, left, right } if self.is_focus(*left, ContextFn::Position) => {
                self.compared(*operator, *right)
            }
            _ => PredicateKind::Each,
        }
    }

    /// Returns the kind of a predicate that compares the position with an operand.
    fn compared(&self, operator: Operator, with: ExprId) -> PredicateKind {
        match (operator, self.plan.expr(with)) {
            (Operator::Equal, _) if self.is_focus(with, ContextFn::Last) => PredicateKind::Last,
            (Operator::Equal, Expr::Number(number)) => PredicateKind::At(position(*number)),
            (Operator::LessOrEqual, Expr::Number(number)) => {
                PredicateKind::UpTo(whole(number.floor()))
            }
            (Operator::Less, Expr::Number(number)) => {
                PredicateKind::UpTo(whole((number.ceil() - 1.0).max(0.0)))
            }
            _ => PredicateKind::Each,
        }
    }

    /// Reports whether an operation is a call of `position()` or `last()`.
    fn is_focus(&self, expr: ExprId, of: ContextFn) -> bool {
        let Expr::Call { function, .. } = self.plan.expr(expr) else { return false };
        function.row().meaning == Meaning::Focus(of)
    }

    /// Applies predicates one after the other.
    pub(crate) fn filter(
        &mut self,
        mut nodes: Vec<EvalNode>,
        predicates: &[ExprId],
    ) -> Eval<Vec<EvalNode>> {
        for predicate in predicates {
            nodes = match self.pick(*predicate) {
                PredicateKind::At(position) => {
                    let at = position.checked_sub(1).and_then(|at| nodes.get(at));
                    at.copied().into_iter().collect()
                }
                PredicateKind::Last => nodes.last().copied().into_iter().collect(),
                PredicateKind::UpTo(most) => {
                    nodes.truncate(most);
                    nodes
                }
                PredicateKind::Each => {
                    let mut accepted = Vec::new();
                    self.filter_into(nodes, predicate, &mut accepted)?;
                    accepted
                }
            };
        }
        Ok(nodes)
    }

    /// Evaluates a predicate on each node, and collects the accepted ones.
    pub(crate) fn filter_into(
        &mut self,
        nodes: Vec<EvalNode>,
        predicate: &ExprId,
        accepted: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        let size = nodes.len();
        for (at, node) in nodes.into_iter().enumerate() {
            if self.accepts(*predicate, Focus { node, position: at + 1, size })? {
                accepted.push(node);
            }
        }
        Ok(())
    }

    /// Reports whether a predicate accepts a node. A predicate that depends on the node's name
    /// alone is evaluated once for each name.
    fn accepts(&mut self, predicate: ExprId, focus: Focus) -> Eval<bool> {
        if !self.fact(predicate).reads.is_of_name() || self.facts.counts(predicate) {
            return self.is_accepted(predicate, focus);
        }
        let name = self.world.node(focus.node).and_then(Node::name).unwrap_or_default();
        let key = (predicate, name.len(), name);
        let at = self.by_name.partition_point(|&(other, _)| other < key);
        if let Some(&(other, known)) = self.by_name.get(at)
            && other == key
        {
            return Ok(known);
        }
        let is_accepted = self.is_accepted(predicate, focus)?;
        // The predicate can contain others, whose answers were inserted.
        let at = self.by_name.partition_point(|&(other, _)| other < key);
        self.by_name.insert(at, (key, is_accepted));
        Ok(is_accepted)
    }

    /// Evaluates a predicate on a node. A number accepts the node at that position.
    fn is_accepted(&mut self, predicate: ExprId, focus: Focus) -> Eval<bool> {
        let number = match self.fact(predicate).gives {
            Type::Number => self.number(predicate, focus)?,
            Type::Any => match self.value(predicate, focus)? {
                Val::Number(number) => number,
                value => return Ok(value.to_boolean()),
            },
            _ => return self.truth(predicate, focus),
        };
        Ok(number == real(focus.position))
    }

    /// Reports whether non-positional predicates all accept a node.
    pub(crate) fn hold(&mut self, predicates: &[ExprId], node: EvalNode) -> Eval<bool> {
        for predicate in predicates {
            if !self.accepts(*predicate, Focus::on(node))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
