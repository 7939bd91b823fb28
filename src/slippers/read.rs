//! The two final outcomes for a piece: it is read, or it is set aside.

use super::cursor::{Closing, Cursor, Opening};
use super::event::{Event, EventKind, InsertionLocation, Repair, RepairId, RepairKind};
use super::piece::{PieceKind, PieceTask, TokenPiece};
use super::trace::TraceRecord;
use crate::earley::Word;
use crate::grammar::ast::FileSpan;
use crate::grammar::{ElementId, TerminalKind};

impl Cursor<'_> {
    /// Reads an acceptable piece as the recogniser's `word`: opens or closes an element, or emits a
    /// leaf. Then it turns the latches of the word; text in RCDATA, as in `<title>`, turns none.
    /// Returns the element that a start tag has opened.
    #[inline(always)]
    pub(super) fn read(&mut self, task: &PieceTask, word: Word) -> Option<ElementId> {
        let piece = &task.piece;
        let mut opened = None;
        match piece.kind {
            PieceKind::Start => opened = Some(self.read_start(task, word)),
            PieceKind::End if self.soft(word).is_some() => self.end_softly(word, piece.token),
            PieceKind::End => {
                let (token, cause) = (Some(piece.token), task.rewritten);
                self.close(&Closing { word, token, cause, keeps_marker: false });
            }
            PieceKind::Text(range) => self.read_leaf(task, word, EventKind::Text(range)),
            PieceKind::Comment => self.read_leaf(task, word, EventKind::Comment),
            PieceKind::ProcessingInstruction => {
                self.read_leaf(task, word, EventKind::ProcessingInstruction);
            }
            PieceKind::Doctype => {
                self.read_leaf(task, word, EventKind::Doctype);
                self.judge_doctype(piece.token);
            }
            PieceKind::EndOfFile => self.read_leaf(task, word, EventKind::End),
        }
        if !self.is_rcdata(task) {
            self.turn_latches(word.terminal);
        }
        opened
    }

    /// Opens the element of a start tag. Records it if the tag was rewritten or is fostered.
    #[inline(always)]
    fn read_start(&mut self, task: &PieceTask, word: Word) -> ElementId {
        let location = self.insertion_location(word.terminal);
        let cause = match task.rewritten {
            Some(cause) => Some(cause),
            None => self.fostered(&task.piece, location),
        };
        let (token, waives) = (Some(task.piece.token), task.waived);
        self.open(&Opening { word, location, token, cause, waives })
    }

    /// Reads a piece that neither opens nor closes an element.
    #[inline(always)]
    fn read_leaf(&mut self, task: &PieceTask, word: Word, kind: EventKind) {
        let location = self.location_of_leaf(task.piece.kind, word);
        let cause = self.fostered(&task.piece, location);
        let (word, of) = (Some(word), Some(task.piece.token));
        let event = Event { word, token: of, cause, location, ..Event::of(kind) };
        self.leaf(&event, task.waived);
    }

    /// Records that a token was inserted elsewhere. Returns `None` if it is inserted in the current
    /// element, or next to an element with a soft end, which is no mistake.
    #[inline(always)]
    fn fostered(&mut self, piece: &TokenPiece, location: InsertionLocation) -> Option<RepairId> {
        if location == InsertionLocation::Here { None } else { self.record_foster(piece) }
    }

    /// Records that a piece is fostered, and by which line of the grammar.
    fn record_foster(&mut self, piece: &TokenPiece) -> Option<RepairId> {
        let foster = piece.words.iter().find_map(|word| self.foster(word.terminal))?;
        Some(self.record_shown(Repair {
            rejected: piece.words.first().map(|word| word.terminal),
            place: Some(foster.place),
            ..self.repair_of(piece, RepairKind::Fostered)
        }))
    }

    /// Passes over a piece. That is no mistake, so there is no repair; the event records its
    /// position.
    pub(super) fn ignore(&mut self, piece: &TokenPiece) {
        if piece.kind != PieceKind::EndOfFile {
            let (kind, waives) = (EventKind::Ignored(piece.kind.range()), false);
            self.leaf(&Event { token: Some(piece.token), ..Event::of(kind) }, waives);
        }
    }

    /// Drops a piece as cruft, and records that. It gets a node only where the content expects
    /// cruft. `place` is the grammar line that demands it, if one does.
    pub(super) fn set_aside(&mut self, piece: &TokenPiece, place: Option<FileSpan>) {
        self.trace(piece, || TraceRecord::SetAside { place });
        if piece.kind == PieceKind::EndOfFile {
            return;
        }
        let cruft = self.grammar.readings().plain(TerminalKind::Cruft).map(Word::plain);
        let word = cruft.filter(|&word| self.recogniser.accepts(word));
        let repair = Repair { place, ..self.repair_of(piece, RepairKind::Cruft) };
        let (token, cause) = (Some(piece.token), Some(self.record(repair)));
        let (kind, waives) = (EventKind::Cruft(piece.kind.range()), false);
        self.leaf(&Event { word, token, cause, ..Event::of(kind) }, waives);
    }
}
