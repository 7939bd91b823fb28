//! Where something leads that was met before: many small tables by number, in one array.
//!
//! A step that was taken before is little more than a look into some of these. Most have one entry,
//! which is kept where the table is named; the others lie close together. There a number is looked
//! for from the slot on that its last bits name; at least half of the slots of a table are empty,
//! which ends that. In a table of many entries the first one is hardly ever asked for: it lies with
//! the others.

use crate::base::{narrow, wide};
use std::ops::Range;

/// A table with so many slots has its first entry there, too.
const MANY: u16 = 8;
/// So many slots a table has at most.
const MOST: u16 = 1 << 15;

/// One table: its first entry, unless it has many, and a range of the array for the others, if it
/// has any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<V> {
    first: Option<(u32, V)>,
    start: u32,
    /// How many slots it has in the array, a power of two or none.
    room: u16,
    /// How many of those are used.
    used: u16,
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self { first: None, start: 0, room: 0, used: 0 }
    }
}

impl<V> Table<V> {
    fn range(&self) -> Range<usize> {
        wide(self.start)..wide(self.start) + usize::from(self.room)
    }
}

/// All tables.
#[derive(Clone, Debug)]
pub(super) struct Tables<V> {
    slots: Vec<Option<(u32, V)>>,
}

impl<V> Default for Tables<V> {
    fn default() -> Self {
        Self { slots: Vec::new() }
    }
}

impl<V: Copy> Tables<V> {
    /// What a number leads to.
    #[inline(always)]
    pub(super) fn get(&self, table: &Table<V>, number: u32) -> Option<V> {
        match table.first {
            Some((first, value)) if first == number => Some(value),
            _ => self.find(table, number)?.1,
        }
    }

    /// Where in its range a table has a number, and what it leads to; or the empty slot where it
    /// would be. None if there is no range.
    #[inline(always)]
    fn find(&self, table: &Table<V>, number: u32) -> Option<(usize, Option<V>)> {
        let others = &self.slots[table.range()];
        let mut at = wide(number);
        loop {
            // OK because the room is a power of two: of none, there is no slot.
            let slot = at & others.len().wrapping_sub(1);
            match *others.get(slot)? {
                Some((known, value)) if known == number => return Some((slot, Some(value))),
                Some(_) => at += 1,
                None => return Some((slot, None)),
            }
        }
    }

    /// All entries, by number.
    pub(super) fn entries(&self, table: &Table<V>) -> Vec<(u32, V)> {
        let others = self.slots[table.range()].iter().copied().flatten();
        let mut entries: Vec<(u32, V)> = table.first.into_iter().chain(others).collect();
        entries.sort_unstable_by_key(|&(number, _)| number);
        entries
    }

    /// Says what a number leads to. A table that is full moves to the end of the array, up to a
    /// size: what is not in it is found in another way, or anew.
    pub(super) fn insert(&mut self, table: &mut Table<V>, number: u32, value: V) {
        if table.room < MANY && table.first.is_none_or(|(first, _)| first == number) {
            table.first = Some((number, value));
            return;
        }
        if 2 * (table.used + 1) > table.room {
            if table.room >= MOST {
                return;
            }
            self.enlarge(table);
        }
        let Some((slot, known)) = self.find(table, number) else { return };
        table.used += u16::from(known.is_none());
        self.slots[table.range()][slot] = Some((number, value));
    }

    fn enlarge(&mut self, table: &mut Table<V>) {
        let entries: Vec<(u32, V)> = self.slots[table.range()].iter().flatten().copied().collect();
        let (start, room) = (self.slots.len(), (4 * table.room).max(2));
        self.slots.resize(start + usize::from(room), None);
        let first = table.first.take_if(|_| room >= MANY);
        *table = Table { start: narrow(start), room, used: 0, ..*table };
        for (number, value) in first.into_iter().chain(entries) {
            self.insert(table, number, value);
        }
    }
}
