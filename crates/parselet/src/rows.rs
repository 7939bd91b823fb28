//! The values of an extraction, and the pass that prunes them.
//!
//! A row is a value: a text, an object, an array, or nothing. Invariant: a row comes after the row
//! that contains it. So one pass from the last row to the first finds all broken values, since it
//! visits the content of a row before the row itself.
//!
//! ```text
//! nothing                                        broken
//! an empty text that is no member of an array    broken
//! an object with a broken key that is not `?`    broken by the first such key
//! an array without a member                      broken
//! an array `!` with a broken member              broken by the first such member
//! ```
//!
//! Pruning removes broken values of optional keys. It also removes broken members of arrays without
//! `!`, and members without any key.

use super::options::Dialect;
use super::slots::{SlotId, Slots};
use wishful::base::id_type;
use wishful_query::Node;

id_type! {
    pub(super) RowId
}

/// A value of the extraction.
#[derive(Clone, Debug)]
pub(super) struct ExtractionRow<'d> {
    pub(super) slot: SlotId,
    /// The object or array that contains the row; `None` only for the root.
    parent: Option<RowId>,
    /// The next row in the same object or array.
    next: Option<RowId>,
    /// The row is a member of an array; otherwise it is the value of its slot.
    pub(super) is_member: bool,
    pub(super) content: RowContent,
    /// The node that the value came from, or the scope node; if the value is missing, the searched
    /// node.
    pub(super) node: Option<Node<'d>>,
    /// The key that breaks the value; `None` if it is not broken.
    pub(super) broken: Option<SlotId>,
    /// The row is part of the answer, provided that its parent is.
    pub(super) is_kept: bool,
}

/// The content of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RowContent {
    /// The row was never filled.
    Vacant,
    /// The search found nothing.
    Missing,
    Text(Box<str>),
    /// The first and the last child row.
    Object(Option<(RowId, RowId)>),
    Array(Option<(RowId, RowId)>),
}

/// The rows of an extraction.
#[derive(Clone, Debug)]
pub(super) struct Rows<'d> {
    rows: Vec<ExtractionRow<'d>>,
    dialect: Dialect,
}

impl<'d> Rows<'d> {
    /// The root object.
    pub(super) const ROOT: RowId = RowId::new(0);

    /// Returns rows with an empty root only.
    pub(super) fn new(dialect: Dialect) -> Self {
        let mut rows = Self { rows: Vec::new(), dialect };
        rows.add(Slots::ROOT, None, false);
        rows
    }

    pub(super) fn get(&self, id: RowId) -> &ExtractionRow<'d> {
        &self.rows[id.index()]
    }

    /// Reports whether a row is a text. "The length of the extracted JSON array is equal to the
    /// number of selector matches", so an empty text is a member of an array. The dialect fizx
    /// leaves it out.
    pub(super) fn is_text(&self, id: RowId) -> bool {
        let row = self.get(id);
        let may_be_empty = row.is_member && self.dialect == Dialect::Wishful;
        matches!(&row.content, RowContent::Text(text) if may_be_empty || !text.is_empty())
    }

    /// Reports whether a node belongs to another document than the root does.
    pub(super) fn is_elsewhere(&self, node: Node<'_>) -> bool {
        let own = self.get(Self::ROOT).node.map(|node| node.node_ref().document());
        own.is_some_and(|own| !std::ptr::eq(own, node.node_ref().document()))
    }

    pub(super) fn get_mut(&mut self, id: RowId) -> &mut ExtractionRow<'d> {
        &mut self.rows[id.index()]
    }

    pub(super) fn ids(&self) -> impl DoubleEndedIterator<Item = RowId> + use<> {
        (0..self.rows.len()).map(RowId::new)
    }

    fn add(&mut self, slot: SlotId, parent: Option<RowId>, is_member: bool) -> RowId {
        self.rows.push(ExtractionRow {
            slot,
            parent,
            next: None,
            is_member,
            content: RowContent::Vacant,
            node: None,
            broken: None,
            is_kept: false,
        });
        RowId::new(self.rows.len() - 1)
    }

    /// Appends a row as the last child of an object or array.
    pub(super) fn push(&mut self, slot: SlotId, parent: RowId) -> RowId {
        let is_member = matches!(self.get(parent).content, RowContent::Array(_));
        let id = self.add(slot, Some(parent), is_member);
        let (RowContent::Object(ends) | RowContent::Array(ends)) =
            &mut self.get_mut(parent).content
        else {
            return id;
        };
        let before = ends.replace(ends.map_or((id, id), |(first, _)| (first, id)));
        if let Some((_, last)) = before {
            self.get_mut(last).next = Some(id);
        }
        id
    }

    /// Returns the object or array that contains a row; `None` for the root.
    pub(super) fn parent(&self, id: RowId) -> Option<RowId> {
        self.get(id).parent
    }

    /// Returns the child rows of an object or array.
    pub(super) fn inner(&self, id: RowId) -> impl Iterator<Item = RowId> {
        let first = match self.get(id).content {
            RowContent::Object(ends) | RowContent::Array(ends) => ends.map(|(first, _)| first),
            _ => None,
        };
        std::iter::successors(first, |id| self.get(*id).next)
    }

    /// Computes `broken` and `is_kept` of all rows. After a run that a limit stopped, unfilled rows
    /// do not count as broken.
    pub(super) fn prune(&mut self, slots: &Slots, is_cut: bool) {
        // For each row: the first key in it that breaks it, and whether any of its children is
        // kept.
        let mut inner: Vec<(Option<SlotId>, bool)> = vec![(None, false); self.rows.len()];
        for id in self.ids().rev() {
            let is_text = self.is_text(id);
            let row = &mut self.rows[id.index()];
            let slot = slots.get(row.slot);
            let (first, has_kept) = inner[id.index()];
            let own = Some(row.slot);
            let (broken, is_kept) = match &row.content {
                RowContent::Vacant if is_cut => (None, false),
                RowContent::Vacant | RowContent::Missing => (own, false),
                RowContent::Text(_) if is_text => (None, true),
                RowContent::Text(_) => (own, false),
                _ if first.is_some() => (first, false),
                RowContent::Array(_) if !has_kept && is_cut => (None, false),
                RowContent::Array(_) => (own.filter(|_| !has_kept), has_kept),
                RowContent::Object(_) if row.is_member => (own.filter(|_| !has_kept), has_kept),
                RowContent::Object(_) => (None, true),
            };
            (row.broken, row.is_kept) = (broken, is_kept);
            let is_optional = if row.is_member { !slot.complete } else { slot.optional };
            let Some(parent) = row.parent else { continue };
            let (breaks, keeps) = &mut inner[parent.index()];
            *keeps |= is_kept;
            if broken.is_some() && !is_optional {
                *breaks = broken;
            }
        }
    }
}
