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
//!    setting algorithm"), its first mirror ("get a select's enabled selectedcontent"), and when a
//!    mirror was inserted last.
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
use crate::grammar::model::Mirror;
use crate::slippers::Parse;
use crate::tree::node::{Element, NodeContent, NodeId, NodeRow};
use links::InsertionPoint;

/// A container in the finished tree.
#[derive(Default)]
struct Container {
    /// The index of the next container around it.
    around: Option<usize>,
    /// Set if several sources may be chosen, so that none is copied.
    several: bool,
    /// Set if a source is chosen even if none asks to be.
    one_row: bool,
    /// The chosen source. Its rank: it is outside of the first mirror, and it asks to be chosen.
    chosen: Option<((bool, bool), NodeId)>,
    /// The first mirror in document order, and whether it may show something.
    first: Option<(NodeId, bool)>,
    /// The number of nodes when a mirror of the container was last inserted into the document.
    inserted: usize,
}

/// The ancestors of a node, as far as mirrors depend on them.
#[derive(Clone, Copy, Default)]
struct MirrorAncestors {
    /// The index of the nearest container.
    container: Option<usize>,
    /// Set if sources here belong to no container.
    cut_off: bool,
    /// The nearest group inside the container: set if sources in it are barred.
    group: Option<bool>,
    /// Set in the first mirror of the container.
    in_first: bool,
    /// Set if the nearest mirror inside the container is not the first.
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
    /// The mirrors that are not the first of all their containers, each with the nearest container
    /// that has another first mirror.
    others: Vec<(NodeId, usize)>,
}

impl Builder<'_> {
    /// Fills the mirrors of the finished tree.
    #[cold]
    pub(super) fn fill_mirrors(&mut self, parse: &Parse) {
        let (mut clears, mut fills) = (Vec::new(), Vec::new());
        for mirror in &self.facts.mirrors {
            let survey = Survey::of(self, parse, mirror);
            for container in &survey.containers {
                let Some((mirror, true)) = container.first else { continue };
                let source = container.chosen.map(|(_, source)| source);
                let closed = source.map_or(0, |source| self.closed(source));
                // A source that was closed before the mirror was made is copied by its insertion.
                let closed = if closed > mirror.index() { closed } else { 0 };
                match (source, container.inserted.max(closed)) {
                    (_, 0) => {}
                    (Some(source), moment) => fills.push((mirror, source, moment)),
                    (None, moment) => clears.push((mirror, moment)),
                }
            }
            clears.extend(survey.cleared());
        }
        // Inner mirrors are newer. They are cleared first, so that `renumber` finds the node around
        // each node that is taken out.
        clears.sort_unstable();
        for (mirror, moment) in clears.into_iter().rev() {
            self.cut(mirror, moment);
        }
        // The copied content may hold a container, so the inner mirrors are filled first.
        for (mirror, source, moment) in fills.into_iter().rev() {
            self.fill(mirror, source, moment, parse.most_nodes);
        }
    }

    /// Returns the number of nodes when an element was closed. If the adoption agency took the
    /// element off the stack, it is that at its opening.
    fn closed(&self, node: NodeId) -> usize {
        let row = self.tables.row_of(node);
        let end = row.map_or(0, |row| self.tables.elements[row.index()].subtree_end);
        wide(end).max(node.index() + 1)
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
    fn fill(&mut self, mirror: NodeId, source: NodeId, moment: usize, most_nodes: usize) {
        let originals: Vec<NodeId> = links::within(&self.tables.nodes, source).skip(1).collect();
        self.tables.is_cut |= self.tables.nodes.len() + originals.len() > most_nodes;
        if self.tables.is_cut {
            return;
        }
        let rest = self.cut(mirror, moment);
        self.disordered |= !originals.is_empty();
        let mut path = vec![(source, mirror)];
        for original in originals {
            let NodeRow { parent, content, .. } = self.tables.nodes[original.index()];
            let parent = back_to(parent, &mut path);
            let copy = match content {
                NodeContent::Element(row) => {
                    let Element { element, name, .. } = self.tables.elements[row.index()];
                    let start = self.copied(row, None);
                    self.element_node(Element::new(element, name, start))
                }
                // A text shares its pieces with its copies.
                content => self.push(content),
            };
            let before = if parent == mirror { rest } else { None };
            self.put(copy, InsertionPoint { parent, before });
            path.push((original, copy));
        }
        if let Some(rest) = rest {
            self.join_previous(rest);
        }
    }
}

impl<'b, 'a> Survey<'b, 'a> {
    /// Walks the finished tree once, and records the containers and mirrors of a `tree mirror`
    /// statement.
    fn of(builder: &'b Builder<'a>, parse: &'b Parse, mirror: &'b Mirror) -> Self {
        let (containers, others) = (Vec::new(), Vec::new());
        let mut survey = Self { builder, parse, mirror, containers, others };
        let nodes = &builder.tables.nodes;
        let mut path = vec![(NodeId::ROOT, MirrorAncestors::default())];
        for node in links::within(nodes, NodeId::ROOT).skip(1) {
            let around = back_to(nodes[node.index()].parent, &mut path);
            path.push((node, survey.visit(node, around)));
        }
        survey
    }

    /// Records a node, and returns the context of its children.
    fn visit(&mut self, node: NodeId, mut around: MirrorAncestors) -> MirrorAncestors {
        let Some(row) = self.builder.tables.row_of(node) else { return around };
        let element = self.builder.tables.elements[row.index()].element;
        let mirror = self.mirror;
        if mirror.from.contains(&element) {
            self.visit_source(node, around);
            (around.cut_off, around.disabled) = (true, true);
        }
        if mirror.into.contains(&element) {
            around = self.visit_mirror(node, around);
        }
        // 4.10.10, "option element nearest ancestor select", steps 2.1 and 2.2.
        if mirror.groups.contains(&element) {
            around.cut_off |= around.group.is_some();
            around.group = Some(self.value(node, mirror.barred.as_deref()).is_some());
        }
        around.cut_off |= mirror.until.contains(&element);
        if mirror.within.contains(&element) {
            around = self.visit_container(node, around);
        }
        if self.builder.facts.contents.contains(element.index()) {
            return MirrorAncestors { unconnected: true, ..MirrorAncestors::default() };
        }
        around
    }

    fn visit_container(&mut self, node: NodeId, around: MirrorAncestors) -> MirrorAncestors {
        let rows = self.value(node, self.mirror.rows.as_deref());
        self.containers.push(Container {
            around: around.container,
            several: self.value(node, self.mirror.several.as_deref()).is_some(),
            one_row: rows.is_none_or(is_one_or_nothing),
            ..Container::default()
        });
        MirrorAncestors {
            container: Some(self.containers.len() - 1),
            disabled: around.disabled || around.container.is_some(),
            unconnected: around.unconnected,
            ..MirrorAncestors::default()
        }
    }

    /// 4.10.7, "selectedness setting algorithm": chooses the last source that asks to be chosen,
    /// else the first that is not barred (disabled).
    fn visit_source(&mut self, node: NodeId, around: MirrorAncestors) {
        let Some(container) = around.container else { return };
        let is_barred =
            around.group == Some(true) || self.value(node, self.mirror.barred.as_deref()).is_some();
        let is_requested = self.value(node, self.mirror.chosen.as_deref()).is_some();
        let container = &mut self.containers[container];
        if around.cut_off || !is_requested && (is_barred || !container.one_row) {
            return;
        }
        let rank = (!around.in_first, is_requested);
        if container.chosen.is_none_or(|(best, _)| rank > best || rank == best && is_requested) {
            container.chosen = Some((rank, node));
        }
    }

    /// 4.10.17, "selectedcontent HTML element post-connection steps".
    fn visit_mirror(&mut self, node: NodeId, mut around: MirrorAncestors) -> MirrorAncestors {
        let mut is_first = false;
        if let Some(nearest) = around.container {
            let container = &mut self.containers[nearest];
            if !around.unconnected && !container.several {
                container.inserted = container.inserted.max(node.index() + 1);
            }
            is_first = container.first.is_none();
            let is_enabled = !around.disabled && !container.several;
            let mut next = Some(nearest);
            while let Some(index) = next
                && self.containers[index].first.is_none()
            {
                self.containers[index].first = Some((node, is_enabled));
                next = self.containers[index].around;
            }
            self.others.extend(next.map(|container| (node, container)));
        }
        // The insertion of a mirror clears a mirror around it that is not the first. So the new
        // one leaves the tree.
        around.cut_off |= around.in_other && !around.unconnected;
        (around.in_first, around.in_other) = (around.in_first || is_first, !is_first);
        around.disabled = true;
        around
    }

    /// Returns the mirrors to clear, each with the moment: the last insertion of a mirror into its
    /// container or one around that.
    fn cleared(self) -> impl Iterator<Item = (NodeId, usize)> {
        let mut moments: Vec<usize> = Vec::new();
        for container in &self.containers {
            let around = container.around.map_or(0, |around| moments[around]);
            moments.push(container.inserted.max(around));
        }
        self.others.into_iter().map(move |(mirror, container)| (mirror, moments[container]))
    }

    /// Returns the value of an attribute of an element's own tag; empty if it is written without
    /// one.
    fn value(&self, node: NodeId, name: Option<&str>) -> Option<&'b str> {
        let row = self.builder.tables.row_of(node)?;
        self.builder.attribute_value(self.parse, row, name?)
    }
}

/// Shortens a path, whose nodes have a value each, to the parent of the next node in document
/// order, and returns the value of that.
fn back_to<T: Copy>(parent: Option<NodeId>, path: &mut Vec<(NodeId, T)>) -> T {
    while path.len() > 1 && path.last().is_some_and(|&(node, _)| Some(node) != parent) {
        path.pop();
    }
    let &(_, value) = path.last().expect("the top is never taken");
    value
}

/// Reports whether the standard's "rules for parsing non-negative integers" find 1 in a text, or no
/// number.
fn is_one_or_nothing(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_ascii_whitespace());
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
    let (digits, value) = (&unsigned[..end], unsigned[..end].trim_start_matches('0'));
    digits.is_empty() || if text.starts_with('-') { !value.is_empty() } else { value == "1" }
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
