//! Where in the tree a node stands, if not where it is read.
//!
//! A `foster` group of the current element's content says so for its terminals: before the nearest open table, in the
//! closed head. An end tag of the grammar's `soft` statement closes nothing yet: text goes on where it was,
//! but a comment stands beside the element that has ended.

use super::Slippers;
use super::classify::{Piece, PieceKind};
use super::event::{Repair, RepairId, RepairKind, Spot, TokenId};
use super::stack::OpenElement;
use crate::base::BitRow;
use crate::earley::{FrameKindId, TerminalId, Word};
use crate::grammar::compiled_words::{Foster, FosterTo, Soft};

/// What has ended softly.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoftEnd {
    /// The depth of the outermost element that has ended.
    pub depth: usize,
}

impl Slippers<'_> {
    /// The foster line that holds for a terminal in the current element.
    pub(super) fn foster(&self, terminal: TerminalId) -> Option<&Foster> {
        let kind = self.frame().kind().or(self.root_kind);
        self.fosters_of(kind).iter().find(|foster| foster.terminals.contains(terminal.index()))
    }

    /// The foster lines of a kind, or of the start symbol.
    pub(super) fn fosters_of(&self, kind: Option<FrameKindId>) -> &[Foster] {
        kind.map_or(self.grammar.root_fosters(), |kind| {
            &self.grammar.element(self.grammar.element_of_kind(kind)).fosters
        })
    }

    pub(super) fn foster_spot(&self, foster: &Foster) -> Spot {
        match &foster.to {
            FosterTo::Into(kinds) => self
                .open_elements
                .current()
                .and_then(|current| current.last_child)
                .filter(|(kind, _)| kinds.contains(kind.index()))
                .map_or(Spot::Here, |(_, number)| Spot::Inside(number)),
            FosterTo::Before { of, until } => self.before_nearest(of, until),
        }
    }

    fn before_nearest(&self, of: &BitRow, until: &BitRow) -> Spot {
        for (depth, open) in self.open_elements.outwards() {
            if of.contains(open.kind.index()) {
                return Spot::Before(open.number);
            }
            if until.contains(open.kind.index()) {
                return if depth == self.open_elements.depth() {
                    Spot::Here
                } else {
                    Spot::Inside(open.number)
                };
            }
        }
        if self.open_elements.depth() == 0 { Spot::Here } else { Spot::Root }
    }

    /// Remembers an element that was closed: something may be put into it later.
    pub(super) fn note_closed(&mut self, closed: &OpenElement) {
        let depth = self.open_elements.depth();
        if let (false, Some(parent)) = (closed.fostered, self.open_elements.at_mut(depth)) {
            parent.last_child = Some((closed.kind, closed.number));
        }
    }

    /// The record of a token that stands elsewhere; none if it stands here.
    pub(super) fn fostered(&mut self, piece: &Piece, spot: Spot) -> Option<RepairId> {
        if spot == Spot::Here {
            return None;
        }
        let word = piece.words.first().map(|word| word.terminal);
        let place = piece.words.iter().find_map(|word| self.foster(word.terminal));
        let place = place.map(|foster| foster.place);
        let soft = || self.grammar.soft().map(|soft| soft.place);
        let place = place.or_else(soft);
        let repair = self.repair(Repair {
            kind: RepairKind::Fostered,
            token: piece.token,
            span: self.span_of(piece),
            rejected: word,
            inserted: None,
            place,
        });
        self.trace_edit(piece.token, repair);
        Some(repair)
    }

    /// Where a comment goes that comes after a soft end: beside what has ended.
    pub(super) fn spot_of_piece(&self, piece: &Piece, word: Word) -> Spot {
        match self.soft_end {
            Some(SoftEnd { depth }) if piece.kind == PieceKind::Comment && !self.in_foreign() => {
                match depth.checked_sub(1).and_then(|parent| self.open_elements.at(parent)) {
                    Some(parent) => Spot::Inside(parent.number),
                    None => Spot::Root,
                }
            }
            _ => self.spot(word.terminal),
        }
    }

    fn in_foreign(&self) -> bool {
        self.current().is_some_and(|element| self.is_foreign(element))
    }

    /// A token that a soft end does not keep resumes what had ended.
    pub(super) fn resume(&mut self, piece: &Piece) {
        let Some(soft) = self.grammar.soft() else { return };
        // (Such an end tag does not resume: it ends anew.)
        let kept = |word: &Word| {
            let terminal = word.terminal.index();
            soft.keeping.contains(terminal) || soft.ends.contains(terminal)
        };
        if self.soft_end.is_none() || piece.words.iter().any(kept) {
            return;
        }
        let open = |(_, open): (usize, &super::stack::OpenElement)| {
            soft.resuming.contains(open.kind.index())
        };
        if !self.open_elements.inwards().take(RESUMING_DEPTH).any(open) {
            return;
        }
        self.soft_end = None;
        for depth in 1..=RESUMING_DEPTH {
            if let Some(open) = self.open_elements.at_mut(depth) {
                open.soft_end = None;
            }
        }
    }

    /// The soft statement, if `word` is one of its end tags.
    pub(super) fn soft(&self, word: Word) -> Option<&Soft> {
        self.grammar.soft().filter(|soft| soft.ends.contains(word.terminal.index()))
    }

    /// Ends softly the innermost element that `word` names; what is open inside it stays open.
    pub(super) fn end_softly(&mut self, word: Word, token: TokenId) {
        let Some(depth) = self.recogniser.innermost_closed_by(word) else { return };
        self.soft_end = Some(SoftEnd { depth });
        if let Some(open) = self.open_elements.at_mut(depth) {
            open.soft_end = Some(token);
        }
    }
}

/// How deep an element that resumes may stand; it is near the root, and is looked for at each token after a soft end.
const RESUMING_DEPTH: usize = 8;
