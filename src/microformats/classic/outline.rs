//! Lists as outlines (XOXO) and as profiles (XMDP).
//!
//! No name of an element is needed to read them. In an outline, the elements in the list are its points, and a list in a point is an
//! element all of whose elements are called as the point is (`li`). In a profile, the elements that are called as the first one (`dt`) are terms,
//! and what follows one until the next (`dd`) defines it; a list in that is an element whose first one is called so, too.
//!
//! Lists wait in a queue, so that nothing recurses; a text is read once, at the innermost point that it is in.

use std::collections::VecDeque;

use super::writer::{HREF, TEXT, TITLE, Values, Writer, collapsed};
use crate::microformats::results::ItemId;
use crate::microformats::step::{Place, Step};
use crate::microformats::vocabulary::Shape;
use crate::tree::{NodeRef, Nodes};

/// The property of an outline that its points are, and of a profile its terms.
const POINT: &str = "item";
const TERM: &str = "term";
/// What defines a term.
const DEFINITION: &str = "definition";
const ID: &str = "id";

/// A list that is an item, or is in one.
#[derive(Clone, Copy)]
pub(super) struct List<'d> {
    pub(super) item: ItemId,
    pub(super) node: NodeRef<'d>,
    pub(super) shape: Shape,
}

/// What is still to be read.
enum Waiting<'d> {
    List(List<'d>),
    Point(ItemId, NodeRef<'d>),
    /// A term, and what defines it.
    Term(ItemId, NodeRef<'d>, Vec<NodeRef<'d>>),
}

/// The lists in a list.
pub(super) struct Lists<'d> {
    waiting: VecDeque<Waiting<'d>>,
}

impl<'d> Lists<'d> {
    pub(super) fn new(list: List<'d>) -> Self {
        Self { waiting: VecDeque::from([Waiting::List(list)]) }
    }

    /// The next item that is read, with its properties.
    pub(super) fn next(&mut self, writer: &mut Writer<'d, '_>) -> Option<(ItemId, Values<'d>)> {
        let mut values = Values::default();
        let item = match self.waiting.pop_front()? {
            Waiting::List(list) => {
                self.points(list.node, list.shape, &mut values, writer);
                list.item
            }
            Waiting::Point(item, node) => {
                self.point(node, &mut values, writer);
                item
            }
            Waiting::Term(item, node, definitions) => {
                self.term(node, &definitions, &mut values, writer);
                item
            }
        };
        Some((item, values))
    }

    /// The points or terms of a list.
    fn points(
        &mut self,
        list: NodeRef<'d>,
        shape: Shape,
        values: &mut Values<'d>,
        writer: &mut Writer<'d, '_>,
    ) {
        if shape == Shape::Profile {
            return self.terms(list, values, writer);
        }
        for point in list.child_elements() {
            let item = writer.item(point, POINT);
            let row = writer.item_row(item, point);
            values.entry(POINT.to_owned()).or_default().push(row);
            self.waiting.push_back(Waiting::Point(item, point));
        }
    }

    fn terms(&mut self, list: NodeRef<'d>, values: &mut Values<'d>, writer: &mut Writer<'d, '_>) {
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
            self.waiting.push_back(Waiting::Term(item, term, definitions));
        }
    }

    /// A point: its text, the first link in it, and the lists in it.
    fn point(&mut self, point: NodeRef<'d>, values: &mut Values<'d>, writer: &mut Writer<'d, '_>) {
        let is_list = |node: NodeRef<'_>| {
            let mut elements = node.child_elements().peekable();
            elements.peek().is_some() && elements.all(|element| element.name() == point.name())
        };
        let mut own = Own::new(point, is_list);
        let text = collapsed(own.by_ref().flat_map(texts));
        let text = writer.row(&text, point, (Step::Text, Place::Content(point.id())));
        values.insert(TEXT.to_owned(), vec![text]);
        let lists = own.lists;
        let link = Own::new(point, is_list).find(|node| node.attribute(HREF).is_some());
        for (node, name) in link.into_iter().flat_map(|link| [(link, HREF), (link, TITLE)]) {
            let row = writer.attribute(node, name);
            values.extend(row.map(|row| (name.to_owned(), vec![row])));
        }
        for list in lists {
            self.points(list, Shape::Outline, values, writer);
        }
    }

    /// A term: its text and id, what defines it, and the lists in that.
    fn term(
        &mut self,
        term: NodeRef<'d>,
        definitions: &[NodeRef<'d>],
        values: &mut Values<'d>,
        writer: &mut Writer<'d, '_>,
    ) {
        let text = collapsed(term.text_pieces());
        let text = writer.row(&text, term, (Step::Text, Place::Content(term.id())));
        values.insert(TEXT.to_owned(), vec![text]);
        let id = writer.attribute(term, ID);
        values.extend(id.map(|id| (ID.to_owned(), vec![id])));
        for &definition in definitions {
            let is_list =
                |node: NodeRef<'_>| first_name(node).is_some() && first_name(node) == term.name();
            let mut own = Own::new(definition, is_list);
            let text = collapsed(own.by_ref().flat_map(texts));
            let place = Place::Content(definition.id());
            let row = writer.row(&text, definition, (Step::Text, place));
            values.entry(DEFINITION.to_owned()).or_default().push(row);
            for list in own.lists {
                self.terms(list, values, writer);
            }
        }
    }
}

/// What the first element in one is called.
fn first_name(node: NodeRef<'_>) -> Option<&str> {
    node.child_elements().next()?.name()
}

/// The text in a node itself.
fn texts<'d>(node: NodeRef<'d>) -> impl Iterator<Item = &'d str> {
    let is_text = !node.is_element();
    is_text.then(|| node.text_pieces()).into_iter().flatten()
}

/// The nodes in one that are in no list in it, and those lists.
struct Own<'d, F> {
    nodes: Nodes<'d>,
    is_list: F,
    lists: Vec<NodeRef<'d>>,
}

impl<'d, F: Fn(NodeRef<'d>) -> bool> Own<'d, F> {
    fn new(node: NodeRef<'d>, is_list: F) -> Self {
        Self { nodes: node.descendants(), is_list, lists: Vec::new() }
    }
}

impl<'d, F: Fn(NodeRef<'d>) -> bool> Iterator for Own<'d, F> {
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
