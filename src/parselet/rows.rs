//! What was found for each slot, and what is left of it.
//!
//! A row is a value: a text, an object, an array, or nothing. Rows come behind those that they are in, so one pass from the last
//! to the first finds what is broken: whatever is in a row was judged before it is.
//!
//! ```text
//! nothing, or a text without a character       broken
//! an object with a key that is broken, not `?`   broken by the first such key
//! an array without a member                    broken
//! an array `!` with a member that is broken    broken by the first such member
//! ```
//!
//! What is broken and optional is left out, and so are members of arrays that are not `!`; one without any key is left out, too.

use super::slots::{SlotId, Slots};
use crate::base::id_type;
use crate::query::Node;

id_type! {
    /// A value that was found.
    pub(super) RowId
}

/// A value.
#[derive(Clone, Debug)]
pub(super) struct Row<'d> {
    pub(super) slot: SlotId,
    /// What it is in; none if and only if it is the whole.
    parent: Option<RowId>,
    /// The one behind it in the same object or array.
    next: Option<RowId>,
    /// Whether it is a member of an array; else it is the value of its slot.
    pub(super) is_member: bool,
    pub(super) content: Content,
    /// The node that it came from, or that was its scope; if it is missing, where it was looked for.
    pub(super) node: Option<Node<'d>>,
    /// The key whose error it has; none if and only if it is not broken.
    pub(super) broken: Option<SlotId>,
    /// Whether it is in the answer, if what it is in is.
    pub(super) is_kept: bool,
}

/// What a value is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// Nobody looked.
    Vacant,
    /// Somebody looked, and there was nothing.
    Missing,
    Text(Box<str>),
    /// The first and the last of what is in it.
    Object(Option<(RowId, RowId)>),
    Array(Option<(RowId, RowId)>),
}

/// All values.
#[derive(Clone, Debug)]
pub(super) struct Rows<'d> {
    rows: Vec<Row<'d>>,
}

impl<'d> Rows<'d> {
    /// The whole.
    pub(super) const ROOT: RowId = RowId::new(0);

    /// The whole, and nothing in it.
    pub(super) fn new() -> Self {
        let mut rows = Self { rows: Vec::new() };
        rows.add(Slots::ROOT, None, false);
        rows
    }

    pub(super) fn get(&self, id: RowId) -> &Row<'d> {
        &self.rows[id.index()]
    }

    /// Whether a node is of another document than the whole.
    pub(super) fn is_elsewhere(&self, node: Node<'_>) -> bool {
        let own = self.get(Self::ROOT).node.map(|node| node.node_ref().document());
        own.is_some_and(|own| !std::ptr::eq(own, node.node_ref().document()))
    }

    pub(super) fn get_mut(&mut self, id: RowId) -> &mut Row<'d> {
        &mut self.rows[id.index()]
    }

    pub(super) fn ids(&self) -> impl DoubleEndedIterator<Item = RowId> + use<> {
        (0..self.rows.len()).map(RowId::new)
    }

    fn add(&mut self, slot: SlotId, parent: Option<RowId>, is_member: bool) -> RowId {
        self.rows.push(Row {
            slot,
            parent,
            next: None,
            is_member,
            content: Content::Vacant,
            node: None,
            broken: None,
            is_kept: false,
        });
        RowId::new(self.rows.len() - 1)
    }

    /// A new row behind those in an object or array.
    pub(super) fn push(&mut self, slot: SlotId, parent: RowId) -> RowId {
        let is_member = matches!(self.get(parent).content, Content::Array(_));
        let id = self.add(slot, Some(parent), is_member);
        let (Content::Object(ends) | Content::Array(ends)) = &mut self.get_mut(parent).content
        else {
            return id;
        };
        let before = ends.replace(ends.map_or((id, id), |(first, _)| (first, id)));
        if let Some((_, last)) = before {
            self.get_mut(last).next = Some(id);
        }
        id
    }

    /// What it is in, if it is not the whole.
    pub(super) fn parent(&self, id: RowId) -> Option<RowId> {
        self.get(id).parent
    }

    /// What is in an object or array.
    pub(super) fn inner(&self, id: RowId) -> impl Iterator<Item = RowId> {
        let first = match self.get(id).content {
            Content::Object(ends) | Content::Array(ends) => ends.map(|(first, _)| first),
            _ => None,
        };
        std::iter::successors(first, |id| self.get(*id).next)
    }

    /// Finds what is broken, and what is left. Of a run that was cut, what nobody looked for is not missed.
    pub(super) fn prune(&mut self, slots: &Slots, is_cut: bool) {
        // By row: the first key in it that breaks it, and whether something in it is kept.
        let mut inner: Vec<(Option<SlotId>, bool)> = vec![(None, false); self.rows.len()];
        for id in self.ids().rev() {
            let row = &mut self.rows[id.index()];
            let slot = slots.get(row.slot);
            let (first, has_kept) = inner[id.index()];
            let own = Some(row.slot);
            let (broken, is_kept) = match &row.content {
                Content::Vacant if is_cut => (None, false),
                Content::Vacant | Content::Missing => (own, false),
                Content::Text(text) if text.is_empty() => (own, false),
                Content::Text(_) => (None, true),
                _ if first.is_some() => (first, false),
                Content::Array(_) if !has_kept && is_cut => (None, false),
                Content::Array(_) => (own.filter(|_| !has_kept), has_kept),
                Content::Object(_) if row.is_member => (own.filter(|_| !has_kept), has_kept),
                Content::Object(_) => (None, true),
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
