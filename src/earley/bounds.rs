//! What it takes at least to make a word acceptable, by kinds of frames alone.
//!
//! In: the rules, the price of each word that may be virtual, and a goal. Out: for each frame kind the smallest cost
//! and number of virtual words after which the goal may be acceptable inside such a frame without closing it;
//! none if and only if no permitted openings lead there. Where the content stands and what the context
//! forbids is not asked, so the bounds are never too high: that is what makes them a guide for
//! the search (`cheapest.rs`), and their absence a proof of hopelessness.

use super::closure::Contents;
use super::rules::{ContextLine, FrameKindId, NonterminalId, Rules, TerminalId, Word};
use crate::base::BitRow;

/// A cost, then a number of words.
pub(super) type Steps = (u64, u32);

/// Nothing to do.
pub(super) const NONE: Steps = (0, 0);

/// Both, one after the other.
pub(super) const fn sum(one: Steps, other: Steps) -> Steps {
    (one.0 + other.0, one.1 + other.1)
}

/// The bounds for one goal.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    /// For each content of frames (`Contents`), without closing a frame that is open now …
    inside: Vec<Option<Steps>>,
    /// … and for that of the root.
    root: Option<Steps>,
    /// The kinds that the goal may close.
    closed: BitRow,
    /// The kinds, and the root last, for which there is a bound.
    takers: BitRow,
}

impl Bounds {
    pub(super) fn new(rules: &Rules, prices: &[(TerminalId, u32)], goal: Word) -> Self {
        let (admitted, closed) = (admitted(rules), closed_by(rules, goal));
        let Contents { distinct, places } = rules.analysis.contents(rules);
        let offers = |content: NonterminalId, terminal: TerminalId| {
            let occurs = rules.occurs(content);
            occurs.contains(terminal.index()) || admitted.contains(terminal.index())
        };
        let inside = distinct.iter().map(|&content| offers(content, goal.terminal).then_some(NONE));
        let mut inside: Vec<Option<Steps>> = inside.collect();
        // Each opening with its kind and the contents in which it may occur.
        let openings = prices.iter().filter_map(|&(opening, price)| {
            let offering = (0..distinct.len()).filter(|&place| offers(distinct[place], opening));
            Some((rules.opens(opening)?, (u64::from(price), 1), offering.collect()))
        });
        let openings: Vec<(FrameKindId, Steps, Vec<usize>)> = openings.collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (kind, price, offering) in &openings {
                let is_closed = closed.contains(kind.index());
                let there = if is_closed { Some(NONE) } else { inside[places[kind.index()]] };
                let Some(through) = there.map(|there| sum(*price, there)) else { continue };
                for &place in offering {
                    if inside[place].is_none_or(|known| through < known) {
                        inside[place] = Some(through);
                        changed = true;
                    }
                }
            }
        }
        let taker = |&kind: &usize| closed.contains(kind) || inside[places[kind]].is_some();
        let takers = BitRow::of(places.len(), (0..places.len()).filter(taker));
        let root = places.last().and_then(|&place| inside[place]);
        Self { inside, root, closed, takers }
    }

    /// What it takes at least in a frame of `kind`, or in the root.
    pub(super) fn steps(&self, rules: &Rules, kind: Option<FrameKindId>) -> Option<Steps> {
        match kind {
            Some(kind) if self.closed.contains(kind.index()) => Some(NONE),
            Some(kind) => self.inside[rules.analysis.contents(rules).places[kind.index()]],
            None => self.root,
        }
    }

    /// The same bounds where the root reads the content of `kind`.
    pub(super) fn within(&self, rules: &Rules, kind: FrameKindId) -> Self {
        let places = &rules.analysis.contents(rules).places;
        let mut bounds = self.clone();
        bounds.root = bounds.inside[places[kind.index()]];
        let root = places.len() - 1;
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

/// The terminals that some inclusion admits.
fn admitted(rules: &Rules) -> BitRow {
    let mut admitted = BitRow::new(rules.terminal_count());
    for line in rules.contexts() {
        if let ContextLine::Inclusion { admits, .. } = line {
            admitted.union_with(admits);
        }
    }
    admitted
}

/// The kinds that `goal` closes; a labelled frame that is virtual has label 0.
fn closed_by(rules: &Rules, goal: Word) -> BitRow {
    let kinds = rules.kinds().iter().enumerate();
    let closes = kinds
        .filter(|(_, kind)| kind.close == goal.terminal && (!kind.labelled || goal.label == 0));
    BitRow::of(rules.frame_kind_count(), closes.map(|(index, _)| index))
}
