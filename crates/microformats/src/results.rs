//! The result, in flat tables: items, their properties, the values, and the origin of each value.
//!
//! Both modes fill the same [`Tables`]. Readers use small views of them: [`Item`], [`Property`],
//! [`Value`]. A nested item is an index, so nothing recurses. A text is a slice of the document or
//! of one buffer, so a text within a text is stored once.

use std::borrow::Cow;

use super::lookups::Lookups;
use super::markup::Markup;
use super::relations::Relations;
use super::step::{InputPosition, Role, Step, StepInput};
use wishful::Allowance;
pub(crate) use wishful::base::{IndexMap, IndexSet, Span, counted, id_type, narrow, wide};
use wishful::tree::{Document, NodeId, NodeRef};

id_type! {
    pub(crate) ItemId
}

id_type! {
    /// The interned name of a property or of a root class.
    pub(crate) TermId
}

/// An algorithm for reading microformats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Microformats2 (<https://microformats.org/wiki/microformats2-parsing>). Classic class names
    /// are mapped to their modern equivalents.
    #[default]
    Microformats2,
    /// The classic compound microformats, by the essay `microformats-parsing-brainstorming`.
    Classic,
}

/// A text: a slice of the document, or of the buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Text<'d> {
    Borrowed(&'d str),
    Stored(Span),
}

/// A row of the table of items.
#[derive(Clone, Debug)]
pub(crate) struct ItemRow {
    pub(crate) node: NodeId,
    /// The root classes, in `types`.
    pub(crate) types: Range,
    /// The properties, in `groups`.
    pub(crate) groups: Range,
    /// The nested items that are not values, in `children`.
    pub(crate) children: Range,
    /// The item has all required properties; items of microformats2 always do.
    pub(crate) is_valid: bool,
    /// The root class belongs to a classic format.
    pub(crate) is_classic: bool,
}

/// A range of rows of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Range {
    start: u32,
    end: u32,
}

impl Range {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start: narrow(start), end: narrow(end) }
    }

    /// Extends the range by one row at its end.
    pub(crate) fn widen(&mut self) {
        self.end += 1;
    }

    /// Returns the range as `usize` indices.
    pub(crate) fn indices(self) -> std::ops::Range<usize> {
        wide(self.start)..wide(self.end)
    }

    pub(crate) fn of<T>(self, table: &[T]) -> &[T] {
        &table[self.indices()]
    }
}

/// A property of an item, with its values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) term: TermId,
    /// The values, in `values`.
    pub(crate) values: Range,
    /// The format allows at most one value.
    pub(crate) is_singular: bool,
}

/// A row of the table of values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueRow<'d> {
    pub(crate) text: Text<'d>,
    pub(crate) form: Form<'d>,
    pub(crate) step: Step,
    /// The inputs of the step, in `parts`.
    pub(crate) parts: Range,
    /// The element that has the property.
    pub(crate) node: NodeId,
}

/// A text read from an element, before the form of its value is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UntypedText<'d> {
    pub(crate) text: Text<'d>,
    pub(crate) step: Step,
    /// The inputs of the step, in `parts`.
    pub(crate) parts: Range,
}

impl<'d> UntypedText<'d> {
    /// Turns the text into a value of an element.
    pub(crate) fn row(self, node: NodeId, form: Form<'d>) -> ValueRow<'d> {
        let Self { text, step, parts } = self;
        ValueRow { text, form, step, parts, node }
    }
}

/// The data of a value besides its text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form<'d> {
    /// No further data.
    Plain,
    /// An image, with its alternative text.
    Image(Text<'d>),
    /// The markup inside the element, or with the element itself if `outer`.
    Html { outer: bool },
    /// The joined markup of several elements, which are the value's parts.
    JoinedHtml,
    /// A nested item; the text is its `value`, and `alt` the alternative text if that is an image.
    /// `html` asks for the markup inside the element, too.
    Item { item: ItemId, alt: Option<Text<'d>>, html: bool },
}

impl<'d> Form<'d> {
    /// Returns the alternative text of an image.
    pub(crate) fn alt(self) -> Option<Text<'d>> {
        match self {
            Self::Image(alt) => Some(alt),
            Self::Item { alt, .. } => alt,
            Self::Plain | Self::Html { .. } | Self::JoinedHtml => None,
        }
    }
}

/// The microformats of a document, as [`Microformats::new`] returns them.
#[derive(Clone, Debug)]
pub struct Microformats<'d> {
    pub(super) document: &'d Document,
    pub(super) mode: Mode,
    pub(super) tables: Tables<'d>,
    pub(super) relations: Relations,
    pub(super) markup: Markup<'d>,
    pub(super) lookups: Lookups,
    /// A limit was reached, so the result may be incomplete.
    pub(super) is_cut: bool,
    pub(super) work: u64,
}

/// The result of one of the two algorithms.
pub(super) struct AlgorithmResult<'d> {
    pub(super) tables: Tables<'d>,
    pub(super) relations: Relations,
    /// The serializer for the markup of values.
    pub(super) markup: Markup<'d>,
    /// A limit was reached: some inclusions or links are missing.
    pub(super) is_cut: bool,
    /// The number of nodes visited, plus the amount of data recorded.
    pub(super) work: u64,
}

/// The tables, during and after reading.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables<'d> {
    pub(crate) buffer: String,
    pub(crate) terms: IndexSet<Box<str>>,
    pub(crate) items: Vec<ItemRow>,
    pub(crate) types: Vec<TermId>,
    pub(crate) groups: Vec<Group>,
    pub(crate) values: Vec<ValueRow<'d>>,
    pub(crate) parts: Vec<StepInput>,
    pub(crate) children: Vec<ItemId>,
    /// The items that are not inside another item.
    pub(crate) roots: Vec<ItemId>,
    /// The property classes of microformats2 in classic items, where they have no meaning. In the
    /// result they are sorted by item.
    pub(crate) void: Vec<VoidClass<'d>>,
}

/// A property class without a meaning, since its item is a classic one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VoidClass<'d> {
    pub(crate) item: ItemId,
    pub(crate) node: NodeId,
    pub(crate) class: &'d str,
}

impl<'d> Tables<'d> {
    /// Interns a name.
    pub(crate) fn term(&mut self, name: &str) -> TermId {
        let index = self.terms.get_index_of(name);
        TermId::new(index.unwrap_or_else(|| self.terms.insert_full(name.into()).0))
    }

    /// Returns the id of a name, if it is interned.
    pub(crate) fn known_term(&self, name: &str) -> Option<TermId> {
        Some(TermId::new(self.terms.get_index_of(name)?))
    }

    /// Appends a text to the buffer.
    pub(crate) fn store(&mut self, text: &str) -> Text<'d> {
        let start = self.buffer.len();
        self.buffer.push_str(text);
        Text::Stored(Span::new(start, self.buffer.len()))
    }

    /// Records the inputs of a value.
    pub(crate) fn note(&mut self, parts: impl IntoIterator<Item = StepInput>) -> Range {
        let start = self.parts.len();
        self.parts.extend(parts);
        Range::new(start, self.parts.len())
    }

    /// Returns the characters of a text.
    pub(crate) fn text(&self, text: Text<'d>) -> &str {
        match text {
            Text::Borrowed(text) => text,
            Text::Stored(span) => span.of(&self.buffer),
        }
    }
}

impl<'d> Microformats<'d> {
    /// Returns the document.
    #[must_use]
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// Returns the algorithm that was used.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the items that are not inside another item, in document order.
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> {
        self.tables.roots.iter().map(|&id| self.item(id))
    }

    /// Returns all items, nested ones too.
    pub fn all_items(&self) -> impl Iterator<Item = Item<'_>> {
        (0..self.tables.items.len()).map(|index| self.item(ItemId::new(index)))
    }

    /// Returns the links, grouped by type.
    #[must_use]
    pub fn relations(&self) -> &Relations {
        &self.relations
    }

    /// Reports whether a limit was reached: the result may be incomplete, or relative addresses
    /// unresolved.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut || self.markup.is_cut()
    }

    /// Returns the work done, in nodes, rows and bytes. It is linear in the document and its
    /// inclusions.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    fn item(&self, id: ItemId) -> Item<'_> {
        Item { of: self, id }
    }

    fn term(&self, id: TermId) -> &str {
        match self.tables.terms.get_index(id.index()) {
            Some(name) => name,
            None => "",
        }
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

    /// Returns the element of the item.
    #[must_use]
    pub fn node(self) -> NodeRef<'m> {
        self.of.document.node(self.row().node).expect("items are elements of their document")
    }

    /// Returns the root classes, in alphabetical order.
    pub fn types(self) -> impl Iterator<Item = &'m str> {
        self.row().types.of(&self.of.tables.types).iter().map(|&term| self.of.term(term))
    }

    /// Returns the id of the element; only items of microformats2 have one.
    #[must_use]
    pub fn element_id(self) -> Option<&'m str> {
        if self.row().is_classic { None } else { self.node().element_id() }
    }

    /// Returns the language of the element: the nearest `lang`.
    #[must_use]
    pub fn lang(self) -> Option<&'m str> {
        self.of.lookups.language(self.node())
    }

    /// Returns the properties, each once, in the order of their first values.
    pub fn properties(self) -> impl Iterator<Item = Property<'m>> {
        let groups = self.row().groups.of(&self.of.tables.groups);
        groups.iter().map(move |group| Property { of: self.of, group })
    }

    /// Returns the property with a name, if it has a value.
    #[must_use]
    pub fn property(self, name: &str) -> Option<Property<'m>> {
        self.properties().find(|property| property.name() == name)
    }

    /// Returns the values of the property with a name; nothing if there is none.
    pub(crate) fn values_of(self, name: &str) -> impl Iterator<Item = Value<'m>> + use<'m> {
        self.property(name).into_iter().flat_map(Property::values)
    }

    /// Returns the nested items that are not values of a property.
    pub fn children(self) -> impl Iterator<Item = Item<'m>> {
        self.row().children.of(&self.of.tables.children).iter().map(move |&id| self.of.item(id))
    }

    /// Returns the property classes of microformats2 in the item that have no meaning, since its
    /// root class is a classic one, with their elements.
    pub fn void_classes(self) -> impl Iterator<Item = (NodeRef<'m>, &'m str)> {
        let void = &self.of.tables.void;
        let start = void.partition_point(|void| void.item.index() < self.id.index());
        let own = void[start..].iter().take_while(move |void| void.item == self.id);
        own.filter_map(|void| Some((self.of.document.node(void.node)?, void.class)))
    }

    /// Reports whether the item has all properties that its format requires. (Microformats2
    /// requires none.)
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
    /// Returns the name, without the prefix (`p-`, `u-`, …).
    #[must_use]
    pub fn name(self) -> &'m str {
        self.of.term(self.group.term)
    }

    /// Reports whether the format allows at most one value.
    #[must_use]
    pub fn is_singular(self) -> bool {
        self.group.is_singular
    }

    /// Returns the values, at least one, in document order.
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
    /// Returns the value as a text: a plain text, the address of an image, the text of markup, or
    /// the `value` of an item.
    #[must_use]
    pub fn text(self) -> &'m str {
        self.of.tables.text(self.row.text)
    }

    /// Returns the alternative text of an image (its `alt`), if it has one.
    #[must_use]
    pub fn alt(self) -> Option<&'m str> {
        Some(self.of.tables.text(self.row.form.alt()?))
    }

    /// Returns the other addresses of an image (its `srcset`), absolute, by their descriptors; an
    /// address without one has `1x` (microformats2-parsing#7). Empty if the value is not the
    /// address of the image.
    #[must_use]
    pub fn srcset(self) -> IndexMap<&'m str, Cow<'m, str>> {
        let Some(srcset) = self.of.markup.srcset(self.node()) else { return IndexMap::default() };
        let address = srcset.address.value_span().map(InputPosition::Attribute);
        let parts = self.row.parts.of(&self.of.tables.parts);
        let is_own = parts.iter().any(|part| Some(part.place) == address);
        if is_own { srcset.candidates } else { IndexMap::default() }
    }

    /// Reports whether the value is an item whose text and alternative text are those of its own
    /// `url`. The public tests put such a pair into one member.
    #[must_use]
    pub fn is_url_of_item(self) -> bool {
        let Some(item) = self.item() else { return false };
        let first = item.values_of("url").next();
        self.alt().is_some()
            && first.is_some_and(|url| url.row.parts.indices() == self.row.parts.indices())
    }

    /// Returns the nested item, if the value is one.
    #[must_use]
    pub fn item(self) -> Option<Item<'m>> {
        match self.row.form {
            Form::Item { item, .. } => Some(self.of.item(item)),
            _ => None,
        }
    }

    /// Returns the element that has the property.
    #[must_use]
    pub fn node(self) -> NodeRef<'m> {
        self.of.document.node(self.row.node).expect("values are of elements of their document")
    }

    /// Returns the markup inside the element, or with the element itself, if the property contains
    /// markup. Addresses in it are absolute.
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

    /// Returns the maximum size of the markup in bytes: the output limit of the document.
    fn most(self) -> u64 {
        Allowance::OUTPUT.of(self.of.document.text().len())
    }

    fn joined_html(self) -> String {
        let (most, mut html) = (self.most(), String::new());
        for part in self.row.parts.of(&self.of.tables.parts) {
            let InputPosition::Content(id) = part.place else { continue };
            let Some(node) = self.of.document.node(id) else { continue };
            let left = most.saturating_sub(counted(html.len()));
            if left == 0 {
                break;
            }
            html.push_str(&self.of.markup.of(node, true, left));
        }
        html
    }

    /// Returns the language of the element: the nearest `lang`.
    #[must_use]
    pub fn lang(self) -> Option<&'m str> {
        self.of.lookups.language(self.node())
    }

    /// Returns the step of the algorithm that gave the value.
    #[must_use]
    pub fn step(self) -> Step {
        self.row.step
    }

    pub(super) fn row(self) -> &'m ValueRow<'m> {
        self.row
    }

    /// Reports whether the value comes from an attribute.
    pub(crate) fn is_of_attribute(self) -> bool {
        let first = self.row.parts.of(&self.of.tables.parts).first();
        first.is_some_and(|part| matches!(part.place, InputPosition::Attribute(_)))
    }

    /// Returns the start offsets of the value's inputs, in order. (The cost does not depend on
    /// their length.)
    pub(crate) fn begins(self) -> impl Iterator<Item = (Role, u32)> {
        let parts = self.row.parts.of(&self.of.tables.parts);
        parts.iter().filter_map(move |part| Some((part.role, part.begin(self.of.document)?)))
    }

    /// Returns the inputs of the value, in order: the role of each, and its source spans.
    pub fn parts(self) -> impl Iterator<Item = (Role, Cow<'m, [Span]>)> {
        let Microformats { document, lookups, tables, .. } = self.of;
        let parts = self.row.parts.of(&tables.parts).iter();
        parts.map(|part| (part.role, lookups.spans(document, part.place)))
    }
}
