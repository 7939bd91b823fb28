//! The properties of an item while it is read.

use super::lexicon::FormatId;
use super::reader::Reader;
use crate::base::IndexMap;
use crate::microformats::results::{Group, ItemId, Range, ValueRow};
use crate::microformats::vocabulary::{Cardinality, Property};

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Draft<'d> {
    /// By name.
    pub(super) groups: IndexMap<Box<str>, DraftGroup<'d>>,
}

/// The values of a property.
#[derive(Debug)]
pub(super) struct DraftGroup<'d> {
    pub(super) is_singular: bool,
    pub(super) rows: Vec<ValueRow<'d>>,
}

impl<'d> Draft<'d> {
    pub(super) fn values(&self, name: &str) -> &[ValueRow<'d>] {
        self.groups.get(name).map_or(&[], |group| &group.rows)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        !self.values(name).is_empty()
    }

    /// Adds values of a property behind those that it has.
    pub(super) fn add(&mut self, property: &Property, rows: Vec<ValueRow<'d>>) {
        let is_singular = !matches!(property.cardinality, Cardinality::Many | Cardinality::Some);
        self.add_to(&property.name, is_singular, rows);
    }

    pub(super) fn add_to(&mut self, name: &str, is_singular: bool, rows: Vec<ValueRow<'d>>) {
        if rows.is_empty() {
            return;
        }
        let rows_before = || DraftGroup { is_singular, rows: Vec::new() };
        self.groups.entry(name.into()).or_insert_with(rows_before).rows.extend(rows);
    }
}

impl<'d> Reader<'d, '_, '_> {
    /// Puts what was found into the tables: properties in the order of the elements of their first values.
    pub(super) fn store(&mut self, item: ItemId, format: FormatId, mut draft: Draft<'d>) {
        let mut required = self.lexicon.required(format);
        let is_valid = required.all(|property| draft.has(&property.name));
        draft.groups.sort_by_key(|_, group| group.rows.first().map(|row| row.node));
        let start = self.tables.groups.len();
        for (name, group) in draft.groups {
            let first = self.tables.values.len();
            self.tables.values.extend(group.rows);
            let term = self.tables.term(&name);
            let values = Range::new(first, self.tables.values.len());
            self.tables.groups.push(Group { term, values, is_singular: group.is_singular });
        }
        let groups = Range::new(start, self.tables.groups.len());
        let row = &mut self.tables.items[item.index()];
        (row.groups, row.is_valid) = (groups, is_valid);
    }
}
