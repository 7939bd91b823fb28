//! Wish rows: the words that may be virtual, their costs, and bounds on where they can lead.
//!
//! A wish row is built from the permitted virtual terminals and their costs. For each goal, it
//! computes once a lower bound by frame kind on the cost of making the goal acceptable inside
//! (`bounds.rs`). The bounds refuse most hopeless goals at once, and direct the search for the
//! others (`cheapest.rs`).

use super::bounds::{Bounds, Openings};
use super::intern::QuickMap;
use super::rules::Rules;
use super::symbols::{TerminalId, Word};
use crate::util::BitRow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The source of serial numbers for wish rows, so that the caches of different rows are separate.
static ROWS_MADE: AtomicU64 = AtomicU64::new(0);

/// The bounds by goal: its terminal, and whether it has a label.
type OfGoals = QuickMap<(TerminalId, bool), Arc<Bounds>>;

/// A cost for each terminal that may be virtual, whether opening, closing or plain.
#[derive(Debug)]
pub struct WishRow {
    /// The costs, ascending by terminal; terminals without an entry are forbidden.
    costs: Vec<(TerminalId, u32)>,
    /// A number that no other row has.
    pub(super) serial: u64,
    /// The permitted terminals that close nothing, ascending, with their costs.
    pub(super) readable: Vec<(TerminalId, u32)>,
    /// The frame kinds whose closing terminal is permitted.
    pub(super) passable: BitRow,
    /// The permitted openings by content, computed on first use.
    openings: OnceLock<Openings>,
    bounds: Mutex<OfGoals>,
}

impl WishRow {
    /// Creates a row from the permitted terminals, each listed at most once, with their costs.
    /// Terminals that the rules do not have are ignored.
    #[must_use]
    pub fn new(rules: &Rules, permitted: impl IntoIterator<Item = (TerminalId, u32)>) -> Self {
        let count = rules.terminal_count();
        let mut costs: Vec<(TerminalId, u32)> = permitted.into_iter().collect();
        costs.sort_unstable();
        costs.truncate(costs.partition_point(|(terminal, _)| terminal.index() < count));
        let mut permitted = BitRow::new(count);
        let mut readable = Vec::new();
        for &(terminal, cost) in &costs {
            permitted.insert(terminal.index());
            if !rules.closes(terminal) {
                readable.push((terminal, cost));
            }
        }
        let kinds = rules.kinds_by_content();
        let passable = kinds.closed_by(|close| permitted.contains(close.index()));
        let serial = ROWS_MADE.fetch_add(1, Ordering::Relaxed);
        let (openings, bounds) = (OnceLock::new(), Mutex::default());
        Self { costs, serial, readable, passable, openings, bounds }
    }

    /// Returns the cost of making `terminal` virtual; `None` if that is not permitted.
    #[must_use]
    pub fn cost(&self, terminal: TerminalId) -> Option<u32> {
        let index = self.costs.binary_search_by_key(&terminal, |&(known, _)| known).ok()?;
        Some(self.costs[index].1)
    }

    /// Returns the lower bounds on the cost of making `goal` acceptable.
    pub(super) fn bounds(&self, rules: &Rules, goal: Word) -> Arc<Bounds> {
        let openings = self.openings.get_or_init(|| Openings::new(rules, &self.costs));
        // A poisoned lock is harmless: only complete bounds are ever inserted.
        let mut known = self.bounds.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = known.entry((goal.terminal, goal.label != 0));
        entry.or_insert_with(|| Arc::new(Bounds::new(rules, openings, goal))).clone()
    }
}
