//! Comparisons of all pairs of types. (XPath 1.0, section 3.4.)
//!
//! Two sets compare if two of their nodes do. Whether any are equal is told by a table of what the one set says; whether one is
//! less, by the least and the greatest; so two sets cost what their texts are long.

use std::borrow::Cow;

use super::evaluator::Evaluator;
use super::failure::Eval;
use super::place::Place;
use super::val::Val;
use crate::base::HashSet;
use crate::query::plan::Operator;
use crate::query::value::text_number;

/// What nodes are compared with, and how: `node operator value`.
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
    /// Of a number or a text.
    pub(crate) fn new(operator: Operator, value: &'c Val<'_>) -> Self {
        let value = match value {
            Val::Number(number) => Single::Number(*number),
            Val::Text(text) if is_equality(operator) => Single::Text(text),
            Val::Text(text) => Single::Number(text_number(text)),
            Val::Boolean(_) | Val::Nodes(_) => unreachable!("nodes compare with these as one"),
        };
        Self { operator, value }
    }

    /// Whether a node that says this compares so.
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

/// The operator with its operands changed about.
pub(crate) fn turned(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::Greater,
        Operator::LessOrEqual => Operator::GreaterOrEqual,
        Operator::Greater => Operator::Less,
        Operator::GreaterOrEqual => Operator::LessOrEqual,
        other => other,
    }
}

/// What is true as one, what is not as zero.
fn truth_number(value: &Val<'_>) -> f64 {
    f64::from(u8::from(value.to_boolean()))
}

/// Compares numbers as IEEE 754 has it.
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

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(crate) fn compare(
        &mut self,
        operator: Operator,
        left: &Val<'e>,
        right: &Val<'e>,
    ) -> Eval<bool> {
        match (left, right) {
            (Val::Nodes(left), Val::Nodes(right)) => self.compare_sets(operator, left, right),
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

    fn compare_each(&mut self, nodes: &[Place], constant: &Constant<'_>) -> Eval<bool> {
        for node in nodes {
            let text = self.said(*node)?;
            if constant.fits(&text) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What a node says, counted.
    pub(crate) fn said(&mut self, node: Place) -> Eval<Cow<'e, str>> {
        let text: Cow<'e, str> = self.world.string_value(node);
        self.steps.take_bytes(text.len())?;
        Ok(text)
    }

    fn compare_sets(&mut self, operator: Operator, left: &[Place], right: &[Place]) -> Eval<bool> {
        if left.is_empty() || right.is_empty() {
            return Ok(false);
        }
        match operator {
            Operator::Equal => self.have_equal(left, right),
            Operator::NotEqual => self.have_unequal(left, right),
            Operator::Less | Operator::LessOrEqual => {
                let (least, greatest) = (self.extremes(left)?.0, self.extremes(right)?.1);
                Ok(holds(operator, least, greatest))
            }
            _ => {
                let (greatest, least) = (self.extremes(left)?.1, self.extremes(right)?.0);
                Ok(holds(operator, greatest, least))
            }
        }
    }

    fn have_equal(&mut self, left: &[Place], right: &[Place]) -> Eval<bool> {
        let (few, many) = if left.len() < right.len() { (left, right) } else { (right, left) };
        let mut texts = HashSet::default();
        for node in few {
            texts.insert(self.said(*node)?);
        }
        for node in many {
            if texts.contains(&self.said(*node)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Unless all nodes of both say the same, two of them differ: one of the left and one of the right, since there is one of each.
    fn have_unequal(&mut self, left: &[Place], right: &[Place]) -> Eval<bool> {
        let first = self.said(left[0])?;
        for node in left.iter().chain(right) {
            if self.said(*node)? != first {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The least and the greatest number that is said; without one, no numbers.
    pub(crate) fn extremes(&mut self, nodes: &[Place]) -> Eval<(f64, f64)> {
        let mut extremes = (f64::NAN, f64::NAN);
        for node in nodes {
            let number = text_number(&self.said(*node)?);
            extremes = (extremes.0.min(number), extremes.1.max(number));
        }
        Ok(extremes)
    }
}
