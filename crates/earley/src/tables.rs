//! Many small hash tables with numeric keys, stored in one array.
//!
//! A cached step is little more than a few lookups in these tables. Most tables have one entry,
//! which is stored inline in the [`Table`]. Further entries are in a contiguous range of slots,
//! with open addressing and linear probing. The low bits of the key select the first slot. At least
//! half of the slots of a table are empty, so every probe terminates. In a table of many entries
//! the first one is rarely the one sought, so it is stored with the others.

use crate::util::{narrow, wide};
use std::ops::Range;

/// The number of slots from which on the first entry is stored in the range, too.
const MANY: u16 = 8;
/// The maximum number of slots of a table.
const MOST: u16 = 1 << 15;

/// One table: its first entry, unless it has many, and a range of slots for the others, if any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<V> {
    first: Option<(u32, V)>,
    start: u32,
    /// The number of slots in its range, which is a power of two or zero.
    room: u16,
    /// The number of slots in use.
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

/// The slots of all tables.
#[derive(Clone, Debug)]
pub(super) struct TableArena<V> {
    slots: Vec<Option<(u32, V)>>,
}

impl<V> Default for TableArena<V> {
    fn default() -> Self {
        Self { slots: Vec::new() }
    }
}

impl<V: Copy> TableArena<V> {
    /// Returns the value of a key.
    #[inline(always)]
    pub(super) fn get(&self, table: &Table<V>, number: u32) -> Option<V> {
        match table.first {
            Some((first, value)) if first == number => Some(value),
            _ => self.find(table, number)?.1,
        }
    }

    /// Returns the slot of a key within the range of a table, with its value. If the key is absent,
    /// returns the empty slot where it would be. Returns `None` if the table has no range.
    #[inline(always)]
    fn find(&self, table: &Table<V>, number: u32) -> Option<(usize, Option<V>)> {
        let others = &self.slots[table.range()];
        let mut at = wide(number);
        loop {
            // OK because the room is a power of two; if it is zero, `get` finds no slot.
            let slot = at & others.len().wrapping_sub(1);
            match *others.get(slot)? {
                Some((known, value)) if known == number => return Some((slot, Some(value))),
                Some(_) => at += 1,
                None => return Some((slot, None)),
            }
        }
    }

    /// Returns all entries, sorted by key.
    pub(super) fn entries(&self, table: &Table<V>) -> Vec<(u32, V)> {
        let others = self.slots[table.range()].iter().copied().flatten();
        let mut entries: Vec<(u32, V)> = table.first.into_iter().chain(others).collect();
        entries.sort_unstable_by_key(|&(number, _)| number);
        entries
    }

    /// Sets the value of a key. A full table moves to the end of the array, up to a maximum size.
    /// Beyond it the entry is dropped, which is harmless: the caller finds or computes the value
    /// otherwise.
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
