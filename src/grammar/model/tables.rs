//! The compiled form of wishes and remedies: what is done about a terminal that is rejected.
//!
//! Few terminals differ in it, so what is the same is there once, and each terminal has its number:
//! of a grammar with 900 terminals, 47 lists of remedies and 20 lists of permitted tags.

use super::facts::Rewriting;
use crate::base::BitRow;
use crate::earley::{Guard, Rules, TerminalId, WishRow};
use crate::grammar::ast::{Place, RemedyOf};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// What a remedy does: its elements are kinds of frames.
pub(crate) type CompiledRemedy = RemedyOf<Insert, BitRow, Rewriting>;

/// The tags of which the first acceptable one is inserted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Insert {
    /// In order.
    pub tags: Vec<TerminalId>,
    /// The same, as a row of terminals.
    pub row: BitRow,
}

/// One remedy of a rejected terminal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RemedyLine {
    /// What it does.
    pub remedy: CompiledRemedy,
    /// What must hold for it to apply.
    pub guards: Vec<Guard>,
    /// A terminal that must be acceptable for it to apply.
    pub wherever: Option<TerminalId>,
    /// Whether it applies only to what an exclusion forbids.
    pub excluded: bool,
    /// The frame kinds of which the current one must be, if it says so.
    pub within: Option<BitRow>,
    /// The remedy's word.
    pub place: Place,
    /// The whole statement.
    pub line: Place,
}

/// A permission that was resolved: a tag, what it costs, and where it is permitted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Permission {
    pub(crate) tag: TerminalId,
    pub(crate) cost: u32,
    pub(crate) place: Place,
}

/// What is permitted for the sake of some terminals.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Permitted {
    pub(crate) tags: Vec<Permission>,
    /// Follows from the tags; made when first asked for.
    #[serde(skip)]
    wishes: OnceLock<Arc<WishRow>>,
}

/// The tables of one rejected terminal, by their numbers: many terminals have the same.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct OfTerminal {
    /// In [`Tables::remedies`].
    pub(crate) remedies: usize,
    /// In [`Tables::permitted`].
    pub(crate) permitted: usize,
}

/// What is done about rejected terminals.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tables {
    pub(crate) of_terminals: Vec<OfTerminal>,
    pub(crate) remedies: Vec<Vec<RemedyLine>>,
    pub(crate) permitted: Vec<Permitted>,
}

impl Permitted {
    pub(crate) const fn new(tags: Vec<Permission>) -> Self {
        Self { tags, wishes: OnceLock::new() }
    }

    /// As a row of wishes; none if nothing is permitted.
    pub(crate) fn wishes(&self, rules: &Rules) -> Option<&Arc<WishRow>> {
        let row = || {
            let permitted = self.tags.iter().map(|permission| (permission.tag, permission.cost));
            Arc::new(WishRow::new(rules, permitted))
        };
        (!self.tags.is_empty()).then(|| self.wishes.get_or_init(row))
    }
}

impl Tables {
    /// The remedies of a rejected terminal, best first.
    pub(crate) fn remedies(&self, rejected: TerminalId) -> &[RemedyLine] {
        let of_terminal = self.of_terminals.get(rejected.index());
        of_terminal.map_or(&[], |tables| &self.remedies[tables.remedies])
    }

    /// What is permitted for the sake of a terminal.
    pub(crate) fn permitted(&self, goal: TerminalId) -> Option<&Permitted> {
        Some(&self.permitted[self.of_terminals.get(goal.index())?.permitted])
    }
}
