//! Mirrors: copies of the content of a chosen element, made in one pass over the finished tree.
//!
//! A container has sources, of which one is chosen, and mirrors, of which the first shows the
//! content of the chosen source. In HTML these are `<select>`, `<option>` and `<selectedcontent>`
//! (4.10.7, 4.10.10, 4.10.17):
//!
//! ```text
//! <select><selectedcontent></selectedcontent><option>a<option selected>b</select>
//!                                                              the selectedcontent gets "b"
//! ```
//!
//! The standard copies while it parses. Lemma: copying at the end has the same result. A node's
//! number tells when it was made, since the renumbering comes later. An element's row tells how
//! many nodes there were when the element was closed.
//!
//! 1. [`Survey`] walks the tree once. It finds the chosen source of each container ("selectedness
//!    setting algorithm") and its first mirror ("get a select's enabled selectedcontent"). It also
//!    finds when a mirror was inserted last.
//! 2. Mirrors other than the first of their container are cleared, as of the insertion of the last
//!    mirror ("clear a select's non-primary selectedcontent elements").
//! 3. In a first mirror, copies of the chosen source's content replace the content at the *moment*
//!    of the last copying. That moment is the closing of the source ("clone an option into a
//!    selectedcontent") or the insertion of a mirror, whichever is later. Text that was parsed into
//!    the mirror after that moment stays after the copies.
//!
//! Template contents are in no document. So a mirror that is inserted there copies and clears
//! nothing, and only a source that is closed later is a moment.
//!
//! **Circular cases.** A mirror in a source or in another mirror shows nothing, so no copy contains
//! a mirror that is still to be filled. A source in the first mirror of its container is removed
//! when that is filled. It is chosen only if no source outside can be, and is then replaced by its
//! content.
//!
//! **Work.** The walk is linear. A mirror that is filled is in one container and in no source, so
//! each node is copied at most once. When the node limit (`Limits::nodes`) is reached, no further
//! mirror is filled, and the tables record it.
//!
//! **Limits of the lemma.** The conditions are those of the finished tree: the container of a
//! source, the first mirror, the content of the source. They differ from those of the moment only
//! where the adoption agency or foster parenting moves a node.
//!
//! Read next: `links`, then `renumber`.

use super::{Builder, links};
use crate::base::wide;
use crate::grammar::ElementId;
use crate::grammar::model::Mirror;
use crate::slippers::Parse;
use crate::tree::node::{Element, NodeContent, NodeId};
use links::Gap;

/// A container in the finished tree.
#[derive(Default)]
struct Container {
    /// The index of the next container around it.
    around: Option<usize>,
    /// Set if several sources may be chosen, so that none is copied.
    several: bool,
    /// Set if a source is chosen even if none asks to be.
    one_row: bool,
    chosen: Option<(Rank, NodeId)>,
    /// The first mirror in document order, and whether it may show something.
    first: Option<(NodeId, bool)>,
    /// The number of nodes when a mirror of the container was last inserted into the document.
    inserted: usize,
}

/// The rank of a source among the candidates for the chosen one, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// In the first mirror, and thus removed when that is filled.
    LeavingUnrequested,
    LeavingRequested,
    Unrequested,
    Requested,
}

/// The ancestors of a node, as far as mirrors depend on them.
#[derive(Clone, Copy, Default)]
struct Around {
    /// The index of the nearest container.
    container: Option<usize>,
    /// Set if sources here belong to no container.
    cut_off: bool,
    /// The nearest group inside the container.
    group: Option<NodeId>,
    /// The outermost mirror inside the container.
    mirror: Option<NodeId>,
    /// Set in a mirror that is not the first of its container.
    in_other: bool,
    /// Set if mirrors here show nothing.
    disabled: bool,
    /// Set in template contents.
    unconnected: bool,
}

/// The results of one walk for a `tree mirror` statement.
struct Survey<'b, 'a> {
    builder: &'b Builder<'a>,
    parse: &'b Parse,
    mirror: &'b Mirror,
    containers: Vec<Container>,
    /// The mirrors in containers, each with the index of the nearest container.
    mirrors: Vec<(NodeId, usize)>,
}

/// An operation on a mirror.
struct MirrorTask {
    mirror: NodeId,
    /// The source whose content is copied into the mirror; `None` if the mirror is only cleared.
    source: Option<NodeId>,
    /// The number of nodes at the moment of the operation. Children with lower numbers are removed.
    moment: usize,
}

impl Builder<'_> {
    /// Fills the mirrors of the finished tree.
    #[cold]
    pub(super) fn fill_mirrors(&mut self, parse: &Parse) {
        let (mut fills, mut clears) = (Vec::new(), Vec::new());
        for mirror in &self.facts.mirrors {
            for task in Survey::of(self, parse, mirror).tasks() {
                let tasks = if task.source.is_some() { &mut fills } else { &mut clears };
                tasks.push(task);
            }
        }
        for task in clears {
            self.cut(task.mirror, task.moment);
        }
        // The copied content may hold a container, so the inner mirrors are filled first.
        for task in fills.into_iter().rev() {
            self.fill(&task, parse.most_nodes);
        }
    }

    /// Removes the children of a mirror that existed at a moment; returns the first of the others.
    fn cut(&mut self, mirror: NodeId, moment: usize) -> Option<NodeId> {
        let mut next = self.tables.nodes[mirror.index()].first_child;
        let mut first_left = None;
        while let Some(child) = next {
            next = self.tables.nodes[child.index()].next;
            if child.index() < moment {
                self.take_out(child);
            } else {
                first_left = first_left.or(Some(child));
            }
        }
        first_left
    }

    /// 4.10.17, "clone an option into a selectedcontent": replaces the old content by copies.
    fn fill(&mut self, task: &MirrorTask, most_nodes: usize) {
        let Some(source) = task.source else { return };
        let originals: Vec<NodeId> = links::within(&self.tables.nodes, source).skip(1).collect();
        self.tables.is_cut |= self.tables.nodes.len() + originals.len() > most_nodes;
        if self.tables.is_cut {
            return;
        }
        let rest = self.cut(task.mirror, task.moment);
        self.disordered |= !originals.is_empty();
        // The path from the source to the parent of the next original, each node with its copy.
        let mut path = vec![(source, task.mirror)];
        for original in originals {
            let parent = self.tables.nodes[original.index()].parent;
            while path.len() > 1 && path.last().is_some_and(|&(node, _)| Some(node) != parent) {
                path.pop();
            }
            let copy = self.copy_of(original);
            let &(_, parent) = path.last().expect("the source is never taken");
            let before = if path.len() == 1 { rest } else { None };
            self.put(copy, Gap { parent, before });
            path.push((original, copy));
        }
        if let Some(rest) = rest {
            self.join_previous(rest);
        }
    }

    /// Makes a copy of a node without its children.
    fn copy_of(&mut self, node: NodeId) -> NodeId {
        match self.tables.nodes[node.index()].content {
            NodeContent::Element(row) => {
                let Element { element, name, .. } = self.tables.elements[row.index()];
                let start = self.copied(row, None);
                self.element_node(Element::new(element, name, start))
            }
            // A text shares its pieces with its copies.
            content => self.push(content),
        }
    }
}

impl<'b, 'a> Survey<'b, 'a> {
    /// Walks the finished tree once, and records the containers and mirrors of a `tree mirror`
    /// statement. A mirror is an element that shows a copy of the content of its container's chosen
    /// source.
    fn of(builder: &'b Builder<'a>, parse: &'b Parse, mirror: &'b Mirror) -> Self {
        let (containers, mirrors) = (Vec::new(), Vec::new());
        let mut survey = Self { builder, parse, mirror, containers, mirrors };
        survey.walk();
        survey
    }

    /// Visits all elements in document order, each with its context.
    fn walk(&mut self) {
        let nodes = &self.builder.tables.nodes;
        let mut open: Vec<(NodeId, Around)> = Vec::new();
        let mut next = nodes[NodeId::ROOT.index()].first_child;
        while let Some(mut node) = next {
            let around = open.last().map_or(Around::default(), |&(_, around)| around);
            let row = &nodes[node.index()];
            if let NodeContent::Element(element) = row.content
                && row.first_child.is_some()
            {
                let element = self.builder.tables.elements[element.index()].element;
                open.push((node, self.visit(node, element, around)));
                next = row.first_child;
                continue;
            } else if let NodeContent::Element(element) = row.content {
                self.visit(node, self.builder.tables.elements[element.index()].element, around);
            }
            next = loop {
                let row = &nodes[node.index()];
                if row.next.is_some() {
                    break row.next;
                }
                let Some((parent, _)) = open.pop() else { break None };
                node = parent;
            };
        }
    }

    /// Records an element, and returns the context of its children.
    fn visit(&mut self, node: NodeId, element: ElementId, mut around: Around) -> Around {
        let mirror = self.mirror;
        if mirror.from.contains(&element) {
            self.visit_source(node, around);
            (around.cut_off, around.disabled) = (true, true);
        }
        if mirror.into.contains(&element) {
            self.visit_mirror(node, around);
            // The insertion of a mirror clears a mirror around it that is not the first. So the new
            // one leaves the tree.
            around.cut_off |= around.in_other && !around.unconnected;
            around.in_other = self.first_of(around) != Some(node);
            around.mirror = around.mirror.or(Some(node));
            around.disabled = true;
        }
        // 4.10.10, "option element nearest ancestor select", steps 2.1 and 2.2.
        if mirror.groups.contains(&element) {
            around.cut_off |= around.group.is_some();
            around.group = Some(node);
        }
        around.cut_off |= mirror.until.contains(&element);
        if mirror.within.contains(&element) {
            around = self.visit_container(node, around);
        }
        if self.builder.facts.contents.contains(element.index()) {
            return Around { unconnected: true, ..Around::default() };
        }
        around
    }

    fn visit_container(&mut self, node: NodeId, around: Around) -> Around {
        let rows = self.value(node, self.mirror.rows.as_deref());
        self.containers.push(Container {
            around: around.container,
            several: self.has(node, self.mirror.several.as_deref()),
            one_row: rows.is_none_or(is_one_or_nothing),
            ..Container::default()
        });
        Around {
            container: Some(self.containers.len() - 1),
            disabled: around.disabled || around.container.is_some(),
            unconnected: around.unconnected,
            ..Around::default()
        }
    }

    /// 4.10.7, "selectedness setting algorithm": chooses the last source that asks to be chosen,
    /// else the first that is not barred (disabled).
    fn visit_source(&mut self, node: NodeId, around: Around) {
        let Some(container) = around.container else { return };
        if around.cut_off {
            return;
        }
        let barred = self.mirror.barred.as_deref();
        let is_barred =
            self.has(node, barred) || around.group.is_some_and(|group| self.has(group, barred));
        let is_requested = self.has(node, self.mirror.chosen.as_deref());
        let first = self.first_of(around);
        let container = &mut self.containers[container];
        let stays = around.mirror.is_none() || around.mirror != first;
        let rank = match (stays, is_requested) {
            (true, true) => Rank::Requested,
            (false, true) => Rank::LeavingRequested,
            _ if is_barred || !container.one_row => return,
            (true, false) => Rank::Unrequested,
            (false, false) => Rank::LeavingUnrequested,
        };
        if container.chosen.is_none_or(|(best, _)| rank > best || rank == best && is_requested) {
            container.chosen = Some((rank, node));
        }
    }

    /// Returns the first mirror of the nearest container, as far as the walk has come.
    fn first_of(&self, around: Around) -> Option<NodeId> {
        let (first, _) = self.containers[around.container?].first?;
        Some(first)
    }

    /// 4.10.17, "selectedcontent HTML element post-connection steps".
    fn visit_mirror(&mut self, node: NodeId, around: Around) {
        let Some(nearest) = around.container else { return };
        self.mirrors.push((node, nearest));
        let container = &mut self.containers[nearest];
        if !around.unconnected && !container.several {
            container.inserted = container.inserted.max(node.index() + 1);
        }
        let mut next = Some(nearest);
        while let Some(index) = next
            && self.containers[index].first.is_none()
        {
            self.containers[index].first = Some((node, !around.disabled));
            next = self.containers[index].around;
        }
    }

    /// Returns the operations on the mirrors.
    fn tasks(mut self) -> Vec<MirrorTask> {
        let mut tasks = Vec::new();
        for container in &self.containers {
            tasks.extend(self.fill(container));
        }
        // The insertion of a mirror into any container around a mirror clears it.
        for index in 0..self.containers.len() {
            if let Some(around) = self.containers[index].around {
                let inserted = self.containers[around].inserted;
                let container = &mut self.containers[index];
                container.inserted = container.inserted.max(inserted);
            }
        }
        for &(mirror, nearest) in &self.mirrors {
            if let Some(container) = self.nearest_with_other_mirror(nearest, mirror) {
                tasks.push(MirrorTask { mirror, source: None, moment: container.inserted });
            }
        }
        tasks
    }

    /// Returns the innermost container, from `nearest` outwards, whose first mirror is not
    /// `mirror`.
    fn nearest_with_other_mirror(&self, nearest: usize, mirror: NodeId) -> Option<&Container> {
        let mut next = Some(nearest);
        while let Some(index) = next {
            let container = &self.containers[index];
            if container.first.is_some_and(|(first, _)| first != mirror) {
                return Some(container);
            }
            next = container.around;
        }
        None
    }

    /// 4.10.7, "update a select's selectedcontent".
    fn fill(&self, container: &Container) -> Option<MirrorTask> {
        let (mirror, is_enabled) = container.first?;
        if container.several || !is_enabled {
            return None;
        }
        let source = container.chosen.map(|(_, source)| source);
        let mut moment = container.inserted;
        if let Some(source) = source {
            let closed = self.closed(source);
            if closed > mirror.index() {
                moment = moment.max(closed);
            }
        }
        if moment == 0 { None } else { Some(MirrorTask { mirror, source, moment }) }
    }

    /// Returns the number of nodes when an element was closed. If the adoption agency took the
    /// element off the stack, it is that at its opening.
    fn closed(&self, node: NodeId) -> usize {
        let tables = &self.builder.tables;
        let opened = node.index() + 1;
        match tables.row_of(node) {
            Some(row) => wide(tables.elements[row.index()].subtree_end).max(opened),
            None => opened,
        }
    }

    /// Reports whether the tag of an element has an attribute.
    fn has(&self, node: NodeId, name: Option<&str>) -> bool {
        self.value(node, name).is_some()
    }

    /// Returns the value of an attribute of an element's own tag; empty if it is written without
    /// one.
    fn value(&self, node: NodeId, name: Option<&str>) -> Option<&'b str> {
        let row = self.builder.tables.row_of(node)?;
        self.builder.attribute_value(self.parse, row, name?)
    }
}

/// Reports whether the standard's "rules for parsing non-negative integers" find 1 in a text, or no
/// number.
fn is_one_or_nothing(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_ascii_whitespace());
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
    let (digits, value) = (&unsigned[..end], unsigned[..end].trim_start_matches('0'));
    if text.starts_with('-') {
        digits.is_empty() || !value.is_empty()
    } else {
        digits.is_empty() || value == "1"
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
