//! Wish rows: which words may be virtual, at what cost, and what they can lead to.
//!
//! In: the terminals that may be virtual, with their costs. Derived once for each goal that is
//! asked for: for each frame kind, what it takes at least to make the goal acceptable inside
//! (`bounds.rs`). That serves to say no at once to most hopeless questions, and to look in the
//! right direction for the others (`cheapest.rs`).

use super::bounds::{Bounds, Openings};
use super::intern::QuickMap;
use super::rules::Rules;
use super::symbols::{TerminalId, Word};
use crate::base::BitRow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Numbers for wish rows, so that what was learnt with one is not used with another.
static ROWS_MADE: AtomicU64 = AtomicU64::new(0);

/// The bounds for goals that were asked for, by terminal and by whether the goal has a label.
type OfGoals = QuickMap<(TerminalId, bool), Arc<Bounds>>;

/// A cost for each terminal that may be virtual: opening, closing and plain ones alike.
#[derive(Debug)]
pub struct WishRow {
    /// Ascending by terminal, those that are not there being forbidden.
    costs: Vec<(TerminalId, u32)>,
    /// Different for rows with different costs.
    pub(super) serial: u64,
    /// The permitted terminals that close nothing, ascending.
    pub(super) readable: Vec<TerminalId>,
    /// The frame kinds whose closing terminal is permitted.
    pub(super) passable: BitRow,
    /// Where they can lead; made when first asked for.
    openings: OnceLock<Openings>,
    bounds: Mutex<OfGoals>,
}

impl WishRow {
    /// What may be virtual, each terminal at most once, at which cost. A terminal that the rules do
    /// not have leads nowhere.
    #[must_use]
    pub fn new(rules: &Rules, permitted: impl IntoIterator<Item = (TerminalId, u32)>) -> Self {
        let count = rules.terminal_count();
        let mut costs: Vec<(TerminalId, u32)> = permitted.into_iter().collect();
        costs.sort_unstable();
        costs.truncate(costs.partition_point(|(terminal, _)| terminal.index() < count));
        let all = BitRow::of(count, costs.iter().map(|(terminal, _)| terminal.index()));
        let terminals = costs.iter().map(|&(terminal, _)| terminal);
        let readable = terminals.filter(|&terminal| !rules.closes(terminal)).collect();
        let passable = rules.kinds_by_content().closed_by(|close| all.contains(close.index()));
        let serial = ROWS_MADE.fetch_add(1, Ordering::Relaxed);
        let (openings, bounds) = (OnceLock::new(), Mutex::default());
        Self { costs, serial, readable, passable, openings, bounds }
    }

    /// What it costs to make `terminal` virtual; none if that is not permitted.
    #[must_use]
    pub fn cost(&self, terminal: TerminalId) -> Option<u32> {
        let index = self.costs.binary_search_by_key(&terminal, |&(known, _)| known).ok()?;
        Some(self.costs[index].1)
    }

    /// What it takes at least to make `goal` acceptable.
    pub(super) fn bounds(&self, rules: &Rules, goal: Word) -> Arc<Bounds> {
        let openings = self.openings.get_or_init(|| Openings::new(rules, &self.costs));
        // What a thread that panicked has left is as good as ever: only whole bounds are put there.
        let mut known = self.bounds.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(Bounds::new(rules, openings, goal));
        known.entry((goal.terminal, goal.label != 0)).or_insert_with(new).clone()
    }
}
