//! What a remedy works on, and what it leads to.

use crate::grammar::ast::Place;
use crate::slippers::cursor::Cursor;
use crate::slippers::event::{Repair, RepairId, RepairKind};
use crate::slippers::piece::Settling;
use crate::slippers::trace::Look;

/// What a remedy led to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Tags were inserted, or the token was made another one; it is looked at again.
    LookAgain,
    /// The token has done what it could and leaves no node of its own.
    Done,
    /// The token is cruft, as the line at this place says, or because nothing applies.
    SetAside(Option<Place>),
}

/// A remedy that is tried, for a piece that is rejected where the cursor stands.
pub(super) struct Attempt<'r, 'a> {
    pub cursor: &'r mut Cursor<'a>,
    pub token: &'r mut Settling<'a>,
    /// The line of the grammar.
    pub place: Place,
}

impl Attempt<'_, '_> {
    pub(super) fn trace(&mut self, look: &Look<'_>) {
        self.cursor.trace(&self.token.piece, look);
    }

    /// The record of what is done for the piece.
    pub(super) fn record(&mut self, kind: RepairKind) -> RepairId {
        let repair = self.cursor.repair_of(&self.token.piece, kind);
        self.cursor.record_shown(Repair { place: Some(self.place), ..repair })
    }
}
