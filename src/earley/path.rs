//! What a search for the cheapest path answers.

use super::symbols::{TerminalId, Word};

/// The cheapest words after which some word is acceptable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// To be read in this order; those that close have the label of their frame.
    pub words: Vec<Word>,
    /// The sum of their costs.
    pub cost: u64,
}

/// Why a search has no path to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPath {
    /// There is none.
    Hopeless,
    /// The search was given up at its limit:
    /// [`Options::search_nodes`](super::Options::search_nodes).
    GivenUp,
}

impl Path {
    /// The terminals of its words.
    pub fn terminals(&self) -> impl Iterator<Item = TerminalId> + '_ {
        self.words.iter().map(|word| word.terminal)
    }
}
