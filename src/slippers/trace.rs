//! What the slippers show of their work while they are at it: the source of `explain`.

use super::Slippers;
use super::classify::Piece;
use super::event::TokenId;
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

    /// Shows that a piece was rejected; costs nothing when nobody looks.
    pub(super) fn trace_rejection(&mut self, piece: &Piece) {
        if self.run.trace.is_none() {
            return;
        }
        let word = piece.words.first().copied();
        let refusal = word.and_then(|word| self.recogniser.refusal(word));
        let acceptable = self.recogniser.expected();
        let terminal = word.map(|word| word.terminal);
        self.trace(piece, &Look::Rejected { terminal, acceptable: &acceptable, refusal });
    }
}
