//! Creation of rows for items that are not compounds.

use super::work::WorkBudget;
use crate::addresses::Addresses;
use crate::results::{Form, Group, ItemId, ItemRow, Range, Tables, ValueRow};
use crate::step::{InputPosition, Role, Step, StepInput};
use wishful::base::IndexMap;
use wishful::tree::NodeRef;

pub(super) const HREF: &str = "href";
pub(super) const TITLE: &str = "title";
pub(super) const TEXT: &str = "text";

/// A writer of items into the tables.
pub(super) struct ItemWriter<'d, 'a> {
    pub(super) addresses: &'a Addresses<'d>,
    pub(super) tables: &'a mut Tables<'d>,
    pub(super) account: &'a mut WorkBudget,
}

/// The values of an item's properties, by name.
pub(super) type ItemValues<'d> = IndexMap<String, Vec<ValueRow<'d>>>;

impl<'d> ItemWriter<'d, '_> {
    /// Adds an item.
    pub(super) fn item(&mut self, node: NodeRef<'d>, name: &str) -> ItemId {
        self.account.look(1);
        let term = self.tables.term(name);
        self.tables.types.push(term);
        let types = Range::new(self.tables.types.len() - 1, self.tables.types.len());
        let (groups, children) = (Range::default(), Range::default());
        let row =
            ItemRow { node: node.id(), types, groups, children, is_valid: true, is_classic: true };
        self.tables.items.push(row);
        ItemId::new(self.tables.items.len() - 1)
    }

    /// Stores the properties of an item.
    pub(super) fn fill(&mut self, item: ItemId, values: ItemValues<'d>) {
        let start = self.tables.groups.len();
        for (name, rows) in values {
            let first = self.tables.values.len();
            self.account.work.values += wishful::base::counted(rows.len());
            let is_singular = rows.len() == 1 && !matches!(rows[0].form, Form::Item { .. });
            self.tables.values.extend(rows);
            let (term, values) =
                (self.tables.term(&name), Range::new(first, self.tables.values.len()));
            self.tables.groups.push(Group { term, values, is_singular });
        }
        self.tables.items[item.index()].groups = Range::new(start, self.tables.groups.len());
    }

    /// Creates a row for a text value.
    pub(super) fn row(
        &mut self,
        text: &str,
        node: NodeRef<'d>,
        said: (Step, InputPosition),
    ) -> ValueRow<'d> {
        self.account.write(text.len());
        let text = self.tables.store(text);
        self.tables.parts.push(StepInput { role: Role::Value, place: said.1 });
        let parts = Range::new(self.tables.parts.len() - 1, self.tables.parts.len());
        ValueRow { text, form: Form::Plain, step: said.0, parts, node: node.id() }
    }

    /// Returns an attribute of an element as a value; an address becomes absolute.
    pub(super) fn attribute(&mut self, node: NodeRef<'d>, name: &str) -> Option<ValueRow<'d>> {
        let (value, place) = super::attributes::attribute(node, name)?;
        let value =
            if name == HREF { self.addresses.whole(value).into_owned() } else { value.to_owned() };
        Some(self.row(&value, node, (Step::Attribute, place)))
    }

    /// Creates a row for an item as a value.
    pub(super) fn item_row(&mut self, item: ItemId, node: NodeRef<'d>) -> ValueRow<'d> {
        let form = Form::Item { item, alt: None, html: false };
        let row = self.row("", node, (Step::Nested, InputPosition::Content(node.id())));
        ValueRow { form, ..row }
    }
}

/// Joins texts, and collapses runs of white space.
pub(super) fn collapsed<'t>(pieces: impl Iterator<Item = &'t str>) -> String {
    let mut text = String::new();
    for piece in pieces {
        for word in piece.split_inclusive(|letter: char| letter.is_ascii_whitespace()) {
            let bare = word.trim_ascii_end();
            text.push_str(bare);
            if bare.len() < word.len() && !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
        }
    }
    text.truncate(text.trim_ascii_end().len());
    text
}
