//! The cheapest trees of a forest, by the costs of their rules.
//!
//! The semiring is that of lists of the k least costs: a sum merges two lists, a product adds each
//! pair of costs. Of a product, the pair of the i-th and the j-th cost is among the k least only if
//! `i * j <= k` (Huang and Chiang, "Better k-best parsing", 2005). A cost comes with the number of
//! a derivation in an arena, from which its tree is built.

use super::fold::Semiring;
use super::forest::{Forest, TextWords};
use super::symbols::{RuleId, TerminalId};
use super::trees::{Tree, TreeDraft, TreeLabel};
use crate::util::{narrow, wide};

/// A derivation of a part of the text.
#[derive(Clone, Copy)]
enum Derivation {
    Empty,
    Word(u32),
    Rule(RuleId, u32),
    Pair(u32, u32),
}

/// The semiring of the least costs.
struct Cheapest<C> {
    most: usize,
    cost: C,
    derivations: Vec<Derivation>,
}

impl<C> Cheapest<C> {
    fn add(&mut self, derivation: Derivation) -> u32 {
        self.derivations.push(derivation);
        narrow(self.derivations.len() - 1)
    }
}

impl<C: FnMut(RuleId) -> u64> Semiring for Cheapest<C> {
    /// Ascending costs, each with its derivation.
    type Value = Vec<(u64, u32)>;

    fn zero(&mut self) -> Self::Value {
        Vec::new()
    }

    fn one(&mut self) -> Self::Value {
        vec![(0, self.add(Derivation::Empty))]
    }

    fn plus(&mut self, first: Self::Value, second: Self::Value) -> Self::Value {
        let mut all = first;
        all.extend(second);
        // Of equal costs, the better rank stays first.
        all.sort_by_key(|&(cost, _)| cost);
        all.truncate(self.most);
        all
    }

    fn times(&mut self, left: &Self::Value, right: &Self::Value) -> Self::Value {
        let mut all = Vec::new();
        for (i, &(one, first)) in left.iter().enumerate() {
            for &(other, second) in right.iter().take(self.most / (i + 1)) {
                all.push((one.saturating_add(other), (first, second)));
            }
        }
        all.sort_by_key(|&(cost, _)| cost);
        all.truncate(self.most);
        let mut value = Vec::with_capacity(all.len());
        for (cost, (first, second)) in all {
            value.push((cost, self.add(Derivation::Pair(first, second))));
        }
        value
    }

    fn word(&mut self, _: TerminalId, index: usize) -> Self::Value {
        vec![(0, self.add(Derivation::Word(narrow(index))))]
    }

    fn rule(&mut self, rule: RuleId, children: Self::Value) -> Self::Value {
        let own = (self.cost)(rule);
        let mut value = children;
        for (cost, derivation) in &mut value {
            *cost = cost.saturating_add(own);
            *derivation = self.add(Derivation::Rule(rule, *derivation));
        }
        value
    }
}

impl Forest {
    /// Returns the `most` trees with the least sums of rule costs, in ascending order, each with
    /// its cost. Of equal costs, the best-ranked tree is among the first. If there are infinitely
    /// many trees, only those of [`Forest::without_cycles`] are considered.
    #[must_use]
    pub fn cheapest_trees(&self, most: usize, cost: impl FnMut(RuleId) -> u64) -> Vec<(u64, Tree)> {
        let mut cheapest = Cheapest { most, cost, derivations: Vec::new() };
        let found = if self.is_infinite() {
            self.without_cycles().fold(&mut cheapest)
        } else {
            self.fold(&mut cheapest)
        };
        let mut trees = Vec::new();
        for (cost, derivation) in found.unwrap_or_default() {
            trees.push((cost, tree(&self.words, &cheapest.derivations, derivation)));
        }
        trees
    }
}

/// Builds the tree of a derivation.
fn tree(words: &TextWords, derivations: &[Derivation], root: u32) -> Tree {
    let mut draft = TreeDraft::default();
    // The next derivation is last, with its parent; `Err` is the end of a node.
    let mut open = vec![Ok((root, 0))];
    while let Some(next) = open.pop() {
        let (derivation, parent) = match next {
            Ok(next) => next,
            Err(node) => {
                draft.end(node);
                continue;
            }
        };
        match derivations[wide(derivation)] {
            Derivation::Empty => {}
            Derivation::Word(index) => draft.word(words, index, parent),
            Derivation::Rule(rule, children) => {
                let node = draft.begin(TreeLabel::Rule(rule), parent);
                open.push(Err(node));
                open.push(Ok((children, node)));
            }
            Derivation::Pair(first, second) => {
                open.push(Ok((second, parent)));
                open.push(Ok((first, parent)));
            }
        }
    }
    draft.finish()
}
