//! The list of active formatting elements as a data structure: nothing that is asked of it walks
//! over it.
//!
//! An entry has a *position*, a number that is larger than that of each entry before it. It keeps
//! that: an entry that is taken out leaves a hole. When there are more holes than entries, all
//! holes are closed, which moves every entry that is left; there were as many removals before, so
//! that is one move for each of them. Sets ordered by position answer the questions: which markers
//! there are, which elements an end tag names, which are alike, which are open and which pending.
//! So each costs a logarithm, whatever is in the list.
//!
//! Most elements leave the list before anything else is asked: the last few entries, the *tail*,
//! are in no set, and are looked at one by one.
//!
//! **Invariant**: `strike` and `note` are called around every change of an entry before the tail,
//! so the sets say what those entries say; the last entry is no hole.
//!
//! [`ActiveList::steps`] counts the entries that are looked at or moved one by one, but for those
//! of the tail: tests hold it to be linear.

use super::event::{ElementNumber, TokenId};
use super::likeness::StartTags;
use super::stack::OpenElement;
use crate::base::{QuickMap, counted};
use crate::earley::{FrameKindId, TerminalId, Word};
use crate::grammar::ElementId;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::hash::RandomState;
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
}

impl Active {
    /// An open element, as its end tag names it.
    pub(super) fn of(open: &OpenElement, end: TerminalId) -> Self {
        let &OpenElement { number, element, kind, word, tag, .. } = open;
        Self { number, element, kind, word, tag, end }
    }

    pub(super) fn opened(&self) -> OpenElement {
        let &Self { number, element, kind, word, tag, .. } = self;
        OpenElement { tag, ..OpenElement::new(number, element, kind, word) }
    }
}

/// How many entries are in no set at most.
const TAIL: usize = 8;

/// What is at a position.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Hole,
    Marker,
    Element(Listed),
}

/// An element at a position.
#[derive(Clone, Copy, Debug)]
struct Listed {
    active: Active,
    /// Whether it is among the open elements; else it is pending.
    is_open: bool,
    /// The same for all whose tags have the same attributes; for hardly any others. 0 in the tail.
    likeness: u64,
}

/// What an element is like and where it is; elements that are alike stand together, in the order of
/// the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Likeness {
    end: TerminalId,
    likeness: u64,
    position: usize,
}

/// The list.
#[derive(Debug, Default)]
pub(super) struct ActiveList {
    /// By position.
    entries: Vec<Entry>,
    /// How many entries come before the tail.
    noted: usize,
    holes: usize,
    positions: QuickMap<ElementNumber, usize>,
    markers: BTreeSet<usize>,
    by_end: BTreeSet<(TerminalId, usize)>,
    by_likeness: BTreeSet<Likeness>,
    open: BTreeSet<usize>,
    pending: BTreeSet<usize>,
    /// Tells start tags with other attributes apart.
    hashes: RandomState,
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
    pub(super) fn push_marker(&mut self, tags: StartTags) {
        self.push_entry(Entry::Marker, tags);
    }

    /// Adds an element that is open.
    pub(super) fn push(&mut self, active: Active, tags: StartTags) {
        self.push_entry(Entry::Element(Listed { active, is_open: true, likeness: 0 }), tags);
    }

    fn push_entry(&mut self, entry: Entry, tags: StartTags) {
        if self.holes * 2 > self.entries.len() {
            self.close_holes(tags);
        }
        self.entries.push(entry);
        if self.entries.len() - self.noted > TAIL {
            self.note_next(tags);
        }
    }

    /// The tail begins one entry later.
    fn note_next(&mut self, tags: StartTags) {
        if let Entry::Element(listed) = &mut self.entries[self.noted] {
            listed.likeness = tags.likeness(listed.active.tag, &self.hashes);
        }
        self.noted += 1;
        self.note(self.noted - 1);
    }

    fn note_all(&mut self, tags: StartTags) {
        while self.noted < self.entries.len() {
            self.note_next(tags);
        }
    }

    fn close_holes(&mut self, tags: StartTags) {
        self.count(self.entries.len());
        self.note_all(tags);
        (0..self.noted).for_each(|position| self.strike(position));
        self.entries.retain(|entry| !matches!(entry, Entry::Hole));
        self.holes = 0;
        self.noted = self.entries.len();
        (0..self.noted).for_each(|position| self.note(position));
    }

    /// The entries of the tail with their positions, the last first.
    fn tail(&self) -> impl Iterator<Item = (usize, &Entry)> {
        (self.noted..self.entries.len()).rev().map(|position| (position, &self.entries[position]))
    }

    /// What is in the list, in order: an element, and whether it is open; nothing for a marker.
    pub(super) fn entries(&self) -> impl Iterator<Item = Option<(Active, bool)>> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Hole => None,
            Entry::Marker => Some(None),
            Entry::Element(listed) => Some(Some((listed.active, listed.is_open))),
        })
    }

    /// The element at a position.
    pub(super) fn at(&self, position: usize) -> Option<Active> {
        match self.entries.get(position)? {
            Entry::Element(listed) => Some(listed.active),
            Entry::Hole | Entry::Marker => None,
        }
    }

    /// The position of an element in the whole list.
    pub(super) fn position_of(&self, number: ElementNumber) -> Option<usize> {
        let is = |entry: &Entry| matches!(entry, Entry::Element(listed) if listed.active.number == number);
        let mut tail = self.tail();
        let found = tail.find_map(|(position, entry)| is(entry).then_some(position));
        found.or_else(|| self.positions.get(&number).copied())
    }

    /// Puts an open copy of an element at its position.
    pub(super) fn replace(&mut self, position: usize, active: Active) {
        self.strike(position);
        if let Entry::Element(listed) = &mut self.entries[position] {
            *listed = Listed { active, is_open: true, ..*listed };
        }
        self.note(position);
    }

    /// Takes the element at a position out.
    pub(super) fn remove(&mut self, position: usize) {
        self.strike(position);
        self.entries[position] = Entry::Hole;
        self.holes += 1;
        self.trim();
    }

    /// Moves the element at a position behind the one at another position. What was between moves
    /// by one position.
    pub(super) fn move_behind(&mut self, position: usize, other: usize, tags: StartTags) {
        self.note_all(tags);
        let forth = position < other;
        let range = if forth { position..other + 1 } else { other + 1..position + 1 };
        self.count(range.len());
        range.clone().for_each(|position| self.strike(position));
        match forth {
            true => self.entries[range.clone()].rotate_left(1),
            false => self.entries[range.clone()].rotate_right(1),
        }
        range.for_each(|position| self.note(position));
        self.trim();
    }

    /// Drops the holes at the end.
    fn trim(&mut self) {
        while let Some(Entry::Hole) = self.entries.last() {
            self.entries.pop();
            self.holes -= 1;
        }
        self.noted = self.noted.min(self.entries.len());
    }

    /// An element is no longer open; it is pending, if it is in the list.
    pub(super) fn no_longer_open(&mut self, number: ElementNumber) {
        if let Some(position) = self.position_of(number)
            && let Entry::Element(listed) = &mut self.entries[position]
        {
            listed.is_open = false;
            if position < self.noted {
                self.open.remove(&position);
                self.pending.insert(position);
            }
        }
    }

    /// Drops everything from the last marker on.
    pub(super) fn clear_to_marker(&mut self) {
        let last = self.last_marker().unwrap_or(0);
        while self.entries.len() > last {
            self.strike(self.entries.len() - 1);
            self.holes -= usize::from(matches!(self.entries.pop(), Some(Entry::Hole)));
        }
        self.trim();
    }

    fn last_marker(&self) -> Option<usize> {
        let mut tail = self.tail();
        let found =
            tail.find_map(|(position, entry)| matches!(entry, Entry::Marker).then_some(position));
        found.or_else(|| self.markers.last().copied())
    }

    /// Whether a position is behind the last marker.
    pub(super) fn is_behind_marker(&self, position: usize) -> bool {
        self.last_marker() < Some(position)
    }

    /// The positions before the tail and behind the last marker.
    fn noted_behind_marker(&self) -> Range<usize> {
        self.last_marker().map_or(0, |marker| (marker + 1).min(self.noted))..self.noted
    }

    /// The elements of the tail that are behind the last marker, with their positions, the last
    /// first.
    fn behind_marker(&self) -> impl Iterator<Item = (usize, &Listed)> {
        let tail = self.tail().take_while(|(_, entry)| !matches!(entry, Entry::Marker));
        tail.filter_map(|(position, entry)| match entry {
            Entry::Element(listed) => Some((position, listed)),
            Entry::Hole | Entry::Marker => None,
        })
    }

    /// The last element behind the last marker that an end tag names.
    pub(super) fn last_named(&self, end: TerminalId) -> Option<(usize, Active)> {
        let found = self.behind_marker().find(|(_, listed)| listed.active.end == end);
        if let Some((position, listed)) = found {
            return Some((position, listed.active));
        }
        let Range { start, end: behind } = self.noted_behind_marker();
        let &(_, position) = self.by_end.range((end, start)..(end, behind)).next_back()?;
        Some((position, self.at(position)?))
    }

    /// The positions behind the last marker of the elements like this one, the last first.
    pub(super) fn alike<'t>(
        &'t self,
        active: &'t Active,
        tags: StartTags<'t>,
    ) -> impl Iterator<Item = usize> + 't {
        let is_alike =
            move |other: &Active| other.end == active.end && tags.are_alike(other.tag, active.tag);
        let last = self.behind_marker().filter(move |(_, listed)| is_alike(&listed.active));
        let noted = self.noted_alike(active, tags).into_iter().flatten();
        let noted = noted.filter(move |&position| self.at(position).as_ref().is_some_and(is_alike));
        last.map(|(position, _)| position).chain(noted)
    }

    /// Of those before the tail, the ones that may be like it.
    fn noted_alike(
        &self,
        active: &Active,
        tags: StartTags,
    ) -> Option<impl Iterator<Item = usize> + use<'_>> {
        let (tag, Range { start, end }) = (active.end, self.noted_behind_marker());
        let of = |likeness, position| Likeness { end: tag, likeness, position };
        let any = of(0, 0)..=of(u64::MAX, end);
        self.by_likeness.range(any).next()?;
        let likeness = tags.likeness(active.tag, &self.hashes);
        let alike = self.by_likeness.range(of(likeness, start)..of(likeness, end));
        Some(alike.rev().map(|alike| alike.position).inspect(|_| self.count(1)))
    }

    /// Whether the last entry is a pending element.
    pub(super) fn has_pending(&self) -> bool {
        matches!(self.entries.last(), Some(Entry::Element(listed)) if !listed.is_open)
    }

    /// The positions of the elements behind the last marker and the last open element: those to be
    /// reopened.
    pub(super) fn pending(&self) -> impl Iterator<Item = usize> {
        let Range { start, end } = self.noted_behind_marker();
        let mut last: Vec<usize> = Vec::new();
        let mut from = self.open.last().map_or(start, |open| start.max(open + 1));
        for (position, listed) in self.behind_marker() {
            if listed.is_open {
                from = end;
                break;
            }
            last.push(position);
        }
        let noted = self.pending.range(from.min(end)..end).copied().inspect(|_| self.count(1));
        noted.chain(last.into_iter().rev())
    }

    /// Enters what is at a position in the sets, if it is before the tail.
    fn note(&mut self, position: usize) {
        if position >= self.noted {
            return;
        }
        match self.entries[position] {
            Entry::Hole => {}
            Entry::Marker => {
                self.markers.insert(position);
            }
            Entry::Element(Listed { active, is_open, likeness }) => {
                self.positions.insert(active.number, position);
                self.by_end.insert((active.end, position));
                self.by_likeness.insert(Likeness { end: active.end, likeness, position });
                if is_open { &mut self.open } else { &mut self.pending }.insert(position);
            }
        }
    }

    /// Strikes what is at a position off the sets, if it is in them.
    fn strike(&mut self, position: usize) {
        if position >= self.noted {
            return;
        }
        match self.entries[position] {
            Entry::Hole => {}
            Entry::Marker => {
                self.markers.remove(&position);
            }
            Entry::Element(Listed { active, is_open, likeness }) => {
                self.positions.remove(&active.number);
                self.by_end.remove(&(active.end, position));
                self.by_likeness.remove(&Likeness { end: active.end, likeness, position });
                if is_open { &mut self.open } else { &mut self.pending }.remove(&position);
            }
        }
    }
}

#[cfg(test)]
mod tests;
