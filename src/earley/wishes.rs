//! Wish rows: which words may be virtual, at what cost, and what they can lead to.
//!
//! In: a cost for each terminal. Derived once: for each terminal the frame kinds inside which it may
//! become acceptable, if any number of permitted frames is opened first. That is an
//! over-approximation by kinds: where the content stands and what the context forbids is not asked.
//! It serves to say no at once to most hopeless questions (`cheapest.rs`).

use super::rules::{ContextLine, FrameKindId, Rules, TerminalId};
use crate::base::BitRow;
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers for wish rows, so that what was learnt with one is not used with another.
static ROWS_MADE: AtomicU64 = AtomicU64::new(0);

/// A cost for each terminal that may be virtual: opening, closing and plain ones alike.
#[derive(Clone, Debug)]
pub struct WishRow {
    costs: Vec<Option<u32>>,
    /// Different for rows with different costs.
    pub(super) serial: u64,
    /// The permitted terminals that close nothing, ascending.
    pub(super) readable: Vec<TerminalId>,
    /// The frame kinds whose closing terminal is permitted.
    pub(super) passable: BitRow,
    /// For each terminal, the kinds in which it may become acceptable without closing a frame that is
    /// open now; the root is one more kind, numbered last.
    takers: Vec<BitRow>,
}

impl WishRow {
    /// `costs[t]` is the cost of terminal number `t`; none, or none given: it may not be virtual.
    #[must_use]
    pub fn new(rules: &Rules, costs: &[Option<u32>]) -> Self {
        let mut costs = costs.to_vec();
        costs.resize(rules.terminal_count(), None);
        let permitted = |terminal: TerminalId| costs[terminal.index()].is_some();
        let all = (0..rules.terminal_count()).map(TerminalId::new);
        let readable = all.filter(|&terminal| permitted(terminal) && !rules.closes(terminal));
        let readable: Vec<TerminalId> = readable.collect();
        let kinds = rules.kinds().iter().enumerate();
        let passable = kinds.filter(|(_, kind)| permitted(kind.close)).map(|(index, _)| index);
        let passable = BitRow::of(rules.frame_kind_count(), passable);
        let takers = takers(rules, &reaches(rules, &readable));
        let serial = ROWS_MADE.fetch_add(1, Ordering::Relaxed);
        Self { costs, serial, readable, passable, takers }
    }

    /// What it costs to make `terminal` virtual; none if that is not permitted.
    #[must_use]
    pub fn cost(&self, terminal: TerminalId) -> Option<u32> {
        self.costs.get(terminal.index()).copied().flatten()
    }

    /// The kinds in which `terminal` may become acceptable.
    pub(super) fn takers(&self, terminal: TerminalId) -> Option<&BitRow> {
        self.takers.get(terminal.index())
    }
}

/// For each kind, and the root last, the terminals that may become acceptable inside.
fn reaches(rules: &Rules, readable: &[TerminalId]) -> Vec<BitRow> {
    let mut admitted = BitRow::new(rules.terminal_count());
    for line in rules.contexts() {
        if let ContextLine::Inclusion { admits, .. } = line {
            admitted.union_with(admits);
        }
    }
    let contents = rules.kinds().iter().map(|kind| kind.content).chain([rules.start()]);
    let mut reaches: Vec<BitRow> = contents
        .map(|content| {
            let mut row = rules.analysis.occurs[content.index()].clone();
            row.union_with(&admitted);
            row
        })
        .collect();
    let openings: Vec<(TerminalId, FrameKindId)> = readable
        .iter()
        .filter_map(|&terminal| rules.opens(terminal).map(|kind| (terminal, kind)))
        .collect();
    while widen(rules, &openings, &mut reaches) {}
    reaches
}

/// Whether some kind reaches more through a frame that may be opened in it.
fn widen(rules: &Rules, openings: &[(TerminalId, FrameKindId)], reaches: &mut [BitRow]) -> bool {
    let mut changed = false;
    for &(opening, kind) in openings {
        let mut inside = reaches[kind.index()].clone();
        inside.insert(rules.frame_kind(kind).close.index());
        for row in reaches.iter_mut() {
            if row.contains(opening.index()) {
                changed |= row.union_with(&inside);
            }
        }
    }
    changed
}

fn takers(rules: &Rules, reaches: &[BitRow]) -> Vec<BitRow> {
    let mut takers = vec![BitRow::new(reaches.len()); rules.terminal_count()];
    for (kind, row) in reaches.iter().enumerate() {
        for terminal in row.iter() {
            takers[terminal].insert(kind);
        }
    }
    takers
}
