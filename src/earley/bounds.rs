//! What it takes at least to make a word acceptable, by kinds of frames alone.
//!
//! In: the rules, the price of each word that may be virtual, and a goal. Out: for each frame kind the smallest cost
//! and number of virtual words after which the goal may be acceptable inside such a frame without closing it;
//! none if and only if no permitted openings lead there. Where the content stands and what the context
//! forbids is not asked, so the bounds are never too high: that is what makes them a guide for
//! the search (`cheapest.rs`), and their absence a proof of hopelessness.

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
    /// For each kind, and the root last, without closing a frame that is open now.
    inside: Vec<Option<Steps>>,
    /// The kinds that the goal may close.
    closed: BitRow,
    /// The kinds, and the root last, for which there is a bound.
    takers: BitRow,
}

impl Bounds {
    pub(super) fn new(rules: &Rules, prices: &[(TerminalId, u32)], goal: Word) -> Self {
        let admitted = admitted(rules);
        let closed = closed_by(rules, goal);
        let contents = rules.kinds().iter().map(|kind| kind.content).chain([rules.start()]);
        let contents: Vec<NonterminalId> = contents.collect();
        // Many kinds have one content.
        let mut distinct = contents.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let place = |content: NonterminalId| distinct.partition_point(|&other| other < content);
        let offers = |content: NonterminalId, terminal: TerminalId| {
            let occurs = rules.occurs(content);
            occurs.contains(terminal.index()) || admitted.contains(terminal.index())
        };
        let least = distinct.iter().map(|&content| offers(content, goal.terminal).then_some(NONE));
        let mut least: Vec<Option<Steps>> = least.collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &(opening, price) in prices {
                let Some(kind) = rules.opens(opening) else { continue };
                let there = match closed.contains(kind.index()) {
                    true => Some(NONE),
                    false => least[place(contents[kind.index()])],
                };
                let Some(through) = there.map(|there| sum((u64::from(price), 1), there)) else {
                    continue;
                };
                for (known, &content) in least.iter_mut().zip(&distinct) {
                    let better = known.is_none_or(|known| through < known);
                    if better && offers(content, opening) {
                        *known = Some(through);
                        changed = true;
                    }
                }
            }
        }
        let inside: Vec<Option<Steps>> = contents.iter().map(|&it| least[place(it)]).collect();
        let taker = |&kind: &usize| closed.contains(kind) || inside[kind].is_some();
        let takers = BitRow::of(inside.len(), (0..inside.len()).filter(taker));
        Self { inside, closed, takers }
    }

    /// What it takes at least in a frame of `kind`, or in the root.
    pub(super) fn steps(&self, kind: Option<FrameKindId>) -> Option<Steps> {
        match kind {
            Some(kind) if self.closed.contains(kind.index()) => Some(NONE),
            Some(kind) => self.inside[kind.index()],
            None => *self.inside.last()?,
        }
    }

    /// The same bounds where the root reads the content of `kind`.
    pub(super) fn within(&self, kind: FrameKindId) -> Self {
        let mut bounds = self.clone();
        let (root, steps) = (bounds.inside.len() - 1, bounds.inside[kind.index()]);
        bounds.inside[root] = steps;
        bounds.takers.remove(root);
        if steps.is_some() {
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
