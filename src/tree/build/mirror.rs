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
//! The standard copies while it parses. The steps are replayed on the finished tree, in the order
//! of the parse. A node's number tells when it was inserted, since the renumbering comes later. An
//! element's row tells how many nodes there were when the element was popped.
//!
//! 1. [`Survey`] walks over the tree, and notes the insertions of sources and mirrors, and the
//!    popping of sources, each with what depends on the ancestors. Then it replays them by time.
//!    For each container it knows which source is chosen ("selectedness setting algorithm") and
//!    which mirror is the first ("get a select's enabled selectedcontent"). Two steps copy: the
//!    popping of the chosen source ("maybe clone an option into selectedcontent"), and the
//!    insertion of a mirror that is not disabled ("selectedcontent HTML element post-connection
//!    steps"). The last copying into a mirror is its *filling*.
//! 2. An inserted mirror also clears the mirrors of its container other than the first ("clear a
//!    select's non-primary selectedcontent elements").
//! 3. After the replay, copies of the chosen source's content replace the content of a mirror that
//!    is older than the filling. Text that was parsed into the mirror later stays after them.
//!
//! **Disabled mirrors.** A mirror in a source, in another mirror or in two containers is disabled
//! when it is inserted into the document. It does nothing, and its own content stays. Template
//! contents are in no document. A mirror there does nothing when it is inserted, and is never
//! disabled.
//!
//! **Sources in mirrors.** When a mirror is filled or cleared, the sources in it leave the tree,
//! and another one is chosen. If the parser is inside of the mirror then, the element that it is in
//! has left the tree, too. So nothing in that element counts.
//!
//! **Work.** The walk is linear, and the replay sorts as many steps as there are sources and
//! mirrors. In a document, a mirror that is filled is in one container and in no source, so each
//! node is copied at most once. When the node limit (`Limits::nodes`) is reached, no further mirror
//! is filled, and the tables record it.
//!
//! **Limits.** Ancestors are those of the finished tree, also of a node that the adoption agency
//! moved. A source that is copied into a mirror is no source there.
//!
//! Read next: `links`, then `renumber`.

use std::ops::Range;

use super::{Builder, links};
use crate::base::wide;
use crate::grammar::model::Mirror;
use crate::slippers::Parse;
use crate::tree::node::{Element, ElementRow, NodeContent, NodeId, NodeRow};
use links::InsertionPoint;

/// The position of a source in its container.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SourcePosition {
    Outside,
    /// In the first mirror.
    InFirst,
    /// In another mirror, and not in the first.
    InOther,
}

impl SourcePosition {
    const ALL: [Self; 3] = [Self::Outside, Self::InFirst, Self::InOther];

    const fn index(self) -> usize {
        match self {
            Self::Outside => 0,
            Self::InFirst => 1,
            Self::InOther => 2,
        }
    }
}

/// A container, at a step of the replay.
#[derive(Default)]
struct Container {
    /// The index of the next container around it.
    around: Option<usize>,
    /// Set if several sources may be chosen, so that none is copied.
    several: bool,
    /// Set if a source is chosen even if none asks to be.
    one_row: bool,
    /// The chosen source.
    chosen: Option<(Place, SourcePosition)>,
    /// The first sources that are not barred, by position.
    enabled: [Option<Place>; 3],
    /// The first mirror in document order, and the last copying into it for this container.
    first: Option<FirstMirror>,
    filled: Option<Filling>,
    /// The number of nodes when a mirror of the container was last inserted and not disabled.
    inserted: usize,
}

/// A node, and its index in document order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    order: usize,
    node: NodeId,
}

/// The first mirror of a container.
#[derive(Clone, Copy)]
struct FirstMirror {
    place: Place,
    /// The index of the mirror.
    mirror: usize,
    /// Set if it may show something.
    is_enabled: bool,
}

/// A copying into a mirror.
#[derive(Clone, Copy)]
struct Filling {
    /// The number of nodes at the moment.
    moment: usize,
    /// The number of copyings before it.
    step: usize,
    /// The source, if one was chosen.
    source: Option<NodeId>,
}

/// A mirror, at a step of the replay. Numbers of nodes are 0 before the event that they tell of.
struct MirrorState {
    node: NodeId,
    /// The index of the nearest container, once the mirror is inserted there.
    container: Option<usize>,
    /// The number of nodes at the last copying.
    emptied: usize,
    /// The number of nodes when another mirror was inserted before it and became the first one.
    displaced: usize,
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
    /// The outermost mirror in the nearest container.
    mirror: Option<usize>,
    /// The outermost mirror of all, and the child of it.
    outermost: Option<(usize, NodeId)>,
    /// Set if mirrors here are disabled when they are inserted.
    disabled: bool,
    /// Set in template contents.
    unconnected: bool,
}

/// A step of the standard for a source or a mirror.
#[derive(Clone, Copy)]
enum StepKind {
    InsertSource {
        is_barred: bool,
        is_requested: bool,
    },
    PopSource,
    /// The insertion of the mirror with this index.
    InsertMirror(usize),
}

/// A step of the replay.
struct ReplayStep {
    /// The number of nodes before it.
    moment: usize,
    kind: StepKind,
    place: Place,
    around: MirrorAncestors,
    /// The index of the nearest container.
    container: usize,
}

/// A sort key; the last number is the index of the element. All lists have the same type of key, so
/// that one sorting function is compiled.
type SortKey = [usize; 3];

/// The replay for a `tree mirror` statement.
struct Survey<'b, 'a> {
    builder: &'b Builder<'a>,
    parse: &'b Parse,
    mirror: &'b Mirror,
    containers: Vec<Container>,
    /// The steps to replay, and their order.
    steps: Vec<ReplayStep>,
    order: Vec<SortKey>,
    mirrors: Vec<MirrorState>,
    /// The copyings into mirrors that are not the first ones any more.
    former: Vec<(Filling, usize)>,
    /// The number of copyings so far.
    step: usize,
}

impl Builder<'_> {
    /// Fills the mirrors of the finished tree.
    #[cold]
    pub(super) fn fill_mirrors(&mut self, parse: &Parse) {
        let (mut clears, mut fills): (Vec<SortKey>, Vec<_>) = Default::default();
        for mirror in &self.facts.mirrors {
            let mut survey = Survey::of(self, parse, mirror);
            let cleared = survey.cleared();
            let mut filled = std::mem::take(&mut survey.former);
            for container in &survey.containers {
                if let (Some(filling), Some(first)) = (container.filled, container.first) {
                    filled.push((filling, first.mirror));
                }
            }
            for (filling, mirror) in filled {
                let node = survey.mirrors[mirror].node;
                match (filling.source, cleared[mirror]) {
                    (_, Some(moment)) if moment > filling.moment => {}
                    (Some(source), _) => fills.push((filling, source, node)),
                    (None, _) => clears.push([node.index(), filling.moment, 0]),
                }
            }
            for (mirror, cleared) in survey.mirrors.iter().zip(cleared) {
                if let Some(moment) = cleared {
                    clears.push([mirror.node.index(), moment, 0]);
                }
            }
        }
        // Inner mirrors are newer. They are cleared first, so that `renumber` finds the node around
        // each node that is taken out.
        clears.sort_unstable();
        let parsed = self.tables.nodes.len();
        for [mirror, moment, _] in clears.into_iter().rev() {
            self.cut(NodeId::new(mirror), &(moment..parsed));
        }
        // A source may hold a mirror that was filled before.
        let mut order: Vec<SortKey> = Vec::new();
        for (index, (filling, ..)) in fills.iter().enumerate() {
            order.push([filling.moment, filling.step, index]);
        }
        order.sort_unstable();
        for [moment, _, index] in order {
            let (_, source, mirror) = fills[index];
            self.fill(mirror, source, &(moment..parsed), parse.most_nodes);
        }
    }

    /// Returns the number of nodes when an element was popped. If the adoption agency took it off
    /// the stack instead, its insertion counts: a container is updated when a source is chosen, too
    /// (4.10.7).
    fn popped(&self, node: NodeId) -> usize {
        let row = self.tables.row_of(node);
        let end = row.map_or(0, |row| self.tables.elements[row.index()].subtree_end);
        wide(end).max(node.index() + 1)
    }

    /// Removes the children of a mirror but those that were parsed later, whose numbers are in
    /// `later`; returns the first of these.
    fn cut(&mut self, mirror: NodeId, later: &Range<usize>) -> Option<NodeId> {
        let mut next = self.tables.nodes[mirror.index()].first_child;
        let mut first_left = None;
        while let Some(child) = next {
            next = self.tables.nodes[child.index()].next;
            if later.contains(&child.index()) {
                first_left = first_left.or(Some(child));
            } else {
                self.take_out(child);
            }
        }
        first_left
    }

    /// 4.10.17, "clone an option into a selectedcontent": replaces the old content by copies.
    fn fill(&mut self, mirror: NodeId, source: NodeId, later: &Range<usize>, most_nodes: usize) {
        let originals = self.cloned(source);
        self.tables.is_cut |= self.tables.nodes.len() + originals.len() > most_nodes;
        if self.tables.is_cut {
            return;
        }
        self.disordered |= !originals.is_empty();
        // The source may contain the mirror, so all copies are made before the old content goes.
        let mut tops = Vec::new();
        let mut path = vec![(source, mirror)];
        for original in originals {
            let NodeRow { parent, content, .. } = self.tables.nodes[original.index()];
            let parent = back_to(parent, &mut path);
            let copy = match content {
                NodeContent::Element(row) => {
                    let Element { element, name, .. } = self.tables.elements[row.index()];
                    let start = self.copied(row, None);
                    let copy = self.element_node(Element::new(element, name, start));
                    self.copy_shadow_root(row, copy);
                    copy
                }
                // A text shares its pieces with its copies.
                content => self.push(content),
            };
            if parent == mirror {
                tops.push(copy);
            } else {
                self.put(copy, InsertionPoint::end_of(parent));
            }
            path.push((original, copy));
        }
        let rest = self.cut(mirror, later);
        for copy in tops {
            self.put(copy, InsertionPoint { parent: mirror, before: rest });
        }
        if let Some(rest) = rest {
            self.join_previous(rest);
        }
    }

    /// Returns the nodes inside an element that a clone has, too: without the shadow roots that are
    /// not clonable.
    fn cloned(&self, source: NodeId) -> Vec<NodeId> {
        let nodes = &self.tables.nodes;
        let mut originals = Vec::new();
        let mut next = links::after(nodes, source, source);
        while let Some(node) = next {
            let root = self.tables.row_of(node).and_then(|row| self.tables.shadow_roots.get(&row));
            if root.is_some_and(|root| !root.clonable) {
                next = links::beyond(nodes, source, node);
            } else {
                originals.push(node);
                next = links::after(nodes, source, node);
            }
        }
        originals
    }

    /// Gives a copy of an element the shadow root properties of the original.
    fn copy_shadow_root(&mut self, original: ElementRow, copy: NodeId) {
        if let Some(&root) = self.tables.shadow_roots.get(&original)
            && let Some(row) = self.tables.row_of(copy)
        {
            self.tables.shadow_roots.insert(row, root);
        }
    }
}

impl<'b, 'a> Survey<'b, 'a> {
    /// Replays the steps of a `tree mirror` statement on the finished tree.
    fn of(builder: &'b Builder<'a>, parse: &'b Parse, mirror: &'b Mirror) -> Self {
        let (containers, steps, order, mirrors, former) = Default::default();
        let mut survey =
            Self { builder, parse, mirror, containers, steps, order, mirrors, former, step: 0 };
        let nodes = &builder.tables.nodes;
        let mut path = vec![(NodeId::ROOT, MirrorAncestors::default())];
        for (order, node) in links::within(nodes, NodeId::ROOT).enumerate().skip(1) {
            let mut around = back_to(nodes[node.index()].parent, &mut path);
            if let Some((_, child)) = &mut around.outermost
                && *child == NodeId::ROOT
            {
                *child = node;
            }
            path.push((node, survey.visit(Place { order, node }, around)));
        }
        survey.order.sort_unstable();
        let steps = std::mem::take(&mut survey.steps);
        for [.., index] in std::mem::take(&mut survey.order) {
            survey.replay(&steps[index]);
        }
        survey
    }

    /// Notes the steps for a node, and returns the context of its children.
    fn visit(&mut self, place: Place, mut around: MirrorAncestors) -> MirrorAncestors {
        let node = place.node;
        let Some(row) = self.builder.tables.row_of(node) else { return around };
        let element = self.builder.tables.elements[row.index()].element;
        let mirror = self.mirror;
        if mirror.from.contains(&element) {
            self.visit_source(place, around);
            (around.cut_off, around.disabled) = (true, true);
        }
        if mirror.into.contains(&element) {
            let index = self.mirrors.len();
            self.mirrors.push(MirrorState { node, container: None, emptied: 0, displaced: 0 });
            self.note(StepKind::InsertMirror(index), place, around);
            around.mirror = around.mirror.or(Some(index));
            // (The root stands for the child, which comes next.)
            around.outermost = around.outermost.or(Some((index, NodeId::ROOT)));
            around.disabled = true;
        }
        // 4.10.10, "nearest ancestor select", steps 2.1 and 2.2.
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
            outermost: around.outermost,
            ..MirrorAncestors::default()
        }
    }

    fn visit_source(&mut self, place: Place, around: MirrorAncestors) {
        if around.cut_off {
            return;
        }
        let is_barred = around.group == Some(true)
            || self.value(place.node, self.mirror.barred.as_deref()).is_some();
        let is_requested = self.value(place.node, self.mirror.chosen.as_deref()).is_some();
        self.note(StepKind::InsertSource { is_barred, is_requested }, place, around);
        self.note(StepKind::PopSource, place, around);
    }

    /// Notes a step if the node is in a container.
    fn note(&mut self, kind: StepKind, place: Place, around: MirrorAncestors) {
        let Some(container) = around.container else { return };
        let number = place.node.index();
        let (moment, inserts) = match kind {
            StepKind::PopSource => (self.builder.popped(place.node), 0),
            _ => (number, 1),
        };
        // An element that is popped comes before the node that is inserted at the same time, and
        // after those in it.
        self.order.push([2 * moment + inserts, usize::MAX - number, self.steps.len()]);
        self.steps.push(ReplayStep { moment, kind, place, around, container });
    }

    fn replay(&mut self, step: &ReplayStep) {
        // What the parser inserts into an element that has left the tree is outside of the tree.
        if let Some((mirror, child)) = step.around.outermost
            && child.index() < self.mirrors[mirror].emptied
        {
            return;
        }
        let &ReplayStep { moment, place, container, .. } = step;
        match step.kind {
            StepKind::InsertSource { is_barred, is_requested } => {
                let container = &mut self.containers[container];
                let position = container.position_of(step.around.mirror);
                container.insert_source((place, position), is_barred, is_requested);
            }
            // 4.10.10, "maybe clone an option into selectedcontent".
            StepKind::PopSource => {
                if let Some((chosen, _)) = self.containers[container].chosen
                    && chosen == place
                {
                    self.update(container, moment);
                }
            }
            StepKind::InsertMirror(mirror) => {
                self.insert_mirror(mirror, place, container, step.around);
            }
        }
    }

    /// 4.10.17, "selectedcontent HTML element post-connection steps".
    fn insert_mirror(
        &mut self,
        mirror: usize,
        place: Place,
        nearest: usize,
        around: MirrorAncestors,
    ) {
        let moment = place.node.index() + 1;
        self.mirrors[mirror].container = Some(nearest);
        let is_disabled = around.disabled && !around.unconnected;
        let mut next = Some(nearest);
        while let Some(index) = next
            && self.containers[index].first.is_none_or(|first| place < first.place)
        {
            let container = &mut self.containers[index];
            let is_enabled = !is_disabled && !container.several;
            if let Some(old) = container.first.replace(FirstMirror { place, mirror, is_enabled }) {
                self.mirrors[old.mirror].displaced = moment;
                if let Some(filling) = container.filled.take() {
                    self.former.push((filling, old.mirror));
                }
            }
            container.move_sources();
            next = container.around;
        }
        if !around.disabled && !around.unconnected && !self.containers[nearest].several {
            self.update(nearest, moment);
            let container = &mut self.containers[nearest];
            container.inserted = moment;
            container.remove_sources(SourcePosition::InOther);
        }
    }

    /// 4.10.17, "update a select's selectedcontent": fills the first mirror of a container.
    fn update(&mut self, container: usize, moment: usize) {
        let container = &mut self.containers[container];
        let source = container.chosen.map(|(source, _)| source.node);
        if let Some(FirstMirror { mirror, is_enabled: true, .. }) = container.first {
            container.filled = Some(Filling { moment, step: self.step, source });
            self.mirrors[mirror].emptied = moment;
            self.step += 1;
            container.remove_sources(SourcePosition::InFirst);
        }
    }

    /// Returns for each mirror that is not the first of all its containers when it was cleared: the
    /// last insertion of a mirror into the nearest container that has another first mirror, or into
    /// one around that, since it has it.
    fn cleared(&self) -> Vec<Option<usize>> {
        let mut moments: Vec<usize> = Vec::new();
        for container in &self.containers {
            let around = container.around.map_or(0, |around| moments[around]);
            moments.push(container.inserted.max(around));
        }
        let mut cleared = Vec::new();
        for (mirror, state) in self.mirrors.iter().enumerate() {
            let mut next = state.container;
            while let Some(index) = next
                && self.containers[index].first.is_some_and(|first| first.mirror == mirror)
            {
                next = self.containers[index].around;
            }
            cleared.push(match next {
                Some(index) if moments[index] >= state.displaced => Some(moments[index]),
                _ => None,
            });
        }
        cleared
    }

    /// Returns the value of an attribute of an element's own tag; empty if it is written without
    /// one.
    fn value(&self, node: NodeId, name: Option<&str>) -> Option<&'b str> {
        let row = self.builder.tables.row_of(node)?;
        self.builder.attribute_value(self.parse, row, name?)
    }
}

impl Container {
    /// Returns the position of a source, by the outermost mirror around it.
    fn position_of(&self, mirror: Option<usize>) -> SourcePosition {
        match (mirror, self.first) {
            (None, _) => SourcePosition::Outside,
            (Some(mirror), Some(first)) if first.mirror == mirror => SourcePosition::InFirst,
            _ => SourcePosition::InOther,
        }
    }

    /// 4.10.7, "selectedness setting algorithm": the last source that asks to be chosen is chosen.
    /// If none does, the first source that is not barred (disabled) is.
    fn insert_source(
        &mut self,
        source: (Place, SourcePosition),
        is_barred: bool,
        is_requested: bool,
    ) {
        let (place, position) = source;
        if !is_barred {
            let first = &mut self.enabled[position.index()];
            *first = Some(place.min(first.unwrap_or(place)));
        }
        if is_requested {
            self.chosen = Some(source.max(self.chosen.unwrap_or(source)));
        }
        self.choose();
    }

    /// Chooses the first source that is not barred, if none is chosen and one has to be.
    fn choose(&mut self) {
        if self.chosen.is_none() && self.one_row {
            let positions = SourcePosition::ALL.into_iter();
            let enabled = positions.filter_map(|at| Some((self.enabled[at.index()]?, at)));
            self.chosen = enabled.min();
        }
    }

    /// Records that another mirror is the first one.
    fn move_sources(&mut self) {
        let [_, in_first, in_other] = &mut self.enabled;
        *in_other = in_first.take().into_iter().chain(*in_other).min();
        if let Some((_, position @ SourcePosition::InFirst)) = &mut self.chosen {
            *position = SourcePosition::InOther;
        }
    }

    /// Removes the sources at a position, since their mirror was filled or cleared.
    fn remove_sources(&mut self, position: SourcePosition) {
        self.enabled[position.index()] = None;
        if let Some((_, chosen)) = self.chosen
            && chosen == position
        {
            self.chosen = None;
        }
        self.choose();
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
    fn numbers_are_parsed_by_the_standards_rules() {
        for text in ["", "1", " \t1", "+1", "01x", "1.5", "abc", "-", "+-1", "-1", "-10", "\u{a0}2"]
        {
            assert!(is_one_or_nothing(text), "{text:?}");
        }
        for text in ["0", "2", " 2", "+0", "-0", "11", "10", "99999999999999999999"] {
            assert!(!is_one_or_nothing(text), "{text:?}");
        }
    }
}
