//! Mirrors: the content of the chosen element is shown in another one, too.
//!
//! Of the elements that may be mirrored within an outermost container, the last is chosen whose start tag had to pass a
//! test on an attribute (in HTML: the last selected option), else the first. Its content is copied into the first
//! mirror of that container, whose own content goes. Since containers within containers count for nothing, every
//! node is copied once at most.

use super::{Builder, links};
use crate::grammar::ElementId;
use crate::grammar::compiled_words::Mirror;
use crate::slippers::event::ElementNumber;
use crate::tree::node::{Content, Element, Link, NodeId, Piece, PieceId};
use links::Place;

/// What one container holds.
#[derive(Default)]
struct Found {
    into: Option<NodeId>,
    first: Option<NodeId>,
    tested: Option<NodeId>,
}

impl Builder<'_> {
    /// Fills the mirrors that the grammar declares.
    pub(super) fn mirror(&mut self) {
        let facts = self.facts;
        for mirror in &facts.mirrors {
            let into = |element: &Element| mirror.into.contains(&element.element);
            if !self.tables.elements.iter().any(into) {
                continue;
            }
            for container in self.containers(mirror) {
                let found = self.search(container, mirror);
                if let (Some(into), Some(from)) = (found.into, found.tested.or(found.first)) {
                    self.reflect(from, into);
                }
            }
        }
    }

    fn element_of(&self, node: NodeId) -> Option<ElementId> {
        let row = self.tables.row_of(node)?;
        Some(self.tables.elements[row.index()].element)
    }

    /// The containers that stand in no other one.
    fn containers(&self, mirror: &Mirror) -> Vec<NodeId> {
        let mut containers = Vec::new();
        let mut next = links::after(&self.tables.nodes, NodeId::ROOT, NodeId::ROOT);
        while let Some(node) = next {
            let is_one = self.element_of(node).is_some_and(|one| mirror.within.contains(&one));
            next = if is_one {
                containers.push(node);
                links::beyond(&self.tables.nodes, NodeId::ROOT, node)
            } else {
                links::after(&self.tables.nodes, NodeId::ROOT, node)
            };
        }
        containers
    }

    fn search(&self, container: NodeId, mirror: &Mirror) -> Found {
        let mut found = Found::default();
        for node in links::within(&self.tables.nodes, container) {
            let Some(element) = self.element_of(node) else { continue };
            if mirror.into.contains(&element) {
                found.into = found.into.or(Some(node));
            } else if mirror.from.contains(&element) {
                found.first = found.first.or(Some(node));
                if self.vocabulary.facts(element).tested.is_some() {
                    found.tested = Some(node);
                }
            }
        }
        found
    }

    /// Puts copies of what is in `from` into `into`, in place of what is there.
    fn reflect(&mut self, from: NodeId, into: NodeId) {
        let originals: Vec<NodeId> = links::within(&self.tables.nodes, from).skip(1).collect();
        if originals.contains(&into) {
            return;
        }
        self.disordered = true;
        while let Some(child) = self.tables.nodes[into.index()].first_child.node() {
            self.retracted.push((child, into));
            links::detach(&mut self.tables.nodes, child);
        }
        // The way from `from` to the parent of the next original, each with its copy.
        let mut way = vec![(from, into)];
        for original in originals {
            let parent = self.tables.nodes[original.index()].parent;
            while way.len() > 1 && way.last().is_some_and(|&(node, _)| Link::to(node) != parent) {
                way.pop();
            }
            let copy = self.reflected(original);
            let &(_, place) = way.last().expect("the top is never taken");
            self.put(copy, Place::end_of(place));
            way.push((original, copy));
        }
    }

    /// A copy of a node without what is in it.
    fn reflected(&mut self, node: NodeId) -> NodeId {
        match self.tables.nodes[node.index()].content {
            Content::Element(row) => {
                let Element { element, label, .. } = self.tables.elements[row.index()];
                let start = self.copied(ElementNumber::new(row.index()), None);
                self.element(Element::new(element, label, start))
            }
            Content::Text(last) => {
                let last = self.reflected_pieces(last);
                self.push(Content::Text(last))
            }
            content => self.push(content),
        }
    }

    fn reflected_pieces(&mut self, last: PieceId) -> PieceId {
        let first = self.next_piece();
        let mut piece = last;
        loop {
            piece = self.tables.pieces[piece.index()].next;
            let written = self.tables.pieces[piece.index()].written;
            let copy = self.next_piece();
            let next = if piece == last { first } else { PieceId::new(copy.index() + 1) };
            self.tables.pieces.push(Piece { written, next });
            if piece == last {
                return copy;
            }
        }
    }
}
