//! Mirrors: the content of the chosen element is shown in another one, too.
//!
//! A container has sources, of which one is chosen, and mirrors, of which the first shows what is chosen (in HTML `<select>`,
//! `<option>`, `<selectedcontent>`). All is done when the event comes, since later text may join what was copied:
//!
//! | event | what is done |
//! | --- | --- |
//! | a source is opened | chosen if its tag asks for that; else if none is chosen yet, the container has one row, and it is not barred: then what the mirror holds goes |
//! | a source is closed | if it is the chosen one, its content is copied into the mirror, in place of what is there |
//! | a mirror is opened | the first one shows what is chosen, and the others are emptied |
//!
//! What is around an element is asked of the marks (`marks`). Several containers may be chosen from at once; a mirror in one that may
//! have several chosen, in a source, in another mirror or in two containers, shows nothing, and so does whichever comes behind it.
//!
//! Which of two mirrors is first is a question only where something stands before what was read earlier. Then what is put
//! before an element stands before all in that: one look whether the first mirror is in it, which climbs on where the
//! last look ended, so that all looks together climb no further than the mirror is deep.
//!
//! **Work.** A question costs the logarithm of what is open. A source is copied when it is closed, and once more for each mirror
//! that becomes the first (there is a second one only where it is put before another), or after a mirror in it was emptied: what
//! was written behind the copies is cut off for each further mirror, and they are not made again. Copies are nodes: with as many as there may be
//! (`Limits::nodes`) mirrors are filled no more, which is recorded.
//!
//! **Not followed.** What the adoption agency moves is a source or a mirror of the container that it was opened in; what it takes
//! off the stack is not closed, thus not copied, and its copies are neither sources nor mirrors. Nor are copies in a mirror.
//! While the chosen source is open, the mirror is empty, if the source does not stand in it. Where a chosen source leaves the tree with what
//! its mirror held, the next one to be opened is chosen, not one before it.
//!
//! Read next: `marks`, then `links`.

use std::ops::Range;

use super::marks::{Container, End, First, Opened, Other, Role, Shown};
use super::{Builder, links};
use crate::grammar::ElementId;
use crate::slippers::Parse;
use crate::slippers::event::{ElementNumber, InsertionLocation};
use crate::token::TagRef;
use crate::tree::node::{Content, Element, NodeId, Piece, PieceId};
use links::Gap;

impl Builder<'_> {
    /// Marks the innermost open element, which a mirror depends on.
    #[cold]
    pub(super) fn mark(&mut self, parse: &Parse, element: ElementId, node: NodeId) {
        let facts = self.facts;
        self.most_nodes = parse.most_nodes;
        let opened = Opened { node, depth: self.elements.depth() };
        for (statement, mirror) in facts.mirrors.iter().enumerate() {
            self.drop_closed(statement);
            for role in Role::all_of(facts, mirror, element) {
                match role {
                    Role::Container => self.open_container(parse, statement, opened),
                    Role::Source => self.open_source(parse, statement, opened),
                    Role::Mirror => self.open_mirror(statement, opened),
                    Role::Group if self.has(parse, node, mirror.barred.as_deref()) => {
                        self.marks[statement].put(Role::BarredGroup, opened.depth);
                    }
                    _ => {}
                }
                self.marks[statement].put(role, opened.depth);
            }
        }
    }

    /// Does what is due when an element is closed that a mirror depends on.
    #[cold]
    pub(super) fn unmark(&mut self, opened: Opened) {
        for statement in 0..self.marks.len() {
            let is_lost = self.marks[statement].has_lost(opened);
            self.drop_closed_but(statement, opened);
            if let Some(container) = self.marks[statement].leave(opened.depth) {
                self.pass_on(statement, container, opened);
            }
            let depth = self.marks[statement].nearest_of_source().filter(|_| !is_lost);
            if let Some(depth) = depth
                && self.container(statement, depth).chosen == Some(opened.node)
            {
                self.show(statement, depth, opened.node);
                self.throw_out(statement, depth);
            }
        }
    }

    /// What was closed last has been copied into the first mirror of a container: if it stood in that, it has left the tree, with
    /// all that is open in there.
    fn throw_out(&mut self, statement: usize, depth: usize) {
        let Some(&First { opened: into, .. }) = self.container(statement, depth).enabled() else {
            return;
        };
        if self.is_open(into) {
            self.container(statement, depth).chosen = None;
            self.lose(statement, depth, into);
        }
    }

    fn drop_closed(&mut self, statement: usize) {
        self.drop_closed_but(statement, Opened { node: NodeId::ROOT, depth: 0 });
    }

    /// What is being closed still counts as open.
    fn drop_closed_but(&mut self, statement: usize, closing: Opened) {
        let open = &self.elements;
        let closing = (closing.depth, closing.node);
        let is_open =
            |Opened { node, depth }| open.at(depth) == Some(node) || (depth, node) == closing;
        self.marks[statement].drop_closed(is_open);
    }

    /// Moves and takes out the marks of what a splice of the stack, which comes next, moves and takes out.
    pub(super) fn splice_marks(&mut self, range: &Range<usize>, others: &[NodeId]) {
        let first = range.end - others.len();
        for statement in 0..self.marks.len() {
            let taken = self.marks[statement].take(range);
            for (depth, roles, container) in taken {
                let Some(node) = self.elements.at(depth) else { continue };
                match (others.iter().position(|&other| other == node), container) {
                    (Some(at), container) => {
                        let moved = Opened { node, depth: first + at };
                        if roles.contains(&Role::Edge) {
                            self.marks[statement].lose(moved);
                        }
                        self.marks[statement].put_all(moved.depth, roles, container);
                    }
                    (None, Some(container)) => {
                        self.pass_on(statement, container, Opened { node, depth });
                    }
                    (None, None) => {}
                }
            }
        }
    }

    /// Takes out the marks of what leaves stack and tree, from a depth on.
    pub(super) fn cut_marks(&mut self, depth: usize) {
        self.marks.iter_mut().for_each(|marks| marks.cut(depth));
    }

    /// Notes that the innermost open element was put before what was read earlier.
    #[cold]
    pub(super) fn mark_early(&mut self, node: NodeId, spot: InsertionLocation) {
        let early = Opened { node, depth: self.elements.depth() };
        (0..self.marks.len()).for_each(|statement| self.drop_closed(statement));
        let Some(before) = self.tables.nodes[node.index()].next else {
            if let InsertionLocation::Before(lost) = spot {
                let lost = self.node_of(lost);
                self.marks.iter_mut().for_each(|marks| marks.escape(early, lost));
            }
            return;
        };
        for statement in 0..self.marks.len() {
            let nearest = self.marks[statement].nearest();
            let container = nearest.and_then(|depth| self.marks[statement].container_mut(depth));
            let Some(container) = container else { continue };
            let Some(first) = &mut container.first else { continue };
            // What was made later was never around it.
            if before < first.opened.node
                && links::climb(&self.tables.nodes, &mut first.climbed, before)
            {
                container.early = Some(early);
            }
        }
    }

    fn container(&mut self, statement: usize, depth: usize) -> &mut Container {
        let container = self.marks[statement].container_mut(depth);
        container.expect("the depth was found among the marks")
    }

    fn is_open(&self, opened: Opened) -> bool {
        self.elements.at(opened.depth) == Some(opened.node)
    }

    fn open_container(&mut self, parse: &Parse, statement: usize, opened: Opened) {
        let mirror = &self.facts.mirrors[statement];
        let several = self.has(parse, opened.node, mirror.several.as_deref());
        let rows = self.value(parse, opened.node, mirror.rows.as_deref());
        let one_row = rows.is_none_or(is_one_or_nothing);
        let container = Container { several, one_row, ..Container::default() };
        self.marks[statement].put_all(opened.depth, None, Some(container));
    }

    fn open_source(&mut self, parse: &Parse, statement: usize, opened: Opened) {
        let mirror = &self.facts.mirrors[statement];
        let Some(depth) = self.marks[statement].nearest_of_source() else { return };
        if self.has(parse, opened.node, mirror.chosen.as_deref()) {
            self.container(statement, depth).chosen = Some(opened.node);
            return;
        }
        let barred = self.has(parse, opened.node, mirror.barred.as_deref())
            || self.is_in_barred_group(statement, depth, opened.node);
        let container = self.container(statement, depth);
        if barred || !container.one_row || container.several || container.chosen.is_some() {
            return;
        }
        container.chosen = Some(opened.node);
        if self.update(statement, depth, opened, false) {
            self.container(statement, depth).chosen = None;
        }
    }

    fn is_in_barred_group(&self, statement: usize, container: usize, source: NodeId) -> bool {
        let group = self.marks[statement].deeper(Role::BarredGroup, container).next_back();
        let group = group.and_then(|depth| self.elements.at(depth));
        group.is_some_and(|group| self.tables.nodes[source.index()].parent == Some(group))
    }

    fn open_mirror(&mut self, statement: usize, opened: Opened) {
        let Some(depth) = self.marks[statement].nearest() else { return };
        let disabled = self.marks[statement].disables();
        let first = First {
            opened,
            in_chosen: self.choosing(statement, depth).is_some(),
            disabled,
            climbed: opened.node,
            shown: None,
        };
        self.add_mirror(statement, depth, first, opened.node);
        // What is in no document is not updated.
        if self.container(statement, depth).several || self.marks[statement].edge() > 0 {
            return;
        }
        let is_last_look = self.is_to_leave(statement, depth);
        let lost = self.update(statement, depth, opened, is_last_look);
        if self.empty_others(statement, depth) || lost {
            let others = &mut self.container(statement, depth).others;
            others.retain(|other| other.opened.node != opened.node);
        }
    }

    /// Empties all mirrors of a container but the first, because one was opened; whether that leaves the tree by it.
    fn empty_others(&mut self, statement: usize, depth: usize) -> bool {
        let mut lost = false;
        for other in std::mem::take(&mut self.container(statement, depth).others) {
            self.cut_back(other.opened.node, End::EMPTY);
            let container = self.container(statement, depth);
            if let Some(first) = container.first.as_mut().filter(|_| other.in_chosen) {
                first.shown = None;
            }
            if self.is_open(other.opened) {
                self.container(statement, depth).others.push(other);
                lost |= self.lose(statement, depth, other.opened);
            }
        }
        lost
    }

    /// Adds a mirror to those of a container; `closed` is what was opened or closed just now, itself or around it.
    fn add_mirror(&mut self, statement: usize, depth: usize, mirror: First, closed: NodeId) {
        let early = self.container(statement, depth).early;
        let early = early.is_some_and(|early| early.node == closed || self.is_open(early));
        let container = self.container(statement, depth);
        let other = match container.first {
            Some(_) if !early => Some(mirror),
            _ => container.first.replace(mirror),
        };
        let other = other.map(|First { opened, in_chosen, .. }| Other { opened, in_chosen });
        container.others.extend(other);
        if early {
            container.early = None;
        }
    }

    /// The depth of what is chosen in a container, if it is open. Sources in it belong to no container, so it is the outermost one.
    fn choosing(&mut self, statement: usize, depth: usize) -> Option<usize> {
        let chosen = self.container(statement, depth).chosen?;
        let source = self.marks[statement].deeper(Role::Source, depth).next();
        source.filter(|&source| self.elements.at(source) == Some(chosen))
    }

    /// What a container holds that leaves the stack is held by the one around it, too.
    fn pass_on(&mut self, statement: usize, container: Container, opened: Opened) {
        let Some(depth) = self.marks[statement].around(opened.depth) else { return };
        if let Some(first) = container.first {
            let in_chosen = self.choosing(statement, depth).is_some();
            let first = First { in_chosen, disabled: true, ..first };
            self.add_mirror(statement, depth, first, opened.node);
        }
        let (mut few, mut many) =
            (container.others, std::mem::take(&mut self.container(statement, depth).others));
        if few.len() > many.len() {
            std::mem::swap(&mut few, &mut many);
        }
        many.append(&mut few);
        self.container(statement, depth).others = many;
    }

    /// Whether what is chosen in a container stands in a mirror that is going to be emptied, so that it is never closed in the tree.
    fn is_to_leave(&mut self, statement: usize, depth: usize) -> bool {
        let Some(chosen) = self.choosing(statement, depth) else { return false };
        let others = std::mem::take(&mut self.container(statement, depth).others);
        let is =
            others.iter().any(|other| self.is_open(other.opened) && other.opened.depth < chosen);
        self.container(statement, depth).others = others;
        is
    }

    /// Has the first mirror of a container show what is chosen, because something was opened; whether that leaves the tree by it.
    /// What is chosen and open is shown only if this is the last look at it.
    fn update(
        &mut self,
        statement: usize,
        depth: usize,
        opened: Opened,
        is_last_look: bool,
    ) -> bool {
        let container = self.container(statement, depth);
        let chosen = container.chosen;
        let Some(&First { opened: into, shown, .. }) = container.enabled() else { return false };
        let is_open = chosen == Some(opened.node) || self.choosing(statement, depth).is_some();
        match (chosen, shown) {
            (Some(chosen), Some(shown)) if chosen == shown.of => {
                self.cut_back(into.node, shown.end);
            }
            // (What is chosen and stands in the mirror leaves it with this.)
            (Some(chosen), _) if !is_open || is_last_look || self.is_open(into) => {
                self.show(statement, depth, chosen);
            }
            _ => self.empty(statement, depth, into.node),
        }
        self.lose(statement, depth, into)
    }

    /// Notes what is open in a mirror as having left the tree with its content; whether there is something.
    fn lose(&mut self, statement: usize, depth: usize, mirror: Opened) -> bool {
        if !self.is_open(mirror) || self.elements.depth() == mirror.depth {
            return false;
        }
        if self.choosing(statement, depth) > Some(mirror.depth) {
            self.container(statement, depth).chosen = None;
        }
        let inside = self.elements.inside(mirror.depth);
        if let Some(node) = self.elements.at(inside) {
            self.marks[statement].lose(Opened { node, depth: inside });
        }
        true
    }

    /// Copies the content of the chosen source into the mirror that shows it, if there is one.
    fn show(&mut self, statement: usize, depth: usize, of: NodeId) {
        let Some(first) = self.container(statement, depth).enabled() else { return };
        let into = first.opened.node;
        self.reflect(of, into);
        let last = self.tables.nodes[into.index()].last_child;
        let content = last.map(|last| self.tables.nodes[last.index()].content);
        let shown = Shown { of, end: End { last, content } };
        if let Some(first) = &mut self.container(statement, depth).first {
            first.shown = Some(shown);
        }
    }

    fn empty(&mut self, statement: usize, depth: usize, first: NodeId) {
        self.cut_back(first, End::EMPTY);
        if let Some(first) = &mut self.container(statement, depth).first {
            first.shown = None;
        }
    }

    /// Takes out of an element what came behind an end that its content once had.
    fn cut_back(&mut self, from: NodeId, end: End) {
        while let Some(last) = self.tables.nodes[from.index()].last_child
            && Some(last) != end.last
        {
            self.disordered = true;
            self.retracted.push((last, from));
            links::detach(&mut self.tables.nodes, last);
        }
        let (Some(last), Some(content)) = (end.last, end.content) else { return };
        let now = std::mem::replace(&mut self.tables.nodes[last.index()].content, content);
        if let (Content::Text(now), Content::Text(before)) = (now, content) {
            self.tables.pieces[before.index()].next = self.tables.pieces[now.index()].next;
        }
    }

    /// Puts copies of what is in `from` into `into`, in place of what is there.
    fn reflect(&mut self, from: NodeId, into: NodeId) {
        if self.tables.lacks_mirrored {
            return;
        }
        let originals: Vec<NodeId> = links::within(&self.tables.nodes, from).skip(1).collect();
        self.tables.lacks_mirrored = self.tables.nodes.len() + originals.len() > self.most_nodes;
        if self.tables.lacks_mirrored || originals.contains(&into) {
            return;
        }
        self.cut_back(into, End::EMPTY);
        self.disordered |= !originals.is_empty();
        // The way from `from` to the parent of the next original, each with its copy.
        let mut way = vec![(from, into)];
        for original in originals {
            let parent = self.tables.nodes[original.index()].parent;
            while way.len() > 1 && way.last().is_some_and(|&(node, _)| Some(node) != parent) {
                way.pop();
            }
            let copy = self.reflected(original);
            let &(_, into) = way.last().expect("the top is never taken");
            self.put(copy, Gap::end_of(into));
            way.push((original, copy));
        }
    }

    /// A copy of a node without what is in it.
    fn reflected(&mut self, node: NodeId) -> NodeId {
        match self.tables.nodes[node.index()].content {
            Content::Element(row) => {
                let Element { element, name, .. } = self.tables.elements[row.index()];
                let start = self.copied(row, None);
                self.tables.reflected.push(ElementNumber::new(self.elements.made()));
                self.element_node(Element::new(element, name, start))
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

    /// Whether the tag of an element has an attribute.
    fn has(&self, parse: &Parse, node: NodeId, name: Option<&str>) -> bool {
        self.value(parse, node, name).is_some()
    }

    /// The value of an attribute of an element's own tag; empty if it is written without one.
    fn value<'p>(&self, parse: &'p Parse, node: NodeId, name: Option<&str>) -> Option<&'p str>
    where
        Self: 'p,
    {
        let token = self.tables.tag(self.tables.row_of(node)?)?;
        let tag = parse.tokens.start_tag(token.index());
        let mut attributes = tag.into_iter().flat_map(TagRef::attributes);
        let attribute = attributes.find(|one| Some(one.name.get(self.source)) == name)?;
        Some(attribute.value.map_or("", |value| value.get(self.source)))
    }
}

/// Whether the standard's rules for parsing non-negative integers find 1 in a text, or no number.
fn is_one_or_nothing(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_ascii_whitespace());
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
    let (digits, value) = (&unsigned[..end], unsigned[..end].trim_start_matches('0'));
    match text.starts_with('-') {
        true => digits.is_empty() || !value.is_empty(),
        false => digits.is_empty() || value == "1",
    }
}

#[cfg(test)]
mod tests {
    use super::is_one_or_nothing;

    #[test]
    fn numbers_are_parsed_as_the_standard_says() {
        for text in ["", "1", " \t1", "+1", "01x", "1.5", "abc", "-", "+-1", "-1", "-10", "\u{a0}2"]
        {
            assert!(is_one_or_nothing(text), "{text:?}");
        }
        for text in ["0", "2", " 2", "+0", "-0", "11", "10", "99999999999999999999"] {
            assert!(!is_one_or_nothing(text), "{text:?}");
        }
    }
}
