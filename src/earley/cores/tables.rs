//! Where answers lead: many small tables from numbers to nodes, in one array.
//!
//! A step that was taken before is little more than a look into some of these. Most have one entry, which is kept where the table is
//! named; the others lie close together. There a number is looked for from the place on that its last bits name; at least half of the
//! places of a table are empty, which ends that.

use super::steps::NodeId;
use crate::base::{narrow, wide};

/// So many places a table has at most.
const MOST: u32 = 256;

/// One table: its first entry, and a range of the array for the others, if it has any.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Table {
    first: Option<(u32, NodeId)>,
    start: u32,
    /// How many places it has in the array, a power of two or none.
    room: u32,
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

    /// Gives a number its node, if there is room. A table that is full moves to the end of the array, up to a size: what is
    /// not in it is found in another way, or anew.
    pub(super) fn insert(&mut self, table: &mut Table, number: u32, node: NodeId) {
        if table.first.is_none_or(|(first, _)| first == number) {
            table.first = Some((number, node));
            return;
        }
        let places = wide(table.start)..wide(table.start + table.room);
        let others: Vec<(u32, NodeId)> = self.places[places].iter().flatten().copied().collect();
        if 2 * (others.len() + 1) > wide(table.room) {
            if table.room >= MOST {
                return;
            }
            (table.start, table.room) = (narrow(self.places.len()), (2 * table.room).max(2));
            self.places.resize(self.places.len() + wide(table.room), None);
            others.into_iter().for_each(|other| self.put(table, other));
        }
        self.put(table, (number, node));
    }

    fn put(&mut self, table: &Table, entry: (u32, NodeId)) {
        let place = self.place(table, entry.0);
        self.places[place] = Some(entry);
    }
}
