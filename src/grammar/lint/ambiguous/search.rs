//! Breadth-first search over the states of a content, for a short text with two derivations.
//!
//! The engine reads the content letter by letter. A *state* (type [`Place`]) is the recogniser's
//! configuration after some letters. Equal configurations are one state, so a content that is a
//! finite automaton, as those of HTML are, has few states, and all are visited. In a recursive
//! content the search ends at texts of [`LONGEST`] letters, or after [`MOST`] steps.
//!
//! Then every transition is made part of one text. The text consists of a shortest text that leads
//! to the state, the letter of the transition, and a shortest completion from there. A text whose
//! parse forest has two trees is the finding. The search is sound but not complete: it may miss an
//! ambiguity.

use super::content::Content;
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
pub(super) enum Found {
    /// A text and two trees of it.
    Trees(Vec<TerminalId>, [Tree; 2]),
    /// A text after which a tag could be either of two elements.
    Elements(Vec<PlainSymbol>, [usize; 2]),
    /// A text after which this terminal is not acceptable, though it was before the last letter.
    Once(Vec<PlainSymbol>, usize),
}

/// A state of the recogniser.
struct Place {
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
pub(super) struct Search<'c> {
    pub(super) content: &'c Content<'c>,
    /// Pairs of terminals of which the second may follow the first in every document.
    follows: &'c [(usize, usize)],
    /// By element: the number of its tag.
    tags: &'c [usize],
    pub(super) automaton: Automaton,
    /// The states in the order of discovery, those of short texts first.
    places: Vec<Place>,
    /// The number of steps taken.
    work: usize,
    /// The number of items and letters that discovering the states took.
    found: usize,
}

impl<'c> Search<'c> {
    pub(super) fn new(
        content: &'c Content<'c>,
        follows: &'c [(usize, usize)],
        tags: &'c [usize],
    ) -> Option<Self> {
        let automaton = content.automaton()?;
        Some(Self { content, follows, tags, automaton, places: Vec::new(), work: 0, found: 0 })
    }

    /// Returns the first finding, in the order of the states.
    pub(super) fn run(&mut self) -> Option<Found> {
        self.visit();
        let endings = self.endings();
        let options = Options { keeps_chart: true, ..Options::default() };
        let mut judge = Recogniser::new(self.automaton.clone(), options);
        let shortest = self.in_two_ways(&mut judge, &[], &endings[0]);
        shortest.or_else(|| (0..self.places.len()).find_map(|at| self.at(at, &endings, &mut judge)))
    }

    /// Returns the cost in steps of the lint; discovering states counts one sixteenth.
    pub(super) const fn steps(&self) -> usize {
        self.work + self.found / 16
    }

    /// Reports whether the search has stayed within its limits.
    pub(super) const fn is_whole(&self) -> bool {
        self.work <= MOST && self.found <= MOST_FOUND
    }

    /// Returns the first finding at a state and at the transitions from it.
    fn at(&mut self, at: usize, endings: &[Ending], judge: &mut Recogniser) -> Option<Found> {
        let way = self.way(at);
        if let Some(elements) = self.same_tag(at) {
            return Some(Found::Elements(self.written(&way), elements));
        }
        for step in 0..self.places[at].steps.len() {
            let (letter, to) = (self.places[at].expected[step], self.places[at].steps[step]);
            if let Some((last, missing)) = self.once(at, letter, to) {
                let last = PlainSymbol::Terminal(last);
                return Some(Found::Once([self.written(&way), vec![last]].concat(), missing));
            }
            let found = self.in_two_ways(judge, &[&way, &[letter][..]].concat(), &endings[to]);
            if found.is_some() {
                return found;
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
    ) -> Option<Found> {
        let ending = ending.as_ref().filter(|_| self.is_whole())?;
        let text = [text, ending].concat();
        let (trees, work) = two_trees(judge, &text);
        self.work += work;
        trees.map(|trees| Found::Trees(text, trees))
    }

    /// Discovers the states, breadth first.
    fn visit(&mut self) {
        let mut reader = Recogniser::new(self.automaton.clone(), Options::default());
        let mut known = HashMap::default();
        self.meet(None, &reader, &mut known);
        let mut at = 0;
        while at < self.places.len() && self.is_whole() {
            let way = self.way(at);
            if way.len() < LONGEST {
                let start = reader.mark();
                read(&mut reader, &way);
                self.go_on(at, &mut reader, &mut known);
                reader.rewind(start);
            }
            self.work += way.len() + self.places[at].expected.len();
            at += 1;
        }
    }

    /// Discovers the successors of a state, to which the reader has been moved.
    fn go_on(&mut self, at: usize, reader: &mut Recogniser, known: &mut HashMap<usize, usize>) {
        for letter in self.places[at].expected.clone() {
            if !self.is_whole() {
                return;
            }
            let (here, before) = (reader.mark(), reader.work().items);
            read(reader, &[letter]);
            let items = reader.work().items - before;
            self.found = self.found.saturating_add(usize::try_from(items).unwrap_or(usize::MAX));
            let to = self.meet(Some((at, letter)), reader, known);
            self.places[at].steps.push(to);
            reader.rewind(here);
        }
    }

    /// Returns the state of a reader, adding it if it is new.
    fn meet(
        &mut self,
        before: Option<(usize, TerminalId)>,
        reader: &Recogniser,
        known: &mut HashMap<usize, usize>,
    ) -> usize {
        let next = self.places.len();
        let number = reader.shared_set().map_or(next, |set| *known.entry(set).or_insert(next));
        if number == next {
            let expected: Vec<_> = reader.expected().iter().map(TerminalId::new).collect();
            self.found = self.found.saturating_add(expected.len());
            self.places.push(Place {
                before,
                expected,
                is_complete: reader.complete(),
                steps: Vec::new(),
            });
        }
        number
    }

    /// Returns the letters that lead to a state.
    fn way(&self, to: usize) -> Vec<TerminalId> {
        let before = |&(place, _): &(usize, TerminalId)| self.places[place].before;
        let steps = std::iter::successors(self.places[to].before, before);
        let mut way: Vec<TerminalId> = steps.map(|(_, letter)| letter).collect();
        way.reverse();
        way
    }

    /// Returns a shortest completion of each state, by breadth-first search backwards.
    fn endings(&self) -> Vec<Ending> {
        let leading_to = self.leading_to();
        let ending = |place: &Place| place.is_complete.then(Vec::new);
        let mut endings: Vec<Ending> = self.places.iter().map(ending).collect();
        let complete = (0..self.places.len()).filter(|&at| endings[at].is_some());
        let mut open: VecDeque<usize> = complete.collect();
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
        let mut leading_to = vec![Vec::new(); self.places.len()];
        for (from, place) in self.places.iter().enumerate() {
            for (&letter, &to) in place.expected.iter().zip(&place.steps) {
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
        let holds = |letter: &TerminalId, terminal| {
            self.content.letters[letter.index()].contains(&PlainSymbol::Terminal(terminal))
        };
        let has_room = |place: usize, terminal| {
            self.places[place].expected.iter().any(|letter| holds(letter, terminal))
        };
        let is_lost = |&&(first, then): &&(usize, usize)| {
            holds(&letter, first) && has_room(from, then) && !has_room(to, then)
        };
        self.follows.iter().find(is_lost).copied()
    }

    /// Returns two expected elements that one physical tag could be.
    fn same_tag(&self, at: usize) -> Option<[usize; 2]> {
        let mut tags = HashMap::default();
        let expected = self.places[at].expected.iter();
        for letter in expected.flat_map(|letter| &self.content.letters[letter.index()]) {
            let PlainSymbol::Element(number) = *letter else { continue };
            if let Some(other) = tags.insert(self.tags[number], number) {
                return Some([other.min(number), other.max(number)]);
            }
        }
        None
    }
}

/// Reads letters that are expected.
fn read(reader: &mut Recogniser, text: &[TerminalId]) {
    for &letter in text {
        reader.read_accepted(Word::plain(letter));
    }
}

/// Returns the two best trees of a text, if it has two, and the number of steps taken.
fn two_trees(judge: &mut Recogniser, text: &[TerminalId]) -> (Option<[Tree; 2]>, usize) {
    let (start, before) = (judge.mark(), judge.work().items);
    read(judge, text);
    let items = judge.work().items - before;
    let forest = judge.forest();
    judge.rewind(start);
    let work = forest.as_ref().map_or(items, |forest| items + forest.work());
    let two = forest.filter(|forest| forest.ambiguous()).and_then(|forest| {
        let mut trees = forest.trees();
        Some([trees.next()?, trees.next()?])
    });
    (two, text.len() + usize::try_from(work).unwrap_or(usize::MAX / 2))
}
