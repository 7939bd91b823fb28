//! The application of edits to the tree.
//!
//! The adoption agency algorithm (13.2.6.4.7) consists of these edits: `Copy` (steps 4.13.6 and
//! 4.17), `Move` (4.13.8, 4.16.2 and 4.19), `MoveChildren` (4.18) and `Splice` (4.21). Two
//! examples:
//!
//! ```text
//! <b>1<p>2</b>3</p>                 <b>1</b><p><b>2</b>3</p>   Copy, Move, MoveChildren, Splice
//! <html lang=a><html lang=b dir=c>  <html lang=a dir=c>        Merge
//! ```
//!
//! If an edit names an element that does not exist, the builder applies the rest of the edit, if
//! there is any. A node that is moved into itself leaves the tree with its descendants. The
//! slippers never do that, and the walk from the root never visits the resulting cycle.

use std::collections::HashSet;
use std::ops::Range;

use super::{Builder, links};
use crate::slippers::Parse;
use crate::slippers::event::{
    Edit, EditId, ElementNumber, Event, InsertionLocation, RepairId, TokenId,
};
use crate::token::KindRef;
use crate::tree::node::{Element, ElementRow, MergedAttribute, NodeId, Tagging};

impl Builder<'_> {
    /// Applies an edit.
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
                self.move_children(self.node_of(*from), self.node_of(*to));
            }
            Some(Edit::Merge { token, into }) => self.merge(parse, *token, *into),
            Some(&Edit::Flag { flag, on }) => self.note_latch(flag, on),
            Some(Edit::Waive | Edit::Apart) | None => {}
        }
    }

    /// Moves all children of an element to the end of another one. A shadow root is no child.
    fn move_children(&mut self, from: NodeId, to: NodeId) {
        self.disordered = true;
        self.note_moved_children(from, to);
        let root = self.shadow_root_of(from);
        let nodes = &mut self.tables.nodes;
        if let Some(root) = root {
            links::detach(nodes, root);
        }
        links::move_children(nodes, from, to);
        if let Some(root) = root {
            links::attach(nodes, root, links::InsertionPoint::end_of(from));
        }
    }

    /// Exchanges a range of the stack; the elements that leave the stack end here. (The exchanged
    /// lists are short, so a linear search is fast.)
    fn splice(&mut self, parse: &Parse, range: &Range<usize>, others: Vec<NodeId>, event: &Event) {
        if !self.elements.has_room(range, others.len()) {
            return;
        }
        self.disordered = true;
        let removed = self.elements.splice(range, others.clone());
        let mut ended = false;
        for node in removed {
            if others.contains(&node) {
                continue;
            }
            let tag = if ended { None } else { self.end_tag(parse, node, event) };
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

    /// Returns the token that caused an event, if it is an end tag with the name of the element.
    fn end_tag(&self, parse: &Parse, node: NodeId, event: &Event) -> Option<TokenId> {
        let token = match event.token {
            Some(token) => token,
            None => parse.repairs.get(event.cause?.index())?.token,
        };
        let KindRef::EndTag(tag) = parse.tokens.kind(token.index()) else {
            return None;
        };
        let element = &self.tables.elements[self.tables.row_of(node)?.index()];
        let name = parse.names.get(element.name?)?;
        // (The name in the tree differs from the one in the tag at most in case.)
        if tag.name.get(self.source).eq_ignore_ascii_case(name) { Some(token) } else { None }
    }

    /// Removes an open element with its descendants from the stack and the tree.
    fn retract(&mut self, depth: usize) {
        if let Some(node) = self.elements.retract(depth) {
            self.take_out(node);
        }
    }

    /// Removes a node with its descendants from the tree.
    pub(super) fn take_out(&mut self, node: NodeId) {
        let Some(parent) = self.tables.nodes[node.index()].parent else { return };
        self.disordered = true;
        self.retracted.push((node, parent));
        links::detach(&mut self.tables.nodes, node);
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
        let from = self.tables.nodes[node.index()].parent;
        links::detach(&mut self.tables.nodes, node);
        let gap = self.gap(to);
        self.note_move(node, from, gap.parent);
        self.put(node, gap);
        self.disordered = true;
        if let Some(cause) = cause {
            self.tables.moved.push((node, cause));
        }
    }

    /// Adds the attributes of a tag that the element does not have yet (13.2.6.4.7, start tags
    /// "html" and "body").
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

    /// Returns the names of the attributes of an element's own tag; none if they are already
    /// recorded.
    fn own_names(&self, parse: &Parse, row: ElementRow) -> HashSet<Box<str>> {
        let mut names = HashSet::new();
        if !self.names.contains_key(&row)
            && let Some(token) = self.tables.tag(row)
            && let Some(tag) = parse.tokens.start_tag(token.index())
        {
            for attribute in tag.attributes() {
                names.insert(attribute.name.get(self.source).into());
            }
        }
        names
    }
}
