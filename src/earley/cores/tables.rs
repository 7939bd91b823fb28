//! Where answers lead: many small tables from numbers to nodes, in one array.
//!
//! A step that was taken before is little more than a look into some of these. Most have one entry, which is kept where the table is
//! named; the others lie close together. There a number is looked for from the place on that its last bits name; at least half of the
//! places of a table are empty, which ends that.

use super::steps::NodeId;
use crate::base::{narrow, wide};

/// One table: its first entry, and a range of the array for the others, if it has any.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Table {
    first: Option<(u32, NodeId)>,
    start: u32,
    /// How many places it has in the array, a power of two or none.
    room: u32,
    /// How many of those are used.
    used: u32,
}

/// All tables.
#[derive(Clone, Default, Debug)]
pub(super) struct Tables {
    places: Vec<Option<(u32, NodeId)>>,
}

impl Tables {
    /// The node of a number.
    #[inline(always)]
    pub(super) fn get(&self, table: &Table, number: u32) -> Option<NodeId> {
        match table.first {
            Some((first, node)) if first == number => Some(node),
            _ if table.room == 0 => None,
            _ => self.places[self.place(table, number)].map(|(_, node)| node),
        }
    }

    /// The place of a number in the array, or the empty one where it would be.
    fn place(&self, table: &Table, number: u32) -> usize {
        let mut at = number;
        loop {
            let place = wide(table.start + (at & (table.room - 1)));
            if self.places[place].is_none_or(|(known, _)| known == number) {
                return place;
            }
            at = at.wrapping_add(1);
        }
    }

    /// Gives a number its node. A table that is full moves to the end of the array.
    pub(super) fn insert(&mut self, table: &mut Table, number: u32, node: NodeId) {
        if table.first.is_none_or(|(first, _)| first == number) {
            table.first = Some((number, node));
            return;
        }
        if 2 * (table.used + 1) > table.room {
            self.enlarge(table);
        }
        let place = self.place(table, number);
        table.used += u32::from(self.places[place].is_none());
        self.places[place] = Some((number, node));
    }

    fn enlarge(&mut self, table: &mut Table) {
        let places = wide(table.start)..wide(table.start + table.room);
        let entries: Vec<(u32, NodeId)> = self.places[places].iter().flatten().copied().collect();
        let (start, room) = (self.places.len(), (2 * table.room).max(2));
        self.places.resize(start + wide(room), None);
        *table = Table { start: narrow(start), room, used: 0, ..*table };
        for (number, node) in entries {
            self.insert(table, number, node);
        }
    }
}
