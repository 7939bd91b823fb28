//! Views of a forest: nodes, alternatives, ambiguities, and the drawing by Graphviz.
//!
//! A [`ForestNode`] is a nonterminal with an extent. Each of its [`ForestAlternative`]s is a rule
//! with the children that derive its right side. The views hide prefixes, so a node may have as
//! many alternatives as its extent can be divided. [`Forest::fold`] does not list them and is
//! polynomial.
//!
//! ```
//! use wishful_earley::{Automaton, RulesBuilder};
//!
//! let rules = Automaton::new(RulesBuilder::from_text("sum ::= sum '+' sum | n")?.build()?);
//! let word = |name| rules.terminal_named(name);
//! let forest = rules.parse(["n", "+", "n", "+", "n"].into_iter().filter_map(word))?;
//! let root = forest.root();
//! assert_eq!((root.name(), root.extent(), root.alternatives().count()), ("sum", 0..5, 2));
//! let ambiguities: Vec<String> = forest.ambiguities().map(|node| node.to_string()).collect();
//! assert_eq!(ambiguities, ["sum 0..5: \"n + n + n\""]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::forest::{Division, Forest, Part, PartKind, RuleChoice, SpanId};
use super::symbols::{NonterminalId, RuleId, TerminalId};
use crate::util::{graphviz, narrow, wide};
use std::cmp::Reverse;
use std::fmt::{self, Write};
use std::ops::Range;

/// A node of a forest: a nonterminal with an extent.
#[derive(Clone, Copy)]
pub struct ForestNode<'f> {
    forest: &'f Forest,
    span: SpanId,
}

/// One rule that derives a node, with one node or word for each symbol of its right side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForestAlternative<'f> {
    /// The rule.
    pub rule: RuleId,
    /// The children, from left to right.
    pub children: Vec<ForestChild<'f>>,
}

/// A child in a [`ForestAlternative`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForestChild<'f> {
    /// A word, with its index in the text.
    Word(TerminalId, usize),
    /// A node.
    Node(ForestNode<'f>),
}

impl Forest {
    /// Returns the node of the whole text.
    #[must_use]
    pub fn root(&self) -> ForestNode<'_> {
        self.node(self.root)
    }

    /// Returns the number of [`Forest::nodes`].
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.spans.len()
    }

    /// Iterates over all nodes in topological order: children come before their parents, except on
    /// a cycle.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = ForestNode<'_>> + ExactSizeIterator {
        self.order().into_iter().map(|span| self.node(span))
    }

    /// Iterates over the nodes with more than one alternative, the smallest first.
    pub fn ambiguities(&self) -> impl Iterator<Item = ForestNode<'_>> {
        self.nodes().filter(|node| node.alternatives().nth(1).is_some())
    }

    /// Returns the names of the words in an extent, separated by blanks; of a lattice, those of all
    /// its words.
    #[must_use]
    pub fn text(&self, extent: Range<usize>) -> String {
        let words = self.words.within((narrow(extent.start), narrow(extent.end)));
        let name = |word: u32| self.rules.terminal_name(self.words()[wide(word)]);
        words.map(name).collect::<Vec<_>>().join(" ")
    }

    /// Draws the forest in the language of Graphviz: nodes as boxes, alternatives of ambiguous
    /// nodes as points, words as plain text.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut out = String::from("digraph forest {\n  node [shape=box];\n");
        for (position, &word) in self.words().iter().enumerate() {
            let label = graphviz(self.rules.terminal_name(word));
            let _ = writeln!(out, "  w{position} [shape=plaintext, label={label}];");
        }
        for node in self.nodes().rev() {
            let (number, extent) = (node.index(), node.extent());
            let label = graphviz(&format!("{} {}..{}", node.name(), extent.start, extent.end));
            let _ = writeln!(out, "  n{number} [label={label}];");
            let is_ambiguous = node.alternatives().nth(1).is_some();
            for (index, alternative) in node.alternatives().enumerate() {
                let mut from = format!("n{number}");
                if is_ambiguous {
                    let _ = writeln!(out, "  {from} -> {from}a{index};");
                    let _ = write!(from, "a{index}");
                    let _ = writeln!(out, "  {from} [shape=point];");
                }
                for child in alternative.children {
                    let _ = match child {
                        ForestChild::Word(_, position) => {
                            writeln!(out, "  {from} -> w{position};")
                        }
                        ForestChild::Node(child) => {
                            writeln!(out, "  {from} -> n{};", child.index())
                        }
                    };
                }
            }
        }
        out.push_str("}\n");
        out
    }

    pub(super) fn node(&self, span: SpanId) -> ForestNode<'_> {
        ForestNode { forest: self, span }
    }

    /// Returns the spans in topological order. A part of a span ends earlier, or begins later, or
    /// is derived by the nonterminal alone, which then has the greater rank, unless both derive
    /// each other.
    pub(super) fn order(&self) -> Vec<SpanId> {
        let units = self.rules.units();
        let key = |span: SpanId| {
            let (start, end) = self.extent(span);
            (end, Reverse(start), units.rank[self.nonterminal(span).index()])
        };
        let mut order: Vec<SpanId> = (0..self.nodes.spans.len()).rev().map(SpanId::new).collect();
        order.sort_by_key(|&span| key(span));
        if units.is_cyclic() {
            for group in order.chunk_by_mut(|&one, &other| key(one) == key(other)) {
                self.sort_group(group);
            }
        }
        order
    }

    /// Sorts the few spans of one extent whose nonterminals derive each other.
    fn sort_group(&self, group: &mut [SpanId]) {
        for next in 0..group.len() {
            let rest = &group[next..];
            let is_free = |&span: &SpanId| {
                !self.parts_of_same_extent(span).iter().any(|part| rest.contains(part))
            };
            let free = rest.iter().position(is_free).unwrap_or(0);
            group.swap(next, next + free);
        }
    }
}

impl<'f> ForestNode<'f> {
    /// Returns the number of the node, less than [`Forest::node_count`].
    #[must_use]
    pub fn index(self) -> usize {
        self.span.index()
    }

    /// Returns the nonterminal.
    #[must_use]
    pub fn symbol(self) -> NonterminalId {
        self.forest.nonterminal(self.span)
    }

    /// Returns the name of the nonterminal.
    #[must_use]
    pub fn name(self) -> &'f str {
        self.forest.rules.nonterminal_name(self.symbol())
    }

    /// Returns the indexes of the words that the node spans.
    #[must_use]
    pub fn extent(self) -> Range<usize> {
        let (start, end) = self.forest.extent(self.span);
        wide(start)..wide(end)
    }

    /// Reports whether the node is on a cycle or has a part of the same extent that is on one. Such
    /// a node has infinitely many trees.
    #[must_use]
    pub fn is_infinite(self) -> bool {
        self.forest.is_looped(self.span)
    }

    /// Iterates over the alternatives lazily, in the order of their rank: by rule, then by later
    /// beginnings of the last symbols.
    pub fn alternatives(self) -> impl Iterator<Item = ForestAlternative<'f>> {
        let (_, end) = self.forest.extent(self.span);
        let choices = self.forest.choices(self.span).iter();
        choices.flat_map(move |&RuleChoice { rule, right }| {
            let divided = Divided { forest: self.forest, open: vec![], next: Some((right, end)) };
            divided.map(move |children| ForestAlternative { rule, children })
        })
    }
}

impl PartialEq for ForestNode<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.forest, other.forest) && self.span == other.span
    }
}

impl Eq for ForestNode<'_> {}

impl fmt::Debug for ForestNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.name(), self.extent())
    }
}

/// Writes the name, the extent and the text.
impl fmt::Display for ForestNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}: {:?}", self.forest.text(self.extent()))
    }
}

/// The ways to divide a right side among its symbols, by backtracking over the divisions of its
/// prefixes.
struct Divided<'f> {
    forest: &'f Forest,
    /// The divisions taken, the last symbol first: where the prefix ends, all its divisions, and
    /// the index of the one taken.
    open: Vec<(u32, &'f [Division], usize)>,
    /// The part to be divided next, and where it ends; `None` once a way was returned.
    next: Option<(Part, u32)>,
}

impl<'f> Iterator for Divided<'f> {
    type Item = Vec<ForestChild<'f>>;

    fn next(&mut self) -> Option<Self::Item> {
        let forest = self.forest;
        let (mut part, mut end) = match self.next.take() {
            Some(next) => next,
            None => loop {
                let (end, divisions, taken) = self.open.pop()?;
                if let Some(next) = divisions.get(taken + 1) {
                    self.open.push((end, divisions, taken + 1));
                    break (next.before, forest.start(next.last, end));
                }
            },
        };
        while let PartKind::Prefix(prefix) = part.kind() {
            let divisions = forest.divisions(prefix);
            self.open.push((end, divisions, 0));
            (part, end) = (divisions[0].before, forest.start(divisions[0].last, end));
        }
        let first = child(forest, part);
        let others = self
            .open
            .iter()
            .rev()
            .filter_map(|&(_, divisions, taken)| child(forest, divisions[taken].last));
        Some(first.into_iter().chain(others).collect())
    }
}

/// Returns the child for a part; `None` if it is empty.
fn child(forest: &Forest, part: Part) -> Option<ForestChild<'_>> {
    match part.kind() {
        PartKind::Word(index) => Some(ForestChild::Word(forest.words()[wide(index)], wide(index))),
        PartKind::Span(span) => Some(ForestChild::Node(forest.node(span))),
        PartKind::Empty | PartKind::Prefix(_) => None,
    }
}
