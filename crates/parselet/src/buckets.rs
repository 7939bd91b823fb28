//! Arrays of objects without a scope: each key of the object is a bucket, and the matches of all
//! keys, in document order, fill the buckets.
//!
//! ```text
//! {"events": [{"name": "h2", "attendees": ["p"]}]}
//!
//! <h2>BBQ</h2><p>Joe</p><p>Jeff</p><h2>Dinner</h2><p>Dylan</p>
//!   name       attendees…           ▲ name is full: a new object begins
//! ```
//!
//! The algorithm is a k-way merge over a binary heap. The matches of each key are in document order
//! already, so an entry costs O(log k) for k keys.
//!
//! * A key with an array takes all entries.
//! * An optional key takes the first entry, and skips all others.
//! * Any other key takes one entry; the next one begins a new object.
//!
//! Objects that only nest share the buckets of the object around them. An array of buckets inside
//! an array of buckets fills the last object of the last object.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::evaluate::{Focus, Interruption, OrderKey};
use super::extract::{Extractor, FillResult};
use super::rows::{RowContent, RowId};
use super::slots::{SlotId, SlotShape, Slots};
use wishful::base::HashMap;

/// The matches of one key, in document order.
struct Entries<'d> {
    slot: SlotId,
    foci: std::iter::Peekable<std::vec::IntoIter<Focus<'d>>>,
}

/// An array of objects whose buckets are being filled.
pub(super) struct Buckets<'x, 'e, 'd> {
    extractor: &'x mut Extractor<'e, 'd>,
    slots: &'e Slots,
    /// The slot of the outermost array.
    array: SlotId,
    /// The current row of each key. The row of an array of buckets may have no object yet: see
    /// `begun`.
    rows: HashMap<SlotId, RowId>,
    /// The arrays of buckets that have at least one object.
    begun: Vec<SlotId>,
}

impl<'x, 'e, 'd> Buckets<'x, 'e, 'd> {
    /// Fills `row`, the row of the slot `array`.
    pub(super) fn fill(
        extractor: &'x mut Extractor<'e, 'd>,
        array: SlotId,
        row: RowId,
        members: &[SlotId],
        focus: &Focus<'d>,
    ) -> FillResult {
        let slots = extractor.slots;
        let rows = [(array, row)].into_iter().collect();
        let mut own = Self { extractor, slots, array, rows, begun: Vec::new() };
        let mut all = Vec::new();
        own.find(members, focus, &mut all)?;
        own.merge(all)
    }

    /// Appends the matches of some keys to `all`; keys of objects that only nest are flattened.
    fn find(
        &mut self,
        members: &[SlotId],
        focus: &Focus<'d>,
        all: &mut Vec<Entries<'d>>,
    ) -> FillResult {
        let slots = self.slots;
        for &id in members {
            let slot = slots.get(id);
            let foci = match (slot.scope, &slot.shape) {
                (Some(scope), SlotShape::Text(selection) | SlotShape::Texts(selection)) => {
                    let scopes = self.extractor.foci(scope, focus)?;
                    self.extractor.matches_in(selection, &scopes)?
                }
                (Some(scope), _) => self.extractor.foci(scope, focus)?,
                (None, SlotShape::Text(selection) | SlotShape::Texts(selection)) => {
                    self.extractor.matches(selection, focus)?
                }
                (None, SlotShape::Object(members) | SlotShape::Objects(members)) => {
                    self.find(members, focus, all)?;
                    continue;
                }
            };
            all.push(Entries { slot: id, foci: foci.into_iter().peekable() });
        }
        Ok(())
    }

    /// Distributes all entries in document order. Entries at the same position come in the order of
    /// the keys.
    fn merge(&mut self, mut all: Vec<Entries<'d>>) -> FillResult {
        let mut next: BinaryHeap<Reverse<(OrderKey, usize)>> = BinaryHeap::with_capacity(all.len());
        for (number, entries) in all.iter_mut().enumerate() {
            if let Some(focus) = entries.foci.peek() {
                next.push(Reverse((self.extractor.evaluator.place(focus), number)));
            }
        }
        while let Some(Reverse((_, number))) = next.pop() {
            let entries = &mut all[number];
            let Some(focus) = entries.foci.next() else { continue };
            if let Some(focus) = entries.foci.peek() {
                next.push(Reverse((self.extractor.evaluator.place(focus), number)));
            }
            self.extractor.evaluator.count_step()?;
            self.put(entries.slot, &focus)?;
        }
        Ok(())
    }

    /// Puts an entry into its bucket, or into the bucket of a new object if its own is full.
    fn put(&mut self, id: SlotId, focus: &Focus<'d>) -> FillResult {
        let array = self.array_of(id);
        self.begin(array)?;
        let slots = self.slots;
        let slot = slots.get(id);
        if slot.is_array() {
            return self.append(id, focus);
        }
        if let Some(row) = self.vacant_row(id) {
            return self.fill_one(row, id, focus);
        }
        if self.may_pass(id) {
            return Ok(());
        }
        self.object(array)?;
        match self.vacant_row(id) {
            Some(row) => self.fill_one(row, id, focus),
            None => Ok(()),
        }
    }

    /// Returns the current row of a key, if it is not filled.
    fn vacant_row(&self, id: SlotId) -> Option<RowId> {
        let row = *self.rows.get(&id)?;
        let is_vacant = matches!(self.extractor.rows.get(row).content, RowContent::Vacant);
        if is_vacant { Some(row) } else { None }
    }

    /// Returns the innermost array of buckets that contains a key.
    fn array_of(&self, id: SlotId) -> SlotId {
        let mut around = self.slots.around(id).skip(1);
        around.find(|id| self.slots.get(*id).has_buckets()).unwrap_or(self.array)
    }

    /// Reports whether further entries of a full key are skipped, because the key or a nested
    /// object around it is optional.
    fn may_pass(&self, id: SlotId) -> bool {
        let mut own = self.slots.around(id).take_while(|id| !self.slots.get(*id).has_buckets());
        own.any(|id| self.slots.get(id).optional)
    }

    /// Begins an object in an array of buckets and in the arrays around it, where none has begun.
    fn begin(&mut self, array: SlotId) -> FillResult {
        let mut missing = vec![array];
        while let Some(&inner) = missing.last() {
            if self.begun.contains(&inner) {
                missing.pop();
                break;
            }
            if inner == self.array {
                break;
            }
            missing.push(self.array_of(inner));
        }
        while let Some(array) = missing.pop() {
            self.object(array)?;
        }
        Ok(())
    }

    /// Appends an object with empty buckets to an array of buckets.
    fn object(&mut self, array: SlotId) -> FillResult {
        let Some(&row) = self.rows.get(&array) else { return Ok(()) };
        let slots = self.slots;
        let member = self.extractor.push(array, row)?;
        self.extractor.rows.get_mut(member).content = RowContent::Object(None);
        if !self.begun.contains(&array) {
            self.begun.push(array);
        }
        self.lay_out(member, slots.get(array).members())
    }

    /// Appends rows for the keys of an object.
    fn lay_out(&mut self, object: RowId, members: &[SlotId]) -> Result<(), Interruption> {
        let slots = self.slots;
        for &id in members {
            let row = self.extractor.push(id, object)?;
            self.rows.insert(id, row);
            let slot = slots.get(id);
            let content = &mut self.extractor.rows.get_mut(row).content;
            if slot.is_array() {
                *content = RowContent::Array(None);
                self.begun.retain(|begun| !slots.is_in(*begun, id));
            } else if slot.only_nests() {
                *content = RowContent::Object(None);
                self.lay_out(row, slot.members())?;
            }
        }
        Ok(())
    }

    /// Appends an entry to the array of its key.
    fn append(&mut self, id: SlotId, focus: &Focus<'d>) -> FillResult {
        let Some(&array) = self.rows.get(&id) else { return Ok(()) };
        let member = self.extractor.push(id, array)?;
        self.fill_one(member, id, focus)
    }

    /// Fills a row that is not an array, with a match or as an object in its scope.
    fn fill_one(&mut self, row: RowId, id: SlotId, focus: &Focus<'d>) -> FillResult {
        let slots = self.slots;
        match &slots.get(id).shape {
            SlotShape::Text(selection) | SlotShape::Texts(selection) => {
                self.extractor.text(row, selection, focus)
            }
            SlotShape::Object(members) | SlotShape::Objects(members) => {
                self.extractor.object(row, members, focus)
            }
        }
    }
}
