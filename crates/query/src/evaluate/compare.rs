//! Comparisons of all pairs of types. (XPath 1.0, section 3.4.)
//!
//! Two node-sets compare as true if any pair of their nodes does. For equality, a hash set of one
//! side's string-values decides; for order, the minimum and maximum of each side. So comparing two
//! sets is linear in the length of their texts.

use std::borrow::Cow;
use std::rc::Rc;

use super::evaluator::{Evaluator, TreeKey};
use super::failure::Eval;
use super::place::EvalNode;
use super::val::Val;
use crate::plan::Operator;
use crate::value::text_number;
use wishful::base::HashSet;

/// The constant right-hand side of a comparison `node operator value`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Constant<'c> {
    operator: Operator,
    value: Single<'c>,
}

#[derive(Clone, PartialEq, Debug)]
enum Single<'c> {
    Number(f64),
    Text(&'c str),
}

impl<'c> Constant<'c> {
    /// Creates the comparison with a number or a text.
    pub(crate) fn new(operator: Operator, value: &'c Val<'_>) -> Self {
        let value = match value {
            Val::Number(number) => Single::Number(*number),
            Val::Text(text) if is_equality(operator) => Single::Text(text),
            Val::Text(text) => Single::Number(text_number(text)),
            Val::Boolean(_) | Val::Nodes(_) => unreachable!("nodes compare with these as one"),
        };
        Self { operator, value }
    }

    /// Reports whether a node with this string-value satisfies the comparison.
    pub(crate) fn fits(&self, text: &str) -> bool {
        match self.value {
            Single::Number(number) => holds(self.operator, text_number(text), number),
            Single::Text(other) => (text == other) == (self.operator == Operator::Equal),
        }
    }
}

fn is_equality(operator: Operator) -> bool {
    matches!(operator, Operator::Equal | Operator::NotEqual)
}

/// Returns the operator for exchanged operands.
pub(crate) fn turned(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::Greater,
        Operator::LessOrEqual => Operator::GreaterOrEqual,
        Operator::Greater => Operator::Less,
        Operator::GreaterOrEqual => Operator::LessOrEqual,
        other => other,
    }
}

/// Converts a value to a boolean and that to 1 or 0.
fn truth_number(value: &Val<'_>) -> f64 {
    f64::from(u8::from(value.to_boolean()))
}

/// Compares numbers as IEEE 754 defines it.
fn holds(operator: Operator, left: f64, right: f64) -> bool {
    match operator {
        Operator::Equal => left == right,
        Operator::NotEqual => left != right,
        Operator::Less => left < right,
        Operator::LessOrEqual => left <= right,
        Operator::Greater => left > right,
        Operator::GreaterOrEqual => left >= right,
        _ => unreachable!("that is no comparison"),
    }
}

/// One side of a comparison of node-sets.
#[derive(Clone, Copy)]
struct Side<'n> {
    nodes: &'n [EvalNode],
    /// The cache key of the side's texts and extremes, if the side is constant within a tree.
    key: Option<TreeKey>,
}

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(crate) fn compare(
        &mut self,
        operator: Operator,
        (left, left_key): (&Val<'e>, Option<TreeKey>),
        (right, right_key): (&Val<'e>, Option<TreeKey>),
    ) -> Eval<bool> {
        match (left, right) {
            (Val::Nodes(left), Val::Nodes(right)) => {
                let left = Side { nodes: left, key: left_key };
                self.compare_sets(operator, left, Side { nodes: right, key: right_key })
            }
            (Val::Nodes(_), Val::Boolean(_)) | (Val::Boolean(_), Val::Nodes(_)) => {
                Ok(holds(operator, truth_number(left), truth_number(right)))
            }
            (Val::Nodes(nodes), other) => self.compare_each(nodes, &Constant::new(operator, other)),
            (other, Val::Nodes(nodes)) => {
                self.compare_each(nodes, &Constant::new(turned(operator), other))
            }
            (Val::Boolean(_), _) | (_, Val::Boolean(_)) if is_equality(operator) => {
                Ok(holds(operator, truth_number(left), truth_number(right)))
            }
            (Val::Text(left), Val::Text(right)) if is_equality(operator) => {
                self.steps.take_bytes(left.len().min(right.len()))?;
                Ok((left == right) == (operator == Operator::Equal))
            }
            _ => Ok(holds(operator, left.to_number(&self.world), right.to_number(&self.world))),
        }
    }

    fn compare_each(&mut self, nodes: &[EvalNode], constant: &Constant<'_>) -> Eval<bool> {
        for node in nodes {
            let text = self.string_value(*node)?;
            if constant.fits(&text) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the string-value of a node, and takes its cost in steps.
    pub(crate) fn string_value(&mut self, node: EvalNode) -> Eval<Cow<'e, str>> {
        let text: Cow<'e, str> = self.world.string_value(node);
        self.steps.take_bytes(text.len())?;
        Ok(text)
    }

    fn compare_sets(&mut self, operator: Operator, left: Side<'_>, right: Side<'_>) -> Eval<bool> {
        if left.nodes.is_empty() || right.nodes.is_empty() {
            return Ok(false);
        }
        match operator {
            Operator::Equal | Operator::NotEqual => {
                self.have_pair(operator == Operator::Equal, left, right)
            }
            Operator::Less | Operator::LessOrEqual => {
                let (least, greatest) = (self.extremes_of(left)?.0, self.extremes_of(right)?.1);
                Ok(holds(operator, least, greatest))
            }
            _ => {
                let (greatest, least) = (self.extremes_of(left)?.1, self.extremes_of(right)?.0);
                Ok(holds(operator, greatest, least))
            }
        }
    }

    /// Reports whether a node of the left side and one of the right have equal string-values, or
    /// unequal ones. One side becomes a hash set. The set of a side that is constant within the
    /// tree is cached, so that a join is linear in both sides.
    fn have_pair(&mut self, equal: bool, left: Side<'_>, right: Side<'_>) -> Eval<bool> {
        let is_left = match (left.key, right.key) {
            (Some(_), None) => true,
            (None, Some(_)) => false,
            _ => left.nodes.len() < right.nodes.len(),
        };
        let (table, others) = if is_left { (left, right) } else { (right, left) };
        let texts = self.texts_in(table)?;
        if !equal && texts.len() > 1 {
            return Ok(true);
        }
        for node in others.nodes {
            if texts.contains(&self.string_value(*node)?) == equal {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the set of string-values of a side.
    fn texts_in(&mut self, side: Side<'_>) -> Eval<Rc<HashSet<Cow<'e, str>>>> {
        if let Some(known) = side.key.and_then(|key| self.texts.get(&key)) {
            return Ok(known.clone());
        }
        let texts = side.nodes.iter().map(|node| self.string_value(*node));
        let texts = Rc::new(texts.collect::<Eval<HashSet<_>>>()?);
        if let Some(key) = side.key {
            self.texts.insert(key, texts.clone());
        }
        Ok(texts)
    }

    fn extremes_of(&mut self, side: Side<'_>) -> Eval<(f64, f64)> {
        if let Some(known) = side.key.and_then(|key| self.extremes.get(&key)) {
            return Ok(*known);
        }
        let extremes = self.extremes(side.nodes)?;
        if let Some(key) = side.key {
            self.extremes.insert(key, extremes);
        }
        Ok(extremes)
    }

    /// Returns the minimum and the maximum of the nodes' numbers; NaN if there are none.
    pub(crate) fn extremes(&mut self, nodes: &[EvalNode]) -> Eval<(f64, f64)> {
        let mut extremes = (f64::NAN, f64::NAN);
        for node in nodes {
            let number = text_number(&self.string_value(*node)?);
            extremes = (extremes.0.min(number), extremes.1.max(number));
        }
        Ok(extremes)
    }
}
