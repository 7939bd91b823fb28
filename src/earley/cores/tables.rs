//! Where answers lead: many small tables from numbers to nodes, in one array.
//!
//! A step that was taken before is little more than a look into some of these, so they lie close together, and one with a
//! single entry is as near as one with many. A number is looked for from the place on that its last bits name; at least half of
//! the places of a table are empty, which ends that.

use super::steps::NodeId;
use crate::base::{narrow, wide};

/// One table: a range of the array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    start: u32,
    /// How many places it has, a power of two, less one.
    mask: u32,
    used: u32,
}

/// All tables.
#[derive(Clone, Default, Debug)]
pub(super) struct Tables {
    places: Vec<Option<(u32, NodeId)>>,
}

impl Tables {
    /// A table with room for one number.
    pub(super) fn make(&mut self) -> Table {
        self.of_room(2)
    }

    fn of_room(&mut self, room: usize) -> Table {
        let start = self.places.len();
        self.places.resize(start + room, None);
        Table { start: narrow(start), mask: narrow(room - 1), used: 0 }
    }

    /// The node of a number.
    #[inline]
    pub(super) fn get(&self, table: Table, number: u32) -> Option<NodeId> {
        let mut at = number;
        loop {
            let (known, node) = self.places[wide(table.start + (at & table.mask))]?;
            if known == number {
                return Some(node);
            }
            at = at.wrapping_add(1);
        }
    }

    /// Gives a number its node. A table that is full moves to the end of the array.
    pub(super) fn insert(&mut self, table: Table, number: u32, node: NodeId) -> Table {
        let mut table = table;
        if 2 * (table.used + 1) > table.mask + 1 {
            table = self.doubled(table);
        }
        let mut at = number;
        loop {
            let place = &mut self.places[wide(table.start + (at & table.mask))];
            let is_new = place.is_none();
            if place.is_none_or(|(known, _)| known == number) {
                *place = Some((number, node));
                table.used += u32::from(is_new);
                return table;
            }
            at = at.wrapping_add(1);
        }
    }

    fn doubled(&mut self, table: Table) -> Table {
        let places = wide(table.start)..=wide(table.start + table.mask);
        let entries: Vec<(u32, NodeId)> = self.places[places].iter().flatten().copied().collect();
        let larger = self.of_room(2 * wide(table.mask + 1));
        entries.into_iter().fold(larger, |to, (number, node)| self.insert(to, number, node))
    }
}
