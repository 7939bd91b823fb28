//! What the slippers show of their work while they are at it: the source of `explain`.

use super::Slippers;
use super::classify::Piece;
use super::event::{RepairId, TokenId};
use crate::base::BitRow;
use crate::earley::{Refusal, TerminalId, Word};
use crate::grammar::ast::Place;

/// One look at a token, or what came of it.
#[derive(Debug)]
pub enum Look<'a> {
    /// It was acceptable, as this word.
    Accepted(Word),
    /// It was not.
    Rejected {
        /// What the grammar sees of it; `None` if the grammar never mentions such a token.
        terminal: Option<TerminalId>,
        /// The terminals that were acceptable.
        acceptable: &'a BitRow,
        /// Why this one was not.
        refusal: Option<Refusal>,
    },
    /// A remedy that does not apply here.
    Passed {
        /// The word of the grammar.
        place: Place,
    },
    /// A search for tags to insert was given up at its limit.
    GivenUp,
    /// A remedy was done; what it did was shown before.
    Applied {
        /// The word of the grammar.
        place: Place,
    },
    /// Tags were inserted.
    Inserted {
        /// Which, in order.
        words: &'a [Word],
        /// The line of the grammar for each.
        places: &'a [Option<Place>],
    },
    /// The token was set aside.
    SetAside {
        /// The line that says so, if one does.
        place: Option<Place>,
    },
    /// Something other was done, of which there is a record: the token was made another one, an element was opened again.
    Edited(RepairId),
    /// It came to its end, or goes on, without a record.
    Settled {
        /// How.
        how: Settled,
        /// The lines that say so.
        places: &'a [Place],
    },
}

/// How a rejected token comes through without a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// It leaves no trace, and is no mistake.
    Ignored,
    /// It is read although it is excluded.
    Admitted,
    /// It ends an element softly: what is open inside stays open.
    EndedSoftly,
}

/// Is shown each look.
pub trait Trace {
    /// A run begins; what was shown of an earlier one (in another encoding) is void.
    fn restart(&mut self) {}
    /// One look at `token`.
    fn look(&mut self, token: TokenId, look: &Look<'_>);
}

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

    /// Shows that an element ends softly for `goal`: the lines are the soft statement, and the wishes for what would
    /// close what is left open.
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
