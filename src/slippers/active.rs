//! The list of active formatting elements as a data structure: nothing that is asked of it walks over it.
//!
//! An entry has a *place*, a number that says what it is in front of. Places are stable: an entry that is taken out leaves a
//! hole, and the holes go when they are more than the entries, which what made them has paid for. Sets ordered by
//! place answer the questions: which markers there are, which elements an end tag names, which are alike, which are
//! open and which pending. So each costs a logarithm, whatever is in the list.
//!
//! **Invariant**: `strike` and `note` are called around every change of an entry, so the sets say what the
//! entries say; the last entry is no hole.
//!
//! [`ActiveList::steps`] counts the entries that are looked at or moved one by one: tests hold it to be linear.

use super::event::{ElementNumber, TokenId};
use super::stack::OpenElement;
use crate::base::{QuickMap, counted};
use crate::earley::{FrameKindId, TerminalId, Word};
use crate::grammar::ElementId;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Range;

/// A formatting element in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Active {
    /// The element, or the last copy of it.
    pub number: ElementNumber,
    pub element: ElementId,
    pub kind: FrameKindId,
    pub word: Word,
    pub tag: Option<TokenId>,
    /// The end tag that names it.
    pub end: TerminalId,
    /// The same for all whose tags have the same attributes; for hardly any others.
    pub likeness: u64,
}

impl Active {
    pub(super) fn opened(&self) -> OpenElement {
        let &Self { number, element, kind, word, tag, .. } = self;
        OpenElement { tag, ..OpenElement::new(number, element, kind, word) }
    }
}

/// What is at a place.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Hole,
    Marker,
    /// An element, and whether it is among the open elements; else it is pending.
    Element(Active, bool),
}

/// The list.
#[derive(Debug, Default)]
pub(super) struct ActiveList {
    /// By place.
    entries: Vec<Entry>,
    holes: usize,
    places: QuickMap<ElementNumber, usize>,
    markers: BTreeSet<usize>,
    by_end: BTreeSet<(TerminalId, usize)>,
    by_likeness: BTreeSet<(ElementId, u64, usize)>,
    open: BTreeSet<usize>,
    pending: BTreeSet<usize>,
    steps: Cell<u64>,
}

impl ActiveList {
    /// How many entries were looked at or moved so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    fn count(&self, steps: usize) {
        self.steps.set(self.steps.get() + counted(steps));
    }

    /// Adds a marker.
    pub(super) fn push_marker(&mut self) {
        self.push_entry(Entry::Marker);
    }

    /// Adds an element that is open.
    pub(super) fn push(&mut self, active: Active) {
        self.push_entry(Entry::Element(active, true));
    }

    fn push_entry(&mut self, entry: Entry) {
        if self.holes * 2 > self.entries.len() {
            self.close_holes();
        }
        self.entries.push(entry);
        self.note(self.entries.len() - 1);
    }

    fn close_holes(&mut self) {
        self.count(self.entries.len());
        let all = 0..self.entries.len();
        all.clone().for_each(|place| self.strike(place));
        self.entries.retain(|entry| !matches!(entry, Entry::Hole));
        self.holes = 0;
        (0..self.entries.len()).for_each(|place| self.note(place));
    }

    /// The element at a place.
    pub(super) fn at(&self, place: usize) -> Option<Active> {
        match self.entries.get(place)? {
            Entry::Element(active, _) => Some(*active),
            Entry::Hole | Entry::Marker => None,
        }
    }

    /// The place of an element in the whole list.
    pub(super) fn place_of(&self, number: ElementNumber) -> Option<usize> {
        self.places.get(&number).copied()
    }

    /// Puts an open element in the place of another one.
    pub(super) fn replace(&mut self, place: usize, active: Active) {
        self.strike(place);
        self.entries[place] = Entry::Element(active, true);
        self.note(place);
    }

    /// Takes the element at a place out.
    pub(super) fn remove(&mut self, place: usize) {
        self.strike(place);
        self.entries[place] = Entry::Hole;
        self.holes += 1;
        self.trim();
    }

    /// Moves the element at a place behind the one at another place. What was between moves by one place.
    pub(super) fn move_behind(&mut self, place: usize, other: usize) {
        let forth = place < other;
        let range = if forth { place..other + 1 } else { other + 1..place + 1 };
        self.count(range.len());
        range.clone().for_each(|place| self.strike(place));
        match forth {
            true => self.entries[range.clone()].rotate_left(1),
            false => self.entries[range.clone()].rotate_right(1),
        }
        range.for_each(|place| self.note(place));
        self.trim();
    }

    /// Drops the holes at the end.
    fn trim(&mut self) {
        while let Some(Entry::Hole) = self.entries.last() {
            self.entries.pop();
            self.holes -= 1;
        }
    }

    /// An element is no longer open; it is pending, if it is in the list.
    pub(super) fn no_longer_open(&mut self, number: ElementNumber) {
        if let Some(place) = self.place_of(number)
            && let Entry::Element(_, is_open) = &mut self.entries[place]
        {
            *is_open = false;
            self.open.remove(&place);
            self.pending.insert(place);
        }
    }

    /// Drops everything from the last marker on.
    pub(super) fn clear_to_marker(&mut self) {
        let last = self.markers.last().copied().unwrap_or(0);
        while self.entries.len() > last {
            self.strike(self.entries.len() - 1);
            self.holes -= usize::from(matches!(self.entries.pop(), Some(Entry::Hole)));
        }
        self.trim();
    }

    /// The places behind the last marker.
    fn behind_marker(&self) -> Range<usize> {
        self.markers.last().map_or(0, |marker| marker + 1)..self.entries.len()
    }

    /// The last element behind the last marker that an end tag names.
    pub(super) fn last_named(&self, end: TerminalId) -> Option<(usize, Active)> {
        let Range { start, end: behind } = self.behind_marker();
        let &(_, place) = self.by_end.range((end, start)..(end, behind)).next_back()?;
        Some((place, self.at(place)?))
    }

    /// The places behind the last marker of the elements that may be like this one, the last first.
    pub(super) fn maybe_alike(&self, active: &Active) -> impl Iterator<Item = usize> {
        let (element, likeness) = (active.element, active.likeness);
        let Range { start, end } = self.behind_marker();
        let alike = self.by_likeness.range((element, likeness, start)..(element, likeness, end));
        alike.rev().map(|&(_, _, place)| place).inspect(|_| self.count(1))
    }

    /// Whether the last entry is a pending element.
    pub(super) fn has_pending(&self) -> bool {
        matches!(self.entries.last(), Some(Entry::Element(_, false)))
    }

    /// The places of the elements behind the last marker and the last open element: those to be reopened.
    pub(super) fn pending(&self) -> impl Iterator<Item = usize> {
        let Range { start, end } = self.behind_marker();
        let from = self.open.last().map_or(start, |open| start.max(open + 1));
        self.pending.range(from..end.max(from)).copied().inspect(|_| self.count(1))
    }

    /// Enters what is at a place in the sets.
    fn note(&mut self, place: usize) {
        match self.entries[place] {
            Entry::Hole => {}
            Entry::Marker => {
                self.markers.insert(place);
            }
            Entry::Element(active, is_open) => {
                self.places.insert(active.number, place);
                self.by_end.insert((active.end, place));
                self.by_likeness.insert((active.element, active.likeness, place));
                if is_open { &mut self.open } else { &mut self.pending }.insert(place);
            }
        }
    }

    /// Strikes what is at a place off the sets.
    fn strike(&mut self, place: usize) {
        match self.entries[place] {
            Entry::Hole => {}
            Entry::Marker => {
                self.markers.remove(&place);
            }
            Entry::Element(active, is_open) => {
                self.places.remove(&active.number);
                self.by_end.remove(&(active.end, place));
                self.by_likeness.remove(&(active.element, active.likeness, place));
                if is_open { &mut self.open } else { &mut self.pending }.remove(&place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// What the sets say is what a walk finds.
    fn check(list: &ActiveList, model: &[Option<(Active, bool)>]) {
        let behind: Vec<(Active, bool)> = model.iter().rev().map_while(|entry| *entry).collect();
        for end in (0..3).map(TerminalId::new) {
            let named = behind.iter().find(|(active, _)| active.end == end);
            assert_eq!(list.last_named(end).map(|(_, a)| a), named.map(|(active, _)| *active));
        }
        let mut pending: Vec<Active> =
            behind.iter().take_while(|(_, is_open)| !is_open).map(|(active, _)| *active).collect();
        assert_eq!(list.has_pending(), !pending.is_empty());
        pending.reverse();
        let found: Vec<Active> = list.pending().filter_map(|place| list.at(place)).collect();
        assert_eq!(found, pending);
        for (active, _) in &behind {
            let is_alike = |other: &&(Active, bool)| {
                other.0.element == active.element && other.0.likeness == active.likeness
            };
            let alike: Vec<Active> = behind.iter().filter(is_alike).map(|(a, _)| *a).collect();
            let found = list.maybe_alike(active).filter_map(|place| list.at(place));
            assert_eq!(found.collect::<Vec<_>>(), alike);
        }
        for (active, _) in model.iter().flatten() {
            assert_eq!(
                list.place_of(active.number).and_then(|place| list.at(place)),
                Some(*active)
            );
        }
    }

    fn active(number: usize, random: &mut Rng) -> Active {
        let kind = random.usize(..3);
        Active {
            number: ElementNumber::new(number),
            element: ElementId::new(kind),
            kind: FrameKindId::new(kind),
            word: Word::plain(TerminalId::new(kind)),
            tag: None,
            end: TerminalId::new(kind),
            likeness: random.u64(..2),
        }
    }

    #[test]
    fn the_sets_follow_every_change() {
        let mut random = Rng::with_seed(5);
        for _ in 0..200 {
            let mut list = ActiveList::default();
            let mut model: Vec<Option<(Active, bool)>> = Vec::new();
            for step in 0..60 {
                let elements: Vec<usize> =
                    (0..model.len()).filter(|&at| model[at].is_some()).collect();
                let place = |list: &ActiveList, model: &[Option<(Active, bool)>], at: usize| {
                    model[at].and_then(|(active, _)| list.place_of(active.number)).unwrap()
                };
                let any = random.choice(elements.iter().copied());
                match (random.usize(..12), any) {
                    (0, _) => {
                        list.push_marker();
                        model.push(None);
                    }
                    (1, _) => {
                        list.clear_to_marker();
                        while let Some(Some(_)) = model.pop() {}
                    }
                    (2 | 3, Some(at)) => {
                        list.remove(place(&list, &model, at));
                        model.remove(at);
                    }
                    (4, Some(at)) => {
                        let other = active(step, &mut random);
                        list.replace(place(&list, &model, at), other);
                        model[at] = Some((other, true));
                    }
                    (5 | 6, Some(at)) => {
                        let (active, _) = model[at].unwrap();
                        list.no_longer_open(active.number);
                        model[at] = Some((active, false));
                    }
                    (7, Some(at)) => {
                        let behind = random.choice(elements).unwrap();
                        if at != behind {
                            list.move_behind(
                                place(&list, &model, at),
                                place(&list, &model, behind),
                            );
                            let moved = model.remove(at);
                            model.insert(if at < behind { behind } else { behind + 1 }, moved);
                        }
                    }
                    _ => {
                        let new = active(step, &mut random);
                        list.push(new);
                        model.push(Some((new, true)));
                    }
                }
                check(&list, &model);
            }
        }
    }
}
