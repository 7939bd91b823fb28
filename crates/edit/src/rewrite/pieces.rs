//! The tree as a list of pieces.

use std::collections::BTreeSet;

use super::dropped::DroppedSpans;
use super::left::LeftTokens;
use super::plan::Plan;
use wishful::base::{BitRow, Span};
use wishful::grammar::Facts;
use wishful::slippers::event::{RepairId, TokenId};
use wishful::tree::{Document, NodeId, NodeKind, NodeRef, PieceText, TagOrigin, WalkStep};

/// A part of the tree that has its own span in a source.
#[derive(Clone, Copy)]
pub(super) struct TreePiece {
    pub node: NodeId,
    pub part: PiecePart,
    pub location: PieceLocation,
    /// The repair that is the reason why the piece is written or moved, if there is one.
    pub cause: Option<RepairId>,
    /// The outermost moved node around the piece.
    pub moved: Option<NodeId>,
    /// The block that the piece belongs to.
    pub block: BlockId,
}

#[derive(Clone, Copy)]
pub(super) enum PiecePart {
    Start,
    End,
    /// A piece of a text.
    Text(PieceText),
    /// A whole comment, processing instruction or document type declaration.
    Whole,
    /// A part of the source that a left repair is about.
    Left,
}

/// The location of a piece in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PieceLocation {
    /// In the source at this span, where it stays.
    Held(Span),
    /// In the source at this span, but moved by a repair.
    Moved(Span),
    /// Not in the source, as the grammar allows.
    Omitted,
    /// Not in the source.
    Missing,
}

impl PieceLocation {
    pub(super) fn span(self) -> Option<Span> {
        match self {
            Self::Held(span) | Self::Moved(span) => Some(span),
            Self::Omitted | Self::Missing => None,
        }
    }

    fn is_quiet(self) -> bool {
        matches!(self, Self::Held(_) | Self::Omitted)
    }
}

wishful::base::id_type! {
    /// A block of pieces.
    pub(super) BlockId
}

/// A block of pieces, in the order of the tree.
#[derive(Clone, Default)]
pub(super) struct Block {
    /// The outermost moved node around the block.
    pub moved: Option<NodeId>,
    /// The first piece and the last.
    pub ends: Option<(usize, usize)>,
    /// The start of its first written piece in the source.
    pub start: u32,
}

impl Block {
    /// Returns an empty block inside of a moved node, if there is one.
    fn inside(moved: Option<NodeId>) -> Self {
        Self { moved, ..Self::default() }
    }
}

/// Returns the pieces of a document in the order of the tree, and the blocks that they belong to.
pub(super) fn of(
    document: &Document,
    plan: &Plan,
    left: &LeftTokens<'_>,
    dropped: &DroppedSpans,
) -> (Vec<TreePiece>, Vec<Block>) {
    let mut list = PieceList {
        document,
        plan,
        left,
        dropped,
        pieces: Vec::with_capacity(document.len() * 2),
        blocks: vec![Block::default()],
        within: vec![(NodeId::ROOT, BlockId::new(0))],
        explicit: 0,
        moved: None,
        moved_ranges: Vec::new(),
    };
    let mut steps = document.root().walk();
    while let Some(step) = steps.next() {
        match step {
            WalkStep::Enter(node) if node.is_for_display() => steps.pass_over(node),
            WalkStep::Enter(node) => list.enter(node),
            WalkStep::Leave(node) => list.leave(node),
        }
    }
    list.leave_tokens();
    (list.pieces, list.blocks)
}

/// Returns the tokens that mistakes are about.
fn caused(document: &Document, left: &LeftTokens<'_>) -> BitRow {
    let mut caused = BitRow::new(document.tokens().len() + 1);
    for repair in document.repairs() {
        if repair.kind.is_of_its_token() && !left.has(repair.token) {
            caused.insert(repair.token.index());
        }
    }
    caused
}

struct PieceList<'a> {
    document: &'a Document,
    plan: &'a Plan,
    left: &'a LeftTokens<'a>,
    dropped: &'a DroppedSpans,
    pieces: Vec<TreePiece>,
    /// The blocks: the first is the tree, the others are what left repairs moved.
    blocks: Vec<Block>,
    /// The nodes around the current node that begin a block, innermost last.
    within: Vec<(NodeId, BlockId)>,
    /// The number of open elements that are written with all their tags.
    explicit: usize,
    /// The outermost moved node around the current node.
    moved: Option<NodeId>,
    /// The outermost moved nodes so far, each with one past the number of its last descendant.
    moved_ranges: Vec<(NodeId, usize)>,
}

impl PieceList<'_> {
    fn enter(&mut self, node: NodeRef<'_>) {
        let moved = if node.kind() == NodeKind::Text { None } else { node.moves().next() };
        if node.moves().any(|repair| self.left.has_repair(repair)) && moved.is_some() {
            let block = self.new_block();
            self.within.push((node.id(), block));
        } else if moved.is_some() && self.moved.is_none() {
            self.moved = Some(node.id());
            self.moved_ranges.push((node.id(), node.end()));
        }
        if self.plan.explicit.contains(&node.id()) {
            self.explicit += 1;
        }
        match node.kind() {
            NodeKind::Element => self.start(node, moved),
            NodeKind::Text => self.texts(node),
            NodeKind::Comment | NodeKind::ProcessingInstruction | NodeKind::Doctype => {
                let span = node.spans().first().copied();
                let location = span.map_or(PieceLocation::Missing, |span| self.at(span));
                self.push(node, PiecePart::Whole, location, moved);
            }
            NodeKind::Document | NodeKind::Cruft => {}
        }
    }

    fn leave(&mut self, node: NodeRef<'_>) {
        self.end(node);
        if self.plan.explicit.contains(&node.id()) {
            self.explicit -= 1;
        }
        if self.moved == Some(node.id()) {
            self.moved = None;
        }
        if node.id() != NodeId::ROOT && self.within.last().is_some_and(|last| last.0 == node.id()) {
            self.within.pop();
        }
    }

    fn start(&mut self, node: NodeRef<'_>, moved: Option<RepairId>) {
        let (location, cause) = match node.start_tag() {
            Some(TagOrigin::Written(span)) => (self.at(span), moved),
            Some(TagOrigin::Virtual(repair)) if self.left.has_repair(repair) => return,
            Some(TagOrigin::Virtual(repair)) if self.merged(node).next().is_none() => {
                (self.unwritten(repair), Some(repair))
            }
            Some(TagOrigin::Copied { repair: cause, .. }) => {
                if cause.is_some_and(|repair| self.left.has_repair(repair)) {
                    return;
                }
                (PieceLocation::Missing, cause)
            }
            _ => (PieceLocation::Missing, None),
        };
        self.push(node, PiecePart::Start, location, cause);
    }

    /// Returns the attributes that an element got from other tags, except those that stay there.
    fn merged(&self, node: NodeRef<'_>) -> impl Iterator<Item = Span> {
        node.merged_spans(|token| !self.left.has(token))
    }

    fn end(&mut self, node: NodeRef<'_>) {
        let is_left = node.end_token().is_some_and(|token| self.left.has(token));
        let (location, cause) = match node.end_tag() {
            None if self.needs_end(node) => (PieceLocation::Missing, None),
            None => return,
            Some(TagOrigin::Written(_)) if is_left => return,
            Some(TagOrigin::Written(span)) => (self.at(span), None),
            Some(TagOrigin::Virtual(repair)) if self.left.has_repair(repair) => return,
            Some(TagOrigin::Virtual(repair)) => (self.unwritten(repair), Some(repair)),
            Some(TagOrigin::Copied { .. }) => (PieceLocation::Missing, None),
        };
        self.push(node, PiecePart::End, location, cause);
    }

    /// Reports whether an element without an end tag has one at its new position, since it is void
    /// only where it was read: `<table><tr><div><form>` becomes `<div><form></form></div><table>`.
    fn needs_end(&self, node: NodeRef<'_>) -> bool {
        let Some(facts) = node.facts() else { return false };
        self.moved.is_some() && !facts.void && facts.namespace.is_none()
    }

    fn texts(&mut self, node: NodeRef<'_>) {
        let mut moves: Vec<(Span, RepairId)> = Vec::new();
        for repair in node.moves() {
            moves.extend(self.document.repair(repair).map(|record| (record.span, repair)));
        }
        for piece in node.pieces() {
            if let Some(span) = self.document.source_of_piece(piece) {
                self.text(node, piece, span, moved_by(&moves, span));
            }
        }
    }

    fn text(&mut self, node: NodeRef<'_>, piece: PieceText, span: Span, cause: Option<RepairId>) {
        let is_left = cause.is_some_and(|repair| self.left.has_repair(repair));
        let location = match cause {
            Some(_) if !is_left => PieceLocation::Moved(span),
            _ => self.at(span),
        };
        let part = match piece {
            PieceText::Instead { .. }
                if self.left.has(TokenId::new(self.document.tokens().at(span.start))) =>
            {
                PiecePart::Left
            }
            _ => PiecePart::Text(piece),
        };
        if is_left {
            let block = self.new_block();
            self.within.push((node.id(), block));
        }
        self.push(node, part, location, cause);
        if is_left {
            self.within.pop();
        }
    }

    fn at(&self, span: Span) -> PieceLocation {
        if self.moved.is_some() { PieceLocation::Moved(span) } else { PieceLocation::Held(span) }
    }

    fn unwritten(&self, repair: RepairId) -> PieceLocation {
        let may_be_omitted = self.explicit == 0
            && self.document.is_allowed(repair)
            && !self.is_for_dropped_token(repair);
        if may_be_omitted { PieceLocation::Omitted } else { PieceLocation::Missing }
    }

    /// Reports whether a tag was made for a token that is dropped. Without that token nothing
    /// requires the tag.
    fn is_for_dropped_token(&self, repair: RepairId) -> bool {
        let repair = &self.document.repairs()[repair.index()];
        let Some(span) = self.document.token_span(repair.token) else { return false };
        !span.is_empty() && !self.dropped.stays(span)
    }

    fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block::inside(self.moved));
        BlockId::new(self.blocks.len() - 1)
    }

    fn push(
        &mut self,
        node: NodeRef<'_>,
        part: PiecePart,
        location: PieceLocation,
        cause: Option<RepairId>,
    ) {
        let block = self.within.last().map_or(BlockId::new(0), |last| last.1);
        let (node, moved) = (node.id(), self.moved);
        self.pieces.push(TreePiece { node, part, location, cause, moved, block });
    }

    /// Adds the left tokens that are in no piece, each as a block of its own.
    fn leave_tokens(&mut self) {
        let mut covered: Vec<Span> = Vec::new();
        for piece in &self.pieces {
            covered.extend(piece.location.span());
        }
        covered.sort_unstable_by_key(|span| span.start);
        let mut done = BTreeSet::new();
        for &repair in &self.plan.left {
            let Some(record) = self.document.repair(repair) else { continue };
            let Some(token) = self.document.token_span(record.token) else { continue };
            let span = if record.span.is_empty() { token } else { record.span };
            let before = covered.partition_point(|other| other.start < span.end);
            let is_covered = before > 0 && span.start < covered[before - 1].end;
            if !record.kind.is_of_its_token()
                || span.is_empty()
                || is_covered
                || !done.insert(span.start)
            {
                continue;
            }
            let around = self.document.node_at(span.start).unwrap_or_else(|| self.document.root());
            self.moved = self.moved_around(around.id());
            let block = self.new_block();
            self.within.push((around.id(), block));
            let location = self.at(span);
            self.push(around, PiecePart::Left, location, None);
            self.within.pop();
        }
    }

    /// Returns the outermost moved node that is or contains a node.
    fn moved_around(&self, node: NodeId) -> Option<NodeId> {
        let before = self.moved_ranges.partition_point(|&(start, _)| start <= node);
        let (start, end) = *self.moved_ranges[..before].last()?;
        if node.index() < end { Some(start) } else { None }
    }
}

/// Returns the repair, of several in order of their spans, that moved a piece of a text.
fn moved_by(moves: &[(Span, RepairId)], piece: Span) -> Option<RepairId> {
    let &(span, repair) =
        moves[..moves.partition_point(|(span, _)| span.start <= piece.start)].last()?;
    if piece.end <= span.end { Some(repair) } else { None }
}

/// Marks as moved the held pieces that come later in the tree than in the source and cannot float.
pub(super) fn settle_floating(
    document: &Document,
    left: &LeftTokens<'_>,
    pieces: &mut [TreePiece],
) {
    let caused = &caused(document, left);
    // The held pieces so far that reach further in the source than all before: start and index,
    // ascending.
    let mut reached: Vec<(u32, usize)> = Vec::new();
    let mut last_disturbed = None;
    for (at, piece) in pieces.iter_mut().enumerate() {
        if let PieceLocation::Held(span) = piece.location {
            let passed_by = reached.partition_point(|&(start, _)| start <= span.start);
            match reached.get(passed_by) {
                None => reached.push((span.start, at)),
                Some(&(_, since)) => {
                    let is_disturbed = last_disturbed.is_some_and(|disturbed| disturbed >= since);
                    if is_disturbed || is_caused(document, caused, span) {
                        piece.location = PieceLocation::Moved(span);
                    }
                }
            }
        }
        if !piece.location.is_quiet() {
            last_disturbed = Some(at);
        }
    }
}

fn is_caused(document: &Document, caused: &BitRow, span: Span) -> bool {
    caused.contains(document.tokens().at(span.start))
}

/// Returns the facts of the element that contains a node.
pub(super) fn facts_around(node: NodeRef<'_>) -> Option<&Facts> {
    node.parent().and_then(NodeRef::facts)
}
