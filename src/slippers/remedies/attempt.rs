//! The operands of a remedy.

use super::repeat::RoundNotes;
use crate::grammar::ast::FileSpan;
use crate::slippers::cursor::Cursor;
use crate::slippers::event::{Repair, RepairId, RepairKind};
use crate::slippers::piece::PieceTask;
use crate::slippers::trace::TraceRecord;

/// A remedy that is tried, for a piece that is rejected at the cursor's position.
pub(super) struct Attempt<'r, 'a> {
    pub cursor: &'r mut Cursor<'a>,
    pub task: &'r mut PieceTask<'a>,
    pub notes: &'r mut RoundNotes,
    /// The line of the grammar.
    pub place: FileSpan,
}

impl Attempt<'_, '_> {
    pub(super) fn trace(&mut self, record: impl FnOnce() -> TraceRecord) {
        self.cursor.trace(&self.task.piece, record);
    }

    /// Records a repair for the piece.
    pub(super) fn record(&mut self, kind: RepairKind) -> RepairId {
        let repair = self.cursor.repair_of(&self.task.piece, kind);
        self.cursor.record_shown(Repair { place: Some(self.place), ..repair })
    }
}
