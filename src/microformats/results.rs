//! What was found, in flat tables: items, their properties, the values, and where each value comes from.
//!
//! Both modes fill the same tables by a [`Tables`], and readers go through them by small views: [`Item`], [`Property`],
//! [`Value`]. A nested item is a number, so nothing recurses, and a text is a stretch of the document or of one buffer, so
//! that texts within texts are held once.

use std::borrow::Cow;

use super::lookups::Lookups;
use super::markup::Markup;
use super::relations::Relations;
use super::step::{Part, Place, Role, Step};
use crate::Allowance;
use crate::base::{IndexSet, Span, counted, id_type, narrow, wide};
use crate::tree::{Document, NodeId, NodeRef};

id_type! {
    /// An item.
    pub(crate) ItemId
}

id_type! {
    /// The name of a property or of a root class.
    pub(crate) TermId
}

/// Which of the two algorithms reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// That of microformats2 (<https://microformats.org/wiki/microformats2-parsing>), in which classic names are read as
    /// those that they became.
    #[default]
    Microformats2,
    /// That of the classic compound microformats, as `microformats-parsing-brainstorming` has it.
    Classic,
}

/// A text: a stretch of what the document has, or of the buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Text<'d> {
    Borrowed(&'d str),
    Stored(Span),
}

/// A row of the table of items.
#[derive(Clone, Debug)]
pub(crate) struct ItemRow {
    pub(crate) node: NodeId,
    /// Root classes, in `types`.
    pub(crate) types: Range,
    /// In `groups`.
    pub(crate) groups: Range,
    /// In `children`.
    pub(crate) children: Range,
    /// Whether it has all that its format requires; those of microformats2 require nothing.
    pub(crate) is_valid: bool,
    /// Whether its root class is that of a classic format.
    pub(crate) is_classic: bool,
}

/// Rows of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Range {
    start: u32,
    end: u32,
}

impl Range {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start: narrow(start), end: narrow(end) }
    }

    /// Takes in the row behind it.
    pub(crate) fn widen(&mut self) {
        self.end += 1;
    }

    /// As indices.
    pub(crate) fn indices(self) -> std::ops::Range<usize> {
        wide(self.start)..wide(self.end)
    }

    pub(crate) fn of<T>(self, table: &[T]) -> &[T] {
        &table[self.indices()]
    }
}

/// The values of a property of an item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) term: TermId,
    /// In `values`.
    pub(crate) values: Range,
    /// Whether the format says that there is one at most.
    pub(crate) is_singular: bool,
}

/// A row of the table of values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueRow<'d> {
    pub(crate) text: Text<'d>,
    pub(crate) form: Form<'d>,
    pub(crate) step: Step,
    /// In `parts`.
    pub(crate) parts: Range,
    /// The element that has the property.
    pub(crate) node: NodeId,
}

/// What an element says, before it is known what sort of value that is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'d> {
    pub(crate) text: Text<'d>,
    pub(crate) step: Step,
    /// What the step read, in `parts`.
    pub(crate) parts: Range,
}

impl<'d> Found<'d> {
    /// As a value of an element.
    pub(crate) fn row(self, node: NodeId, form: Form<'d>) -> ValueRow<'d> {
        let Self { text, step, parts } = self;
        ValueRow { text, form, step, parts, node }
    }
}

/// What a value has besides its text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form<'d> {
    /// Nothing.
    Plain,
    /// An image, with what stands for it.
    Image(Text<'d>),
    /// The markup in the element, or with the element itself.
    Html { outer: bool },
    /// The markup of several elements, those in its parts, joined.
    JoinedHtml,
    /// An item; the text is its `value`, with what stands for that if it is an image. And whether the markup in it is
    /// asked for, too.
    Item { item: ItemId, alt: Option<Text<'d>>, html: bool },
}

impl<'d> Form<'d> {
    /// What stands for an image.
    pub(crate) fn alt(self) -> Option<Text<'d>> {
        match self {
            Self::Image(alt) => Some(alt),
            Self::Item { alt, .. } => alt,
            Self::Plain | Self::Html { .. } | Self::JoinedHtml => None,
        }
    }
}

/// The microformats of a document: what [`Document::microformats`] found.
#[derive(Clone, Debug)]
pub struct Microformats<'d> {
    pub(super) document: &'d Document,
    pub(super) mode: Mode,
    pub(super) tables: Tables<'d>,
    pub(super) relations: Relations,
    pub(super) markup: Markup<'d>,
    pub(super) lookups: Lookups,
    /// Whether a limit was met, so that there may be more.
    pub(super) is_cut: bool,
    pub(super) work: u64,
}

/// What was read.
pub(super) struct Read<'d> {
    pub(super) tables: Tables<'d>,
    pub(super) relations: Relations,
    /// How the markup in elements is written.
    pub(super) markup: Markup<'d>,
    /// Whether something was not included, or no link any more, because a limit was met.
    pub(super) is_cut: bool,
    /// How many nodes were visited, and how much was noted of them.
    pub(super) work: u64,
}

/// The tables, while they are filled and after.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables<'d> {
    pub(crate) buffer: String,
    pub(crate) terms: IndexSet<Box<str>>,
    pub(crate) items: Vec<ItemRow>,
    pub(crate) types: Vec<TermId>,
    pub(crate) groups: Vec<Group>,
    pub(crate) values: Vec<ValueRow<'d>>,
    pub(crate) parts: Vec<Part>,
    pub(crate) children: Vec<ItemId>,
    /// The items that stand in no other one.
    pub(crate) roots: Vec<ItemId>,
}

impl<'d> Tables<'d> {
    /// The number of a name.
    pub(crate) fn term(&mut self, name: &str) -> TermId {
        let index = self.terms.get_index_of(name);
        TermId::new(index.unwrap_or_else(|| self.terms.insert_full(name.into()).0))
    }

    /// The number of a name, if it has one.
    pub(crate) fn known_term(&self, name: &str) -> Option<TermId> {
        self.terms.get_index_of(name).map(TermId::new)
    }

    /// Puts a text into the buffer.
    pub(crate) fn store(&mut self, text: &str) -> Text<'d> {
        let start = self.buffer.len();
        self.buffer.push_str(text);
        Text::Stored(Span::new(start, self.buffer.len()))
    }

    /// Notes what a value was read from.
    pub(crate) fn note(&mut self, parts: impl IntoIterator<Item = Part>) -> Range {
        let start = self.parts.len();
        self.parts.extend(parts);
        Range::new(start, self.parts.len())
    }

    /// The letters of a text.
    pub(crate) fn text(&self, text: Text<'d>) -> &str {
        match text {
            Text::Borrowed(text) => text,
            Text::Stored(span) => span.of(&self.buffer),
        }
    }
}

impl<'d> Microformats<'d> {
    /// The document that they are of.
    #[must_use]
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// By which algorithm they were read.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The items that stand in no other one, in document order.
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> {
        self.tables.roots.iter().map(|&id| self.item(id))
    }

    /// All items, nested ones too.
    pub fn all_items(&self) -> impl Iterator<Item = Item<'_>> {
        (0..self.tables.items.len()).map(|index| self.item(ItemId::new(index)))
    }

    /// The links by their types.
    #[must_use]
    pub fn relations(&self) -> &Relations {
        &self.relations
    }

    /// Whether a limit was met, so that there may be more than this, or relative addresses are not whole.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut || self.markup.is_cut()
    }

    /// How much was done to find them: nodes, rows and bytes, which grow with the document and what is included.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    fn item(&self, id: ItemId) -> Item<'_> {
        Item { of: self, id }
    }

    fn term(&self, id: TermId) -> &str {
        self.tables.terms.get_index(id.index()).map_or("", |name| name)
    }
}

/// An item: an element with a root class.
#[derive(Clone, Copy, Debug)]
pub struct Item<'m> {
    of: &'m Microformats<'m>,
    pub(super) id: ItemId,
}

impl<'m> Item<'m> {
    fn row(self) -> &'m ItemRow {
        &self.of.tables.items[self.id.index()]
    }

    /// Its element.
    #[must_use]
    pub fn node(self) -> NodeRef<'m> {
        self.of.document.node(self.row().node).expect("items are elements of their document")
    }

    /// Its root classes, in the order of the alphabet.
    pub fn types(self) -> impl Iterator<Item = &'m str> {
        self.row().types.of(&self.of.tables.types).iter().map(|&term| self.of.term(term))
    }

    /// The id of its element, which only items of microformats2 have.
    #[must_use]
    pub fn element_id(self) -> Option<&'m str> {
        self.node().element_id().filter(|_| !self.row().is_classic)
    }

    /// The language of its element, as the nearest `lang` says it.
    #[must_use]
    pub fn lang(self) -> Option<&'m str> {
        self.of.lookups.language(self.node())
    }

    /// Its properties, each once, in the order of their first values.
    pub fn properties(self) -> impl Iterator<Item = Property<'m>> {
        let groups = self.row().groups.of(&self.of.tables.groups);
        groups.iter().map(move |group| Property { of: self.of, group })
    }

    /// The property of a name, if it has a value.
    #[must_use]
    pub fn property(self, name: &str) -> Option<Property<'m>> {
        self.properties().find(|property| property.name() == name)
    }

    /// The items in it that are no value of a property.
    pub fn children(self) -> impl Iterator<Item = Item<'m>> {
        self.row().children.of(&self.of.tables.children).iter().map(move |&id| self.of.item(id))
    }

    /// Whether it has all that its format requires. (Microformats2 requires nothing.)
    #[must_use]
    pub fn is_valid(self) -> bool {
        self.row().is_valid
    }
}

/// A property of an item.
#[derive(Clone, Copy, Debug)]
pub struct Property<'m> {
    of: &'m Microformats<'m>,
    group: &'m Group,
}

impl<'m> Property<'m> {
    /// What it is called, without the prefix that says of which kind it is.
    #[must_use]
    pub fn name(self) -> &'m str {
        self.of.term(self.group.term)
    }

    /// Whether there is one value at most, as its format says.
    #[must_use]
    pub fn is_singular(self) -> bool {
        self.group.is_singular
    }

    /// Its values, at least one, in document order.
    pub fn values(self) -> impl Iterator<Item = Value<'m>> {
        let values = self.group.values.of(&self.of.tables.values);
        values.iter().map(move |row| Value { of: self.of, row })
    }
}

/// A value of a property.
#[derive(Clone, Copy, Debug)]
pub struct Value<'m> {
    of: &'m Microformats<'m>,
    row: &'m ValueRow<'m>,
}

impl<'m> Value<'m> {
    /// As a text: the whole of a plain one, the address of an image, the text of markup, the `value` of an item.
    #[must_use]
    pub fn text(self) -> &'m str {
        self.of.tables.text(self.row.text)
    }

    /// What stands for an image (its `alt`), if that is said.
    #[must_use]
    pub fn alt(self) -> Option<&'m str> {
        self.row.form.alt().map(|alt| self.of.tables.text(alt))
    }

    /// The item, if it is one.
    #[must_use]
    pub fn item(self) -> Option<Item<'m>> {
        match self.row.form {
            Form::Item { item, .. } => Some(self.of.item(item)),
            _ => None,
        }
    }

    /// The element that has the property.
    #[must_use]
    pub fn node(self) -> NodeRef<'m> {
        self.of.document.node(self.row.node).expect("values are of elements of their document")
    }

    /// The markup in the element, or with the element itself, if the property is one of markup. Addresses in it are
    /// whole.
    #[must_use]
    pub fn html(self) -> Option<String> {
        let outer = match self.row.form {
            Form::Html { outer } => outer,
            Form::Item { html: true, .. } => false,
            Form::JoinedHtml => return Some(self.joined_html()),
            _ => return None,
        };
        Some(self.of.markup.of(self.node(), outer, self.most()))
    }

    /// The most bytes of markup that are written: as many as of all output of a document.
    fn most(self) -> u64 {
        Allowance::OUTPUT.of(self.of.document.text().len())
    }

    fn joined_html(self) -> String {
        let parts = self.row.parts.of(&self.of.tables.parts).iter();
        let nodes = parts.filter_map(|part| match part.place {
            Place::Content(node) => self.of.document.node(node),
            Place::Attribute(_) => None,
        });
        let (most, mut html) = (self.most(), String::new());
        for node in nodes {
            let left = most.saturating_sub(counted(html.len()));
            if left == 0 {
                break;
            }
            html.push_str(&self.of.markup.of(node, true, left));
        }
        html
    }

    /// The language of its element, as the nearest `lang` says it.
    #[must_use]
    pub fn lang(self) -> Option<&'m str> {
        self.of.lookups.language(self.node())
    }

    /// The step of the algorithm that gave it.
    #[must_use]
    pub fn step(self) -> Step {
        self.row.step
    }

    /// Its row.
    pub(super) fn row(self) -> &'m ValueRow<'m> {
        self.row
    }

    /// Reports whether an attribute says it.
    pub(crate) fn is_of_attribute(self) -> bool {
        let first = self.row.parts.of(&self.of.tables.parts).first();
        first.is_some_and(|part| matches!(part.place, Place::Attribute(_)))
    }

    /// Where what it was put together from begins, in order, as an offset in the text. (That costs nothing, however long
    /// it is.)
    pub(crate) fn begins(self) -> impl Iterator<Item = (Role, u32)> {
        let parts = self.row.parts.of(&self.of.tables.parts);
        parts.iter().filter_map(move |part| Some((part.role, part.begin(self.of.document)?)))
    }

    /// What it was put together from, in order: which part of the value that is, and where it is written.
    pub fn parts(self) -> impl Iterator<Item = (Role, Cow<'m, [Span]>)> {
        let parts = self.row.parts.of(&self.of.tables.parts);
        parts
            .iter()
            .map(move |part| (part.role, self.of.lookups.spans(self.of.document, part.place)))
    }
}
