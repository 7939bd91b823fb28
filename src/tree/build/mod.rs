//! From events to the arena.
//!
//! One pass while the slippers run, one stack of open elements. A node is made when its event comes and put where the event's [`InsertionLocation`] says:
//! mostly behind the last child of the current element, so that nodes are numbered in document order as they are made.
//! What is fostered or adopted stands elsewhere, and what is retracted nowhere; then `disordered` is set, and one
//! renumbering at the end (`renumber`) puts the numbers right. Nothing outside this folder knows how they came to be.
//!
//! ```text
//! open <table>                            1 <table>
//! text "x" before element 0               2 "x"          renumbered: 1 "x", 2 <table>
//! ```
//!
//! On the way some tables are noted: which repair moved which node; which attributes came from later tags; and, if that
//! is asked for, for each piece of the text its node (`owners`).
//!
//! Invariant: element number n of the events is number n of `elements` and row n of the tables; the
//! rows of copies for display come behind all of these.
//!
//! Read next: `links` for how nodes are put and taken, `edits` for what the edits do, `text` for
//! what becomes of a piece of text, `mirror` for what is copied for display, `patch` for what is
//! moved by its markup.

mod edits;
mod links;
mod mirror;
mod owners;
mod patch;
mod renumber;
mod text;

use std::collections::{BTreeMap, HashSet};

use super::node::{
    Content, Copied, CopyId, Cruft, CruftId, Element, ElementRow, Node, NodeId, Tagging,
};
use super::shadow::ShadowRoot;
use super::tables::{Tables, TreeOptions};
use crate::base::{Span, narrow};
use crate::grammar::model::{ShadowRoots, TreeFacts};
use crate::grammar::{ElementId, Vocabulary};
use crate::slippers::event::{
    ElementNumber, Event, EventKind, InsertionLocation, RepairId, TokenId,
};
use crate::slippers::{Elements, Parse, Sink, has_attribute, room};
use links::Gap;
use owners::Owners;

/// Builds a tree of the events that it is shown.
pub(crate) struct Builder<'a> {
    vocabulary: &'a Vocabulary,
    facts: &'a TreeFacts,
    /// The text that is parsed.
    source: &'a str,
    options: TreeOptions,
    tables: Tables,
    /// The nodes of the elements, and which of them are open.
    elements: Elements<NodeId>,
    /// Which piece of the text belongs to which node, if that is noted.
    owners: Option<Owners>,
    /// The start tag behind which text loses its first line feed, if it begins with one.
    newline: Option<TokenId>,
    /// A mirror was opened.
    has_mirrors: bool,
    /// An element was opened that may patch others.
    has_patches: bool,
    /// The names that an element with merged attributes has.
    names: BTreeMap<ElementRow, HashSet<Box<str>>>,
    /// What was taken back, with its parent, in order.
    retracted: Vec<(NodeId, NodeId)>,
    /// Whether numbers may differ from document order, or nodes stand nowhere.
    disordered: bool,
}

impl Sink for Builder<'_> {
    fn take(&mut self, event: &Event, so_far: &Parse) {
        self.build(event, so_far);
    }
}

impl Builder<'_> {
    /// Does what an event says; the node that it is about, if it is about one.
    #[inline(always)]
    fn build(&mut self, event: &Event, so_far: &Parse) -> Option<NodeId> {
        let node = match event.kind {
            EventKind::Open(element) => Some(self.open(so_far, element, event)),
            EventKind::Close(_) => self.close(event),
            EventKind::Text(range) => self.text(so_far, event, range),
            EventKind::Instead(string) => Some(self.instead(so_far, event, string)),
            EventKind::Comment => {
                event.token.map(|token| self.leaf(event, Content::Comment(token)))
            }
            EventKind::ProcessingInstruction => {
                event.token.map(|token| self.leaf(event, Content::ProcessingInstruction(token)))
            }
            EventKind::Doctype => {
                event.token.map(|token| self.leaf(event, Content::Doctype(token)))
            }
            EventKind::Cruft(range) => self.cruft(event, range),
            EventKind::Edit(edit) => {
                self.edit(so_far, edit, event);
                None
            }
            EventKind::Ignored(_) | EventKind::GivenUp | EventKind::Mark | EventKind::End => None,
        };
        if let (Some(node), Some(cause)) = (node, event.cause)
            && event.location != InsertionLocation::Here
        {
            self.tables.moved.push((node, cause));
        }
        node
    }
}

impl<'a> Builder<'a> {
    /// A builder of the tree of `source`.
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
            has_mirrors: false,
            has_patches: false,
            names: BTreeMap::new(),
            retracted: Vec::new(),
            disordered: false,
        };
        builder.push(Content::Document);
        builder
    }

    /// The tree, when all events were shown; `parse` is what they are about.
    pub(crate) fn finish(mut self, parse: &Parse) -> Tables {
        self.complete(parse);
        self.tables
    }

    /// Instead of the tree, from which offset on the text belongs to which node; ascending, without equal neighbours.
    pub(super) fn owners(mut self, events: &[Event], parse: &Parse) -> Vec<(u32, NodeId)> {
        self.owners = Some(Owners::default());
        events.iter().for_each(|event| self.build_and_own(event, parse));
        let current = self.current();
        if let Some(owners) = &mut self.owners {
            owners.reach(parse, parse.tokens.len(), current);
        }
        self.complete(parse);
        self.owners.unwrap_or_default().list
    }

    fn complete(&mut self, parse: &Parse) {
        if self.has_patches {
            self.apply_patches(parse);
        }
        if self.has_mirrors {
            self.fill_mirrors(parse);
        }
        if self.disordered {
            let owners = self.owners.as_mut().map(|owners| &mut owners.list);
            renumber::renumber(&mut self.tables, &self.retracted, owners);
        }
    }

    /// Does what an event says, and notes to which node its piece of the text belongs.
    fn build_and_own(&mut self, event: &Event, parse: &Parse) {
        self.reach_repair(parse, event.cause);
        let current = self.current();
        let node = self.build(event, parse).unwrap_or(current);
        // (What an edit is about it notes itself.)
        if !matches!(event.kind, EventKind::Edit(_)) {
            self.own(parse, event, current, node);
        }
    }

    /// Notes that all before the token of a repair was taken, if anything is noted.
    fn reach_repair(&mut self, parse: &Parse, cause: Option<RepairId>) {
        let current = self.current();
        let Some(owners) = &mut self.owners else { return };
        if let Some(repair) = cause.and_then(|cause| parse.repairs.get(cause.index())) {
            owners.reach(parse, repair.token.index(), current);
        }
    }

    /// Notes that the piece of a token that an event speaks of belongs to `node`, and what was passed over to `current`.
    fn own(&mut self, parse: &Parse, event: &Event, current: NodeId, node: NodeId) {
        if self.owners.is_some()
            && let Some(token) = event.token
        {
            self.own_from(parse, token, owners::start_of(parse, event, token), (current, node));
        }
    }

    /// Notes that all of a token belongs to `node`.
    pub(super) fn own_whole(&mut self, parse: &Parse, token: TokenId, node: NodeId) {
        let start = parse.tokens.span(token.index()).start;
        self.own_from(parse, token, start, (self.current(), node));
    }

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
            owners.note(start, node);
        }
        owners.next_token = owners.next_token.max(token.index() + 1);
    }

    #[inline(always)]
    fn current(&self) -> NodeId {
        self.elements.current().unwrap_or(NodeId::ROOT)
    }

    /// The node of an element; the root for a number that no element has.
    fn node_of(&self, element: ElementNumber) -> NodeId {
        self.elements.get(element).unwrap_or(NodeId::ROOT)
    }

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
        let node = self.element(Element::new(element, name, start));
        let mut gap = None;
        if self.options.shadow_roots {
            gap = self.gap_of_shadow_root(parse, element, node, event);
        }
        let gap = gap.unwrap_or_else(|| self.gap(event.location));
        self.put(node, gap);
        self.elements.open(node);
        self.has_mirrors |= self.facts.mirrors_into.contains(element.index());
        if self.options.patches {
            let mut statements = self.facts.patches.iter();
            self.has_patches |= statements.any(|one| one.elements.contains(element.index()));
        }
        node
    }

    /// 13.2.6.4.4, start tag "template", step 7: where an element is put that becomes the shadow
    /// root of the current one, in front of all in it. (Step 7.1: no host is the topmost element,
    /// since the grammar lists the hosts.)
    fn gap_of_shadow_root(
        &mut self,
        parse: &Parse,
        element: ElementId,
        node: NodeId,
        event: &Event,
    ) -> Option<Gap> {
        let mut statements = self.facts.shadow_roots.iter();
        let statement = statements.find(|one| one.elements.contains(element.index()))?;
        let host = self.current();
        if event.location != InsertionLocation::Here || !self.may_host(parse, statement, host) {
            return None;
        }
        let before = self.tables.nodes[host.index()].first_child;
        let first = before.and_then(|first| self.tables.row_of(first));
        if first.is_some_and(|first| self.tables.shadow_roots.contains_key(&first)) {
            return None;
        }
        let tag = event.token.and_then(|token| parse.tokens.start_tag(token.index()));
        let mut root = ShadowRoot::default();
        for (role, test) in &statement.by {
            if tag.is_some_and(|tag| has_attribute(tag, test, self.source)) {
                root.declare(*role);
            }
        }
        self.tables.shadow_roots.insert(self.tables.row_of(node)?, root);
        self.disordered |= before.is_some();
        Some(Gap { parent: host, before })
    }

    /// DOM, "attach a shadow root": reports whether an element is a valid shadow host by its name.
    fn may_host(&self, parse: &Parse, statement: &ShadowRoots, host: NodeId) -> bool {
        let Some(row) = self.tables.row_of(host) else { return false };
        let Element { element, name, .. } = self.tables.elements[row.index()];
        let ShadowRoots { hosts, named, .. } = statement;
        let is_known = self.vocabulary.facts(element).name.is_some();
        let name = name.and_then(|name| parse.names.get(name));
        hosts.as_ref().is_none_or(|hosts| hosts.contains(element.index()))
            && (is_known || named.is_empty() || name.is_some_and(|name| named.fit(name)))
    }

    /// Makes an element that stands nowhere yet.
    #[inline(always)]
    fn element(&mut self, element: Element) -> NodeId {
        let node = self.element_node(element);
        self.elements.make(node);
        node
    }

    /// Makes the node of an element without a number.
    #[inline(always)]
    fn element_node(&mut self, element: Element) -> NodeId {
        let row = ElementRow::new(self.tables.elements.len());
        self.tables.elements.push(element);
        self.push(Content::Element(row))
    }

    /// What a copy of an element says of its start tag: the tag that the first of all copies was made of.
    fn copied(&mut self, other: ElementRow, repair: Option<RepairId>) -> Tagging {
        let tag = self.tables.tag(other);
        self.tables.copies.push(Copied { tag, repair });
        Tagging::Copied(CopyId::new(self.tables.copies.len() - 1))
    }

    #[inline(always)]
    fn close(&mut self, event: &Event) -> Option<NodeId> {
        let node = self.elements.close()?;
        let behind = narrow(self.tables.nodes.len());
        if let Some(row) = self.tables.element_mut(node) {
            (row.end, row.behind) = (tagging(event).into(), behind);
            let name = row.name;
            if let (None, Some(repair)) = (event.word, event.cause) {
                self.tables.forced.push((repair, name));
            }
        }
        Some(node)
    }

    /// Cruft that the recogniser read is a node; other cruft is in the record only.
    fn cruft(&mut self, event: &Event, range: Option<Span>) -> Option<NodeId> {
        let token = event.token?;
        event.word?;
        self.tables.cruft.push(Cruft { token, range, repair: event.cause });
        Some(self.leaf(event, Content::Cruft(CruftId::new(self.tables.cruft.len() - 1))))
    }

    fn leaf(&mut self, event: &Event, content: Content) -> NodeId {
        let gap = self.gap(event.location);
        let node = self.push(content);
        self.put(node, gap);
        node
    }

    /// The gap that a spot names now. What should stand before an element that stands nowhere is put at the end
    /// of the current one.
    #[inline(always)]
    fn gap(&mut self, spot: InsertionLocation) -> Gap {
        self.disordered |= spot != InsertionLocation::Here;
        match spot {
            InsertionLocation::Here => Gap::end_of(self.current()),
            InsertionLocation::Inside(element) => Gap::end_of(self.node_of(element)),
            InsertionLocation::Root => Gap::end_of(NodeId::ROOT),
            InsertionLocation::Before(element) => {
                let before = self.node_of(element);
                match self.tables.nodes[before.index()].parent {
                    Some(parent) => Gap { parent, before: Some(before) },
                    None => Gap::end_of(self.around(before)),
                }
            }
        }
    }

    /// What is around an open element that has left the tree; few are open inside it, where something is put before it.
    #[cold]
    fn around(&self, node: NodeId) -> NodeId {
        let mut outwards = self.elements.outwards();
        outwards.find(|&open| open == node);
        outwards.next().unwrap_or(NodeId::ROOT)
    }

    #[inline(always)]
    fn put(&mut self, node: NodeId, gap: Gap) {
        match gap.before {
            None => links::append(&mut self.tables.nodes, node, gap.parent),
            _ => links::attach(&mut self.tables.nodes, node, gap),
        }
    }

    /// Makes a node that stands nowhere.
    #[inline(always)]
    fn push(&mut self, content: Content) -> NodeId {
        self.tables.nodes.push(Node::alone(content));
        NodeId::new(self.tables.nodes.len() - 1)
    }
}

fn tagging(event: &Event) -> Tagging {
    match (event.token, event.cause) {
        (Some(token), _) => Tagging::Written(token),
        (None, Some(repair)) => Tagging::Virtual(repair),
        (None, None) => Tagging::None,
    }
}
