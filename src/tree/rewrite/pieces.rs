//! The tree as a list of pieces.

use super::super::document::Document;
use super::super::node::{Content, CopyId, NodeId, Tagging, Written};
use super::super::node_ref::{NodeRef, TagOrigin};
use super::super::walk::Step;
use super::fates::{Fates, is_of_its_token};
use super::plan::{Manner, Plan, Scattered};
use crate::base::{BitRow, Span};
use crate::grammar::{ElementId, Facts};
use crate::slippers::event::{RepairId, TokenId, piece_span};
use crate::token::LexicalState;

/// A part of the tree that has its own span in a source.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub node: NodeId,
    pub part: PiecePart,
    pub place: Place,
}

#[derive(Clone, Copy)]
pub(super) enum PiecePart {
    Start,
    End,
    /// A piece of a text.
    Text(Written),
    /// A whole comment, processing instruction or document type declaration.
    Whole,
    /// A whole element, copied verbatim.
    Left,
}

/// The location of a piece in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// In the source at this span, where it stays.
    Held(Span),
    /// In the source at this span, but moved by a repair.
    Moved(Span),
    /// Not in the source, as the grammar allows.
    Omitted,
    /// Not in the source.
    Missing,
}

impl Place {
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
    pub pieces: Vec<Piece>,
    /// Set if the last piece absorbs everything that follows it, so that end tags are missing.
    pub unended: bool,
}

/// Returns the pieces of a document.
///
/// # Errors
/// If an element that the plan copies verbatim is scattered.
pub(super) fn of(document: &Document, plan: &Plan, fates: &Fates) -> Result<Pieces, Scattered> {
    let mut list = List {
        document,
        plan,
        fates,
        caused: caused(document),
        pieces: Vec::with_capacity(document.len() * 2),
        explicit: 0,
        moved: None,
        passed: None,
        unended: false,
    };
    document.root().walk().for_each(|step| list.step(step));
    let List { caused, mut pieces, unended, .. } = list;
    check_left(&pieces)?;
    settle_floating(document, &caused, &mut pieces);
    Ok(Pieces { pieces, unended })
}

/// Returns the tokens that mistakes are about.
fn caused(document: &Document) -> BitRow {
    let repairs = document.repairs().iter().filter(|repair| is_of_its_token(repair.kind));
    BitRow::of(document.tokens().len() + 1, repairs.map(|repair| repair.token.index()))
}

struct List<'a> {
    document: &'a Document,
    plan: &'a Plan,
    fates: &'a Fates,
    caused: BitRow,
    pieces: Vec<Piece>,
    /// The number of open elements that are written with all their tags.
    explicit: usize,
    /// The outermost moved node around the current node.
    moved: Option<NodeId>,
    /// The outermost node, around the current node, whose descendants are no pieces.
    passed: Option<NodeId>,
    /// Set if the last piece absorbs everything that follows it.
    unended: bool,
}

impl List<'_> {
    fn step(&mut self, step: Step<'_>) {
        match step {
            Step::Enter(_) if self.passed.is_some() => {}
            Step::Enter(node) => self.enter(node),
            Step::Leave(node) => self.leave(node),
        }
    }

    fn enter(&mut self, node: NodeRef<'_>) {
        if self.moved.is_none() && node.moved_by().is_some() {
            self.moved = Some(node.id());
        }
        match self.plan.get(&node.id()) {
            Some(Manner::Left) => return self.pass_left(node),
            Some(Manner::Explicit) => self.explicit += 1,
            None => {}
        }
        match node.content() {
            _ if is_for_display(node) => self.passed = Some(node.id()),
            Content::Element(_) => self.start(node),
            Content::Whole(token) => self.text(node, Written::Whole(token)),
            Content::Text(_) => node.pieces().for_each(|piece| self.text(node, piece)),
            Content::Comment(token)
            | Content::ProcessingInstruction(token)
            | Content::Doctype(token) => {
                let place = self.written(token);
                self.push(node, PiecePart::Whole, place);
            }
            Content::Document | Content::Cruft(_) => {}
        }
    }

    fn leave(&mut self, node: NodeRef<'_>) {
        match self.passed {
            None => self.end(node),
            Some(passed) if passed == node.id() => self.passed = None,
            Some(_) => return,
        }
        if self.plan.get(&node.id()) == Some(&Manner::Explicit) {
            self.explicit -= 1;
        }
        if self.moved == Some(node.id()) {
            self.moved = None;
        }
    }

    fn pass_left(&mut self, node: NodeRef<'_>) {
        self.passed = Some(node.id());
        if let Some(span) = extent(node) {
            let place = self.at(span);
            self.push(node, PiecePart::Left, place);
            self.unended |= span.range().end == self.document.text().len();
        }
    }

    fn start(&mut self, node: NodeRef<'_>) {
        let place = match node.start_tagging() {
            Some(Tagging::Written(token)) => self.written(token),
            Some(Tagging::Virtual(repair)) if node.merged_spans().next().is_none() => {
                self.unwritten(repair)
            }
            _ => Place::Missing,
        };
        self.push(node, PiecePart::Start, place);
    }

    fn end(&mut self, node: NodeRef<'_>) {
        let place = match node.end_tagging() {
            None | Some(Tagging::None) => return,
            Some(Tagging::Written(token)) => self.written(token),
            // (No end tag ends a plaintext element: its content extends to the end of the source.)
            Some(_) if node.facts().map(|facts| facts.lexical) == Some(LexicalState::PlainText) => {
                self.unended = true;
                return;
            }
            Some(Tagging::Virtual(repair)) => self.unwritten(repair),
            Some(Tagging::Copied(_)) => Place::Missing,
        };
        self.push(node, PiecePart::End, place);
    }

    fn text(&mut self, node: NodeRef<'_>, piece: Written) {
        let span = match piece {
            Written::Whole(token) => self.span_of(token, None),
            Written::Range { token, range } => self.span_of(token, Some(range)),
            Written::Instead { span, .. } => Some(span),
        };
        if let Some(span) = span {
            let place = self.at(span);
            self.push(node, PiecePart::Text(piece), place);
        }
    }

    fn span_of(&self, token: TokenId, range: Option<Span>) -> Option<Span> {
        Some(piece_span(self.document.token(token)?, range))
    }

    fn written(&self, token: TokenId) -> Place {
        self.span_of(token, None).map_or(Place::Missing, |span| self.at(span))
    }

    fn at(&self, span: Span) -> Place {
        if self.moved.is_some() { Place::Moved(span) } else { Place::Held(span) }
    }

    fn unwritten(&self, repair: RepairId) -> Place {
        let may_be_omitted = self.explicit == 0
            && self.document.is_allowed(repair)
            && !self.is_for_what_goes(repair);
        if may_be_omitted { Place::Omitted } else { Place::Missing }
    }

    /// Reports whether a tag was made for a token that is dropped. Without that token nothing
    /// requires the tag.
    fn is_for_what_goes(&self, repair: RepairId) -> bool {
        let repair = &self.document.repairs()[repair.index()];
        let token = self.document.token(repair.token).map(|token| token.span);
        token.is_some_and(|span| !span.is_empty() && !self.fates.stays(span))
    }

    fn push(&mut self, node: NodeRef<'_>, part: PiecePart, place: Place) {
        if self.unended && matches!((part, place), (PiecePart::End, Place::Missing)) {
            return;
        }
        self.pieces.push(Piece { node: node.id(), part, place });
    }
}

/// Reports whether a node is a copy for display only, which a parse of the source makes again.
fn is_for_display(node: NodeRef<'_>) -> bool {
    let document = node.document();
    let is_made = |copy: CopyId| document.tables.copies[copy.index()].repair.is_none();
    match node.start_tagging() {
        Some(Tagging::Copied(copy)) => is_made(copy),
        Some(_) => false,
        None => node.parent().is_some_and(|parent| shows(parent, node)),
    }
}

/// Reports whether an element shows a text or a comment that is not between its tags.
fn shows(mirror: NodeRef<'_>, node: NodeRef<'_>) -> bool {
    let of = |element: ElementId| {
        let mirrors = &mirror.document().tree_facts.mirrors;
        mirrors.iter().any(|mirror| mirror.into.contains(&element))
    };
    if !mirror.grammar_element().is_some_and(of) {
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
fn check_left(pieces: &[Piece]) -> Result<(), Scattered> {
    let is_left = |piece: &&Piece| matches!(piece.part, PiecePart::Left);
    let left: Vec<&Piece> = pieces.iter().filter(is_left).collect();
    if left.is_empty() {
        return Ok(());
    }
    let mut starts: Vec<u32> =
        pieces.iter().filter_map(|piece| Some(piece.place.span()?.start)).collect();
    starts.sort_unstable();
    let mut sorted = left;
    sorted.sort_unstable_by_key(|piece| piece.place.span().map(|span| span.start));
    let scattered = sorted.iter().find(|piece| {
        let Some(span) = piece.place.span() else { return false };
        let inside = starts.partition_point(|&start| start < span.end)
            - starts.partition_point(|&start| start < span.start);
        inside > 1
    });
    scattered.map_or(Ok(()), |piece| Err(Scattered(piece.node)))
}

/// Marks as moved the held pieces that come later in the tree than in the source and cannot float.
fn settle_floating(document: &Document, caused: &BitRow, pieces: &mut [Piece]) {
    // The held pieces so far that reach further in the source than all before: start and index,
    // ascending.
    let mut reached: Vec<(u32, usize)> = Vec::new();
    let mut last_disturbed = None;
    for (at, piece) in pieces.iter_mut().enumerate() {
        if let Place::Held(span) = piece.place {
            let passed_by = reached.partition_point(|&(start, _)| start <= span.start);
            match reached.get(passed_by) {
                None => reached.push((span.start, at)),
                Some(&(_, since)) => {
                    let is_disturbed = last_disturbed.is_some_and(|disturbed| disturbed >= since);
                    if is_disturbed || is_caused(document, caused, span) {
                        piece.place = Place::Moved(span);
                    }
                }
            }
        }
        if !piece.place.is_quiet() {
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
