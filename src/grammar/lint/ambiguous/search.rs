//! The search for a short text that a content can read in two ways.
//!
//! The engine reads the content letter by letter. Where it stands after some letters is a *place*;
//! places that all texts share are met again, so the places of a content that is a finite
//! automaton, as those of HTML are, are few, and all are visited. Where a content nests, the visit
//! ends at texts of [`LONGEST`] letters, or when it has taken [`MOST`] steps.
//!
//! Then every step from place to place is put into one text: a shortest way to the place, the step,
//! and a shortest way to an end from where it leads. If the forest of one of these texts has two
//! trees, that is what is found. What is reported is ambiguous; what is not reported may be.

use super::content::Content;
use crate::base::HashMap;
use crate::earley::{Automaton, Options, Recogniser, TerminalId, Tree, Word};
use crate::grammar::compile::plain::PlainSymbol;
use std::collections::VecDeque;

/// Texts are at most this long, but for the way to an end.
const LONGEST: usize = 12;
/// At most so many letters are read in one content, items made and nodes of forests looked at. That
/// is work that does not depend on the machine.
const MOST: usize = 40_000;
/// At most so many items are made, and letters noted that may come, to find the places of one
/// content: a long row of optional parts has as many places as parts, and as many letters may come
/// in each.
const MOST_FOUND: usize = 1 << 20;

/// Something that is wrong with a content.
pub(super) enum Found {
    /// A text, and two trees of it.
    Trees(Vec<TerminalId>, [Tree; 2]),
    /// After these letters a tag could be either of two elements.
    Elements(Vec<PlainSymbol>, [usize; 2]),
    /// After these letters there is no room for this terminal, though there was before the last.
    Once(Vec<PlainSymbol>, usize),
}

/// Where a content stands after some letters.
struct Place {
    /// The place before it and the letter from there; none of the first.
    before: Option<(usize, TerminalId)>,
    expected: Vec<TerminalId>,
    is_complete: bool,
    /// Where each of the expected letters leads; none where the search has ended.
    steps: Vec<usize>,
}

/// The shortest letters that complete a content, if any do.
type Ending = Option<Vec<TerminalId>>;

/// A search in one content.
pub(super) struct Search<'c> {
    pub(super) content: &'c Content<'c>,
    /// Two terminals of which the second may come after the first, in every document.
    follows: &'c [(usize, usize)],
    /// By element: the number of its tag.
    tags: &'c [usize],
    pub(super) automaton: Automaton,
    /// In the order in which they are met: those of short texts first.
    places: Vec<Place>,
    /// How many steps it took.
    work: usize,
    /// The number of items and letters that it took to find the places.
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

    /// What is found first, in the order of the places.
    pub(super) fn run(&mut self) -> Option<Found> {
        self.visit();
        let endings = self.endings();
        let options = Options { keeps_chart: true, ..Options::default() };
        let mut judge = Recogniser::new(self.automaton.clone(), options);
        let shortest = self.in_two_ways(&mut judge, &[], &endings[0]);
        shortest.or_else(|| (0..self.places.len()).find_map(|at| self.at(at, &endings, &mut judge)))
    }

    /// Returns what it took in the steps of the lint, of which the places take a small part each.
    pub(super) const fn steps(&self) -> usize {
        self.work + self.found / 16
    }

    /// Whether all was visited and judged that there is.
    pub(super) const fn is_whole(&self) -> bool {
        self.work <= MOST && self.found <= MOST_FOUND
    }

    /// What is found at a place, and at the steps from there.
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

    /// A text, if there is one that begins and ends so, and it has two trees.
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

    /// Finds the places.
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

    /// Finds the places behind one, where the reader stands.
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

    /// The place where a reader stands, a new one if it is not known.
    fn meet(
        &mut self,
        before: Option<(usize, TerminalId)>,
        reader: &Recogniser,
        known: &mut HashMap<usize, usize>,
    ) -> usize {
        let next = self.places.len();
        let number = reader.place().map_or(next, |place| *known.entry(place).or_insert(next));
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

    /// The letters that lead to a place.
    fn way(&self, to: usize) -> Vec<TerminalId> {
        let before = |&(place, _): &(usize, TerminalId)| self.places[place].before;
        let steps = std::iter::successors(self.places[to].before, before);
        let mut way: Vec<TerminalId> = steps.map(|(_, letter)| letter).collect();
        way.reverse();
        way
    }

    /// How each place is completed.
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

    /// By place: the places before it, each with the letter that leads from there.
    fn leading_to(&self) -> Vec<Vec<(usize, TerminalId)>> {
        let mut leading_to = vec![Vec::new(); self.places.len()];
        for (from, place) in self.places.iter().enumerate() {
            for (&letter, &to) in place.expected.iter().zip(&place.steps) {
                leading_to[to].push((from, letter));
            }
        }
        leading_to
    }

    /// The first letter that each terminal stands for.
    fn written(&self, text: &[TerminalId]) -> Vec<PlainSymbol> {
        text.iter().map(|letter| self.content.letters[letter.index()][0]).collect()
    }

    /// A token, and one that was expected before it and is not any more, though it may follow it in
    /// every document.
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

    /// Two elements among those expected that one physical tag could be.
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

/// The two best trees of a text, if it has two, and what it took to see that.
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
