//! How many derivations a short string has in one content, and the first two as trees.
//!
//! A content is a handful of rules over *letters* (terminals, and whole elements). For a string of at
//! most a few letters the number of derivations of each nonterminal over each span is counted to the
//! least fixpoint, saturating at two: exact for grammars without cycles `A -> A`, which are
//! reported elsewhere. Where the count is two, the walk from the root to the node at which two
//! derivations differ gives the trees. They are drawn with the names that the grammar gives; with those of repetitions, and at
//! last of all that stands for a group or set in place, only if they would look the same without.

use crate::grammar::compile::plain::{Plain, PlainSymbol};
use std::collections::{BTreeMap, BTreeSet};

/// The rules of one content.
pub(super) struct Model<'a> {
    plain: &'a Plain,
    root: usize,
    /// Numbers of rules by nonterminal, for the nonterminals that the root reaches.
    rules: BTreeMap<usize, Vec<usize>>,
}

/// A nonterminal over a span of the string.
type Node = (usize, usize, usize);

/// A rule, and where each of its symbols starts; the end is the node's.
type Derivation = (usize, Vec<usize>);

/// How many derivations each node has: one, or two for more.
pub(super) struct Counts(BTreeMap<Node, u8>);

/// Trees deeper than this are not printed to the end.
const DEEPEST: usize = 40;

impl<'a> Model<'a> {
    pub(super) fn of(plain: &'a Plain, by_left: &[Vec<usize>], root: usize) -> Self {
        let mut rules = BTreeMap::new();
        let mut open = vec![root];
        while let Some(number) = open.pop() {
            if rules.insert(number, by_left[number].clone()).is_none() {
                for symbol in by_left[number].iter().flat_map(|&rule| &plain.rules[rule].right) {
                    if let PlainSymbol::Nonterminal(inner) = symbol {
                        open.push(*inner);
                    }
                }
            }
        }
        Self { plain, root, rules }
    }

    /// The same content without the rules that hold other letters than these.
    pub(super) fn restricted(mut self, letters: &BTreeSet<PlainSymbol>) -> Self {
        let plain = self.plain;
        for rules in self.rules.values_mut() {
            rules.retain(|&rule| {
                plain.rules[rule].right.iter().all(|symbol| {
                    matches!(symbol, PlainSymbol::Nonterminal(_)) || letters.contains(symbol)
                })
            });
        }
        self
    }

    /// The nonterminal of the content.
    pub(super) fn root(&self) -> usize {
        self.root
    }

    /// The nonterminals, ascending.
    pub(super) fn nonterminals(&self) -> impl Iterator<Item = usize> + '_ {
        self.rules.keys().copied()
    }

    /// How many nonterminals, rules and symbols there are.
    pub(super) fn size(&self) -> usize {
        let rules = self.rules.values().flatten();
        self.rules.len() + rules.map(|&rule| 1 + self.plain.rules[rule].right.len()).sum::<usize>()
    }

    /// The rules of a nonterminal.
    pub(super) fn rules_of(&self, nonterminal: usize) -> &[usize] {
        self.rules.get(&nonterminal).map_or(&[], Vec::as_slice)
    }

    /// The letters, ascending.
    pub(super) fn letters(&self) -> BTreeSet<PlainSymbol> {
        let rules = self.rules.values().flatten();
        let symbols = rules.flat_map(|&rule| &self.plain.rules[rule].right);
        symbols.filter(|symbol| !matches!(symbol, PlainSymbol::Nonterminal(_))).copied().collect()
    }

    /// Counts the derivations of all nodes over a string.
    pub(super) fn counts(&self, string: &[PlainSymbol]) -> Counts {
        let mut counts = Counts(BTreeMap::new());
        let mut changed = true;
        while changed {
            changed = false;
            for (&left, rules) in &self.rules {
                for start in 0..=string.len() {
                    changed |= self.count(left, rules, start, string, &mut counts);
                }
            }
        }
        counts
    }

    /// Counts one nonterminal from one place on; tells whether anything is new.
    fn count(
        &self,
        left: usize,
        rules: &[usize],
        start: usize,
        string: &[PlainSymbol],
        counts: &mut Counts,
    ) -> bool {
        let mut sums = vec![0_u8; string.len() + 1];
        for &rule in rules {
            let mut ways = vec![0_u8; string.len() + 1];
            ways[start] = 1;
            for &symbol in &self.plain.rules[rule].right {
                ways = step(symbol, &ways, string, counts);
            }
            for (sum, more) in sums.iter_mut().zip(ways) {
                *sum = (*sum + more).min(2);
            }
        }
        let mut changed = false;
        for (end, sum) in sums.into_iter().enumerate().filter(|(_, sum)| *sum > 0) {
            changed |= counts.0.insert((left, start, end), sum) != Some(sum);
        }
        changed
    }

    /// The nonterminal at which two derivations differ, and both trees of the whole string.
    pub(super) fn two_trees(
        &self,
        counts: &Counts,
        string: &[PlainSymbol],
    ) -> Option<(usize, [String; 2])> {
        let mut node = (self.root, 0, string.len());
        for _ in 0..DEEPEST {
            let derivations = self.derivations(node, counts, string);
            if let [first, second, ..] = derivations.as_slice() {
                let trees = |detail| {
                    [first, second].map(|derivation| {
                        let chosen = (node, derivation);
                        Drawing { model: self, counts, string, chosen, detail }.tree()
                    })
                };
                let details = [Detail::Names, Detail::Lists, Detail::All].map(trees);
                let differ = |[first, second]: &[String; 2]| first != second;
                return details.into_iter().find(differ).map(|trees| (node.0, trees));
            }
            let children = self.children(derivations.first()?, node.2);
            node = children.into_iter().find(|child| counts.0.get(child) == Some(&2))?;
        }
        None
    }

    /// The nonterminals of a derivation with their spans.
    fn children(&self, (rule, starts): &Derivation, end: usize) -> Vec<Node> {
        let right = &self.plain.rules[*rule].right;
        let end_of = |at: usize| starts.get(at + 1).copied().unwrap_or(end);
        let nodes = right.iter().enumerate().filter_map(|(at, symbol)| match symbol {
            PlainSymbol::Nonterminal(number) => Some((*number, starts[at], end_of(at))),
            _ => None,
        });
        nodes.collect()
    }

    /// The derivations of a node, two at most of each rule.
    fn derivations(
        &self,
        (left, start, end): Node,
        counts: &Counts,
        string: &[PlainSymbol],
    ) -> Vec<Derivation> {
        let mut all = Vec::new();
        for &rule in self.rules_of(left) {
            let mut partial: Vec<(Vec<usize>, usize)> = vec![(Vec::new(), start)];
            for &symbol in &self.plain.rules[rule].right {
                let longer = partial.into_iter().flat_map(|(starts, at)| {
                    let ends =
                        (at..=end).filter(move |&to| ways(symbol, at, to, string, counts) > 0);
                    ends.map(move |to| {
                        let mut starts = starts.clone();
                        starts.push(at);
                        (starts, to)
                    })
                    .collect::<Vec<_>>()
                });
                partial = longer.take(64).collect();
            }
            let whole = partial.into_iter().filter(|(_, at)| *at == end);
            all.extend(whole.take(2).map(|(starts, _)| (rule, starts)));
        }
        all
    }
}

/// How much of a tree is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// What has a name in the grammar.
    Names,
    /// Repetitions, too, each as one list.
    Lists,
    All,
}

/// One tree of a string: that with the chosen derivation at one node, and the first one everywhere else.
struct Drawing<'d> {
    model: &'d Model<'d>,
    counts: &'d Counts,
    string: &'d [PlainSymbol],
    chosen: (Node, &'d Derivation),
    detail: Detail,
}

impl Drawing<'_> {
    fn tree(&self) -> String {
        let mut out = String::new();
        self.write((self.model.root, 0, self.string.len()), None, 0, &mut out);
        out
    }

    /// Writes the tree of a node, `name[…]`, in one of the nonterminal `parent`.
    fn write(&self, node: Node, parent: Option<usize>, depth: usize, out: &mut String) {
        let derivation = if node == self.chosen.0 {
            Some(self.chosen.1.clone())
        } else {
            self.model.derivations(node, self.counts, self.string).into_iter().next()
        };
        let (Some((rule, starts)), true) = (derivation, depth < DEEPEST) else {
            out.push('…');
            return;
        };
        let is_shown = self.is_shown(node.0, parent);
        if is_shown {
            separate(out);
            out.push_str(&self.model.plain.nonterminals[node.0].0);
            out.push('[');
        }
        for (at, &symbol) in self.model.plain.rules[rule].right.iter().enumerate() {
            match symbol {
                PlainSymbol::Nonterminal(number) => {
                    let to = starts.get(at + 1).copied().unwrap_or(node.2);
                    self.write((number, starts[at], to), Some(node.0), depth + 1, out);
                }
                letter => {
                    separate(out);
                    out.push_str(&self.model.plain.spelling(letter));
                }
            }
        }
        if is_shown {
            out.push(']');
        }
    }

    /// Whether a node has a name of its own in the drawing. The content itself has none; a list has one.
    fn is_shown(&self, nonterminal: usize, parent: Option<usize>) -> bool {
        let plain = self.model.plain;
        let least = match plain.helpers[nonterminal] {
            false => Detail::Names,
            true if plain.nonterminals[nonterminal].0.ends_with(['*', '+', '?']) => Detail::Lists,
            true => Detail::All,
        };
        let in_itself = least == Detail::Lists && parent == Some(nonterminal);
        parent.is_some() && self.detail >= least && (self.detail == Detail::All || !in_itself)
    }
}

/// A blank between two parts of a tree.
fn separate(out: &mut String) {
    if !out.is_empty() && !out.ends_with('[') {
        out.push(' ');
    }
}

/// From the ways to read some symbols up to each place, the ways to read one more.
fn step(symbol: PlainSymbol, ways: &[u8], string: &[PlainSymbol], counts: &Counts) -> Vec<u8> {
    let mut next = vec![0_u8; ways.len()];
    for (from, &so_far) in ways.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        for (to, sum) in next.iter_mut().enumerate().skip(from) {
            let more = self::ways(symbol, from, to, string, counts);
            *sum = (*sum + so_far * more).min(2);
        }
    }
    next
}

/// How many derivations a symbol has over a span.
fn ways(
    symbol: PlainSymbol,
    from: usize,
    to: usize,
    string: &[PlainSymbol],
    counts: &Counts,
) -> u8 {
    match symbol {
        PlainSymbol::Nonterminal(number) => counts.0.get(&(number, from, to)).copied().unwrap_or(0),
        letter => u8::from(to == from + 1 && string.get(from) == Some(&letter)),
    }
}
