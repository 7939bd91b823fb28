//! The list of active formatting elements (13.2.4.3), as an indexed data structure: no operation
//! walks over the whole list.
//!
//! An entry has a *position*, a number larger than that of each entry before it. A removed entry
//! leaves a hole, so the positions of the others do not change. When holes outnumber entries, the
//! list is compacted, which moves every entry. That is amortised one move for each removal. Sets
//! ordered by position index the markers, the elements by end tag, the elements by attributes, the
//! open elements and the pending ones. So each query takes logarithmic time.
//!
//! Most elements leave the list before any query. So the last few entries, the *tail*, are in no
//! index, and are searched linearly.
//!
//! **Invariant**: `remove_from_indexes` and `add_to_indexes` are called around every change of an
//! entry before the tail, so the indexes agree with these entries. The last entry is never a hole.
//!
//! [`ActiveList::steps`] counts the entries that are inspected or moved one by one, except those of
//! the tail; tests assert that it is linear.

use super::event::{ElementNumber, TokenId};
use super::stack::OpenElement;
use super::tag_hash::StartTags;
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
    /// Returns the list entry of an open element, given its end tag.
    pub(super) fn of(open: &OpenElement, end: TerminalId) -> Self {
        let &OpenElement { number, element, kind, word, tag, .. } = open;
        Self { number, element, kind, word, tag, end }
    }

    pub(super) fn opened(&self) -> OpenElement {
        let &Self { number, element, kind, word, tag, .. } = self;
        OpenElement { tag, ..OpenElement::new(number, element, kind, word) }
    }
}

/// The maximum number of entries in no index.
const TAIL: usize = 8;

/// The content of a position.
#[derive(Clone, Copy, Debug)]
enum ListEntry {
    Hole,
    Marker,
    Element(ListedElement),
}

/// An element at a position.
#[derive(Clone, Copy, Debug)]
struct ListedElement {
    active: Active,
    /// True if it is on the stack of open elements; otherwise it is pending.
    is_open: bool,
    /// A hash that is equal for tags with equal attributes; 0 in the tail.
    tag_hash: u64,
}

/// A key of the index by attributes. It groups equal elements, in the order of the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct AttributeKey {
    end: TerminalId,
    tag_hash: u64,
    position: usize,
}

#[derive(Debug, Default)]
pub(super) struct ActiveList {
    /// The entries by position.
    entries: Vec<ListEntry>,
    /// The number of entries before the tail: those that the indexes contain.
    indexed: usize,
    holes: usize,
    positions: QuickMap<ElementNumber, usize>,
    markers: BTreeSet<usize>,
    by_end: BTreeSet<(TerminalId, usize)>,
    by_tag_hash: BTreeSet<AttributeKey>,
    open: BTreeSet<usize>,
    pending: BTreeSet<usize>,
    /// The keyed hasher for the attributes of start tags.
    hashes: RandomState,
    steps: Cell<u64>,
}

impl ActiveList {
    /// Returns the number of entries inspected or moved so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Counts entries that were inspected or moved.
    fn count(&self, steps: usize) {
        self.steps.set(self.steps.get() + counted(steps));
    }

    pub(super) fn push_marker(&mut self, tags: StartTags) {
        self.push_entry(ListEntry::Marker, tags);
    }

    /// Adds an open element.
    pub(super) fn push(&mut self, active: Active, tags: StartTags) {
        self.push_entry(
            ListEntry::Element(ListedElement { active, is_open: true, tag_hash: 0 }),
            tags,
        );
    }

    /// Adds an entry to the tail. If the tail is full, its first entry moves into the indexes.
    fn push_entry(&mut self, entry: ListEntry, tags: StartTags) {
        if self.holes * 2 > self.entries.len() {
            self.remove_holes(tags);
        }
        self.entries.push(entry);
        if self.entries.len() - self.indexed > TAIL {
            self.index_next(tags);
        }
    }

    /// Moves the first entry of the tail into the indexes.
    fn index_next(&mut self, tags: StartTags) {
        if let ListEntry::Element(listed) = &mut self.entries[self.indexed] {
            listed.tag_hash = tags.tag_hash(listed.active.tag, &self.hashes);
        }
        self.indexed += 1;
        self.add_to_indexes(self.indexed - 1);
    }

    /// Moves all entries of the tail into the indexes.
    fn index_tail(&mut self, tags: StartTags) {
        while self.indexed < self.entries.len() {
            self.index_next(tags);
        }
    }

    /// Removes the holes between the entries, which changes the positions.
    fn remove_holes(&mut self, tags: StartTags) {
        self.count(self.entries.len());
        self.index_tail(tags);
        for position in 0..self.indexed {
            self.remove_from_indexes(position);
        }
        self.entries.retain(|entry| !matches!(entry, ListEntry::Hole));
        self.holes = 0;
        self.indexed = self.entries.len();
        for position in 0..self.indexed {
            self.add_to_indexes(position);
        }
    }

    /// Iterates over the entries of the tail with their positions, the last first.
    fn tail(&self) -> impl Iterator<Item = (usize, &ListEntry)> {
        self.entries.iter().enumerate().skip(self.indexed).rev()
    }

    /// Iterates over the list in order: an element and whether it is open, or `None` for a marker.
    pub(super) fn entries(&self) -> impl Iterator<Item = Option<(Active, bool)>> {
        self.entries.iter().filter_map(|entry| match entry {
            ListEntry::Hole => None,
            ListEntry::Marker => Some(None),
            ListEntry::Element(listed) => Some(Some((listed.active, listed.is_open))),
        })
    }

    /// Returns the element at a position.
    pub(super) fn at(&self, position: usize) -> Option<Active> {
        match self.entries.get(position)? {
            ListEntry::Element(listed) => Some(listed.active),
            ListEntry::Hole | ListEntry::Marker => None,
        }
    }

    /// Returns the position of an element in the whole list.
    pub(super) fn position_of(&self, number: ElementNumber) -> Option<usize> {
        for (position, entry) in self.tail() {
            if let ListEntry::Element(listed) = entry
                && listed.active.number == number
            {
                return Some(position);
            }
        }
        self.positions.get(&number).copied()
    }

    /// Replaces the element at a position by an open copy, which has the same name and attributes.
    pub(super) fn replace(&mut self, position: usize, active: Active) {
        let ListEntry::Element(listed) = &mut self.entries[position] else { return };
        debug_assert_eq!(listed.active.end, active.end, "a copy has the same name");
        let (before, was_open) = (listed.active.number, listed.is_open);
        *listed = ListedElement { active, is_open: true, ..*listed };
        if position >= self.indexed {
            return;
        }
        self.positions.remove(&before);
        self.positions.insert(active.number, position);
        if !was_open {
            self.pending.remove(&position);
            self.open.insert(position);
        }
    }

    /// Removes the element at a position.
    pub(super) fn remove(&mut self, position: usize) {
        self.remove_from_indexes(position);
        self.entries[position] = ListEntry::Hole;
        self.holes += 1;
        self.trim();
    }

    /// Moves the element at a position directly after the one at another position. The entries in
    /// between shift by one position.
    pub(super) fn move_after(&mut self, position: usize, other: usize, tags: StartTags) {
        let is_forward = position < other;
        let range = if is_forward { position..other + 1 } else { other + 1..position + 1 };
        if range.start < self.indexed {
            self.index_tail(tags);
        }
        self.count(range.len());
        for position in range.clone() {
            self.remove_from_indexes(position);
        }
        if is_forward {
            self.entries[range.clone()].rotate_left(1);
        } else {
            self.entries[range.clone()].rotate_right(1);
        }
        for position in range {
            self.add_to_indexes(position);
        }
        self.trim();
    }

    /// Removes the holes at the end.
    fn trim(&mut self) {
        while let Some(ListEntry::Hole) = self.entries.last() {
            self.entries.pop();
            self.holes -= 1;
        }
        self.indexed = self.indexed.min(self.entries.len());
    }

    /// Marks an element as no longer open; it becomes pending if it is in the list.
    pub(super) fn no_longer_open(&mut self, number: ElementNumber) {
        if let Some(position) = self.position_of(number)
            && let ListEntry::Element(listed) = &mut self.entries[position]
        {
            listed.is_open = false;
            if position < self.indexed {
                self.open.remove(&position);
                self.pending.insert(position);
            }
        }
    }

    /// Removes everything from the last marker on (13.2.4.3, "clear the list of active formatting
    /// elements up to the last marker").
    pub(super) fn clear_to_marker(&mut self) {
        let last = self.last_marker().unwrap_or(0);
        while self.entries.len() > last {
            self.remove_from_indexes(self.entries.len() - 1);
            self.holes -= usize::from(matches!(self.entries.pop(), Some(ListEntry::Hole)));
        }
        self.trim();
    }

    /// Returns the position of the last marker.
    fn last_marker(&self) -> Option<usize> {
        for (position, entry) in self.tail() {
            if matches!(entry, ListEntry::Marker) {
                return Some(position);
            }
        }
        self.markers.last().copied()
    }

    /// Reports whether a position is after the last marker.
    pub(super) fn is_after_marker(&self, position: usize) -> bool {
        self.last_marker() < Some(position)
    }

    /// Returns the positions before the tail and after the last marker.
    fn indexed_after_marker(&self) -> Range<usize> {
        self.last_marker().map_or(0, |marker| (marker + 1).min(self.indexed))..self.indexed
    }

    /// Iterates over the elements of the tail that are after the last marker, with their positions,
    /// the last first.
    fn tail_after_marker(&self) -> impl Iterator<Item = (usize, &ListedElement)> {
        let tail = self.tail().take_while(|(_, entry)| !matches!(entry, ListEntry::Marker));
        tail.filter_map(|(position, entry)| match entry {
            ListEntry::Element(listed) => Some((position, listed)),
            ListEntry::Hole | ListEntry::Marker => None,
        })
    }

    /// Returns the last element after the last marker that an end tag names (13.2.6.4.7, "adoption
    /// agency algorithm", step 4.3).
    pub(super) fn last_named(&self, end: TerminalId) -> Option<(usize, Active)> {
        for (position, listed) in self.tail_after_marker() {
            if listed.active.end == end {
                return Some((position, listed.active));
            }
        }
        let range = self.indexed_after_marker();
        let &(_, position) = self.by_end.range((end, range.start)..(end, range.end)).next_back()?;
        Some((position, self.at(position)?))
    }

    /// Returns the position of the element with the same name and attributes after which so many
    /// others follow; only those after the last marker count.
    pub(super) fn alike(&self, active: &Active, others: usize, tags: StartTags) -> Option<usize> {
        let mut others = others;
        for (position, entry) in self.tail() {
            let ListEntry::Element(listed) = entry else {
                if let ListEntry::Marker = entry {
                    return None;
                }
                continue;
            };
            if listed.active.end == active.end && tags.are_alike(listed.active.tag, active.tag) {
                let Some(fewer) = others.checked_sub(1) else { return Some(position) };
                others = fewer;
            }
        }
        let is_alike = |&position: &usize| {
            self.at(position).is_some_and(|other| tags.are_alike(other.tag, active.tag))
        };
        self.indexed_alike(active, tags)?.filter(is_alike).nth(others)
    }

    /// Returns the candidates before the tail for the same name and attributes, if the tail has no
    /// marker.
    fn indexed_alike(
        &self,
        active: &Active,
        tags: StartTags,
    ) -> Option<impl Iterator<Item = usize> + use<'_>> {
        let range = self.markers.last().map_or(0, |marker| marker + 1)..self.indexed;
        if range.is_empty() {
            return None;
        }
        let key = |tag_hash, position| AttributeKey { end: active.end, tag_hash, position };
        // Without any element of the name, the tag need not be hashed.
        self.by_tag_hash.range(key(0, 0)..=key(u64::MAX, range.end)).next()?;
        let tag_hash = tags.tag_hash(active.tag, &self.hashes);
        let alike = self.by_tag_hash.range(key(tag_hash, range.start)..key(tag_hash, range.end));
        Some(alike.rev().map(|alike| alike.position).inspect(|_| self.count(1)))
    }

    /// Reports whether the last entry is a pending element (13.2.4.3, "reconstruct the active
    /// formatting elements", steps 1 and 2).
    pub(super) fn has_pending(&self) -> bool {
        matches!(self.entries.last(), Some(ListEntry::Element(listed)) if !listed.is_open)
    }

    /// Returns the positions of the elements to be reopened: those after the last marker and after
    /// the last open element (13.2.4.3, "reconstruct", steps 3 to 7).
    pub(super) fn pending(&self) -> impl Iterator<Item = usize> {
        let Range { mut start, end } = self.indexed_after_marker();
        if let Some(open) = self.open.last() {
            start = start.max(open + 1);
        }
        let mut first = self.entries.len();
        for (position, listed) in self.tail_after_marker() {
            if listed.is_open {
                start = end;
                break;
            }
            first = position;
        }
        let indexed = self.pending.range(start.min(end)..end).copied().inspect(|_| self.count(1));
        // After the first of them, the tail has no marker and no open element.
        let tail = first..self.entries.len();
        indexed.chain(tail.filter(|&position| self.at(position).is_some()))
    }

    /// Adds the entry at a position to the indexes, if it is before the tail.
    fn add_to_indexes(&mut self, position: usize) {
        if position >= self.indexed {
            return;
        }
        match self.entries[position] {
            ListEntry::Hole => {}
            ListEntry::Marker => {
                self.markers.insert(position);
            }
            ListEntry::Element(ListedElement { active, is_open, tag_hash }) => {
                self.positions.insert(active.number, position);
                self.by_end.insert((active.end, position));
                self.by_tag_hash.insert(AttributeKey { end: active.end, tag_hash, position });
                if is_open { &mut self.open } else { &mut self.pending }.insert(position);
            }
        }
    }

    /// Removes the entry at a position from the indexes, if it is in them.
    fn remove_from_indexes(&mut self, position: usize) {
        if position >= self.indexed {
            return;
        }
        match self.entries[position] {
            ListEntry::Hole => {}
            ListEntry::Marker => {
                self.markers.remove(&position);
            }
            ListEntry::Element(ListedElement { active, is_open, tag_hash }) => {
                self.positions.remove(&active.number);
                self.by_end.remove(&(active.end, position));
                self.by_tag_hash.remove(&AttributeKey { end: active.end, tag_hash, position });
                if is_open { &mut self.open } else { &mut self.pending }.remove(&position);
            }
        }
    }
}

#[cfg(test)]
mod tests;
