//! Folds of a forest over a semiring (Goodman, "Semiring parsing", 1999): numbers of trees, costs,
//! best trees, values.
//!
//! The value of a node is the sum of its alternatives' values. The value of an alternative is the
//! product of its children's values, to which the semiring applies the rule. Each node and each
//! prefix is valued once, after its parts, so a fold takes as many steps as the forest has
//! divisions. Nothing recurses.
//!
//! A cyclic forest has infinite sums, and no fold. [`Forest::without_cycles`] gives one that has.

use super::forest::{Division, Forest, Part, PartKind, PrefixId, RuleChoice};
use super::symbols::{RuleId, TerminalId};
use crate::util::wide;
use std::fmt;

/// A semiring, with the values of words and the effects of rules.
pub trait Semiring {
    /// The value of a set of trees.
    type Value: Clone;

    /// Returns the value of no tree, which is neutral in sums.
    fn zero(&mut self) -> Self::Value;

    /// Returns the value of the empty text, which is neutral in products.
    fn one(&mut self) -> Self::Value;

    /// Returns the value of two sets of trees together. The first one has the better rank.
    fn plus(&mut self, first: Self::Value, second: Self::Value) -> Self::Value;

    /// Returns the value of a text followed by another one.
    fn times(&mut self, left: &Self::Value, right: &Self::Value) -> Self::Value;

    /// Returns the value of the word at an index of the text.
    fn word(&mut self, _terminal: TerminalId, _index: usize) -> Self::Value {
        self.one()
    }

    /// Returns the value of a node with this rule, given the product of its children.
    fn rule(&mut self, _rule: RuleId, children: Self::Value) -> Self::Value {
        children
    }
}

/// A number of trees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TreeCount {
    /// This number.
    Exactly(u128),
    /// A finite number that exceeds 128 bits.
    Huge,
    /// Infinitely many, as a cyclic grammar gives.
    Infinite,
}

impl fmt::Display for TreeCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(count) => count.fmt(f),
            Self::Huge => f.write_str("more than 2^128"),
            Self::Infinite => f.write_str("infinitely many"),
        }
    }
}

/// The natural numbers with addition and multiplication; `None` is a number above 128 bits.
struct Counting;

impl Semiring for Counting {
    type Value = Option<u128>;

    fn zero(&mut self) -> Self::Value {
        Some(0)
    }

    fn one(&mut self) -> Self::Value {
        Some(1)
    }

    fn plus(&mut self, first: Self::Value, second: Self::Value) -> Self::Value {
        first?.checked_add(second?)
    }

    fn times(&mut self, left: &Self::Value, right: &Self::Value) -> Self::Value {
        (*left)?.checked_mul((*right)?)
    }
}

impl Forest {
    /// Returns the number of trees, by one pass over the nodes.
    #[must_use]
    pub fn count(&self) -> TreeCount {
        match self.fold(&mut Counting) {
            None => TreeCount::Infinite,
            Some(None) => TreeCount::Huge,
            Some(Some(count)) => TreeCount::Exactly(count),
        }
    }

    /// Returns the value of the forest in a semiring; `None` if there are infinitely many trees.
    #[must_use]
    pub fn fold<S: Semiring>(&self, semiring: &mut S) -> Option<S::Value> {
        if self.is_infinite() {
            return None;
        }
        let spans = vec![None; self.nodes.spans.len()];
        let prefixes = vec![None; self.nodes.prefixes.len()];
        let mut fold = Fold { forest: self, semiring, spans, prefixes };
        for span in self.order() {
            let mut sum = fold.semiring.zero();
            for &RuleChoice { rule, right } in self.choices(span) {
                if let PartKind::Prefix(prefix) = right.kind() {
                    fold.prefix(prefix);
                }
                let children = fold.part(right);
                let value = fold.semiring.rule(rule, children);
                sum = fold.semiring.plus(sum, value);
            }
            fold.spans[span.index()] = Some(sum);
        }
        fold.spans.swap_remove(self.root.index())
    }
}

struct Fold<'f, 's, S: Semiring> {
    forest: &'f Forest,
    semiring: &'s mut S,
    /// The values of the nodes so far.
    spans: Vec<Option<S::Value>>,
    prefixes: Vec<Option<S::Value>>,
}

impl<S: Semiring> Fold<'_, '_, S> {
    /// Returns the value of a part, whose node has been valued.
    fn part(&mut self, part: Part) -> S::Value {
        let known = match part.kind() {
            PartKind::Word(index) => {
                let index = wide(index);
                return self.semiring.word(self.forest.words()[index], index);
            }
            PartKind::Empty => None,
            PartKind::Span(span) => self.spans[span.index()].clone(),
            PartKind::Prefix(prefix) => self.prefixes[prefix.index()].clone(),
        };
        known.unwrap_or_else(|| self.semiring.one())
    }

    /// Values a prefix, and the shorter ones that it consists of.
    fn prefix(&mut self, prefix: PrefixId) {
        let forest = self.forest;
        let mut open = vec![(prefix, false)];
        while let Some((prefix, is_ready)) = open.pop() {
            if self.prefixes[prefix.index()].is_some() {
                continue;
            }
            if is_ready {
                let mut sum = self.semiring.zero();
                for &Division { before, last } in forest.divisions(prefix) {
                    let (left, right) = (self.part(before), self.part(last));
                    let product = self.semiring.times(&left, &right);
                    sum = self.semiring.plus(sum, product);
                }
                self.prefixes[prefix.index()] = Some(sum);
                continue;
            }
            open.push((prefix, true));
            for &Division { before, .. } in forest.divisions(prefix) {
                if let PartKind::Prefix(before) = before.kind() {
                    open.push((before, false));
                }
            }
        }
    }
}
