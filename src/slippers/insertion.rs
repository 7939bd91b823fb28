//! Where in the tree a node stands, if not where it is read.
//!
//! A `foster` group of the current element's content says so for its terminals: before the nearest
//! open table, in the closed head. An end tag of the grammar's `soft` statement closes nothing yet:
//! text goes on where it was, but a comment stands beside the element that has ended.

use super::Slippers;
use super::classify::{Piece, PieceKind};
use super::event::{ElementNumber, InsertionLocation, Repair, RepairId, RepairKind, TokenId};
use super::stack::OpenElement;
use crate::base::BitRow;
use crate::earley::{TerminalId, Word};
use crate::grammar::TerminalKind;
use crate::grammar::model::{Foster, FosterTo, Soft};

impl Slippers<'_> {
    /// The foster line that holds for a terminal in the current element.
    #[inline(always)]
    pub(super) fn foster(&self, terminal: TerminalId) -> Option<&Foster> {
        let kind = self.frame().kind().or(self.root_kind);
        if kind.is_some_and(|kind| !self.grammar.readings().has_fosters(kind)) {
            return None;
        }
        let mut fosters = self.grammar.fosters_of(kind).iter();
        fosters.find(|foster| foster.terminals.contains(terminal.index()))
    }

    pub(super) fn foster_location(&self, foster: &Foster) -> InsertionLocation {
        match &foster.to {
            FosterTo::Into(kinds) => self
                .open_elements
                .last_child()
                .filter(|(kind, _)| kinds.contains(kind.index()))
                .map_or(InsertionLocation::Here, |(_, number)| InsertionLocation::Inside(number)),
            FosterTo::Before { of, until } => {
                let depth = self.open_elements.depth();
                self.before_nearest(of, until, depth).unwrap_or(InsertionLocation::Here)
            }
        }
    }

    /// Before the nearest element of `of`, or inside one of `until` that is nearer, among those
    /// down to a depth; `None` if that is inside the one at this depth, or nothing is open.
    pub(super) fn before_nearest(
        &self,
        of: &BitRow,
        until: &BitRow,
        depth: usize,
    ) -> Option<InsertionLocation> {
        let nearest = |kinds| self.recogniser.innermost_of(kinds, depth);
        let at = |depth| self.open_elements.at(depth).map(|open| open.number);
        match (nearest(of), nearest(until)) {
            (before, Some(inside)) if before < Some(inside) => {
                at(inside).filter(|_| inside != depth).map(InsertionLocation::Inside)
            }
            (Some(before), _) => at(before).map(InsertionLocation::Before),
            (None, _) => (depth > 0).then_some(InsertionLocation::Root),
        }
    }

    /// Remembers an element that was closed: something may be put into it later.
    pub(super) fn note_closed(&mut self, closed: &OpenElement) {
        if !closed.fostered {
            self.open_elements.note_child((closed.kind, closed.number));
        }
    }

    /// The record of a token that stands elsewhere; none if it stands here, or beside a soft end,
    /// which is no mistake.
    #[inline]
    pub(super) fn fostered(
        &mut self,
        piece: &Piece,
        location: InsertionLocation,
    ) -> Option<RepairId> {
        if location == InsertionLocation::Here { None } else { self.record_foster(piece) }
    }

    fn record_foster(&mut self, piece: &Piece) -> Option<RepairId> {
        let word = piece.words.first().map(|word| word.terminal);
        let foster = piece.words.iter().find_map(|word| self.foster(word.terminal));
        let place = Some(foster?.place);
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
    pub(super) fn location_of_piece(&self, piece: &Piece, word: Word) -> InsertionLocation {
        let ended = self.soft_ends.last().filter(|_| piece.kind == PieceKind::Comment);
        match ended.and_then(|&ended| self.open_elements.depth_of(ended)) {
            Some(depth) if !self.in_foreign() => {
                let parent = self.open_elements.at(self.open_elements.around(depth));
                parent.map_or(InsertionLocation::Root, |parent| {
                    InsertionLocation::Inside(parent.number)
                })
            }
            _ => self.insertion_location(word.terminal),
        }
    }

    pub(super) fn in_foreign(&self) -> bool {
        self.current().is_some_and(|element| self.is_foreign(element))
    }

    /// Whether a piece is read as foreign inside a foreign element: what has ended outside of it is
    /// not concerned. Where HTML may stand, all but end tags are HTML.
    pub(super) fn is_read_as_foreign(&self, piece: &Piece) -> bool {
        let ends = |&word: &Word| {
            self.is_of_namespace(word) && self.recogniser.innermost_closed_by(word).is_some()
        };
        self.in_foreign()
            && match piece.kind {
                PieceKind::End => piece.words.iter().any(ends),
                _ => {
                    let stays = |&word: &Word| {
                        self.recogniser.accepts(word) || self.becomes_text(word, piece)
                    };
                    piece.words.iter().any(stays) && !self.takes_html()
                }
            }
    }

    /// Whether an element of no namespace may stand here.
    pub(super) fn takes_html(&self) -> bool {
        let is_html = |terminal: TerminalId| {
            matches!(self.grammar.terminal_kind(terminal), TerminalKind::Start(_))
                && self.grammar.namespace_of(terminal).is_none()
        };
        self.recogniser.expected().iter().any(|terminal| is_html(TerminalId::new(terminal)))
    }

    /// A token that a soft end does not keep resumes what had ended.
    pub(super) fn resume(&mut self, piece: &Piece) {
        let Some(soft) = self.grammar.soft().filter(|_| !self.soft_ends.is_empty()) else {
            return;
        };
        // (Such an end tag does not resume: it ends anew.)
        let kept = |word: &Word| {
            let terminal = word.terminal.index();
            soft.keeping.contains(terminal) || soft.ends.contains(terminal)
        };
        if piece.words.iter().any(kept) || self.is_read_as_foreign(piece) {
            return;
        }
        if self.open_elements.outermost_above(&soft.resuming, 0).is_none() {
            return;
        }
        for ended in std::mem::take(&mut self.soft_ends) {
            self.mark_soft_end(ended, None);
        }
    }

    /// The soft statement, if `word` is one of its end tags.
    pub(super) fn soft(&self, word: Word) -> Option<&Soft> {
        self.grammar.soft().filter(|soft| soft.ends.contains(word.terminal.index()))
    }

    /// Ends softly the innermost element that `word` names; what is open inside it stays open.
    pub(super) fn end_softly(&mut self, word: Word, token: TokenId) {
        let depth = self.recogniser.innermost_closed_by(word);
        let ended = depth.and_then(|depth| self.open_elements.at(depth)).map(|open| open.number);
        let Some(ended) = ended else { return };
        self.soft_ends.retain(|&other| other != ended);
        self.soft_ends.push(ended);
        self.mark_soft_end(ended, Some(token));
    }

    fn mark_soft_end(&mut self, ended: ElementNumber, token: Option<TokenId>) {
        let depth = self.open_elements.depth_of(ended);
        if let Some(open) = depth.and_then(|depth| self.open_elements.at_mut(depth)) {
            open.soft_end = token;
        }
    }
}
