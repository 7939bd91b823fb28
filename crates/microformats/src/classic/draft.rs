//! The properties of an item during reading.

use crate::results::ValueRow;
use crate::vocabulary::{Cardinality, Property};
use wishful::base::IndexMap;

/// The properties of an item during reading.
#[derive(Debug, Default)]
pub(super) struct Draft<'d> {
    /// The properties by name.
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

    /// Appends values to a property.
    pub(super) fn add(&mut self, property: &Property, rows: Vec<ValueRow<'d>>) {
        let is_singular = !matches!(property.cardinality, Cardinality::Many | Cardinality::Some);
        self.add_to(&property.name, is_singular, rows);
    }

    /// Appends values to the property of a name. The first values decide whether it is singular.
    pub(super) fn add_to(&mut self, name: &str, is_singular: bool, rows: Vec<ValueRow<'d>>) {
        if rows.is_empty() {
            return;
        }
        let group = self.groups.entry(name.into());
        group.or_insert(DraftGroup { is_singular, rows: Vec::new() }).rows.extend(rows);
    }
}
