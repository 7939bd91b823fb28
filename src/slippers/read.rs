//! Reading a token: the recogniser takes a word, the stack and the record follow.

use super::Slippers;
use super::classify::{Piece, PieceKind};
use super::event::{Edit, EventKind, InsertionLocation, RepairId, TokenId};
use super::stack::OpenElement;
use crate::earley::Word;
use crate::grammar::{ElementId, TerminalKind};
use crate::token::LexicalState;

impl Slippers<'_> {
    /// Reads an acceptable piece.
    #[inline(always)]
    pub(super) fn read(&mut self, piece: &Piece, word: Word) {
        let (token, cause) = (Some(piece.token), self.rewritten);
        match piece.kind {
            PieceKind::Start => self.read_start(piece, word),
            PieceKind::End if self.soft(word).is_some() => self.end_softly(word, piece.token),
            PieceKind::End => self.close(word, token, cause),
            PieceKind::Text(range) => self.leaf(EventKind::Text(range), word, piece),
            PieceKind::Comment => self.leaf(EventKind::Comment, word, piece),
            PieceKind::Doctype => {
                self.leaf(EventKind::Doctype, word, piece);
                self.judge_doctype(piece.token);
            }
            PieceKind::EndOfFile => self.leaf(EventKind::End, word, piece),
        }
        if !self.is_rcdata(piece) {
            self.turn_latches(word.terminal);
        }
    }

    /// Reads a physical start tag: afterwards the tokenizer reads its text as the element says.
    #[inline(always)]
    fn read_start(&mut self, piece: &Piece, word: Word) {
        let location = self.insertion_location(word.terminal);
        let cause = self.rewritten.or_else(|| self.fostered(piece, location));
        self.decide_by(word);
        self.advance_as_judged(word);
        let element = self.enter(word, location, Some(piece.token), cause);
        let lexical = self.grammar.element(element).lexical;
        if lexical == LexicalState::Data && self.run.watch.is_none() {
            return self.tokenizer.set_state(lexical, "");
        }
        let Some(tag) = self.parse.tokens.start_tag(piece.token.index()) else { return };
        // What has its content somewhere else is empty, however content would be read.
        let is_empty = self.refers(element, piece.token);
        let lexical = if is_empty { LexicalState::Data } else { lexical };
        self.tokenizer.set_state(lexical, tag.name.get(self.text));
        if let Some(watch) = &mut self.run.watch {
            self.parse.stopped |= watch(tag);
        }
    }

    /// Reads a virtual start tag.
    pub(super) fn open(&mut self, word: Word, cause: RepairId) {
        let location = self.insertion_location(word.terminal);
        self.decide_by(word);
        self.advance_waiving(word);
        self.enter(word, location, None, Some(cause));
    }

    /// The recogniser has read a start tag. An element that is void, or is so here, or belongs to a
    /// namespace and says `/>`, is closed at once.
    fn enter(
        &mut self,
        word: Word,
        location: InsertionLocation,
        token: Option<TokenId>,
        cause: Option<RepairId>,
    ) -> ElementId {
        let TerminalKind::Start(element) = self.grammar.terminal_kind(word.terminal) else {
            unreachable!("only start tags are opened")
        };
        let info = self.grammar.element(element);
        // (Asked inside the element: what a group of the grammar reads is under the exclusions of
        // that group.)
        let void_here = info.void_where.iter().any(|&guard| self.holds(guard));
        let slashed =
            || token.and_then(|token| self.start_tag(token)).is_some_and(|t| t.self_closing);
        let empty = void_here
            || (info.namespace.is_some() && slashed())
            || token.is_some_and(|token| self.refers(element, token));
        self.emit_at(EventKind::Open(element), Some(word), token, cause, (location, None));
        let number = self.open_elements.number();
        let Some(kind) = info.kind.filter(|_| !info.void) else {
            self.emit(EventKind::Close(element), None, None, None);
            return element;
        };
        let fostered = location != InsertionLocation::Here;
        let opened =
            OpenElement { tag: token, fostered, ..OpenElement::new(number, element, kind, word) };
        self.open_elements.push(opened);
        let end = empty.then(|| Word { terminal: info.end, label: self.frame().label() });
        if let Some(end) = end.filter(|&end| self.recogniser.accepts(end)) {
            self.close(end, None, None);
        } else {
            self.enter_active(&opened);
        }
        element
    }

    /// Reads an end tag, physical or virtual, of the current element.
    pub(super) fn close(&mut self, word: Word, token: Option<TokenId>, cause: Option<RepairId>) {
        self.advance(word);
        let closed =
            self.open_elements.pop().expect("an end tag is acceptable inside its element only");
        self.emit(EventKind::Close(closed.element), Some(word), token, cause);
        self.leave_active(&closed, token.is_some());
        if !self.undecided.is_empty() {
            self.forget_closed();
        }
        self.note_closed(&closed);
    }

    /// Reads what neither opens nor closes.
    #[inline(always)]
    fn leaf(&mut self, kind: EventKind, word: Word, piece: &Piece) {
        let location = self.location_of_piece(piece, word);
        let cause = self.fostered(piece, location);
        self.advance_as_judged(word);
        self.leaves += 1;
        self.emit_at(kind, Some(word), Some(piece.token), cause, (location, None));
    }

    /// Moves the recogniser over a word that it accepts.
    pub(super) fn advance(&mut self, word: Word) {
        debug_assert!(self.recogniser.accepts(word), "only acceptable words are read: {word:?}");
        self.recogniser.read_accepted(word);
    }

    /// Moves the recogniser over a word that has a place, even if a context line excludes it.
    pub(super) fn advance_waiving(&mut self, word: Word) {
        if !self.recogniser.accepts(word) {
            self.edit(Edit::Waive, None, None);
        }
        self.recogniser.read_accepted(word);
    }

    /// Moves the recogniser over the word that the token was found to be.
    #[inline(always)]
    fn advance_as_judged(&mut self, word: Word) {
        match self.waived {
            true => self.advance_waiving(word),
            false => self.advance(word),
        }
    }
}
