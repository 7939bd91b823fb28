//! Formats that are not compounds: a single element (a link with its types, a list, or a query in a
//! title) is a whole item.
//!
//! The shape of the element decides the properties. A link has `rel` or `rev`, `href`, `text`,
//! `title` and, for the type `tag`, `tag`. A query has the members of the query; for lists see
//! `outline`. A link that is already the value of a property is not an item.

use std::collections::HashSet;

use super::attributes::attribute;
use super::outline::{List, OutlineLists};
use super::quantity;
use super::work::WorkBudget;
use super::writer::{HREF, ItemValues, ItemWriter, TEXT, TITLE, collapsed};
use crate::addresses::Addresses;
use crate::results::{ItemId, Tables, ValueRow};
use crate::step::{InputPosition, Step};
use crate::vocabulary::{Reading, Shape, SimpleFormat, Vocabulary};
use wishful::base::IndexMap;
use wishful::tree::{NodeId, NodeRef};

/// The link type of tags.
const TAG: &str = "tag";

/// Adds the items of a document to the tables, in document order. Skips the links in `related`,
/// which are values of properties.
pub(super) fn read<'d>(
    addresses: &Addresses<'d>,
    vocabulary: &Vocabulary,
    related: &HashSet<NodeId>,
    tables: &mut Tables<'d>,
    account: &mut WorkBudget,
) {
    let formats = Formats::new(vocabulary);
    let mut writer = ItemWriter { addresses, tables, account };
    // The end of the last list of each format. A list inside it is a part of it, not an item.
    let mut lists: IndexMap<&str, usize> = IndexMap::default();
    for node in addresses.document().nodes().same_tree() {
        if !node.is_element() || !writer.account.has_room() {
            continue;
        }
        for (name, format) in formats.found(node, related) {
            if matches!(format.shape, Shape::Outline | Shape::Profile) {
                let end = lists.entry(name).or_default();
                if node.id().index() < *end {
                    continue;
                }
                *end = node.end();
            }
            writer.add(node, name, format);
        }
    }
    let items = &writer.tables.items;
    let mut roots = std::mem::take(&mut writer.tables.roots);
    roots.sort_by_key(|root| items[root.index()].node);
    writer.tables.roots = roots;
}

/// The formats, grouped by the attribute that identifies them.
struct Formats<'v> {
    by_attribute: [(&'static str, Vec<(&'v str, &'v SimpleFormat)>); 3],
    links: HashSet<&'v str>,
}

impl<'v> Formats<'v> {
    fn new(vocabulary: &'v Vocabulary) -> Self {
        let (mut by_rel, mut by_rev, mut by_class) = (Vec::new(), Vec::new(), Vec::new());
        for (name, format) in &vocabulary.elementals {
            let formats = match format.shape {
                Shape::Rel => &mut by_rel,
                Shape::Rev => &mut by_rev,
                Shape::Query | Shape::Outline | Shape::Profile => &mut by_class,
            };
            formats.push((&**name, format));
        }
        let by_attribute = [("rel", by_rel), ("rev", by_rev), ("class", by_class)];
        let links = vocabulary.sayings(Reading::Relation).map(|(element, _)| element);
        Self { by_attribute, links: links.collect() }
    }

    fn is_link(&self, node: NodeRef<'_>) -> bool {
        node.name().is_some_and(|name| self.links.contains(name))
    }

    /// Returns the formats of an element.
    fn found<'n>(
        &'n self,
        node: NodeRef<'n>,
        related: &'n HashSet<NodeId>,
    ) -> impl Iterator<Item = (&'v str, &'v SimpleFormat)> + 'n {
        self.by_attribute.iter().flat_map(move |(attribute, formats)| {
            let mut names = node.attribute(attribute).unwrap_or_default();
            if *attribute != "class" && (related.contains(&node.id()) || !self.is_link(node)) {
                names = "";
            }
            let formats = formats.iter().copied();
            formats.filter(move |(_, format)| own_names(names, format).next().is_some())
        })
    }
}

/// Returns the names in an attribute value that identify a format.
fn own_names<'n>(value: &'n str, format: &'n SimpleFormat) -> impl Iterator<Item = &'n str> {
    let names = value.split_ascii_whitespace();
    let is_type = matches!(format.shape, Shape::Rel | Shape::Rev);
    names.filter(move |&name| {
        let mut own = format.names.iter();
        own.any(|own| **own == *name || is_type && own.eq_ignore_ascii_case(name))
    })
}

impl<'d> ItemWriter<'d, '_> {
    fn add(&mut self, node: NodeRef<'d>, name: &str, format: &SimpleFormat) {
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
        let mut lists = OutlineLists::new(list);
        while let Some((item, values)) = lists.next(self) {
            self.fill(item, values);
        }
    }

    /// Adds the properties of a link: its types, target and text.
    fn link(&mut self, item: ItemId, node: NodeRef<'d>, by: &'static str, format: &SimpleFormat) {
        let mut values = ItemValues::default();
        if let Some((names, place)) = attribute(node, by) {
            let own = own_names(names, format);
            let rows = own.map(|name| self.row(name, node, (Step::Relation, place))).collect();
            values.insert(by.to_owned(), rows);
            if own_names(names, format).any(|name| name.eq_ignore_ascii_case(TAG))
                && let Some(tag) = self.tag(node)
            {
                values.insert(TAG.to_owned(), vec![tag]);
            }
        }
        for name in [HREF, TITLE] {
            if let Some(row) = self.attribute(node, name) {
                values.insert(name.to_owned(), vec![row]);
            }
        }
        let text = collapsed(node.text_pieces());
        let text = self.row(&text, node, (Step::Text, InputPosition::Content(node.id())));
        values.insert(TEXT.to_owned(), vec![text]);
        self.fill(item, values);
    }

    /// Returns the tag of a link.
    fn tag(&mut self, node: NodeRef<'d>) -> Option<ValueRow<'d>> {
        let (href, place) = attribute(node, HREF)?;
        Some(self.row(&quantity::tag(href)?, node, (Step::Attribute, place)))
    }

    /// Adds the members of a query: the context objects of COinS.
    fn query(&mut self, item: ItemId, node: NodeRef<'d>) {
        let mut values = ItemValues::default();
        if let Some((query, place)) = attribute(node, TITLE) {
            for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
                let row = self.row(&value, node, (Step::Attribute, place));
                values.entry(name.into_owned()).or_default().push(row);
            }
        }
        self.fill(item, values);
    }
}
