//! The results of a search for the cheapest path.

use super::symbols::{TerminalId, Word};

/// The cheapest sequence of words after which a goal is acceptable.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Path {
    /// The words in reading order; closing words have the label of their frame.
    pub words: Vec<Word>,
    /// The sum of their costs.
    pub cost: u64,
}

/// The reason why a search has no path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPath {
    /// The search is complete, and there is no path.
    Hopeless,
    /// The search was given up at its limit,
    /// [`Options::search_nodes`](super::Options::search_nodes).
    GivenUp,
}

impl Path {
    /// Returns the terminals of the words.
    pub fn terminals(&self) -> impl Iterator<Item = TerminalId> + '_ {
        self.words.iter().map(|word| word.terminal)
    }
}
