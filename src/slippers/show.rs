//! Showing a trace what is done.

use super::Slippers;
use super::classify::Piece;
use super::event::{RepairId, TokenId};
use super::trace::{Look, Settled};
use crate::earley::{Refusal, Word};
use crate::grammar::ast::Place;

impl Slippers<'_> {
    pub(super) fn trace(&mut self, piece: &Piece, look: &Look<'_>) {
        if let Some(trace) = &mut self.run.trace {
            trace.look(piece.token, look);
        }
    }

    /// Shows an edit of which there is a record.
    pub(super) fn trace_edit(&mut self, token: TokenId, repair: RepairId) {
        if let Some(trace) = &mut self.run.trace {
            trace.look(token, &Look::Edited(repair));
        }
    }

    /// Shows that an element ends softly for `goal`: the lines are the soft statement, and the
    /// wishes for what would close what is left open.
    pub(super) fn trace_soft_end(&mut self, piece: &Piece, left_open: &[Word], goal: Word) {
        if self.run.trace.is_none() {
            return;
        }
        let soft = self.grammar.soft().map(|soft| soft.place);
        let wishes = self.wish_places(left_open, goal).into_iter().flatten();
        let mut places: Vec<Place> = soft.into_iter().chain(wishes).collect();
        places.dedup();
        self.trace(piece, &Look::Settled { how: Settled::EndedSoftly, places: &places });
    }

    /// Shows that a piece was rejected; costs nothing when nobody looks.
    pub(super) fn trace_rejection(&mut self, piece: &Piece) {
        if self.run.trace.is_none() {
            return;
        }
        let word = piece.rejected(self.grammar);
        // Of several readings, the reason is that of one which would have a place.
        let pending = |word| self.pending_exclusion(word).map(Refusal::Excluded);
        let refused = |&word: &Word| self.recogniser.refusal(word).or_else(|| pending(word));
        let refusals = piece.words.iter().filter_map(refused);
        let refusal = refusals.min_by_key(|refusal| match refusal {
            Refusal::Excluded(_) => 0,
            Refusal::Incomplete => 1,
            _ => 2,
        });
        let acceptable = self.recogniser.expected();
        let terminal = word.map(|word| word.terminal);
        self.trace(piece, &Look::Rejected { terminal, acceptable: &acceptable, refusal });
    }
}
