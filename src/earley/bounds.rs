//! What it takes at least to make a word acceptable, by kinds of frames alone.
//!
//! In: the rules, the price of each word that may be virtual, and a goal. Out: for each frame kind
//! the smallest cost and number of virtual words after which the goal may be acceptable inside such
//! a frame without closing it; none if and only if no permitted openings lead there. Where the
//! content stands and what the context forbids is not asked, so the bounds are never too high: that
//! is what makes them a guide for the search (`cheapest.rs`), and their absence a proof of
//! hopelessness.

use super::rules::Rules;
use super::symbols::{ContextLine, FrameKindId, NonterminalId, TerminalId, Word};
use crate::base::BitRow;

/// How far it is to a goal; the cost is compared first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Distance {
    /// What the words cost together.
    pub(super) cost: u64,
    /// How many words there are.
    pub(super) words: u32,
}

impl Distance {
    /// One word at a cost.
    pub(super) fn of_word(cost: u32) -> Self {
        Self { cost: u64::from(cost), words: 1 }
    }
}

/// Nothing to do.
pub(super) const NONE: Distance = Distance { cost: 0, words: 0 };

/// Both, one after the other.
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
    /// What some inclusion admits.
    admitted: BitRow,
}

impl Openings {
    /// The openings with these prices, ascending by terminal.
    pub(super) fn new(rules: &Rules, prices: &[(TerminalId, u32)]) -> Self {
        let mut admitted = BitRow::new(rules.terminal_count());
        for line in rules.contexts() {
            if let ContextLine::Inclusion { admits, .. } = line {
                admitted.union_with(admits);
            }
        }
        let openings = Self { ways: Vec::new(), admitted };
        let opens = |&(word, price): &(TerminalId, u32)| {
            Some((word, (rules.opens(word)?, Distance::of_word(price))))
        };
        let priced: Vec<(TerminalId, (FrameKindId, Distance))> =
            prices.iter().filter_map(opens).collect();
        if priced.is_empty() {
            return openings;
        }
        let mut ways = Vec::new();
        for (from, &content) in rules.kinds_by_content().contents.iter().enumerate() {
            let offered = priced.iter().filter(|(word, _)| openings.offers(rules, content, *word));
            ways.extend(offered.map(|&(_, (into, price))| Way { from, into, price }));
        }
        Self { ways, ..openings }
    }

    /// Whether a content offers a terminal, wherever it stands.
    fn offers(&self, rules: &Rules, content: NonterminalId, terminal: TerminalId) -> bool {
        let occurs = rules.occurs(content);
        occurs.contains(terminal.index()) || self.admitted.contains(terminal.index())
    }
}

/// The kinds that `goal` closes; a labelled frame that is virtual has label 0.
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
    /// For each content, without closing a frame that is open now …
    inside: Vec<Option<Distance>>,
    /// … and for that of the root.
    root: Option<Distance>,
    /// The kinds that the goal may close.
    closed: BitRow,
    /// The kinds, and the root last, for which there is a bound.
    takers: BitRow,
}

impl Bounds {
    pub(super) fn new(rules: &Rules, openings: &Openings, goal: Word) -> Self {
        let (kinds, closed) = (rules.kinds_by_content(), closed_by(rules, goal));
        let here = |&content: &NonterminalId| {
            openings.offers(rules, content, goal.terminal).then_some(NONE)
        };
        let mut inside: Vec<Option<Distance>> = kinds.contents.iter().map(here).collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &Way { from, into, price } in &openings.ways {
                let is_closed = closed.contains(into.index());
                let there = if is_closed { Some(NONE) } else { inside[kinds.content(Some(into))] };
                let Some(through) = there.map(|there| sum(price, there)) else { continue };
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

    /// What it takes at least in a frame of `kind`, or in the root.
    pub(super) fn distance(&self, rules: &Rules, kind: Option<FrameKindId>) -> Option<Distance> {
        match kind {
            Some(kind) if self.closed.contains(kind.index()) => Some(NONE),
            Some(kind) => self.inside[rules.kinds_by_content().content(Some(kind))],
            None => self.root,
        }
    }

    /// The same bounds where the root reads the content of `kind`.
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

    /// The kinds for which there is a bound; the root counts as one more kind, numbered last.
    pub(super) const fn takers(&self) -> &BitRow {
        &self.takers
    }
}
