//! The shared packed parse forest of a text: all its trees in polynomial space.
//!
//! There are two kinds of nodes, as in Scott's "SPPF-style parsing from Earley recognisers" (2008).
//! A *span* is a nonterminal from one position to another, with one alternative for each rule. A
//! *prefix* is a rule up to a dot, from one position to another, with one *division* for each
//! position where its last symbol may begin. So no node has more than two parts, and the forest is
//! cubic at worst. A prefix of one symbol is that symbol's node itself.
//!
//! ```text
//! text: n + n        span E 0..3: E ::= E + T, the prefix "E + T" 0..3
//!                    prefix "E + T" 0..3: the prefix "E +" 0..2, then the span T 2..3
//!                    prefix "E +" 0..2: the span E 0..1, then the word +
//! ```
//!
//! The nodes are in four flat arrays; the alternatives of a span, and the divisions of a prefix,
//! end where those of the next one begin. A word is a part without a node. It begins and ends at
//! the positions that its index in the text says, unless the text is a lattice, whose words have
//! any length (`lattice.rs`). `forest_builder.rs` fills the arrays.
//!
//! Ranks: alternatives are in the order of the rules. Divisions are in the order of the *later*
//! beginning first, so that the left part is as long as possible.
//!
//! A cyclic grammar (`A ::= A`) gives spans that contain themselves, and a text with infinitely
//! many trees. `cycles.rs` finds these spans. Read on in `forest_view.rs`, which has the public
//! views, `fold.rs` and `trees.rs`.

use super::automaton::Automaton;
use super::rules::Rules;
use super::symbols::{NonterminalId, RuleId, TerminalId};
use crate::util::{narrow, wide};
use std::ops::Range;

crate::id_type! {
    /// A nonterminal from one position to another.
    pub(super) SpanId
}
crate::id_type! {
    /// A rule up to a dot, at least two symbols, from one position to another.
    pub(super) PrefixId
}

/// The node that derives one or more symbols of a right side, in 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part(u32);

/// A [`Part`], decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PartKind {
    /// No symbol: the right side is empty.
    Empty,
    /// The word with this index.
    Word(u32),
    Span(SpanId),
    Prefix(PrefixId),
}

impl Part {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) fn word(index: u32) -> Self {
        Self(narrow(4 * wide(index) + 1))
    }

    pub(super) fn span(span: SpanId) -> Self {
        Self(narrow(4 * span.index() + 2))
    }

    pub(super) fn prefix(prefix: PrefixId) -> Self {
        Self(narrow(4 * prefix.index() + 3))
    }

    #[inline(always)]
    pub(super) fn kind(self) -> PartKind {
        let index = self.0 / 4;
        match self.0 % 4 {
            0 => PartKind::Empty,
            1 => PartKind::Word(index),
            2 => PartKind::Span(SpanId::new(wide(index))),
            _ => PartKind::Prefix(PrefixId::new(wide(index))),
        }
    }
}

/// One decomposition of a prefix: the part before its last symbol, and that symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    pub(super) before: Part,
    /// A word or a span.
    pub(super) last: Part,
}

/// One rule that derives a span, with its whole right side.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleChoice {
    pub(super) rule: RuleId,
    pub(super) right: Part,
}

/// The extent of a span, and the index of its first alternative.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpanNode {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) first: u32,
}

/// The beginning and the end of a span.
pub(super) type Extent = (u32, u32);

/// The nodes of a forest.
#[derive(Clone, Default, Debug)]
pub(super) struct Nodes {
    pub(super) spans: Vec<SpanNode>,
    pub(super) choices: Vec<RuleChoice>,
    /// The index of the first division of each prefix.
    pub(super) prefixes: Vec<u32>,
    pub(super) divisions: Vec<Division>,
}

/// The words of a text.
#[derive(Clone, Default, Debug)]
pub(super) struct TextWords {
    pub(super) terminals: Vec<TerminalId>,
    /// The extents of the words of a lattice, in the order of their ends; empty if each word begins
    /// where the one before it ends.
    pub(super) extents: Vec<Extent>,
}

impl TextWords {
    /// Returns the positions of a word.
    #[inline(always)]
    pub(super) fn extent(&self, index: u32) -> Extent {
        self.extents.get(wide(index)).copied().unwrap_or((index, index + 1))
    }

    /// Returns the words that end at a position.
    pub(super) fn ending_at(&self, position: u32) -> Range<u32> {
        if self.extents.is_empty() {
            return position.saturating_sub(1)..position;
        }
        let first = self.extents.partition_point(|&(_, end)| end < position);
        let after = self.extents.partition_point(|&(_, end)| end <= position);
        narrow(first)..narrow(after)
    }

    /// Returns the words inside an extent.
    pub(super) fn within(&self, (start, end): Extent) -> impl Iterator<Item = u32> {
        let words = self.ending_at(start).end..self.ending_at(end).end;
        words.filter(move |&word| self.extent(word).0 >= start)
    }
}

/// All trees of one text.
#[derive(Clone, Debug)]
pub struct Forest {
    pub(super) rules: Automaton,
    pub(super) words: TextWords,
    pub(super) nodes: Nodes,
    pub(super) root: SpanId,
    /// For each span, whether it can reach a cycle through spans of its own extent; empty if there
    /// are no cycles.
    pub(super) loops: Vec<bool>,
    pub(super) work: u64,
}

impl Forest {
    /// Returns the rules that its trees refer to.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the number of nodes, of which some are prefixes of right sides.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.spans.len() + self.nodes.prefixes.len()
    }

    /// Returns the work done to build the forest. It counts the nodes, their alternatives and
    /// divisions, and the items of the chart that were derived again.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Reports whether there is more than one tree. Lemma: every node is part of some tree, so a
    /// node with two alternatives gives two trees.
    #[must_use]
    pub fn ambiguous(&self) -> bool {
        let Nodes { spans, choices, prefixes, divisions } = &self.nodes;
        choices.len() > spans.len() || divisions.len() > prefixes.len()
    }

    /// Reports whether there are infinitely many trees, which a cyclic grammar (`A ::= A`) gives.
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        !self.loops.is_empty()
    }

    /// Returns the words of the text.
    #[must_use]
    pub fn words(&self) -> &[TerminalId] {
        &self.words.terminals
    }

    /// Returns the positions of a word: its index and the next one, unless the text is a
    /// [`Lattice`](super::Lattice).
    #[must_use]
    pub fn word_extent(&self, index: usize) -> Range<usize> {
        let (start, end) = self.words.extent(narrow(index));
        wide(start)..wide(end)
    }

    /// Returns the alternatives of a span.
    #[inline(always)]
    pub(super) fn choices(&self, span: SpanId) -> &[RuleChoice] {
        let Nodes { spans, choices, .. } = &self.nodes;
        let end = spans.get(span.index() + 1).map_or(choices.len(), |next| wide(next.first));
        &choices[wide(spans[span.index()].first)..end]
    }

    /// Returns the divisions of a prefix.
    #[inline(always)]
    pub(super) fn divisions(&self, prefix: PrefixId) -> &[Division] {
        let Nodes { prefixes, divisions, .. } = &self.nodes;
        let end = prefixes.get(prefix.index() + 1).map_or(divisions.len(), |&next| wide(next));
        &divisions[wide(prefixes[prefix.index()])..end]
    }

    /// Returns the extent of a span.
    #[inline(always)]
    pub(super) fn extent(&self, span: SpanId) -> Extent {
        let node = &self.nodes.spans[span.index()];
        (node.start, node.end)
    }

    /// Returns the beginning of a word or span that ends at `end`.
    #[inline(always)]
    pub(super) fn start(&self, last: Part, end: u32) -> u32 {
        match last.kind() {
            PartKind::Word(index) => self.words.extent(index).0,
            PartKind::Span(span) => self.nodes.spans[span.index()].start,
            PartKind::Empty | PartKind::Prefix(_) => end,
        }
    }

    /// Returns the nonterminal of a span.
    pub(super) fn nonterminal(&self, span: SpanId) -> NonterminalId {
        self.rules.left(self.choices(span)[0].rule)
    }

    /// Reports whether a span can reach a cycle through spans of its own extent.
    #[inline(always)]
    pub(super) fn is_looped(&self, span: SpanId) -> bool {
        self.loops.get(span.index()) == Some(&true)
    }
}
