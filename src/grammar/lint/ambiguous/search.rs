//! Breadth-first search over the states of a content, for a tag that could be either of two
//! elements, and for a token that is accepted once.
//!
//! The engine reads the content letter by letter. A *state* (type [`SearchState`]) is the
//! recogniser's configuration after some letters. Equal configurations are one state, so a content
//! that is a finite automaton, as those of HTML are, has few states, and all are visited. Each
//! state is examined as soon as its successors are known. In a recursive content the search ends at
//! texts of [`LONGEST`] letters, or after [`MOST`] steps.

use super::content::ContentGrammar;
use crate::base::HashMap;
use crate::earley::{Automaton, Options, Recogniser, TerminalId, Word};
use crate::grammar::compile::plain::PlainSymbol;

/// The greatest length of a text up to the state from which it is completed.
const LONGEST: usize = 12;
/// The greatest number of letters read for one content.
const MOST: usize = 40_000;
/// The greatest number of items made and expected letters noted to find the states of one content.
/// A long sequence of optional parts has as many states as parts, with as many expected letters in
/// each.
const MOST_FOUND: usize = 1 << 20;

/// A finding in a content.
pub(super) enum Finding {
    /// A text after which a tag could be either of two elements.
    Elements(Vec<PlainSymbol>, [usize; 2]),
    /// A text after which this terminal is not acceptable, though it was before the last letter.
    Once(Vec<PlainSymbol>, usize),
}

/// A state of the recogniser.
struct SearchState {
    /// The predecessor and the letter that leads from it; `None` for the first state.
    before: Option<(usize, TerminalId)>,
    expected: Vec<TerminalId>,
    /// The successor for each of the expected letters; empty where the search has ended.
    steps: Vec<usize>,
}

/// The search in one content.
pub(super) struct StateSearch<'c> {
    content: &'c ContentGrammar<'c>,
    /// Pairs of terminals of which the second may follow the first in every document.
    follows: &'c [(usize, usize)],
    /// By element: the number of its tag.
    tags: &'c [usize],
    automaton: Automaton,
    /// The states in the order of discovery, those of short texts first.
    states: Vec<SearchState>,
    /// The number of steps taken.
    work: usize,
    /// The number of items and letters that discovering the states took.
    found: usize,
}

impl<'c> StateSearch<'c> {
    /// Creates the search in a content; `None` if its rules cannot be compiled.
    pub(super) fn new(
        content: &'c ContentGrammar<'c>,
        follows: &'c [(usize, usize)],
        tags: &'c [usize],
    ) -> Option<Self> {
        let automaton = content.automaton(0, &[])?;
        Some(Self { content, follows, tags, automaton, states: Vec::new(), work: 0, found: 0 })
    }

    /// Discovers the states of the recogniser, breadth first, and returns the first finding. To
    /// continue from a state, it reads the shortest text that leads there again. Ends early at the
    /// limits of the search.
    pub(super) fn run(&mut self) -> Option<Finding> {
        let mut reader = Recogniser::new(self.automaton.clone(), Options::default());
        let mut known = HashMap::default();
        self.state_of(None, &reader, &mut known);
        let mut at = 0;
        while at < self.states.len() && self.is_within_limits() {
            let path = self.path(at);
            if path.len() < LONGEST {
                let start = reader.checkpoint();
                read(&mut reader, &path);
                self.visit_next(at, &mut reader, &mut known);
                reader.rewind(start);
            }
            self.work += path.len() + self.states[at].expected.len();
            let finding = self.finding_at(at);
            if finding.is_some() {
                return finding;
            }
            at += 1;
        }
        None
    }

    /// Returns the cost in steps of the lint; discovering states counts one sixteenth.
    pub(super) const fn steps(&self) -> usize {
        self.work + self.found / 16
    }

    /// Reports whether the search has stayed within its limits.
    pub(super) const fn is_within_limits(&self) -> bool {
        self.work <= MOST && self.found <= MOST_FOUND
    }

    /// Returns the first finding at a state and at the transitions from it.
    fn finding_at(&self, state: usize) -> Option<Finding> {
        if let Some(elements) = self.same_tag(state) {
            return Some(Finding::Elements(self.written(&self.path(state)), elements));
        }
        for (&letter, &to) in self.states[state].expected.iter().zip(&self.states[state].steps) {
            if let Some((last, missing)) = self.once(state, letter, to) {
                let last = PlainSymbol::Terminal(last);
                let path = self.written(&self.path(state));
                return Some(Finding::Once([path, vec![last]].concat(), missing));
            }
        }
        None
    }

    /// Discovers the successors of a state, to which the reader has been moved.
    fn visit_next(
        &mut self,
        at: usize,
        reader: &mut Recogniser,
        known: &mut HashMap<usize, usize>,
    ) {
        for letter in self.states[at].expected.clone() {
            if !self.is_within_limits() {
                return;
            }
            let (here, before) = (reader.checkpoint(), reader.work().items);
            read(reader, &[letter]);
            let items = reader.work().items - before;
            self.found = self.found.saturating_add(usize::try_from(items).unwrap_or(usize::MAX));
            let to = self.state_of(Some((at, letter)), reader, known);
            self.states[at].steps.push(to);
            reader.rewind(here);
        }
    }

    /// Returns the state of a reader, adding it if it is new.
    fn state_of(
        &mut self,
        before: Option<(usize, TerminalId)>,
        reader: &Recogniser,
        known: &mut HashMap<usize, usize>,
    ) -> usize {
        let next = self.states.len();
        let number = match reader.shared_set() {
            Some(set) => *known.entry(set).or_insert(next),
            None => next,
        };
        if number == next {
            let expected: Vec<_> = reader.expected().iter().map(TerminalId::new).collect();
            self.found = self.found.saturating_add(expected.len());
            self.states.push(SearchState { before, expected, steps: Vec::new() });
        }
        number
    }

    /// Returns the letters that lead to a state.
    fn path(&self, to: usize) -> Vec<TerminalId> {
        let mut path = Vec::new();
        let mut before = self.states[to].before;
        while let Some((state, letter)) = before {
            path.push(letter);
            before = self.states[state].before;
        }
        path.reverse();
        path
    }

    /// Replaces each terminal by the first letter that it represents.
    fn written(&self, text: &[TerminalId]) -> Vec<PlainSymbol> {
        text.iter().map(|letter| self.content.letters[letter.index()][0]).collect()
    }

    /// Returns a token of `letter` and one that is no longer expected after it, though it was
    /// before and may follow in every document.
    fn once(&self, from: usize, letter: TerminalId, to: usize) -> Option<(usize, usize)> {
        for &(first, then) in self.follows {
            if self.represents(letter, first) && self.expects(from, then) && !self.expects(to, then)
            {
                return Some((first, then));
            }
        }
        None
    }

    /// Reports whether a letter represents a terminal.
    fn represents(&self, letter: TerminalId, terminal: usize) -> bool {
        self.content.letters[letter.index()].contains(&PlainSymbol::Terminal(terminal))
    }

    /// Reports whether a terminal is expected in a state.
    fn expects(&self, state: usize, terminal: usize) -> bool {
        self.states[state].expected.iter().any(|&letter| self.represents(letter, terminal))
    }

    /// Returns two expected elements that one physical tag could be.
    fn same_tag(&self, state: usize) -> Option<[usize; 2]> {
        let mut tags = HashMap::default();
        for letter in &self.states[state].expected {
            for symbol in &self.content.letters[letter.index()] {
                let PlainSymbol::Element(number) = *symbol else { continue };
                if let Some(other) = tags.insert(self.tags[number], number) {
                    return Some([other.min(number), other.max(number)]);
                }
            }
        }
        None
    }
}

/// Reads letters that are expected.
fn read(reader: &mut Recogniser, text: &[TerminalId]) {
    for &letter in text {
        let read = reader.read(Word::plain(letter));
        debug_assert!(read.is_ok(), "the content expects {letter:?}");
    }
}
