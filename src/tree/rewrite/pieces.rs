//! The tree as a list of pieces.

use super::super::document::Document;
use super::super::node::{NodeContent, NodeId, PieceText, Tagging};
use super::super::node_ref::{NodeRef, TagOrigin};
use super::super::walk::WalkStep;
use super::dropped::{DroppedSpans, is_of_its_token};
use super::plan::{Plan, ScatteredElement, WriteMode};
use crate::base::{BitRow, Span};
use crate::grammar::{ElementId, Facts};
use crate::slippers::event::{RepairId, TokenId};
use crate::token::LexicalState;

/// A part of the tree that has its own span in a source.
#[derive(Clone, Copy)]
pub(super) struct TreePiece {
    pub node: NodeId,
    pub part: PiecePart,
    pub location: PieceLocation,
}

#[derive(Clone, Copy)]
pub(super) enum PiecePart {
    Start,
    End,
    /// A piece of a text.
    Text(PieceText),
    /// A whole comment, processing instruction or document type declaration.
    Whole,
    /// A whole element, copied verbatim.
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

/// The pieces, in document order.
pub(super) struct Pieces {
    pub pieces: Vec<TreePiece>,
    /// Set if the last piece absorbs everything that follows it, so that end tags are missing.
    pub unended: bool,
}

/// Returns the pieces of a document.
///
/// # Errors
/// If an element that the plan copies verbatim is scattered.
pub(super) fn of(
    document: &Document,
    plan: &Plan,
    dropped: &DroppedSpans,
) -> Result<Pieces, ScatteredElement> {
    let mut list = PieceList {
        document,
        plan,
        dropped,
        caused: caused(document),
        pieces: Vec::with_capacity(document.len() * 2),
        explicit: 0,
        moved: None,
        passed: None,
        unended: false,
    };
    for step in document.root().walk() {
        list.step(step);
    }
    let PieceList { caused, mut pieces, unended, .. } = list;
    check_left(&pieces)?;
    settle_floating(document, &caused, &mut pieces);
    Ok(Pieces { pieces, unended })
}

/// Returns the tokens that mistakes are about.
fn caused(document: &Document) -> BitRow {
    let mut caused = BitRow::new(document.tokens().len() + 1);
    for repair in document.repairs() {
        if is_of_its_token(repair.kind) {
            caused.insert(repair.token.index());
        }
    }
    caused
}

struct PieceList<'a> {
    document: &'a Document,
    plan: &'a Plan,
    dropped: &'a DroppedSpans,
    caused: BitRow,
    pieces: Vec<TreePiece>,
    /// The number of open elements that are written with all their tags.
    explicit: usize,
    /// The outermost moved node around the current node.
    moved: Option<NodeId>,
    /// The outermost node, around the current node, whose descendants are no pieces.
    passed: Option<NodeId>,
    /// Set if the last piece absorbs everything that follows it.
    unended: bool,
}

impl PieceList<'_> {
    fn step(&mut self, step: WalkStep<'_>) {
        match step {
            WalkStep::Enter(_) if self.passed.is_some() => {}
            WalkStep::Enter(node) => self.enter(node),
            WalkStep::Leave(node) => self.leave(node),
        }
    }

    fn enter(&mut self, node: NodeRef<'_>) {
        if self.moved.is_none() && node.moved_by().is_some() {
            self.moved = Some(node.id());
        }
        match self.plan.get(&node.id()) {
            Some(WriteMode::Left) => return self.pass_left(node),
            Some(WriteMode::Explicit) => self.explicit += 1,
            None => {}
        }
        match node.content() {
            _ if node.is_for_display() => self.passed = Some(node.id()),
            NodeContent::Element(_) => self.start(node),
            NodeContent::Whole(token) => self.text(node, PieceText::Whole(token)),
            NodeContent::Text(_) => {
                for piece in node.pieces() {
                    self.text(node, piece);
                }
            }
            NodeContent::Comment(token)
            | NodeContent::ProcessingInstruction(token)
            | NodeContent::Doctype(token) => {
                let location = self.written(token);
                self.push(node, PiecePart::Whole, location);
            }
            NodeContent::Document | NodeContent::Cruft(_) => {}
        }
    }

    fn leave(&mut self, node: NodeRef<'_>) {
        match self.passed {
            None => self.end(node),
            Some(passed) if passed == node.id() => self.passed = None,
            Some(_) => return,
        }
        if self.plan.get(&node.id()) == Some(&WriteMode::Explicit) {
            self.explicit -= 1;
        }
        if self.moved == Some(node.id()) {
            self.moved = None;
        }
    }

    fn pass_left(&mut self, node: NodeRef<'_>) {
        self.passed = Some(node.id());
        if let Some(span) = extent(node) {
            let location = self.at(span);
            self.push(node, PiecePart::Left, location);
            self.unended |= span.range().end == self.document.text().len();
        }
    }

    fn start(&mut self, node: NodeRef<'_>) {
        let location = match node.start_tagging() {
            Some(Tagging::Written(token)) => self.written(token),
            Some(Tagging::Virtual(repair)) if node.merged_spans().next().is_none() => {
                self.unwritten(repair)
            }
            _ => PieceLocation::Missing,
        };
        self.push(node, PiecePart::Start, location);
    }

    fn end(&mut self, node: NodeRef<'_>) {
        let location = match node.end_tagging() {
            None | Some(Tagging::None) => {
                if !self.needs_end(node) {
                    return;
                }
                PieceLocation::Missing
            }
            Some(Tagging::Written(token)) => self.written(token),
            // (No end tag ends a plaintext element: its content extends to the end of the source.)
            Some(_)
                if node.facts().is_some_and(|facts| facts.lexical == LexicalState::PlainText) =>
            {
                self.unended = true;
                return;
            }
            Some(Tagging::Virtual(repair)) => self.unwritten(repair),
            Some(Tagging::Copied(_)) => PieceLocation::Missing,
        };
        self.push(node, PiecePart::End, location);
    }

    /// Reports whether an element without an end tag has one at its new position, since it is void
    /// only where it was read: `<table><tr><div><form>` becomes `<div><form></form></div><table>`.
    fn needs_end(&self, node: NodeRef<'_>) -> bool {
        let Some(facts) = node.facts() else { return false };
        self.moved.is_some() && !facts.void && facts.namespace.is_none()
    }

    fn text(&mut self, node: NodeRef<'_>, piece: PieceText) {
        let span = match piece {
            PieceText::Whole(token) => self.document.token_span(token),
            PieceText::Range { token, range } => self.document.piece_span(token, Some(range)),
            PieceText::Instead { span, .. } => Some(span),
        };
        if let Some(span) = span {
            let location = self.at(span);
            self.push(node, PiecePart::Text(piece), location);
        }
    }

    fn written(&self, token: TokenId) -> PieceLocation {
        match self.document.token_span(token) {
            Some(span) => self.at(span),
            None => PieceLocation::Missing,
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

    fn push(&mut self, node: NodeRef<'_>, part: PiecePart, location: PieceLocation) {
        if self.unended && matches!((part, location), (PiecePart::End, PieceLocation::Missing)) {
            return;
        }
        self.pieces.push(TreePiece { node: node.id(), part, location });
    }
}

impl NodeRef<'_> {
    /// Reports whether the first line feed of the element is dropped.
    pub(crate) fn drops_newline(self) -> bool {
        drops_newline(self.document(), self.grammar_element())
    }

    /// Reports whether a node is a copy for display only, which a parse of the source makes again.
    pub(crate) fn is_for_display(self) -> bool {
        match self.start_tagging() {
            Some(Tagging::Copied(copy)) => {
                self.document().tables.copies[copy.index()].repair.is_none()
            }
            Some(_) => false,
            None => self.parent().is_some_and(|parent| shows(parent, self)),
        }
    }
}

/// Reports whether an element shows a text or a comment that is not between its tags.
fn shows(mirror: NodeRef<'_>, node: NodeRef<'_>) -> bool {
    let Some(element) = mirror.grammar_element() else { return false };
    if !mirror.document().tree_facts.mirrors_into.contains(element.index()) {
        return false;
    }
    let Some(span) = node.spans().first().copied() else { return false };
    let (start, end) = (mirror.start_tag(), mirror.end_tag());
    let is_before = matches!(start, Some(TagOrigin::Written(tag)) if span.start < tag.end);
    is_before || matches!(end, Some(TagOrigin::Written(tag)) if tag.start <= span.start)
}

/// Returns the span from the first written byte of a node to the last.
pub(super) fn extent(node: NodeRef<'_>) -> Option<Span> {
    let spans = node.subtree().flat_map(NodeRef::spans);
    spans.filter(|span| !span.is_empty()).reduce(Span::join)
}

/// Checks that the span of each element copied verbatim contains no other pieces.
fn check_left(pieces: &[TreePiece]) -> Result<(), ScatteredElement> {
    let mut left = Vec::new();
    for piece in pieces {
        if let (PiecePart::Left, Some(span)) = (piece.part, piece.location.span()) {
            left.push((span, piece.node));
        }
    }
    if left.is_empty() {
        return Ok(());
    }
    let mut starts: Vec<u32> =
        pieces.iter().filter_map(|piece| Some(piece.location.span()?.start)).collect();
    starts.sort_unstable();
    left.sort_unstable_by_key(|(span, _)| span.start);
    for (span, node) in left {
        let inside = starts.partition_point(|&start| start < span.end)
            - starts.partition_point(|&start| start < span.start);
        if inside > 1 {
            return Err(ScatteredElement(node));
        }
    }
    Ok(())
}

/// Marks as moved the held pieces that come later in the tree than in the source and cannot float.
fn settle_floating(document: &Document, caused: &BitRow, pieces: &mut [TreePiece]) {
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

/// Reports whether the first line feed of an element is dropped.
pub(super) fn drops_newline(document: &Document, element: Option<ElementId>) -> bool {
    element.is_some_and(|element| document.tree_facts.drops_newline.contains(element.index()))
}
