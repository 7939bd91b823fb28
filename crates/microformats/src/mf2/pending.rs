//! Items under construction, and their completion at the end of their element.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::reader::{ModernReader, OpenItem};
use super::values::attribute_part;
use crate::addresses::last_of_path;
use crate::results::{Form, Group, Range, TermId, Text, ValueRow};
use crate::step::{Role, Step};
use crate::vocabulary::classes::Prefix;
use wishful::base::{narrow, wide};
use wishful::tree::NodeRef;

/// A value that a class of an element requires.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending<'a> {
    pub(super) term: TermId,
    pub(super) prefix: Prefix,
    /// The value, once its element has ended.
    pub(super) row: Option<ValueRow<'a>>,
}

/// The destination of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueSlot {
    /// The index among the values of the item.
    pub(super) index: u32,
    pub(super) prefix: Prefix,
    pub(super) is_tag: bool,
}

/// The marker of a term without a group.
const NONE: u32 = u32::MAX;

impl<'a> ModernReader<'a, '_> {
    /// Computes the values of a property's element.
    pub(super) fn close_property(&mut self, node: NodeRef<'a>, slots: Range, pieces: usize) {
        self.fill(slots, |reader, ValueSlot { prefix, is_tag, .. }| {
            if is_tag { reader.tag(node) } else { reader.property(node, prefix, pieces) }
        });
        self.pieces.truncate(pieces);
    }

    /// Fills the slots of an element. Slots of the same kind share one computed value, because an
    /// element may have a thousand classes.
    fn fill(&mut self, slots: Range, mut row: impl FnMut(&mut Self, ValueSlot) -> ValueRow<'a>) {
        let mut rows: Vec<(Prefix, bool, ValueRow<'a>)> = Vec::new();
        for index in slots.indices() {
            let slot @ ValueSlot { index, prefix, is_tag } = self.slots[index];
            let known = rows.iter().find(|&&(kind, tag, _)| (kind, tag) == (prefix, is_tag));
            let row = match known {
                Some(&(.., row)) => row,
                None => {
                    let row = row(self, slot);
                    rows.push((prefix, is_tag, row));
                    row
                }
            };
            if let Some(item) = self.item_mut() {
                item.values[wide(index)].row = Some(row);
            }
        }
        self.slots.truncate(slots.indices().start);
    }

    /// Closes an item: adds implied properties, groups the values by property, and attaches the
    /// item to its parent.
    pub(super) fn close_item(&mut self, node: NodeRef<'a>, mut item: OpenItem<'a>) {
        self.imply(node, &mut item);
        let groups = self.groups(&item.values);
        let children = self.tables.children.len();
        self.tables.children.extend(&item.children);
        let row = &mut self.tables.items[item.id.index()];
        row.groups = groups;
        row.children = Range::new(children, self.tables.children.len());
        self.fill(item.slots, |reader, slot| reader.nested(node, &item, slot.prefix));
        self.pieces.truncate(wide(item.pieces));
        if item.slots.indices().is_empty() {
            match self.item_mut() {
                Some(around) => around.children.push(item.id),
                None => self.tables.roots.push(item.id),
            }
        }
    }

    /// Returns the value of an item that is a property: its first `p-name` or `u-url`. Otherwise
    /// returns what the property's prefix reads of the element. If the item has a `url` with
    /// another prefix, a `u-*` value is its text, unresolved.
    fn nested(&mut self, node: NodeRef<'a>, item: &OpenItem<'a>, prefix: Prefix) -> ValueRow<'a> {
        let own = match prefix {
            Prefix::Text => self.first(item, Prefix::Text, "name"),
            Prefix::Url => self.first(item, Prefix::Url, "url"),
            Prefix::Date | Prefix::Embedded => None,
        };
        let pieces = wide(item.pieces);
        let ValueRow { text, form, parts, .. } = match own {
            Some(row) => row,
            None if prefix == Prefix::Url && self.has(item, "url", &[]) => {
                self.unresolved(node, pieces)
            }
            None => self.property(node, prefix, pieces),
        };
        let form = Form::Item { item: item.id, alt: form.alt(), html: prefix == Prefix::Embedded };
        ValueRow { text, form, step: Step::Nested, parts, node: node.id() }
    }

    fn first(&self, item: &OpenItem<'a>, prefix: Prefix, name: &str) -> Option<ValueRow<'a>> {
        let term = self.tables.known_term(name)?;
        let mut values = item.values.iter();
        values.find(|value| value.term == term && value.prefix == prefix)?.row
    }

    /// Groups the values by property, in the order of their first values.
    fn groups(&mut self, values: &[Pending<'a>]) -> Range {
        self.groups.resize(self.tables.terms.len(), NONE);
        let start = self.tables.groups.len();
        for value in values {
            if value.row.is_none() {
                continue;
            }
            let group = &mut self.groups[value.term.index()];
            if *group == NONE {
                *group = narrow(self.tables.groups.len());
                let values = Range::default();
                self.tables.groups.push(Group { term: value.term, values, is_singular: false });
            }
            self.tables.groups[wide(*group)].values.widen();
        }
        self.place(values, start);
        Range::new(start, self.tables.groups.len())
    }

    /// Distributes the values to their groups, whose sizes are known (a counting sort).
    fn place(&mut self, values: &[Pending<'a>], start: usize) {
        let mut next = self.tables.values.len();
        for group in &mut self.tables.groups[start..] {
            let count = group.values.indices().len();
            group.values = Range::new(next, next);
            next += count;
        }
        let rows = values.iter().filter_map(|value| value.row);
        // (The loop below moves them to their final positions.)
        self.tables.values.extend(rows);
        for value in values {
            let Some(row) = value.row else { continue };
            let group = &mut self.tables.groups[wide(self.groups[value.term.index()])];
            self.tables.values[group.values.indices().end] = row;
            group.values.widen();
        }
        for group in &self.tables.groups[start..] {
            self.groups[group.term.index()] = NONE;
        }
    }

    /// Adds a value that no class gives.
    pub(super) fn add(
        &mut self,
        item: &mut OpenItem<'a>,
        prefix: Prefix,
        name: &str,
        row: ValueRow<'a>,
    ) {
        let term = self.tables.term(name);
        item.values.push(Pending { term, prefix, row: Some(row) });
    }

    /// Returns the last path segment of a link (<https://microformats.org/wiki/rel-tag>).
    fn tag(&mut self, node: NodeRef<'a>) -> ValueRow<'a> {
        let href = node.attribute_called("href");
        let written = match href {
            Some(href) => last_of_path(href.value()),
            None => "",
        };
        let mut text = Text::Borrowed(written);
        if self.has_room(written.len())
            && let Cow::Owned(decoded) = percent_decode_str(written).decode_utf8_lossy()
        {
            text = self.made(&decoded).unwrap_or(text);
        }
        let parts = self.tables.note(attribute_part(Role::Value, href));
        ValueRow { text, form: Form::Plain, step: Step::Relation, parts, node: node.id() }
    }
}
