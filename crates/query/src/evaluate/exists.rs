//! Boolean evaluation: whether a path selects a node, or a node that satisfies a comparison. It
//! stops at the first such node.
//!
//! The technique is a walk that switches to precomputed targets. A search from one node ends at its
//! first hit, but it may visit the whole document for each of many nodes without a hit. So each leg
//! counts its visited nodes over all searches. Once the count exceeds the nodes of the tree, the
//! evaluator computes the leg's targets: all nodes from which the rest of the path selects
//! something. From then on, bisection finds whether a target is on the axis.
//!
//! So a predicate of paths, `and`, `or` and `not` is cheap even at all nodes of a document. It
//! costs a few passes over the document per leg, times a logarithm. (Core XPath: Gottlob, Koch and
//! Pichler 2002.)

use std::borrow::Cow;

use super::compare::Constant;
use super::evaluator::{Evaluator, Focus, Goal, TreeKey};
use super::failure::Eval;
use super::legs::{AxisLeg, Leg};
use super::place::EvalNode;
use super::targets::Targets;
use crate::function::{Function, Logic, Meaning, Type};
use crate::plan::{Expr, ExprId, Operator};

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// Evaluates an operation as a boolean.
    pub(crate) fn truth(&mut self, expr: ExprId, focus: Focus) -> Eval<bool> {
        self.steps.take(1)?;
        let plan = self.plan;
        match plan.expr(expr) {
            Expr::Binary { operator: Operator::Or, left, right } => {
                Ok(self.truth(*left, focus)? || self.truth(*right, focus)?)
            }
            Expr::Binary { operator: Operator::And, left, right } => {
                Ok(self.truth(*left, focus)? && self.truth(*right, focus)?)
            }
            Expr::Binary { operator, left, right } if self.fact(expr).gives == Type::Boolean => {
                self.comparison(*operator, [*left, *right], focus)
            }
            Expr::Union { left, right } => {
                Ok(self.truth(*left, focus)? || self.truth(*right, focus)?)
            }
            Expr::Path { .. } => self.path_truth(expr, focus),
            Expr::Call { function, arguments } => {
                self.called_truth(expr, *function, arguments, focus)
            }
            _ => Ok(self.value(expr, focus)?.to_boolean()),
        }
    }

    /// Reports whether a path selects a node. The answer for a path that is constant within a tree
    /// is cached.
    fn path_truth(&mut self, path: ExprId, focus: Focus) -> Eval<bool> {
        if !self.fact(path).reads.is_constant() {
            return self.selects_any(path, focus, None);
        }
        let key = (path, self.world.root(focus.node));
        if let Some(known) = self.truths.get(&key) {
            return Ok(*known);
        }
        let truth = self.selects_any(path, focus, None)?;
        self.truths.insert(key, truth);
        Ok(truth)
    }

    /// Evaluates a function call as a boolean.
    fn called_truth(
        &mut self,
        expr: ExprId,
        function: Function,
        arguments: &'e [ExprId],
        focus: Focus,
    ) -> Eval<bool> {
        match (function.row().meaning, arguments) {
            (Meaning::Logic(Logic::Not), [of]) => Ok(!self.truth(*of, focus)?),
            (Meaning::Logic(Logic::Boolean), [of]) => self.truth(*of, focus),
            _ => Ok(self.value(expr, focus)?.to_boolean()),
        }
    }

    /// Evaluates a comparison. A path is compared with a constant node by node.
    fn comparison(
        &mut self,
        operator: Operator,
        [left, right]: [ExprId; 2],
        focus: Focus,
    ) -> Eval<bool> {
        let (path, with, operator) = if self.is_path(left) && self.is_constant_atom(right) {
            (left, right, operator)
        } else if self.is_path(right) && self.is_constant_atom(left) {
            (right, left, super::compare::turned(operator))
        } else {
            let root = self.world.root(focus.node);
            let (left_key, right_key) = (self.cache_key(left, root), self.cache_key(right, root));
            let (left, right) = (self.value(left, focus)?, self.value(right, focus)?);
            return self.compare(operator, (&left, left_key), (&right, right_key));
        };
        let value = self.value(with, focus)?;
        let constant = Constant::new(operator, &value);
        self.selects_any(path, focus, Some(&constant))
    }

    /// Reports whether an operation is a path.
    fn is_path(&self, expr: ExprId) -> bool {
        matches!(self.plan.expr(expr), Expr::Path { .. })
    }

    /// Reports whether a value is a number or a text, and constant within a tree.
    fn is_constant_atom(&self, expr: ExprId) -> bool {
        let fact = self.fact(expr);
        fact.reads.is_constant() && matches!(fact.gives, Type::Number | Type::Text)
    }

    /// Returns the cache key of an operation, if its value is constant within a tree.
    fn cache_key(&self, expr: ExprId, root: EvalNode) -> Option<TreeKey> {
        if self.fact(expr).reads.is_constant() { Some((expr, root)) } else { None }
    }

    /// Reports whether a path selects a node that satisfies the comparison `end`, if one is given.
    pub(crate) fn selects_any(
        &mut self,
        path: ExprId,
        focus: Focus,
        end: Option<&Constant<'_>>,
    ) -> Eval<bool> {
        let legs = self.legs.clone();
        for from in self.start(path, focus)? {
            if self.leads(legs.path(path), from, end)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reports whether the rest of a path leads from a node to one whose string-value satisfies the
    /// comparison `end`; to any node if there is no `end`. Only a positional leg needs all its
    /// nodes.
    fn leads(
        &mut self,
        legs: &[Leg<'e>],
        from: EvalNode,
        end: Option<&Constant<'_>>,
    ) -> Eval<bool> {
        match legs.split_first() {
            None => match end {
                Some(end) => self.fits(end, from),
                None => Ok(true),
            },
            Some((Leg::Axis(leg), rest)) if !leg.is_positional => {
                self.leads_by(leg, rest, from, end)
            }
            Some((leg, rest)) => {
                let is_last = false;
                let nodes = match leg {
                    Leg::Axis(leg) if !leg.by_parent => self.counted_from(leg, from)?,
                    leg => self.leg(leg, &[from], is_last)?,
                };
                for node in nodes {
                    if self.leads(rest, node, end)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Does the same for a path whose first leg is not positional: walks along the axis, or looks
    /// up the precomputed targets.
    fn leads_by(
        &mut self,
        leg: &AxisLeg<'e>,
        rest: &[Leg<'e>],
        from: EvalNode,
        end: Option<&Constant<'_>>,
    ) -> Eval<bool> {
        if let Some(targets) = self.targets(leg, Goal::Rest, from)
            && let Some(count) = targets.count(&self.world, from, leg.axis)
        {
            return Ok(count > 0);
        }
        let is_known = Targets::know(leg.axis) && leg.is_total && is_total(rest);
        let test = self.test(leg, from);
        for node in self.world.walk(from, leg.axis) {
            self.count_visit(leg)?;
            if self.world.passes(&test, node, leg.axis)
                && self.hold(leg.predicates, node)?
                && self.leads(rest, node, end)?
            {
                return Ok(true);
            }
            if is_known
                && self.is_walked_enough(leg, from)
                && self.targets(leg, Goal::Rest, from).is_none()
            {
                let targets = self.find_rest(leg, rest, from, end)?;
                if let Some(count) = targets.count(&self.world, from, leg.axis) {
                    return Ok(count > 0);
                }
            }
        }
        Ok(false)
    }

    /// Computes the nodes of a tree from which the remaining legs select something.
    fn find_rest(
        &mut self,
        leg: &AxisLeg<'e>,
        rest: &[Leg<'e>],
        from: EvalNode,
        end: Option<&Constant<'_>>,
    ) -> Eval<std::rc::Rc<Targets>> {
        self.find(leg, Goal::Rest, from, |all, node| {
            Ok(all.hold(leg.predicates, node)? && all.leads(rest, node, end)?)
        })
    }

    /// Reports whether the string-value of a node satisfies a comparison.
    fn fits(&mut self, end: &Constant<'_>, node: EvalNode) -> Eval<bool> {
        let text: Cow<'_, str> = self.world.string_value(node);
        self.steps.take_bytes(text.len())?;
        Ok(end.fits(&text))
    }

    /// Returns the number of nodes that a path of one leg selects, or `None` if that needs the
    /// node-set.
    pub(crate) fn count(&mut self, path: ExprId, focus: Focus) -> Eval<Option<usize>> {
        let legs = self.legs.clone();
        let [Leg::Axis(leg)] = legs.path(path) else { return Ok(None) };
        if leg.is_positional || !Targets::know(leg.axis) {
            return Ok(None);
        }
        let starts = self.start(path, focus)?;
        let [from] = starts[..] else { return Ok(None) };
        if let Some(targets) = self.targets(leg, Goal::Leg, from) {
            return Ok(targets.count(&self.world, from, leg.axis));
        }
        if !leg.is_total || !self.is_walked_enough(leg, from) || self.world.tree(from).is_none() {
            return Ok(Some(self.count_by_walk(leg, from)?));
        }
        let targets =
            self.find(leg, Goal::Leg, from, |all, node| all.hold(leg.predicates, node))?;
        Ok(targets.count(&self.world, from, leg.axis))
    }

    /// Counts the nodes of a leg one by one.
    fn count_by_walk(&mut self, leg: &AxisLeg<'e>, from: EvalNode) -> Eval<usize> {
        let (test, mut count) = (self.test(leg, from), 0);
        for node in self.world.walk(from, leg.axis) {
            self.count_visit(leg)?;
            let passes = self.world.passes(&test, node, leg.axis);
            count += usize::from(passes && self.hold(leg.predicates, node)?);
        }
        Ok(count)
    }
}

/// Reports whether no leg can fail.
fn is_total(legs: &[Leg<'_>]) -> bool {
    legs.iter().all(|leg| match leg {
        Leg::Axis(leg) => leg.is_total,
        Leg::Select(_) => true,
    })
}
