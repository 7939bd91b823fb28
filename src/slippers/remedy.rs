//! What is done with a rejected token: the remedies of its terminal, best first.

use super::Slippers;
use super::classify::{Piece, PieceKind};
use super::event::{EventKind, Repair, RepairId, RepairKind, piece_span};
use super::trace::Look;
use crate::base::Span;
use crate::earley::{NoPath, Refusal, TerminalSet, Word};
use crate::grammar::ast::Place;
use crate::grammar::{Action, Insert, RemedyLine, TerminalKind};

/// What a remedy led to.
pub(super) enum Outcome {
    /// Tags were inserted; the token is looked at again.
    LookAgain,
    /// The token is cruft, as the line at this place says, or because nothing applies.
    SetAside(Option<Place>),
}

impl Slippers<'_> {
    /// Does the first remedy that applies.
    pub(super) fn remedy(&mut self, piece: &Piece) -> Outcome {
        self.trace_rejection(piece);
        let Some(&rejected) = piece.words.first() else { return Outcome::SetAside(None) };
        let grammar = self.grammar;
        let expected = self.recogniser.expected();
        for line in grammar.remedies(rejected.terminal) {
            let applies = self.applies(line, rejected);
            let done = applies.then(|| self.attempt(line, piece, &expected)).flatten();
            match done {
                Some(outcome) => return outcome,
                None => self.trace(piece, &Look::Passed { place: line.place }),
            }
        }
        Outcome::SetAside(None)
    }

    /// Whether the conditions of a line hold.
    fn applies(&self, line: &RemedyLine, rejected: Word) -> bool {
        let here = line.within.as_ref().is_none_or(|kinds| {
            self.frame().kind().is_some_and(|kind| kinds.contains(kind.index()))
        });
        let excluded = || matches!(self.recogniser.refusal(rejected), Some(Refusal::Excluded(_)));
        here && (!line.excluded || excluded())
    }

    /// Does what a line says, if it can be done where `expected` is acceptable.
    fn attempt(
        &mut self,
        line: &RemedyLine,
        piece: &Piece,
        expected: &TerminalSet,
    ) -> Option<Outcome> {
        match &line.action {
            Action::Insert(insert) => {
                let word = self.insertable(insert, expected)?;
                self.insert(piece, &[word], &[Some(line.place)]);
                Some(Outcome::LookAgain)
            }
            Action::Grant => self.grant(piece),
            Action::Drop => Some(Outcome::SetAside(Some(line.place))),
            // A grammar that needs these is refused before the run: see `Grammar::deferred`.
            Action::Adopt | Action::Rewrite(_) => None,
        }
    }

    /// The first of the tags that is acceptable here; a start tag only once for one token.
    fn insertable(&self, insert: &Insert, expected: &TerminalSet) -> Option<Word> {
        if !expected.intersects(&insert.row) {
            return None;
        }
        let fresh =
            |terminal: usize| expected.contains(terminal) && !self.inserted.contains(terminal);
        let terminal = *insert.tags.iter().find(|tag| fresh(tag.index()))?;
        let label = match self.grammar.terminal_kind(terminal) {
            TerminalKind::End(_) => self.frame().label(),
            _ => 0,
        };
        Some(Word { terminal, label })
    }

    /// Grants the cheapest wishes after which a reading of the piece is acceptable.
    fn grant(&mut self, piece: &Piece) -> Option<Outcome> {
        let grammar = self.grammar;
        for &goal in &piece.words {
            let Some(wishes) = grammar.wishes(goal.terminal) else { continue };
            let path = match self.recogniser.cheapest(wishes, goal) {
                Ok(path) => path,
                Err(NoPath::Hopeless) => continue,
                Err(NoPath::GivenUp) => {
                    self.give_up(piece, goal);
                    continue;
                }
            };
            let place = |word: &Word| grammar.wish_place(goal.terminal, word.terminal);
            let places: Vec<_> = path.words.iter().map(place).collect();
            self.insert(piece, &path.words, &places);
            return Some(Outcome::LookAgain);
        }
        None
    }

    /// Records that the search for `goal` hit its limit: what happens next might have been otherwise.
    fn give_up(&mut self, piece: &Piece, goal: Word) {
        self.trace(piece, &Look::GivenUp);
        let cause = self.repair(Repair {
            kind: RepairKind::GivenUp,
            token: piece.token,
            span: self.span_of(piece),
            rejected: Some(goal.terminal),
            inserted: None,
            place: None,
        });
        self.emit(EventKind::GivenUp, None, None, Some(cause));
    }

    /// Inserts virtual tags before the piece.
    fn insert(&mut self, piece: &Piece, words: &[Word], places: &[Option<Place>]) {
        self.trace(piece, &Look::Inserted { words, places });
        for (&word, &place) in words.iter().zip(places) {
            self.parse.work.virtual_tags += 1;
            if let TerminalKind::Start(_) = self.grammar.terminal_kind(word.terminal) {
                self.inserted.insert(word.terminal.index());
                let cause = self.inserted_repair(piece, RepairKind::VirtualStart, word, place);
                self.open(word, None, Some(cause));
            } else {
                let cause = self.inserted_repair(piece, RepairKind::VirtualEnd, word, place);
                self.close(word, None, Some(cause));
            }
        }
    }

    fn inserted_repair(
        &mut self,
        piece: &Piece,
        kind: RepairKind,
        word: Word,
        place: Option<Place>,
    ) -> RepairId {
        let span = self.span_of(piece);
        self.repair(Repair {
            kind,
            token: piece.token,
            span: Span { start: span.start, end: span.start },
            rejected: piece.words.first().map(|word| word.terminal),
            inserted: Some(word.terminal),
            place,
        })
    }

    /// Sets the piece aside: a marked node where the grammar has room for cruft, else only a record.
    pub(super) fn set_aside(&mut self, piece: &Piece, place: Option<Place>) {
        self.trace(piece, &Look::SetAside { place });
        if piece.kind == PieceKind::EndOfFile {
            return;
        }
        let cruft = self.grammar.terminal(TerminalKind::Cruft);
        let word = cruft.map(|terminal| Word { terminal, label: 0 });
        let word = word.filter(|&word| self.recogniser.accepts(word));
        let range = piece.kind.range();
        let cause = self.repair(Repair {
            kind: RepairKind::Cruft,
            token: piece.token,
            span: self.span_of(piece),
            rejected: piece.words.first().map(|word| word.terminal),
            inserted: None,
            place,
        });
        if let Some(word) = word {
            self.advance(word);
        }
        self.emit(EventKind::Cruft(range), word, Some(piece.token), Some(cause));
    }

    /// Where the piece stands in the text.
    fn span_of(&self, piece: &Piece) -> Span {
        piece_span(&self.parse.tokens[piece.token.index()], piece.kind.range())
    }
}
