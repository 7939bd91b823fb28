//! Formats that are no compounds: a link with its types, a list, a query in a title says all by itself.
//!
//! Each such element is an item of its own, with properties that its shape says: of links `rel` or `rev`, `href`, `text`, `title` and,
//! where the type is `tag`, `tag`; of queries what is in the query; of lists see `outline`. A link that has given an item the value of a property
//! is none.

use std::collections::HashSet;

use super::outline::{List, Lists};
use super::quantity;
use super::work::Account;
use crate::base::IndexMap;
use crate::microformats::addresses::Addresses;
use crate::microformats::results::{Form, Group, ItemId, ItemRow, Range, Tables, ValueRow};
use crate::microformats::step::{Part, Place, Role, Step};
use crate::microformats::vocabulary::{Elemental, Reading, Shape, Vocabulary};
use crate::tree::{NodeId, NodeRef};

/// The type of links that say a tag.
const TAG: &str = "tag";

/// Adds the items of a document, in its order, among those that are there; `related` are the links that are values.
pub(super) fn read<'d>(
    addresses: &Addresses<'d>,
    vocabulary: &Vocabulary,
    related: &HashSet<NodeId>,
    tables: &mut Tables<'d>,
    account: &mut Account,
) {
    let formats = Formats::new(vocabulary);
    let mut writer = Writer { addresses, tables, account };
    for node in addresses.document().nodes().same_tree() {
        if node.is_element() && writer.account.has_room() {
            formats.found(node, related).for_each(|(name, format)| writer.add(node, name, format));
        }
    }
    let items = &writer.tables.items;
    let mut roots = std::mem::take(&mut writer.tables.roots);
    roots.sort_by_key(|root| items[root.index()].node);
    writer.tables.roots = roots;
}

/// The formats, by the attribute that they are found by.
struct Formats<'v> {
    by_attribute: [(&'static str, Vec<(&'v str, &'v Elemental)>); 3],
    links: HashSet<&'v str>,
}

impl<'v> Formats<'v> {
    fn new(vocabulary: &'v Vocabulary) -> Self {
        let with = |is_shape: fn(Shape) -> bool| {
            let all = vocabulary.elementals.iter().map(|(name, format)| (&**name, format));
            all.filter(|(_, format)| is_shape(format.shape)).collect()
        };
        let by_attribute = [
            ("rel", with(|shape| shape == Shape::Rel)),
            ("rev", with(|shape| shape == Shape::Rev)),
            ("class", with(|shape| !matches!(shape, Shape::Rel | Shape::Rev))),
        ];
        let links = vocabulary.sayings(Reading::Relation).map(|(element, _)| element);
        Self { by_attribute, links: links.collect() }
    }

    /// The formats that an element is of.
    fn found<'n>(
        &'n self,
        node: NodeRef<'n>,
        related: &'n HashSet<NodeId>,
    ) -> impl Iterator<Item = (&'v str, &'v Elemental)> + 'n {
        self.by_attribute.iter().flat_map(move |(attribute, formats)| {
            let names = node.attribute(attribute);
            let is_link = || node.name().is_some_and(|name| self.links.contains(name));
            let may_be = *attribute == "class" || !related.contains(&node.id()) && is_link();
            let names = names.filter(|_| may_be).unwrap_or_default();
            let formats = formats.iter().copied();
            formats.filter(move |(_, format)| own_names(names, format).next().is_some())
        })
    }
}

/// The names in an attribute's value that a format is found by.
fn own_names<'n>(value: &'n str, format: &'n Elemental) -> impl Iterator<Item = &'n str> {
    let names = value.split_ascii_whitespace();
    let is_type = matches!(format.shape, Shape::Rel | Shape::Rev);
    names.filter(move |&name| {
        let is_own = |own: &Box<str>| **own == *name || is_type && own.eq_ignore_ascii_case(name);
        format.names.iter().any(is_own)
    })
}

/// Writes items into the tables.
pub(super) struct Writer<'d, 'a> {
    addresses: &'a Addresses<'d>,
    tables: &'a mut Tables<'d>,
    account: &'a mut Account,
}

/// The values of the properties of an item, by name.
pub(super) type Values<'d> = IndexMap<String, Vec<ValueRow<'d>>>;

impl<'d> Writer<'d, '_> {
    fn add(&mut self, node: NodeRef<'d>, name: &str, format: &Elemental) {
        let item = self.item(node, name);
        self.tables.roots.push(item);
        match format.shape {
            Shape::Rel => self.link(item, node, "rel", format),
            Shape::Rev => self.link(item, node, "rev", format),
            Shape::Query => self.query(item, node),
            Shape::Outline => self.lists(List { item, node, shape: Shape::Outline }),
            Shape::Profile => self.lists(List { item, node, shape: Shape::Profile }),
        }
    }

    fn lists(&mut self, list: List<'d>) {
        let mut lists = Lists::new(list);
        while let Some((item, values)) = lists.next(self) {
            self.fill(item, values);
        }
    }

    /// A row for an item.
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

    /// Writes the properties of an item.
    fn fill(&mut self, item: ItemId, values: Values<'d>) {
        let start = self.tables.groups.len();
        for (name, rows) in values {
            let first = self.tables.values.len();
            self.account.work.values += crate::base::counted(rows.len());
            let is_singular = rows.len() == 1 && !matches!(rows[0].form, Form::Item { .. });
            self.tables.values.extend(rows);
            let (term, values) =
                (self.tables.term(&name), Range::new(first, self.tables.values.len()));
            self.tables.groups.push(Group { term, values, is_singular });
        }
        self.tables.items[item.index()].groups = Range::new(start, self.tables.groups.len());
    }

    /// A value.
    pub(super) fn row(
        &mut self,
        text: &str,
        node: NodeRef<'d>,
        said: (Step, Place),
    ) -> ValueRow<'d> {
        self.account.write(text.len());
        let text = self.tables.store(text);
        self.tables.parts.push(Part { role: Role::Value, place: said.1 });
        let parts = Range::new(self.tables.parts.len() - 1, self.tables.parts.len());
        ValueRow { text, form: Form::Plain, step: said.0, parts, node: node.id() }
    }

    /// An attribute of an element as a value; an address as a whole one.
    pub(super) fn attribute(&mut self, node: NodeRef<'d>, name: &str) -> Option<ValueRow<'d>> {
        let (value, place) = super::stringify::attribute(node, name)?;
        let value =
            if name == HREF { self.addresses.whole(value).into_owned() } else { value.to_owned() };
        Some(self.row(&value, node, (Step::Attribute, place)))
    }

    /// An item as a value.
    pub(super) fn item_row(&mut self, item: ItemId, node: NodeRef<'d>) -> ValueRow<'d> {
        let form = Form::Item { item, alt: None, html: false };
        let row = self.row("", node, (Step::Nested, Place::Content(node.id())));
        ValueRow { form, ..row }
    }

    /// A link: its types, where it goes, and what it says.
    fn link(
        &mut self,
        item: ItemId,
        node: NodeRef<'d>,
        attribute: &'static str,
        format: &Elemental,
    ) {
        let mut values = Values::default();
        let said = super::stringify::attribute(node, attribute);
        for (names, place) in said {
            for name in own_names(names, format) {
                let row = self.row(name, node, (Step::Relation, place));
                values.entry(attribute.to_owned()).or_default().push(row);
            }
            let href = super::stringify::attribute(node, HREF);
            let is_tag = own_names(names, format).any(|name| name.eq_ignore_ascii_case(TAG));
            if let Some((href, place)) = href.filter(|_| is_tag) {
                let tag =
                    quantity::tag(href).map(|tag| self.row(&tag, node, (Step::Attribute, place)));
                values.extend(tag.map(|tag| (TAG.to_owned(), vec![tag])));
            }
        }
        for name in [HREF, TITLE] {
            let row = self.attribute(node, name);
            values.extend(row.map(|row| (name.to_owned(), vec![row])));
        }
        let text = collapsed(node.text_pieces());
        let text = self.row(&text, node, (Step::Text, Place::Content(node.id())));
        values.insert(TEXT.to_owned(), vec![text]);
        self.fill(item, values);
    }

    /// A query: the context objects of COinS.
    fn query(&mut self, item: ItemId, node: NodeRef<'d>) {
        let mut values = Values::default();
        for (query, place) in super::stringify::attribute(node, TITLE) {
            for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
                let row = self.row(&value, node, (Step::Attribute, place));
                values.entry(name.into_owned()).or_default().push(row);
            }
        }
        self.fill(item, values);
    }
}

pub(super) const HREF: &str = "href";
pub(super) const TITLE: &str = "title";
pub(super) const TEXT: &str = "text";

/// Texts joined, with runs of white space as one blank.
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
