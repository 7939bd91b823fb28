//! A text whose words have several readings: a lattice, or directed graph, of words.
//!
//! A word begins at one position and ends at any later one, and several words may begin or end at a
//! position. So an ambiguous lexer can be built, whose tokens overlap, and a keyword need not be
//! reserved. The trees of a lattice are those of all its paths from the beginning to the end.
//!
//! ```text
//! i f x    IF 0..2, NAME 0..1, NAME 1..2, NAME 2..3, NAME 0..3, …
//! ```
//!
//! An Earley set belongs to a position at which a word ends. It follows by the scanner from all
//! sets at which such a word begins, and then by the completer as usual, since completion does not
//! depend on the lengths of words. (Aycock and Horspool, "Schrödinger's token", 2001; the input
//! model of Kegler's Marpa. Lang, "Deterministic techniques for efficient non-deterministic
//! parsers", 1974, has the general idea.) Sets are numbered in the order of their positions,
//! without gaps.

use super::automaton::Automaton;
use super::forest::{Extent, Forest, TextWords};
use super::items::SetId;
use super::options::Options;
use super::recogniser::Recogniser;
use super::symbols::{TerminalId, TerminalRole, TerminalSet, Word};
use crate::util::narrow;
use std::collections::BTreeMap;

/// A recogniser of words that may begin at one position, and end at different ones.
///
/// ```
/// use wishful_earley::{Automaton, Lattice, Options, RulesBuilder};
///
/// let rules = Automaton::new(RulesBuilder::from_text("text ::= word+")?.build()?);
/// let word = rules.terminal_named("word").ok_or("a terminal")?;
/// // The two ways to divide the five letters of `a_b_c` into words.
/// let mut lattice = Lattice::new(rules, Options::default());
/// for (start, ends) in [(0, vec![2, 5]), (2, vec![5]), (5, vec![])] {
///     assert_eq!(lattice.position(), start);
///     for end in ends {
///         assert!(lattice.read(word, end));
///     }
///     lattice.advance();
/// }
/// let forest = lattice.forest().ok_or("a complete text")?;
/// assert_eq!(forest.count().to_string(), "2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Lattice {
    recogniser: Recogniser,
    /// The words that end after the current position, by their ends.
    pending: BTreeMap<u32, Vec<(SetId, TerminalId)>>,
    terminals: Vec<TerminalId>,
    /// The extents of the words, as indexes into `positions`.
    extents: Vec<Extent>,
    /// The positions that have sets.
    positions: Vec<u32>,
}

impl Lattice {
    /// Creates a recogniser at position 0. It keeps its chart, whatever the options say.
    #[must_use]
    pub fn new(automaton: Automaton, options: Options) -> Self {
        let options = Options { keeps_chart: true, ..options };
        Self {
            recogniser: Recogniser::new(automaton, options),
            pending: BTreeMap::new(),
            terminals: Vec::new(),
            extents: Vec::new(),
            positions: vec![0],
        }
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> u32 {
        // OK because 0 is a position.
        self.positions.last().copied().unwrap_or_default()
    }

    /// Returns the positions so far at which words begin or end, ascending. The extents of nodes of
    /// [`Lattice::forest`] are indexes of them.
    #[must_use]
    pub fn positions(&self) -> &[u32] {
        &self.positions
    }

    /// Returns the terminals that are acceptable at the current position.
    #[must_use]
    pub fn expected(&self) -> TerminalSet {
        self.recogniser.expected()
    }

    /// Adds a word from the current position to `end`. Returns false, and adds nothing, if the word
    /// is not acceptable there, opens or closes a frame, is empty, or has been added already.
    pub fn read(&mut self, terminal: TerminalId, end: u32) -> bool {
        let is_plain = self.recogniser.rules().role(terminal) == TerminalRole::Plain;
        if end <= self.position() || !is_plain || !self.recogniser.accepts(Word::plain(terminal)) {
            return false;
        }
        let (_, set) = self.recogniser.root_sets();
        let words = self.pending.entry(end).or_default();
        let is_new = !words.contains(&(set, terminal));
        if is_new {
            words.push((set, terminal));
        }
        is_new
    }

    /// Moves to the next position at which a word ends, and returns it. Returns `None` if there is
    /// none, and stays where it is.
    pub fn advance(&mut self) -> Option<u32> {
        let (end, words) = self.pending.pop_first()?;
        let (start, _) = self.recogniser.root_sets();
        let set = self.recogniser.join(&words);
        let position = |set: SetId| narrow(set.index() - start.index());
        for (from, terminal) in words {
            self.terminals.push(terminal);
            self.extents.push((position(from), position(set)));
        }
        self.positions.push(end);
        Some(end)
    }

    /// Reports whether the text may end at the current position.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.recogniser.complete()
    }

    /// Returns all trees of all paths from position 0 to the current one; `None` if the text may
    /// not end here.
    #[must_use]
    pub fn forest(&self) -> Option<Forest> {
        let (terminals, extents) = (self.terminals.clone(), self.extents.clone());
        self.complete().then(|| self.recogniser.forest_of(TextWords { terminals, extents }))
    }
}
