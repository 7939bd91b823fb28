//! Wish rows: which words may be virtual, at what cost, and what they can lead to.
//!
//! In: a cost for each terminal. Derived once for each goal that is asked for: for each frame kind, what it takes at
//! least to make the goal acceptable inside (`bounds.rs`). That serves to say no at once to most
//! hopeless questions, and to look in the right direction for the others (`cheapest.rs`).

use super::bounds::Bounds;
use super::rules::{Rules, TerminalId, Word};
use crate::base::BitRow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers for wish rows, so that what was learnt with one is not used with another.
static ROWS_MADE: AtomicU64 = AtomicU64::new(0);

/// The bounds for a goal without a label, and with one; made when first asked for.
type OfGoal = [OnceLock<Box<Bounds>>; 2];

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
    /// For each terminal as a goal; the list, too, is made when first asked for.
    bounds: OnceLock<Box<[OfGoal]>>,
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
        let serial = ROWS_MADE.fetch_add(1, Ordering::Relaxed);
        Self { costs, serial, readable, passable, bounds: OnceLock::new() }
    }

    /// What it costs to make `terminal` virtual; none if that is not permitted.
    #[must_use]
    pub fn cost(&self, terminal: TerminalId) -> Option<u32> {
        self.costs.get(terminal.index()).copied().flatten()
    }

    /// What it takes at least to make `goal` acceptable; none if the rules have no such terminal.
    pub(super) fn bounds(&self, rules: &Rules, goal: Word) -> Option<&Bounds> {
        let none = || (0..rules.terminal_count()).map(|_| Default::default()).collect();
        let of_goal = self.bounds.get_or_init(none).get(goal.terminal.index())?;
        let known = &of_goal[usize::from(goal.label != 0)];
        Some(known.get_or_init(|| {
            let price = |&word: &TerminalId| self.cost(word).map(|cost| (word, cost));
            let prices: Vec<_> = self.readable.iter().filter_map(price).collect();
            Box::new(Bounds::new(rules, &prices, goal))
        }))
    }
}
