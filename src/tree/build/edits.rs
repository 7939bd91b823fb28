//! What the edits do to the tree.
//!
//! An edit that names what is not there (an element) does what is left of it, if anything. A node that is put into
//! itself leaves the tree with all in it: the slippers never do that, and the walk from the root never finds such a ring.

use std::collections::HashSet;
use std::ops::Range;

use super::{Builder, links};
use crate::slippers::Parse;
use crate::slippers::event::{
    Edit, EditId, ElementNumber, Event, InsertionLocation, RepairId, TokenId,
};
use crate::token::{KindRef, TagRef};
use crate::tree::node::{Element, ElementRow, MergedAttribute, NodeId, Tagging};

impl Builder<'_> {
    /// Does an edit.
    pub(super) fn edit(&mut self, parse: &Parse, edit: EditId, event: &Event) {
        match parse.edits.get(edit.index()) {
            Some(Edit::Splice { range, others, .. }) => {
                let others: Vec<_> =
                    others.iter().map(|other| self.node_of(other.number)).collect();
                self.splice(parse, range, others, event);
            }
            Some(Edit::Retract { depth }) => self.retract(*depth),
            Some(Edit::Copy { of }) => self.copy(*of, event.cause),
            Some(Edit::Move { element, to }) => self.relocate(*element, *to, event.cause),
            Some(Edit::MoveChildren { from, to }) => {
                let (from, to) = (self.node_of(*from), self.node_of(*to));
                self.disordered = true;
                links::move_children(&mut self.tables.nodes, from, to);
            }
            Some(Edit::Merge { token, into }) => self.merge(parse, *token, *into),
            Some(Edit::Waive | Edit::Apart | Edit::Flag { .. }) | None => {}
        }
    }

    /// Exchanges a part of the stack; what leaves it ends here. (There are few others: looking through them is quick.)
    fn splice(&mut self, parse: &Parse, range: &Range<usize>, others: Vec<NodeId>, event: &Event) {
        if !self.elements.has_room(range, others.len()) {
            return;
        }
        self.disordered = true;
        let gone = self.elements.splice(range, others.clone());
        let mut ended = false;
        for node in gone.into_iter().filter(|node| !others.contains(node)) {
            let tag = self.end_tag(parse, node, event).filter(|_| !ended);
            let Some(element) = self.tables.element_mut(node) else { continue };
            let end = match (tag, event.cause) {
                (Some(token), _) => Tagging::Written(token),
                (None, Some(cause)) => Tagging::Virtual(cause),
                (None, None) => Tagging::None,
            };
            element.end = end.into();
            if let Some(token) = tag {
                ended = true;
                self.own_whole(parse, token, node);
            }
        }
    }

    /// The token that an event is due to, if it is the end tag that an element's name asks for.
    fn end_tag(&self, parse: &Parse, node: NodeId, event: &Event) -> Option<TokenId> {
        let due = || Some(parse.repairs.get(event.cause?.index())?.token);
        let token = event.token.or_else(due)?;
        let KindRef::EndTag(tag) = parse.tokens.kind(token.index()) else {
            return None;
        };
        let element = &self.tables.elements[self.tables.row_of(node)?.index()];
        let name = parse.names.get(element.name?)?;
        // (How it is written in the tree differs from the tag in case alone.)
        tag.name.get(self.source).eq_ignore_ascii_case(name).then_some(token)
    }

    /// Takes an open element and all in it out of stack and tree.
    fn retract(&mut self, depth: usize) {
        let Some(node) = self.elements.retract(depth) else { return };
        self.disordered = true;
        if let Some(parent) = self.tables.nodes[node.index()].parent {
            self.retracted.push((node, parent));
            links::detach(&mut self.tables.nodes, node);
        }
    }

    fn copy(&mut self, of: ElementNumber, cause: Option<RepairId>) {
        let row = ElementRow::new(of.index());
        let Some(other) = self.tables.elements.get(row.index()) else { return };
        let (element, name) = (other.element, other.name);
        let start = self.copied(row, cause);
        self.disordered = true;
        self.element(Element::new(element, name, start));
    }

    fn relocate(&mut self, element: ElementNumber, to: InsertionLocation, cause: Option<RepairId>) {
        let node = self.node_of(element);
        if node == NodeId::ROOT {
            return;
        }
        links::detach(&mut self.tables.nodes, node);
        let gap = self.gap(to);
        self.put(node, gap);
        self.disordered = true;
        self.tables.moved.extend(cause.map(|cause| (node, cause)));
    }

    /// Gives an element the attributes of a tag whose names it does not have.
    fn merge(&mut self, parse: &Parse, token: TokenId, into: ElementNumber) {
        let node = self.node_of(into);
        let row = self.tables.row_of(node);
        let (Some(row), Some(tag)) = (row, parse.tokens.start_tag(token.index())) else { return };
        let own = self.own_names(parse, row);
        let names = self.names.entry(row).or_insert(own);
        let merged = self.tables.merged.entry(row).or_default();
        for (index, attribute) in tag.attributes().enumerate() {
            if names.insert(attribute.name.get(self.source).into()) {
                merged.push(MergedAttribute { token, index });
            }
        }
        self.own_whole(parse, token, node);
    }

    /// The names of the attributes of an element's own tag; none if they are known already.
    fn own_names(&self, parse: &Parse, row: ElementRow) -> HashSet<Box<str>> {
        let tag = self.tables.tag(row).filter(|_| !self.names.contains_key(&row));
        let tag = tag.and_then(|token| parse.tokens.start_tag(token.index()));
        let attributes = tag.into_iter().flat_map(TagRef::attributes);
        attributes.map(|attribute| attribute.name.get(self.source).into()).collect()
    }
}
