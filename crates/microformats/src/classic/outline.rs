//! Lists as outlines (XOXO) and as profiles (XMDP).
//!
//! The code needs no element names. In an outline, the child elements of the list are its points. A
//! list inside a point is an element whose children all have the name of the point (`li`).
//!
//! In a profile, the elements with the name of the first one (`dt`) are terms, and the elements up
//! to the next term (`dd`) define it. A list inside a definition is an element whose first child
//! has that name.
//!
//! The algorithm is breadth-first over a queue of lists, so nothing recurses. Each text is read
//! once, at its innermost point.

use std::collections::VecDeque;

use super::writer::{HREF, ItemValues, ItemWriter, TEXT, TITLE, collapsed};
use crate::results::ItemId;
use crate::step::{InputPosition, Step};
use crate::vocabulary::Shape;
use wishful::tree::{NodeRef, Nodes};

/// The property for the points of an outline.
const POINT: &str = "item";
const TERM: &str = "term";
/// The property for the definitions of a term.
const DEFINITION: &str = "definition";
const ID: &str = "id";

/// A list that is an item, or is inside one.
#[derive(Clone, Copy)]
pub(super) struct List<'d> {
    pub(super) item: ItemId,
    pub(super) node: NodeRef<'d>,
    pub(super) shape: Shape,
}

/// A unit of pending work.
enum PendingUnit<'d> {
    List(List<'d>),
    Point(ItemId, NodeRef<'d>),
    /// A term and its definitions.
    Term(ItemId, NodeRef<'d>, Vec<NodeRef<'d>>),
}

/// The nested lists of a list.
pub(super) struct OutlineLists<'d> {
    waiting: VecDeque<PendingUnit<'d>>,
}

impl<'d> OutlineLists<'d> {
    pub(super) fn new(list: List<'d>) -> Self {
        Self { waiting: VecDeque::from([PendingUnit::List(list)]) }
    }

    /// Reads the next item, and returns it with its properties.
    pub(super) fn next(
        &mut self,
        writer: &mut ItemWriter<'d, '_>,
    ) -> Option<(ItemId, ItemValues<'d>)> {
        let mut values = ItemValues::default();
        let item = match self.waiting.pop_front()? {
            PendingUnit::List(list) => {
                self.points(list.node, list.shape, &mut values, writer);
                list.item
            }
            PendingUnit::Point(item, node) => {
                self.point(node, &mut values, writer);
                item
            }
            PendingUnit::Term(item, node, definitions) => {
                self.term(node, &definitions, &mut values, writer);
                item
            }
        };
        Some((item, values))
    }

    /// Adds the points or terms of a list.
    fn points(
        &mut self,
        list: NodeRef<'d>,
        shape: Shape,
        values: &mut ItemValues<'d>,
        writer: &mut ItemWriter<'d, '_>,
    ) {
        if shape == Shape::Profile {
            return self.terms(list, values, writer);
        }
        for point in list.child_elements() {
            let item = writer.item(point, POINT);
            let row = writer.item_row(item, point);
            values.entry(POINT.to_owned()).or_default().push(row);
            self.waiting.push_back(PendingUnit::Point(item, point));
        }
    }

    fn terms(
        &mut self,
        list: NodeRef<'d>,
        values: &mut ItemValues<'d>,
        writer: &mut ItemWriter<'d, '_>,
    ) {
        let name = first_name(list);
        let mut elements = list.child_elements().peekable();
        while let Some(term) = elements.next() {
            let mut definitions = Vec::new();
            while let Some(other) = elements.next_if(|other| other.name() != name) {
                definitions.push(other);
            }
            let item = writer.item(term, TERM);
            let row = writer.item_row(item, term);
            values.entry(TERM.to_owned()).or_default().push(row);
            self.waiting.push_back(PendingUnit::Term(item, term, definitions));
        }
    }

    /// Adds the properties of a point: its text, its first link, and its lists.
    fn point(
        &mut self,
        point: NodeRef<'d>,
        values: &mut ItemValues<'d>,
        writer: &mut ItemWriter<'d, '_>,
    ) {
        let is_list = |node: NodeRef<'_>| {
            let mut elements = node.child_elements().peekable();
            elements.peek().is_some() && elements.all(|element| element.name() == point.name())
        };
        let mut own = OwnDescendants::new(point, is_list);
        let text = collapsed(own.by_ref().flat_map(texts));
        let text = writer.row(&text, point, (Step::Text, InputPosition::Content(point.id())));
        values.insert(TEXT.to_owned(), vec![text]);
        let lists = own.lists;
        let link = OwnDescendants::new(point, is_list).find(|node| node.attribute(HREF).is_some());
        if let Some(link) = link {
            for name in [HREF, TITLE] {
                if let Some(row) = writer.attribute(link, name) {
                    values.insert(name.to_owned(), vec![row]);
                }
            }
        }
        for list in lists {
            self.points(list, Shape::Outline, values, writer);
        }
    }

    /// Adds the properties of a term: its text and id, its definitions, and the lists in these.
    fn term(
        &mut self,
        term: NodeRef<'d>,
        definitions: &[NodeRef<'d>],
        values: &mut ItemValues<'d>,
        writer: &mut ItemWriter<'d, '_>,
    ) {
        let text = collapsed(term.text_pieces());
        let text = writer.row(&text, term, (Step::Text, InputPosition::Content(term.id())));
        values.insert(TEXT.to_owned(), vec![text]);
        if let Some(id) = writer.attribute(term, ID) {
            values.insert(ID.to_owned(), vec![id]);
        }
        for &definition in definitions {
            let mut own = OwnDescendants::new(definition, |node| {
                first_name(node).is_some() && first_name(node) == term.name()
            });
            let text = collapsed(own.by_ref().flat_map(texts));
            let place = InputPosition::Content(definition.id());
            let row = writer.row(&text, definition, (Step::Text, place));
            values.entry(DEFINITION.to_owned()).or_default().push(row);
            for list in own.lists {
                self.terms(list, values, writer);
            }
        }
    }
}

/// Returns the name of the first child element.
fn first_name(node: NodeRef<'_>) -> Option<&str> {
    node.child_elements().next()?.name()
}

/// Returns the text pieces of a text node.
fn texts<'d>(node: NodeRef<'d>) -> impl Iterator<Item = &'d str> {
    let pieces = if node.is_element() { None } else { Some(node.text_pieces()) };
    pieces.into_iter().flatten()
}

/// An iterator over the descendants of a node, except for those in lists, which it collects.
struct OwnDescendants<'d, F> {
    nodes: Nodes<'d>,
    is_list: F,
    lists: Vec<NodeRef<'d>>,
}

impl<'d, F: Fn(NodeRef<'d>) -> bool> OwnDescendants<'d, F> {
    fn new(node: NodeRef<'d>, is_list: F) -> Self {
        Self { nodes: node.descendants(), is_list, lists: Vec::new() }
    }
}

impl<'d, F: Fn(NodeRef<'d>) -> bool> Iterator for OwnDescendants<'d, F> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<NodeRef<'d>> {
        loop {
            let node = self.nodes.next()?;
            if !node.is_element() || !(self.is_list)(node) {
                return Some(node);
            }
            self.lists.push(node);
            self.nodes.skip_subtree();
        }
    }
}
