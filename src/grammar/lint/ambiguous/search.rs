//! Breadth-first search over the states of a content, for a short text with two derivations.
//!
//! The engine reads the content letter by letter. A *state* (type [`SearchState`]) is the
//! recogniser's configuration after some letters. Equal configurations are one state, so a content
//! that is a finite automaton, as those of HTML are, has few states, and all are visited. In a
//! recursive content the search ends at texts of [`LONGEST`] letters, or after [`MOST`] steps.
//!
//! Then every transition is made part of one text. The text consists of a shortest text that leads
//! to the state, the letter of the transition, and a shortest completion from there. A text whose
//! parse forest has two trees is the finding. The search is sound but not complete: it may miss an
//! ambiguity.

use super::content::ContentGrammar;
use crate::base::HashMap;
use crate::earley::{Automaton, Options, Recogniser, TerminalId, Tree, Word};
use crate::grammar::compile::plain::PlainSymbol;
use std::collections::VecDeque;

/// The greatest length of a text up to the state from which it is completed.
const LONGEST: usize = 12;
/// The greatest number of letters read, items made and nodes of forests visited for one content.
/// The count does not depend on the machine.
const MOST: usize = 40_000;
/// The greatest number of items made and expected letters noted to find the states of one content.
/// A long sequence of optional parts has as many states as parts, with as many expected letters in
/// each.
const MOST_FOUND: usize = 1 << 20;

/// A finding in a content.
pub(super) enum Finding {
    /// A text and two trees of it.
    Trees(Vec<TerminalId>, [Tree; 2]),
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
    is_complete: bool,
    /// The successor for each of the expected letters; empty where the search has ended.
    steps: Vec<usize>,
}

/// The shortest text that completes a content, if there is one.
type Ending = Option<Vec<TerminalId>>;

/// The search in one content.
pub(super) struct AmbiguitySearch<'c> {
    pub(super) content: &'c ContentGrammar<'c>,
    /// Pairs of terminals of which the second may follow the first in every document.
    follows: &'c [(usize, usize)],
    /// By element: the number of its tag.
    tags: &'c [usize],
    pub(super) automaton: Automaton,
    /// The states in the order of discovery, those of short texts first.
    states: Vec<SearchState>,
    /// The number of steps taken.
    work: usize,
    /// The number of items and letters that discovering the states took.
    found: usize,
}

impl<'c> AmbiguitySearch<'c> {
    /// Creates the search in a content; `None` if its rules cannot be compiled.
    pub(super) fn new(
        content: &'c ContentGrammar<'c>,
        follows: &'c [(usize, usize)],
        tags: &'c [usize],
    ) -> Option<Self> {
        let automaton = content.automaton()?;
        Some(Self { content, follows, tags, automaton, states: Vec::new(), work: 0, found: 0 })
    }

    /// Returns the first finding, in the order of the states.
    pub(super) fn run(&mut self) -> Option<Finding> {
        self.visit();
        let endings = self.endings();
        let options = Options { keeps_chart: true, ..Options::default() };
        let mut judge = Recogniser::new(self.automaton.clone(), options);
        if let Some(finding) = self.in_two_ways(&mut judge, &[], &endings[0]) {
            return Some(finding);
        }
        (0..self.states.len()).find_map(|state| self.finding_at(state, &endings, &mut judge))
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
    fn finding_at(
        &mut self,
        state: usize,
        endings: &[Ending],
        judge: &mut Recogniser,
    ) -> Option<Finding> {
        let path = self.path(state);
        if let Some(elements) = self.same_tag(state) {
            return Some(Finding::Elements(self.written(&path), elements));
        }
        for step in 0..self.states[state].steps.len() {
            let (letter, to) = (self.states[state].expected[step], self.states[state].steps[step]);
            if let Some((last, missing)) = self.once(state, letter, to) {
                let last = PlainSymbol::Terminal(last);
                return Some(Finding::Once([self.written(&path), vec![last]].concat(), missing));
            }
            let finding = self.in_two_ways(judge, &[&path, &[letter][..]].concat(), &endings[to]);
            if finding.is_some() {
                return finding;
            }
        }
        None
    }

    /// Returns a finding if the text made of `text` and `ending` has two trees.
    fn in_two_ways(
        &mut self,
        judge: &mut Recogniser,
        text: &[TerminalId],
        ending: &Ending,
    ) -> Option<Finding> {
        if !self.is_within_limits() {
            return None;
        }
        let text = [text, ending.as_ref()?].concat();
        let (trees, work) = two_trees(judge, &text);
        self.work += work;
        Some(Finding::Trees(text, trees?))
    }

    /// Discovers the states of the recogniser, breadth first. To continue from a state, it reads
    /// the shortest text that leads there again. Ends early at the limits of the search.
    fn visit(&mut self) {
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
            at += 1;
        }
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
            self.states.push(SearchState {
                before,
                expected,
                is_complete: reader.complete(),
                steps: Vec::new(),
            });
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

    /// Returns a shortest completion of each state, by breadth-first search backwards.
    fn endings(&self) -> Vec<Ending> {
        let leading_to = self.leading_to();
        let mut endings: Vec<Ending> = Vec::with_capacity(self.states.len());
        let mut open: VecDeque<usize> = VecDeque::new();
        for (number, state) in self.states.iter().enumerate() {
            if state.is_complete {
                open.push_back(number);
            }
            endings.push(if state.is_complete { Some(Vec::new()) } else { None });
        }
        while let Some(to) = open.pop_front() {
            for &(from, letter) in &leading_to[to] {
                if endings[from].is_none() {
                    let rest = endings[to].iter().flatten();
                    endings[from] = Some(std::iter::once(&letter).chain(rest).copied().collect());
                    open.push_back(from);
                }
            }
        }
        endings
    }

    /// Returns, by state, its predecessors, each with the letter that leads from it.
    fn leading_to(&self) -> Vec<Vec<(usize, TerminalId)>> {
        let mut leading_to = vec![Vec::new(); self.states.len()];
        for (from, state) in self.states.iter().enumerate() {
            for (&letter, &to) in state.expected.iter().zip(&state.steps) {
                leading_to[to].push((from, letter));
            }
        }
        leading_to
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

/// Returns the two best trees of a text, if it has two, and the number of steps taken.
fn two_trees(judge: &mut Recogniser, text: &[TerminalId]) -> (Option<[Tree; 2]>, usize) {
    let (start, before) = (judge.checkpoint(), judge.work().items);
    read(judge, text);
    let items = judge.work().items - before;
    let forest = judge.forest();
    judge.rewind(start);
    let (mut work, mut two) = (items, None);
    if let Some(forest) = forest {
        work += forest.work();
        if forest.ambiguous() {
            let mut trees = forest.trees();
            if let (Some(first), Some(second)) = (trees.next(), trees.next()) {
                two = Some([first, second]);
            }
        }
    }
    (two, text.len() + usize::try_from(work).unwrap_or(usize::MAX / 2))
}
