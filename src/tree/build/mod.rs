//! The tree builder: from events to the arena, in one pass while the slippers run.
//!
//! The builder owns a stack of open elements. It makes a node when the node's event arrives, and
//! attaches it at the event's [`InsertionLocation`]. That is mostly after the last child of the
//! current node, so nodes are numbered in document order as they are made. Fostered and adopted
//! nodes are attached elsewhere, and retracted nodes leave the tree. Both set `disordered`, and
//! then one renumbering at the end (`renumber`) restores the order. No code outside of this folder
//! depends on the first numbers.
//!
//! ```text
//! open <table>                            1 <table>
//! text "x" before element 0               2 "x"          renumbered: 1 "x", 2 <table>
//! ```
//!
//! The builder also fills some tables: the repairs that moved nodes, the attributes merged from
//! later tags, and, on request, the owning node of each piece of the text (`owners`).
//!
//! Invariant: element number n of the events is number n of `elements` and row n of the tables. The
//! rows of copies for display follow all of these.
//!
//! Read next: `links` for attaching and detaching nodes, `edits` for the edits, `text` for pieces
//! of text. `forms` records what form owners depend on. `shadow` makes elements the shadow roots of
//! others, `mirror` makes the copies for display, and `patch` inserts content elsewhere by its
//! markup.

mod edits;
mod forms;
mod links;
mod mirror;
mod owners;
mod patch;
mod patching;
mod renumber;
mod shadow;
mod text;

use std::collections::{BTreeMap, HashSet};

use super::node::{
    CopyId, CopyOrigin, Cruft, CruftId, Element, ElementRow, NodeContent, NodeId, NodeRow, Tagging,
};
use super::tables::{Tables, TreeOptions};
use crate::base::{Span, narrow};
use crate::grammar::model::TreeFacts;
use crate::grammar::{ElementId, Vocabulary};
use crate::slippers::event::{
    ElementNumber, Event, EventKind, InsertionLocation, RepairId, RepairKind, TokenId,
};
use crate::slippers::{Elements, Parse, Sink, room};
use links::InsertionPoint;
use owners::Owners;
use patching::Patching;

/// The number of rows of `Tables::followed` for which memory is reserved at the first one. A short
/// text without the tags that authors may omit has as many.
const FOLLOWED: usize = 8;

/// A builder of a tree from the events that it receives.
pub(crate) struct Builder<'a> {
    vocabulary: &'a Vocabulary,
    facts: &'a TreeFacts,
    /// The text that is parsed.
    source: &'a str,
    options: TreeOptions,
    tables: Tables,
    /// The nodes of all elements, and the stack of open elements.
    elements: Elements<NodeId>,
    /// The owners of the pieces of the text, if they are requested.
    owners: Option<Owners>,
    /// The last start tag after which a line feed is dropped, until the next text.
    newline: Option<TokenId>,
    /// The index of the first row of `Tables::followed` that awaits its word.
    awaiting: usize,
    /// Set if a mirror was opened.
    has_mirrors: bool,
    /// The state of content patching.
    patching: Patching,
    /// The attribute names of each element with merged attributes.
    names: BTreeMap<ElementRow, HashSet<Box<str>>>,
    /// The nodes that were taken out of the tree, each with its parent, in order.
    retracted: Vec<(NodeId, NodeId)>,
    /// Set if numbers may differ from document order, or nodes may be outside of the tree.
    disordered: bool,
}

impl Sink for Builder<'_> {
    fn take(&mut self, event: &Event, so_far: &Parse) {
        self.build(event, so_far);
    }
}

impl Builder<'_> {
    /// Handles an event; returns its node, if it has one.
    #[inline(always)]
    fn build(&mut self, event: &Event, so_far: &Parse) -> Option<NodeId> {
        if self.awaiting < self.tables.followed.len() {
            self.follow(event);
        }
        let node = match event.kind {
            EventKind::Open(element) => Some(self.open(so_far, element, event)),
            EventKind::Close(_) => self.close(event),
            EventKind::Text(range) => self.text(so_far, event, range),
            EventKind::Instead(string) => Some(self.instead(so_far, event, string)),
            EventKind::Comment => self.token_leaf(event, NodeContent::Comment),
            EventKind::ProcessingInstruction => self.instruction_leaf(so_far, event),
            EventKind::Doctype => self.token_leaf(event, NodeContent::Doctype),
            EventKind::Cruft(range) => self.cruft(event, range),
            EventKind::Edit(edit) => {
                self.edit(so_far, edit, event);
                None
            }
            EventKind::Ignored(_) | EventKind::GivenUp | EventKind::Mark | EventKind::End => None,
        };
        if let Some(cause) = event.cause {
            match event.location {
                InsertionLocation::Here => self.await_next(cause, so_far),
                _ => self.tables.moved.extend(node.map(|node| (node, cause))),
            }
        }
        node
    }

    /// Gives the tags that await it the next word.
    fn follow(&mut self, event: &Event) {
        let is_virtual_html = !matches!(
            event.kind,
            EventKind::Mark | EventKind::Cruft(_) | EventKind::Edit(_) | EventKind::GivenUp
        );
        if let Some(word) = event.word
            && is_virtual_html
        {
            for (_, next) in &mut self.tables.followed[self.awaiting..] {
                *next = Some(word);
            }
            self.awaiting = self.tables.followed.len();
        }
    }

    /// Awaits the word after a tag that a repair inserted, if authors may omit such a tag.
    fn await_next(&mut self, repair: RepairId, so_far: &Parse) {
        if let Some(record) = so_far.repairs.get(repair.index())
            && matches!(record.kind, RepairKind::VirtualStart | RepairKind::VirtualEnd)
            && let Some(tag) = record.inserted
            && self.facts.is_omissible(tag)
        {
            if self.tables.followed.is_empty() {
                self.tables.followed.reserve(FOLLOWED);
            }
            self.tables.followed.push((repair, None));
        }
    }
}

impl<'a> Builder<'a> {
    /// Creates a builder of the tree of `source`.
    pub(crate) fn new(
        (vocabulary, facts): (&'a Vocabulary, &'a TreeFacts),
        source: &'a str,
        options: TreeOptions,
    ) -> Self {
        let room = room(source);
        let tables = Tables {
            nodes: Vec::with_capacity(room + 1),
            elements: Vec::with_capacity(room / 2),
            ..Tables::default()
        };
        let mut builder = Self {
            vocabulary,
            facts,
            source,
            options,
            tables,
            elements: Elements::with_capacity(room / 2),
            owners: None,
            newline: None,
            awaiting: 0,
            has_mirrors: false,
            patching: Patching::default(),
            names: BTreeMap::new(),
            retracted: Vec::new(),
            disordered: false,
        };
        builder.push(NodeContent::Document);
        builder
    }

    /// Returns the tree, after all events; `parse` is the parse that they belong to.
    pub(crate) fn finish(mut self, parse: &Parse) -> Tables {
        self.complete(parse);
        self.tables
    }

    /// Builds the tree only for its owners. Returns the text offsets at which the owning node
    /// changes, each with the new owner: ascending, without equal neighbours.
    pub(super) fn owners(mut self, events: &[Event], parse: &Parse) -> Vec<(u32, NodeId)> {
        self.owners = Some(Owners::default());
        for event in events {
            self.build_and_own(event, parse);
        }
        let current = self.current();
        if let Some(owners) = &mut self.owners {
            owners.reach(parse, parse.tokens.len(), current);
        }
        self.complete(parse);
        self.owners.unwrap_or_default().list
    }

    /// Fills the mirrors and renumbers the nodes in document order, each if necessary.
    fn complete(&mut self, parse: &Parse) {
        self.end_pointer();
        if self.has_mirrors {
            self.fill_mirrors(parse);
        }
        if self.disordered {
            let owners = self.owners.as_mut().map(|owners| &mut owners.list);
            renumber::renumber(&mut self.tables, &self.retracted, owners);
        }
    }

    /// Handles an event, and records the owner of its piece of the text.
    fn build_and_own(&mut self, event: &Event, parse: &Parse) {
        self.reach_repair(parse, event.cause);
        let current = self.current();
        let node = self.build(event, parse).unwrap_or(current);
        // (An edit records the owners of its tokens itself.)
        if !matches!(event.kind, EventKind::Edit(_)) {
            self.own(parse, event, current, node);
        }
    }

    /// Assigns all unassigned tokens before the token of a repair to the current node, if owners
    /// are requested.
    fn reach_repair(&mut self, parse: &Parse, cause: Option<RepairId>) {
        let current = self.current();
        if let Some(owners) = &mut self.owners
            && let Some(cause) = cause
            && let Some(repair) = parse.repairs.get(cause.index())
        {
            owners.reach(parse, repair.token.index(), current);
        }
    }

    /// Assigns the piece of a token in an event to `node`, and the skipped tokens before it to
    /// `current`.
    fn own(&mut self, parse: &Parse, event: &Event, current: NodeId, node: NodeId) {
        if self.owners.is_some()
            && let Some(token) = event.token
        {
            self.own_from(parse, token, owners::start_of(parse, event, token), (current, node));
        }
    }

    /// Assigns a whole token to `node`.
    pub(super) fn own_whole(&mut self, parse: &Parse, token: TokenId, node: NodeId) {
        let start = parse.tokens.span(token.index()).start;
        self.own_from(parse, token, start, (self.current(), node));
    }

    /// Assigns a token from the offset `start` on to `node`, and the skipped tokens before it to
    /// `current`.
    fn own_from(
        &mut self,
        parse: &Parse,
        token: TokenId,
        start: u32,
        (current, node): (NodeId, NodeId),
    ) {
        let Some(owners) = &mut self.owners else { return };
        owners.reach(parse, token.index(), current);
        if token.index() < parse.tokens.len() {
            owners.record(start, node);
        }
        owners.next_token = owners.next_token.max(token.index() + 1);
    }

    /// Returns the node of the current element, or the root.
    #[inline(always)]
    fn current(&self) -> NodeId {
        self.elements.current().unwrap_or(NodeId::ROOT)
    }

    /// Returns the node of an element; the root for a number that no element has.
    fn node_of(&self, element: ElementNumber) -> NodeId {
        self.elements.get(element).unwrap_or(NodeId::ROOT)
    }

    /// Makes and attaches the node of an element that is opened.
    #[inline(always)]
    fn open(&mut self, parse: &Parse, element: ElementId, event: &Event) -> NodeId {
        let name = self.vocabulary.name(element, event.word.map_or(0, |word| word.label));
        let start = match event.copy_of {
            Some(other) => self.copied(ElementRow::new(other.index()), event.cause),
            None => tagging(event),
        };
        if let Tagging::Written(token) = start
            && self.facts.drops_newline.contains(element.index())
        {
            self.newline = Some(token);
        }
        let row = Element::new(element, name, start);
        let node = if self.options == TreeOptions::default() {
            let gap = self.gap(event.location);
            let content = self.element_row(row);
            let node = self.insert(content, gap);
            self.elements.make(node);
            node
        } else {
            let node = self.element(row);
            self.put_optionally(parse, node, event);
            node
        };
        self.elements.open(node);
        self.has_mirrors |= self.facts.mirrors_into.contains(element.index());
        node
    }

    /// Attaches the node of an element, perhaps as a shadow root or as the content of a patch.
    #[inline(never)]
    fn put_optionally(&mut self, parse: &Parse, node: NodeId, event: &Event) {
        let mut gap = None;
        if self.options.shadow_roots
            && let EventKind::Open(element) = event.kind
        {
            gap = self.gap_of_shadow_root(parse, element, node, event);
        }
        let gap = gap.unwrap_or_else(|| self.gap(event.location));
        if !self.options.patches || !self.prepare_patch(parse, node, event.location) {
            self.put(node, gap);
        }
    }

    /// Returns the value of an attribute of an element's own tag; empty if it is written without
    /// one.
    fn attribute_value<'p>(
        &'p self,
        parse: &'p Parse,
        row: ElementRow,
        name: &str,
    ) -> Option<&'p str> {
        let tag = parse.tokens.start_tag(self.tables.tag(row)?.index())?;
        let attribute =
            tag.attributes().find(|attribute| attribute.name.get(self.source) == name)?;
        Some(attribute.value.map_or("", |value| value.get(self.source)))
    }

    /// Makes an element that is not attached yet, and gives it the next element number.
    fn element(&mut self, element: Element) -> NodeId {
        let node = self.element_node(element);
        self.elements.make(node);
        node
    }

    /// Makes the node of an element that events cannot refer to by a number, such as the copy that
    /// a `mirror` makes.
    fn element_node(&mut self, element: Element) -> NodeId {
        let content = self.element_row(element);
        self.push(content)
    }

    /// Makes the row of an element, and returns the content of its node.
    #[inline(always)]
    fn element_row(&mut self, element: Element) -> NodeContent {
        self.tables.elements.push(element);
        NodeContent::Element(ElementRow::new(self.tables.elements.len() - 1))
    }

    /// Records a copied start tag. A copy of a copy refers to the tag of the original element.
    fn copied(&mut self, other: ElementRow, repair: Option<RepairId>) -> Tagging {
        let tag = self.tables.tag(other);
        self.tables.copies.push(CopyOrigin { tag, repair });
        Tagging::Copied(CopyId::new(self.tables.copies.len() - 1))
    }

    /// Closes the current element, and records its end tag.
    #[inline(always)]
    fn close(&mut self, event: &Event) -> Option<NodeId> {
        let node = self.elements.close()?;
        let subtree_end = narrow(self.tables.nodes.len());
        if let Some(row) = self.tables.element_mut(node) {
            (row.end, row.subtree_end) = (tagging(event).into(), subtree_end);
            let name = row.name;
            if let (None, Some(repair)) = (event.word, event.cause) {
                self.tables.forced.push((repair, name));
            }
        }
        if self.patching.is_active() {
            self.end_patch(node, event.token.is_some());
        }
        Some(node)
    }

    /// Makes a node for cruft that the recogniser read; other cruft is only in the repairs.
    fn cruft(&mut self, event: &Event, range: Option<Span>) -> Option<NodeId> {
        let token = event.token?;
        event.word?;
        self.tables.cruft.push(Cruft { token, range, repair: event.cause });
        Some(self.leaf(event, NodeContent::Cruft(CruftId::new(self.tables.cruft.len() - 1))))
    }

    /// Makes a node for the token of an event.
    fn token_leaf(
        &mut self,
        event: &Event,
        content: impl Fn(TokenId) -> NodeContent,
    ) -> Option<NodeId> {
        let token = event.token?;
        Some(self.leaf(event, content(token)))
    }

    /// Makes a node for a processing instruction, which content patching may look for.
    fn instruction_leaf(&mut self, parse: &Parse, event: &Event) -> Option<NodeId> {
        let node = self.token_leaf(event, NodeContent::ProcessingInstruction)?;
        if self.options.patches {
            self.note_marker(parse, node);
        }
        Some(node)
    }

    /// Makes and attaches a node that is no element.
    fn leaf(&mut self, event: &Event, content: NodeContent) -> NodeId {
        let gap = self.gap(event.location);
        self.insert(content, gap)
    }

    /// Returns the gap that an insertion location denotes now (13.2.6.1, "appropriate place for
    /// inserting a node", steps 3.4 and 3.5). The element of `Before` may be outside of the tree.
    /// Then the gap is at the end of the element immediately above it in the stack of open
    /// elements.
    #[inline(always)]
    fn gap(&mut self, location: InsertionLocation) -> InsertionPoint {
        self.disordered |= location != InsertionLocation::Here;
        match location {
            InsertionLocation::Here if self.patching.is_active() => {
                self.point_inside(self.current())
            }
            InsertionLocation::Here => InsertionPoint::end_of(self.current()),
            InsertionLocation::Inside(element) => self.point_inside(self.node_of(element)),
            InsertionLocation::Root => InsertionPoint::end_of(NodeId::ROOT),
            InsertionLocation::Before(element) => {
                let before = self.node_of(element);
                match self.tables.nodes[before.index()].parent {
                    Some(parent) => InsertionPoint { parent, before: Some(before) },
                    None => self.point_inside(self.around(before)),
                }
            }
        }
    }

    /// Returns the element immediately above an open element that has left the tree. Few elements
    /// are open inside of it, so the search is short.
    #[cold]
    fn around(&self, node: NodeId) -> NodeId {
        let mut outwards = self.elements.outwards();
        outwards.find(|&open| open == node);
        outwards.next().unwrap_or(NodeId::ROOT)
    }

    /// Attaches a node at a point.
    fn put(&mut self, node: NodeId, gap: InsertionPoint) {
        links::attach(&mut self.tables.nodes, node, gap);
    }

    /// Makes a node at a point.
    #[inline(always)]
    fn insert(&mut self, content: NodeContent, gap: InsertionPoint) -> NodeId {
        if gap.before.is_none() {
            return links::append(&mut self.tables.nodes, content, gap.parent);
        }
        let node = self.push(content);
        self.put(node, gap);
        node
    }

    /// Makes a node that is not attached yet.
    fn push(&mut self, content: NodeContent) -> NodeId {
        self.tables.nodes.push(NodeRow::alone(content));
        NodeId::new(self.tables.nodes.len() - 1)
    }
}

/// Returns the origin of the tag that an event stands for.
fn tagging(event: &Event) -> Tagging {
    match (event.token, event.cause) {
        (Some(token), _) => Tagging::Written(token),
        (None, Some(repair)) => Tagging::Virtual(repair),
        (None, None) => Tagging::None,
    }
}
