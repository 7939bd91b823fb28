//! Lower bounds on the cost of making a word acceptable, by frame kind alone.
//!
//! The inputs are the rules, the price of each permitted virtual word, and a goal. The result is a
//! bound for each frame kind: the smallest cost and number of virtual words after which the goal
//! may be acceptable inside a frame of this kind, without closing it. A kind has no bound if and
//! only if no permitted openings lead to the goal.
//!
//! Lemma: the bounds are never too high, because they ignore the state of the content and the
//! context lines. So they are an admissible heuristic for the search (`cheapest.rs`), and the
//! absence of a bound proves that there is no path.

use super::rules::Rules;
use super::symbols::{ContextLine, FrameKindId, NonterminalId, TerminalId, Word};
use crate::util::BitRow;

/// A distance to a goal; costs are compared first, then numbers of words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Distance {
    /// The total cost of the words.
    pub(super) cost: u64,
    /// The number of words.
    pub(super) words: u32,
}

impl Distance {
    /// Returns the distance of one word with this cost.
    pub(super) fn of_word(cost: u32) -> Self {
        Self { cost: u64::from(cost), words: 1 }
    }
}

/// The zero distance.
pub(super) const NONE: Distance = Distance { cost: 0, words: 0 };

/// Returns the sum of two distances.
pub(super) const fn sum(one: Distance, other: Distance) -> Distance {
    Distance { cost: one.cost + other.cost, words: one.words + other.words }
}

/// An opening that is permitted in some content.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The content, by its index in `Kinds`.
    from: usize,
    /// The kind of the frame that is opened.
    into: FrameKindId,
    price: Distance,
}

/// The permitted openings.
#[derive(Clone, Debug)]
pub(super) struct Openings {
    ways: Vec<Way>,
    /// The terminals that some inclusion admits.
    admitted: BitRow,
}

impl Openings {
    /// Collects the openings with these prices, which are sorted by terminal.
    pub(super) fn new(rules: &Rules, prices: &[(TerminalId, u32)]) -> Self {
        let mut admitted = BitRow::new(rules.terminal_count());
        for line in rules.contexts() {
            if let ContextLine::Inclusion { admits, .. } = line {
                admitted.union_with(admits);
            }
        }
        let openings = Self { ways: Vec::new(), admitted };
        let mut priced = Vec::new();
        for &(word, price) in prices {
            if let Some(into) = rules.opens(word) {
                priced.push((word, into, Distance::of_word(price)));
            }
        }
        if priced.is_empty() {
            return openings;
        }
        let mut ways = Vec::new();
        for (from, &content) in rules.kinds_by_content().contents.iter().enumerate() {
            for &(word, into, price) in &priced {
                if openings.offers(rules, content, word) {
                    ways.push(Way { from, into, price });
                }
            }
        }
        Self { ways, ..openings }
    }

    /// Reports whether a content accepts a terminal in some state.
    fn offers(&self, rules: &Rules, content: NonterminalId, terminal: TerminalId) -> bool {
        let occurs = rules.occurs(content);
        occurs.contains(terminal.index()) || self.admitted.contains(terminal.index())
    }
}

/// Returns the kinds that `goal` closes. A virtual labelled frame has label 0.
fn closed_by(rules: &Rules, goal: Word) -> BitRow {
    if !rules.closes(goal.terminal) {
        return BitRow::new(rules.frame_kind_count() + 1);
    }
    let closed = rules.kinds_by_content().closed_by(|close| close == goal.terminal);
    if goal.label == 0 {
        return closed;
    }
    BitRow::of(closed.capacity(), closed.iter().filter(|&kind| !rules.kinds()[kind].labelled))
}

/// The bounds for one goal.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    /// For each content, the bound without closing a frame that is already open.
    inside: Vec<Option<Distance>>,
    /// The bound for the content of the root.
    root: Option<Distance>,
    /// The kinds that the goal may close.
    closed: BitRow,
    /// The kinds, and the root last, for which there is a bound.
    takers: BitRow,
}

impl Bounds {
    pub(super) fn new(rules: &Rules, openings: &Openings, goal: Word) -> Self {
        let (kinds, closed) = (rules.kinds_by_content(), closed_by(rules, goal));
        let mut inside: Vec<Option<Distance>> = vec![None; kinds.contents.len()];
        for (bound, &content) in inside.iter_mut().zip(&kinds.contents) {
            if openings.offers(rules, content, goal.terminal) {
                *bound = Some(NONE);
            }
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &Way { from, into, price } in &openings.ways {
                let is_closed = closed.contains(into.index());
                let there = if is_closed { Some(NONE) } else { inside[kinds.content(Some(into))] };
                let Some(there) = there else { continue };
                let through = sum(price, there);
                if inside[from].is_none_or(|known| through < known) {
                    inside[from] = Some(through);
                    changed = true;
                }
            }
        }
        let mut takers =
            kinds.having((0..inside.len()).filter(|&content| inside[content].is_some()));
        takers.union_with(&closed);
        let root = inside[kinds.content(None)];
        Self { inside, root, closed, takers }
    }

    /// Returns the bounds for the end of the text, which only the root can take.
    pub(super) fn of_end(rules: &Rules) -> Self {
        let kinds = rules.frame_kind_count();
        Self {
            inside: vec![None; rules.kinds_by_content().contents.len()],
            root: Some(NONE),
            closed: BitRow::new(kinds + 1),
            takers: BitRow::of(kinds + 1, [kinds]),
        }
    }

    /// Returns the lower bound in a frame of `kind`, or in the root for `None`.
    pub(super) fn distance(&self, rules: &Rules, kind: Option<FrameKindId>) -> Option<Distance> {
        match kind {
            Some(kind) if self.closed.contains(kind.index()) => Some(NONE),
            Some(kind) => self.inside[rules.kinds_by_content().content(Some(kind))],
            None => self.root,
        }
    }

    /// Returns the same bounds for a recogniser whose root reads the content of `kind`.
    pub(super) fn within(&self, rules: &Rules, kind: FrameKindId) -> Self {
        let mut bounds = self.clone();
        bounds.root = bounds.inside[rules.kinds_by_content().content(Some(kind))];
        let root = rules.frame_kind_count();
        bounds.takers.remove(root);
        if bounds.root.is_some() {
            bounds.takers.insert(root);
        }
        bounds
    }

    /// Returns the kinds for which there is a bound; the root counts as one more kind, numbered
    /// last.
    pub(super) const fn takers(&self) -> &BitRow {
        &self.takers
    }
}
