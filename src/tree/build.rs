//! From events to the arena.
//!
//! One pass, one stack of open elements. A node is made when its event comes and put where [`Spot`] says; today that
//! is always behind the last child of the current element, so that nodes are numbered in document order as they
//! are made. (A grammar that puts nodes elsewhere needs other spots, and one renumbering at the end: nothing outside
//! this file knows how the numbers came to be.)
//!
//! On the way two tables are noted: for each repair its event, and for each piece of the text its node, which is
//! what [`node_at`](super::Document::node_at) asks. A token without a node (lost, or set aside where the grammar
//! has no room for cruft) belongs to the element that was current.

use super::node::{
    Content, Element, ElementRow, EventId, Link, Node, NodeId, Piece, PieceId, Tagging,
};
use crate::base::Span;
use crate::grammar::ElementId;
use crate::slippers::Parse;
use crate::slippers::event::{Event, EventKind, RepairId, TokenId, piece_span};

/// Everything that the events say, as tables.
pub(super) struct Tables {
    pub nodes: Vec<Node>,
    pub elements: Vec<Element>,
    pub pieces: Vec<Piece>,
    /// From which offset on the text belongs to which node; ascending, without equal neighbours.
    pub owners: Vec<(u32, NodeId)>,
    /// For each repair, the index of the event that it is the cause of.
    pub repair_events: Vec<Option<EventId>>,
    /// The labels of the elements that repairs closed by force, by the repair, ascending.
    pub forced: Vec<(RepairId, u32)>,
}

/// Where a node is put.
#[derive(Clone, Copy)]
struct Spot {
    /// Behind the last child of this one.
    parent: NodeId,
}

/// The state of the pass.
struct Builder<'a> {
    parse: &'a Parse,
    tables: Tables,
    /// The elements that are open, innermost last; never empty, because the document stays open.
    open: Vec<NodeId>,
    /// The first token that nothing was noted about yet.
    next_token: usize,
}

/// Builds the tables of a parse.
pub(super) fn build(parse: &Parse) -> Tables {
    let mut builder = Builder::new(parse);
    for (index, event) in parse.events.iter().enumerate() {
        builder.take(index, event);
    }
    builder.reach(parse.tokens.len());
    builder.tables
}

impl<'a> Builder<'a> {
    fn new(parse: &'a Parse) -> Self {
        let tables = Tables {
            nodes: Vec::with_capacity(parse.events.len() / 2 + 1),
            elements: Vec::with_capacity(parse.events.len() / 4),
            pieces: Vec::with_capacity(parse.events.len() / 4),
            owners: Vec::with_capacity(parse.tokens.len()),
            repair_events: vec![None; parse.repairs.len()],
            forced: Vec::new(),
        };
        let mut builder = Self { parse, tables, open: Vec::new(), next_token: 0 };
        let root = builder.push(Link::NONE, Content::Document);
        builder.open.push(root);
        builder
    }

    /// Takes one event in.
    fn take(&mut self, index: usize, event: &Event) {
        self.note_repair(index, event.cause);
        let current = self.current();
        let range = match event.kind {
            EventKind::Text(range) => Some(range),
            EventKind::Cruft(range) => range,
            _ => None,
        };
        let node = match event.kind {
            EventKind::Open(element) => self.open(element, event),
            EventKind::Close(_) => self.close(event),
            EventKind::Text(range) => event.token.map(|token| self.text(token, range)),
            EventKind::Comment => event.token.map(|token| self.leaf(Content::Comment(token))),
            EventKind::Doctype => event.token.map(|token| self.leaf(Content::Doctype(token))),
            EventKind::Cruft(_) => self.cruft(event, range),
            EventKind::GivenUp | EventKind::End => None,
        };
        if let Some(token) = event.token {
            self.own(token, range, current, node.unwrap_or(current));
        }
    }

    fn current(&self) -> NodeId {
        self.open.last().copied().unwrap_or(NodeId::ROOT)
    }

    /// Notes which event a repair caused, and that all before the repair's token was taken.
    fn note_repair(&mut self, index: usize, cause: Option<RepairId>) {
        let Some(cause) = cause else { return };
        if let Some(slot) = self.tables.repair_events.get_mut(cause.index()) {
            *slot = Some(EventId::new(index));
        }
        if let Some(repair) = self.parse.repairs.get(cause.index()) {
            self.reach(repair.token.index());
        }
    }

    fn open(&mut self, element: ElementId, event: &Event) -> Option<NodeId> {
        let label = event.word.map_or(0, |word| word.label);
        let start = tagging(event);
        let row = ElementRow::new(self.tables.elements.len());
        self.tables.elements.push(Element { element, label, start, end: Tagging::None });
        let node = self.leaf(Content::Element(row));
        self.open.push(node);
        Some(node)
    }

    fn close(&mut self, event: &Event) -> Option<NodeId> {
        let node = (self.open.len() > 1).then(|| self.open.pop()).flatten()?;
        if let Content::Element(row) = self.tables.nodes[node.index()].content {
            let element = &mut self.tables.elements[row.index()];
            element.end = tagging(event);
            if let (None, Some(repair)) = (event.word, event.cause) {
                self.tables.forced.push((repair, element.label));
            }
        }
        Some(node)
    }

    /// A piece of text joins the text node before it, if that is the last thing in the current element.
    fn text(&mut self, token: TokenId, range: Span) -> NodeId {
        let piece = PieceId::new(self.tables.pieces.len());
        self.tables.pieces.push(Piece { token, range, next: None });
        let last = self.tables.nodes[self.current().index()].last_child;
        if let Some(node) = last.node()
            && let Content::Text { last, .. } = &mut self.tables.nodes[node.index()].content
        {
            self.tables.pieces[last.index()].next = Some(piece);
            *last = piece;
            return node;
        }
        self.leaf(Content::Text { first: piece, last: piece })
    }

    /// Cruft that the recogniser read is a node; other cruft is in the record only.
    fn cruft(&mut self, event: &Event, range: Option<Span>) -> Option<NodeId> {
        let token = event.token?;
        event.word?;
        Some(self.leaf(Content::Cruft { token, range, repair: event.cause }))
    }

    fn leaf(&mut self, content: Content) -> NodeId {
        let spot = Spot { parent: self.current() };
        self.insert(spot, content)
    }

    fn insert(&mut self, spot: Spot, content: Content) -> NodeId {
        let parent = spot.parent.index();
        let node = self.push(Link::to(spot.parent), content);
        let link = Link::to(node);
        let before = self.tables.nodes[parent].last_child;
        self.tables.nodes[node.index()].previous = before;
        self.tables.nodes[parent].last_child = link;
        match before.node() {
            Some(before) => self.tables.nodes[before.index()].next = link,
            None => self.tables.nodes[parent].first_child = link,
        }
        node
    }

    fn push(&mut self, parent: Link, content: Content) -> NodeId {
        let (first_child, last_child) = (Link::NONE, Link::NONE);
        let (previous, next) = (Link::NONE, Link::NONE);
        let node = Node { parent, first_child, last_child, previous, next, content };
        self.tables.nodes.push(node);
        NodeId::new(self.tables.nodes.len() - 1)
    }

    /// Notes that a piece of a token belongs to `node`, and what was passed over to `current`.
    fn own(&mut self, token: TokenId, range: Option<Span>, current: NodeId, node: NodeId) {
        self.reach_from(token.index(), current);
        if let Some(token) = self.parse.tokens.get(token.index()) {
            self.note_owner(piece_span(token, range).start, node);
        }
        self.next_token = self.next_token.max(token.index() + 1);
    }

    /// All tokens before `token` that nothing was noted about belong to the current element.
    fn reach(&mut self, token: usize) {
        self.reach_from(token, self.current());
    }

    fn reach_from(&mut self, token: usize, current: NodeId) {
        while self.next_token < token.min(self.parse.tokens.len()) {
            self.note_owner(self.parse.tokens[self.next_token].span.start, current);
            self.next_token += 1;
        }
    }

    fn note_owner(&mut self, start: u32, node: NodeId) {
        let owners = &mut self.tables.owners;
        if owners.last().is_none_or(|&(before, owner)| before < start && owner != node) {
            owners.push((start, node));
        }
    }
}

fn tagging(event: &Event) -> Tagging {
    match (event.token, event.cause) {
        (Some(token), _) => Tagging::Written(token),
        (None, Some(repair)) => Tagging::Virtual(repair),
        (None, None) => Tagging::None,
    }
}
