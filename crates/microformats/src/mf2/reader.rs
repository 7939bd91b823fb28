//! The pass over the document, with a stack of what is open.
//!
//! ```text
//! <div class="h-entry">                          item
//!   <p class="p-author h-card">…</p>             item, the value of `author` of the enclosing item
//!   <p class="dt-start">…                        property
//!     <span class="value">2026-01-01</span>      a piece of it: directly in the property
//! ```
//!
//! The pass visits elements once, in document order, except for included elements. The stack has
//! entries of several kinds ([`OpenEntry`]). A value is computed when its element ends, because all
//! its inputs are known then, and is stored in the slots reserved for it. So an element costs as
//! much as it has classes, at any depth.

use super::classes::{ElementClasses, Naming, PropertyName, Roots, Tokens};
use super::included::{self, Included};
use super::pending::{Pending, ValueSlot};
use super::stretches::StretchWalk;
use crate::addresses::Addresses;
use crate::elements::Elements;
use crate::relations::Relations;
use crate::results::{ItemId, ItemRow, Range, Tables, Text, VoidClass};
use crate::step::InputPosition;
use crate::texts::{self, Texts, is_replaceable, replaced};
use crate::vocabulary::{Reading, classes};
use wishful::Allowance;
use wishful::base::{IndexMap, IndexSet, Span, counted, narrow, wide};
use wishful::tree::{Document, NodeRef};

/// The budget, in nodes, for collecting the texts of single elements; a sixteenth of the document's
/// nodes is added to it. Beyond that, the text of the whole document is collected. Most pages only
/// have some links with types. This many bytes of text also count as one node.
const SHORT: usize = 64;

/// An entry of the stack.
#[derive(Debug)]
pub(super) struct OpenEntry<'a> {
    pub(super) node: NodeRef<'a>,
    pub(super) sort: EntryKind<'a>,
    /// The included elements, which count as the last children, in reverse order.
    rest: Vec<NodeRef<'a>>,
}

#[derive(Debug)]
pub(super) enum EntryKind<'a> {
    Item(Box<OpenItem<'a>>),
    Property {
        /// The slots of the element's values, in `slots`.
        slots: Range,
        /// The start of the property's pieces in `pieces`.
        pieces: u32,
    },
    /// An element with class `value`; nested `value` elements are not pieces.
    Value,
    /// An element that only includes others. The flag: a `value` in it is a piece of the enclosing
    /// property.
    Include {
        in_property: bool,
    },
}

/// An item whose element is open.
#[derive(Debug)]
pub(super) struct OpenItem<'a> {
    pub(super) id: ItemId,
    pub(super) naming: Naming<'a>,
    pub(super) values: Vec<Pending<'a>>,
    pub(super) children: Vec<ItemId>,
    /// The slots of the enclosing item that this item fills, and the start of their pieces in
    /// `pieces`.
    pub(super) slots: Range,
    pub(super) pieces: u32,
    /// The item contains another item.
    pub(super) holds_items: bool,
    /// The last date in the item, and its position.
    pub(super) date: Option<(Text<'a>, Option<InputPosition>)>,
}

/// A piece of a value: an element with class `value` or `value-title`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValuePiece<'a> {
    pub(super) node: NodeRef<'a>,
    /// The text of the piece is its `title`.
    pub(super) is_title: bool,
}

/// The state of the pass.
pub(super) struct ModernReader<'a, 'k> {
    pub(super) document: &'a Document,
    roots: Roots<'a>,
    pub(super) elements: Elements<'a>,
    pub(super) addresses: Addresses<'a>,
    pub(super) tables: Tables<'a>,
    pub(super) relations: Relations,
    /// The bytes that `relations` and constructed texts may still grow by.
    pub(super) room: u64,
    /// The bytes of classes and links with types that may still be read. Reopened formatting
    /// elements repeat theirs.
    tokens: u64,
    /// A limit was reached.
    pub(super) is_cut: bool,
    pub(super) open: Vec<OpenEntry<'a>>,
    /// The indices of the items in `open`.
    items: Vec<usize>,
    pub(super) slots: Vec<ValueSlot>,
    pub(super) pieces: Vec<ValuePiece<'a>>,
    /// The text of the document, for each reading that needed more than the budget of single
    /// elements.
    texts: IndexMap<Reading, Texts>,
    /// The nodes whose texts were collected separately.
    apart: usize,
    /// For each term, its group in the item that is being closed; see `pending`.
    pub(super) groups: Vec<u32>,
    /// The inclusions found so far.
    pub(super) included: Included,
    /// The inclusions that the previous pass found.
    known: &'k Included,
    /// The bytes of included text that may be read again.
    again: u64,
    /// The number of classes, pieces and children examined.
    pub(super) looks: u64,
}

impl<'a, 'k> ModernReader<'a, 'k> {
    pub(super) fn new(
        document: &'a Document,
        roots: Roots<'a>,
        (addresses, elements): (Addresses<'a>, Elements<'a>),
        (known, again): (&'k Included, u64),
    ) -> Self {
        Self {
            document,
            roots,
            elements,
            addresses,
            tables: Tables::default(),
            relations: Relations::default(),
            room: Allowance::OUTPUT.of(document.text().len()),
            tokens: again.saturating_add(counted(document.text().len())),
            is_cut: false,
            open: Vec::new(),
            items: Vec::new(),
            slots: Vec::new(),
            pieces: Vec::new(),
            texts: IndexMap::default(),
            apart: 0,
            groups: Vec::new(),
            included: Included::default(),
            known,
            again,
            looks: 0,
        }
    }

    pub(super) fn read(&mut self, stretches: &mut StretchWalk<'a>) {
        let mut marks = ElementClasses::default();
        loop {
            if !self.open.is_empty() {
                self.close(stretches);
            }
            let Some(node) = stretches.next() else { break };
            if node.is_element() {
                self.element(node, &mut marks, stretches);
            }
        }
    }

    fn element(
        &mut self,
        node: NodeRef<'a>,
        marks: &mut ElementClasses<'a>,
        stretches: &mut StretchWalk<'a>,
    ) {
        if node.holds_other_tree() {
            return stretches.skip();
        }
        let tokens = Tokens::of(node);
        if !self.may_read(tokens.class.len() + tokens.rel.len()) {
            return;
        }
        if !tokens.rel.is_empty() {
            self.relation(node, tokens.rel);
        }
        if self.items.is_empty() && !self.roots.has_one(tokens.class) {
            return;
        }
        if tokens.class.is_empty() && tokens.rel.is_empty() {
            return;
        }
        let around = self.item().map(|item| &item.naming);
        marks.read(node, tokens, around, self.roots);
        self.void_classes(node, tokens.class, marks);
        self.looks += counted(marks.types.len() + marks.properties.len());
        self.value(node, marks);
        let rest = self.elsewhere(node, marks);
        let slots = self.slots(marks);
        let in_property = self.in_property();
        let sort = match marks.naming.take() {
            Some(naming) => Some(self.new_item(node, marks, naming, slots)),
            None if !marks.properties.is_empty() => {
                Some(EntryKind::Property { slots, pieces: narrow(self.pieces.len()) })
            }
            None if !rest.is_empty() => Some(EntryKind::Include { in_property }),
            None => None,
        };
        if matches!(sort, Some(EntryKind::Item(_))) {
            self.items.push(self.open.len());
        }
        if let Some(sort) = sort {
            self.open.push(OpenEntry { node, sort, rest });
        }
        stretches.opened(node, self.open.len());
    }

    /// Records the property classes of microformats2 in a classic item, except for those whose
    /// property a classic class of the element gives.
    fn void_classes(&mut self, node: NodeRef<'a>, class: &'a str, marks: &ElementClasses<'a>) {
        let Some(OpenItem { id, naming: Naming::Classic(_), .. }) = self.item() else { return };
        let (item, node) = (*id, node.id());
        for class in class.split_ascii_whitespace() {
            let Some((prefix, name)) = classes::property(class) else { continue };
            let property = PropertyName { prefix, name };
            if !marks.is_given(property) {
                self.tables.void.push(VoidClass { item, node, class });
            }
        }
    }

    /// Takes a number of bytes of attributes from the budget; returns `false` if it is used up.
    fn may_read(&mut self, bytes: usize) -> bool {
        let left = self.tokens.checked_sub(counted(bytes));
        self.is_cut |= left.is_none();
        self.tokens = left.unwrap_or(self.tokens);
        left.is_some()
    }

    /// Records a link with types.
    fn relation(&mut self, node: NodeRef<'a>, types: &str) {
        let Some(target) = self.elements.attribute(Reading::Relation, node) else { return };
        if !self.may_read(target.value().len()) {
            return;
        }
        let address = self.addresses.whole(target.value());
        self.looks += counted(types.len());
        let (mut relations, mut room) = (std::mem::take(&mut self.relations), self.room);
        let is_whole = relations.add(
            node,
            types,
            &address,
            || self.text_span(node, Reading::Content).of(&self.tables.buffer),
            &mut room,
        );
        self.is_cut |= !is_whole;
        (self.relations, self.room) = (relations, room);
    }

    /// Records a piece of the enclosing property, which may be an item.
    fn value(&mut self, node: NodeRef<'a>, marks: &ElementClasses<'a>) {
        if !((marks.is_value || marks.is_value_title) && self.in_property()) {
            return;
        }
        self.pieces.push(ValuePiece { node, is_title: marks.is_value_title });
        self.open.push(OpenEntry { node, sort: EntryKind::Value, rest: Vec::new() });
    }

    /// Reports whether a `value` is a piece of the innermost open entry.
    fn in_property(&self) -> bool {
        let Some(open) = self.open.last() else { return false };
        match &open.sort {
            EntryKind::Item(item) => !item.slots.indices().is_empty(),
            EntryKind::Property { .. } => true,
            EntryKind::Value => false,
            EntryKind::Include { in_property } => *in_property,
        }
    }

    /// Reserves slots for the values of an element's properties.
    fn slots(&mut self, marks: &ElementClasses<'a>) -> Range {
        let start = self.slots.len();
        for &(said, is_tag) in &marks.properties {
            let term = self.tables.term(said.name);
            let item = self.item_mut().expect("a property is an item's");
            let slot = ValueSlot { index: narrow(item.values.len()), prefix: said.prefix, is_tag };
            item.values.push(Pending { term, prefix: said.prefix, row: None });
            self.slots.push(slot);
        }
        Range::new(start, self.slots.len())
    }

    fn new_item(
        &mut self,
        node: NodeRef<'a>,
        marks: &ElementClasses<'a>,
        naming: Naming<'a>,
        slots: Range,
    ) -> EntryKind<'a> {
        if let Some(around) = self.item_mut() {
            around.holds_items = true;
        }
        let start = self.tables.types.len();
        for name in &marks.types {
            let term = self.tables.term(name);
            self.tables.types.push(term);
        }
        let types = Range::new(start, self.tables.types.len());
        let is_classic = matches!(naming, Naming::Classic(_));
        let none = Range::default();
        let row = ItemRow {
            node: node.id(),
            types,
            groups: none,
            children: none,
            is_valid: true,
            is_classic,
        };
        let id = ItemId::new(self.tables.items.len());
        self.tables.items.push(row);
        EntryKind::Item(Box::new(OpenItem {
            id,
            naming,
            values: Vec::new(),
            children: Vec::new(),
            slots,
            pieces: narrow(self.pieces.len()),
            holds_items: false,
            date: None,
        }))
    }

    /// Returns the elements that an element includes, in reverse order. An element with class
    /// `include` in a classic item includes its link target. The element of a classic item includes
    /// the targets of `itemref`, and those of `headers` if it is a table cell.
    fn elsewhere(&mut self, node: NodeRef<'a>, marks: &ElementClasses<'_>) -> Vec<NodeRef<'a>> {
        let mut ids: IndexSet<&str> = IndexSet::default();
        if marks.is_include
            && let Some(OpenItem { naming: Naming::Classic(_), .. }) = self.item()
            && let Some(link) = self.elements.attribute(Reading::Link, node)
        {
            ids.extend(link.value().strip_prefix('#'));
        }
        if let Some(Naming::Classic(_)) = marks.naming {
            for named in node.values(["itemref", "headers"]).into_iter().flatten() {
                if self.may_read(named.len()) {
                    ids.extend(named.split_ascii_whitespace());
                }
            }
        }
        ids.into_iter().rev().filter_map(|id| self.document.by_id_in_tree(id)).collect()
    }

    /// Closes the entries that end before the next node.
    fn close(&mut self, stretches: &mut StretchWalk<'a>) {
        while stretches.ends(self.open.len()) {
            let Some(top) = self.open.last_mut() else { return };
            if let Some(target) = top.rest.pop() {
                let holder = top.node.id();
                if stretches.include(target, self.open.len()) {
                    self.included.entry(holder).or_default().insert(target.id());
                }
                continue;
            }
            let OpenEntry { node, sort, .. } = self.open.pop().expect("there is one");
            stretches.closed();
            match sort {
                EntryKind::Value | EntryKind::Include { .. } => {}
                EntryKind::Property { slots, pieces } => {
                    self.close_property(node, slots, wide(pieces))
                }
                EntryKind::Item(item) => {
                    self.items.pop();
                    self.close_item(node, *item);
                }
            }
        }
    }

    /// Returns the work done: bytes of texts, rows of tables, and examined classes and children.
    pub(super) fn work(&self) -> u64 {
        let Tables { buffer, items, values, parts, .. } = &self.tables;
        self.looks + counted(buffer.len() + items.len() + values.len() + parts.len())
    }

    /// Returns the innermost open item.
    pub(super) fn item(&self) -> Option<&OpenItem<'a>> {
        match &self.open[*self.items.last()?].sort {
            EntryKind::Item(item) => Some(item),
            _ => None,
        }
    }

    pub(super) fn item_mut(&mut self) -> Option<&mut OpenItem<'a>> {
        match &mut self.open[*self.items.last()?].sort {
            EntryKind::Item(item) => Some(item),
            _ => None,
        }
    }

    /// Returns the text of an element in a reading of content, without surrounding white space.
    pub(super) fn text(&mut self, node: NodeRef<'a>, reading: Reading) -> Text<'a> {
        let span = self.text_span(node, reading);
        self.trimmed(span)
    }

    /// Returns the span of an element's text. An element with a replacement text (an image) has
    /// none.
    fn text_span(&mut self, node: NodeRef<'a>, reading: Reading) -> Span {
        if self.elements.find(reading, node).is_some() {
            return Span::at(self.tables.buffer.len());
        }
        if self.is_short(node) {
            return self.short_text(node, reading);
        }
        self.texts(reading).of(node)
    }

    /// Reports whether to collect an element's text separately: its nodes fit into the budget, and
    /// the text of the whole document has not been collected.
    fn is_short(&self, node: NodeRef<'a>) -> bool {
        let size = node.end() - node.id().index();
        self.texts.is_empty()
            && self.known.is_empty()
            && self.apart + size < SHORT + self.document.len() / 16
    }

    fn short_text(&mut self, node: NodeRef<'a>, reading: Reading) -> Span {
        let start = self.tables.buffer.len();
        let sources = (&self.elements, &self.addresses);
        texts::append(
            node.subtree(),
            &mut self.tables.buffer,
            |node, buffer| replaced(sources, reading, node, buffer),
            |_| {},
        );
        let bytes = self.tables.buffer.len() - start;
        self.apart += node.end() - node.id().index() + bytes / SHORT;
        Span::new(start, self.tables.buffer.len())
    }

    /// Returns the text of the document in a reading, collected at the first use.
    fn texts(&mut self, reading: Reading) -> &Texts {
        let sources = (&self.elements, &self.addresses);
        let buffer = &mut self.tables.buffer;
        let instead =
            |node: NodeRef<'_>, buffer: &mut String| replaced(sources, reading, node, buffer);
        if !self.texts.contains_key(&reading) {
            let texts = match self.texts.values().next() {
                _ if !self.known.is_empty() => {
                    let (texts, is_cut) =
                        included::texts(self.document, self.known, self.again, buffer, instead);
                    self.is_cut |= is_cut;
                    texts
                }
                Some(other) => other.again(self.document, buffer, instead),
                None => {
                    let elements = &self.elements;
                    let is_replaceable = |node: NodeRef<'_>| is_replaceable(elements, node);
                    Texts::collect(self.document, buffer, is_replaceable, instead)
                }
            };
            self.texts.insert(reading, texts);
        }
        &self.texts[&reading]
    }

    fn trimmed(&self, span: Span) -> Text<'a> {
        let text = span.of(&self.tables.buffer);
        let start = wide(span.start) + text.len() - text.trim_ascii_start().len();
        let trimmed = text.trim_ascii();
        Text::Stored(Span::new(start, start + trimmed.len()))
    }
}
