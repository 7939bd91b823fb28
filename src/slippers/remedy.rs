//! What is done with a rejected token: the remedies of its terminal, best first.

use super::classify::{Piece, PieceKind};
use super::event::{EventKind, Repair, RepairId, RepairKind, piece_span};
use super::trace::{Look, Settled};
use super::{REOPENINGS, Slippers};
use crate::base::{BitRow, Span};
use crate::earley::{Condition, Guard, NoPath, Path, TerminalId, Word};
use crate::grammar::ast::Place;
use crate::grammar::model::Rewriting;
use crate::grammar::{Action, Insert, RemedyLine, TerminalKind};
use std::cell::OnceCell;

/// What a remedy led to.
pub(super) enum Outcome {
    /// Tags were inserted, or the token was made another one; it is looked at again.
    LookAgain,
    /// The token has done what it could and leaves no node of its own.
    Done,
    /// The token is cruft, as the line at this place says, or because nothing applies.
    SetAside(Option<Place>),
}

/// Whether the content has a place for a token, but a context line excludes it there. Worked out
/// when it is first asked; as long as nothing is done, the answer stays the same.
type Excluded = OnceCell<bool>;

/// Whether a remedy is one of a series: those of a start tag are done in the order of their lines,
/// each at most once. When one of them has been done, the ones above it are behind it. So the
/// standard closes an open `<li>`, then a `<p>`, and does not look for an `<li>` again.
fn is_one_of_a_series(line: &RemedyLine) -> bool {
    matches!(line.action, Action::Close(_, Some(_)))
}

impl Slippers<'_> {
    /// Does the first remedy that applies: of the words that the token may be, those of no
    /// namespace first.
    pub(super) fn remedy(&mut self, piece: &mut Piece) -> Outcome {
        self.trace_rejection(piece);
        let excluded = Excluded::default();
        let first = piece.rejected(self.grammar);
        if let Some(outcome) = first.and_then(|word| self.remedy_of(word, piece, &excluded)) {
            return outcome;
        }
        let foreign = |&word: &Word| self.is_of_namespace(word) && Some(word) != first;
        let foreign: Vec<Word> = piece.words.iter().copied().filter(foreign).collect();
        let mut outcomes = foreign.into_iter().map(|word| self.remedy_of(word, piece, &excluded));
        outcomes.find_map(|outcome| outcome).unwrap_or(Outcome::SetAside(None))
    }

    /// Does the first remedy of a word that applies.
    fn remedy_of(
        &mut self,
        rejected: Word,
        piece: &mut Piece,
        excluded: &Excluded,
    ) -> Option<Outcome> {
        for (rank, line) in self.grammar.remedies(rejected.terminal).iter().enumerate() {
            let in_turn = !is_one_of_a_series(line) || rank >= self.spent;
            if !in_turn || !self.applies(line, piece, excluded) {
                continue;
            }
            let before = self.progress();
            let outcome = match self.attempt(line, piece) {
                Some(Outcome::LookAgain) if self.progress() == before => None,
                outcome => outcome,
            };
            if outcome.is_none() {
                self.trace(piece, &Look::Passed { place: line.place });
                continue;
            }
            self.trace(piece, &Look::Applied { place: line.place });
            if piece.is_start() && is_one_of_a_series(line) {
                self.spent = rank + 1;
            }
            return outcome;
        }
        None
    }

    /// Values of which one changes whenever a remedy does something. If none has changed, the
    /// remedy does not apply: to look at the token again would go on for ever.
    fn progress(&self) -> (usize, bool, Option<RepairId>) {
        (self.events, self.waived, self.rewritten)
    }

    /// Whether the conditions of a line hold.
    fn applies(&self, line: &RemedyLine, piece: &Piece, excluded: &Excluded) -> bool {
        let here = line.within.as_ref().is_none_or(|kinds| {
            self.frame().kind().is_some_and(|kind| kinds.contains(kind.index()))
        });
        // An element that a group of the grammar reads apart has a word for each.
        let excludes = |&word: &Word| {
            self.recogniser.has_place(word) && !self.recogniser.accepts(word)
                || self.pending_excludes(word)
        };
        let is_excluded = || {
            let is = || !self.waived && piece.words.iter().any(excludes);
            *excluded.get_or_init(is)
        };
        let open = |terminal: TerminalId| self.takes_word(Word::plain(terminal));
        here && (!line.excluded || is_excluded())
            && line.guards.iter().all(|&guard| self.holds(guard))
            && line.wherever.is_none_or(open)
    }

    /// Whether the content has no place for a word, but has one for text, and the grammar says that
    /// such a token becomes text.
    pub(super) fn becomes_text(&self, word: Word, piece: &Piece) -> bool {
        let is_made_text = |line: &RemedyLine| {
            matches!(line.action, Action::Rewrite(Rewriting::Text(_)))
                && self.applies(line, piece, &Excluded::default())
        };
        self.acceptable_as(TerminalKind::Text).is_some()
            && self.grammar.remedies(word.terminal).iter().any(is_made_text)
    }

    pub(super) fn is_of_namespace(&self, word: Word) -> bool {
        self.grammar.readings().is_foreign(word.terminal)
    }

    /// Whether a guard holds in the current frame.
    pub(super) fn holds(&self, guard: Guard) -> bool {
        let is = match guard.condition {
            Condition::Label(label) => self.frame().has_label(label),
            Condition::Flag(flag) => self.recogniser.is_on(flag),
        };
        is != guard.negated
    }

    /// Does what a line says, if it can be done.
    fn attempt(&mut self, line: &RemedyLine, piece: &mut Piece) -> Option<Outcome> {
        match &line.action {
            Action::Insert(insert) => {
                let word = self.insertable(insert)?;
                self.insert(piece, &[word], &[Some(line.place)]);
                Some(Outcome::LookAgain)
            }
            Action::Grant => self.grant(piece),
            Action::Drop => Some(Outcome::SetAside(Some(line.place))),
            Action::Ignore => {
                self.trace(piece, &Look::Settled { how: Settled::Ignored, places: &[line.place] });
                Some(Outcome::Done)
            }
            Action::Admit => {
                self.trace(piece, &Look::Settled { how: Settled::Admitted, places: &[line.place] });
                // It is read as it stands.
                (self.waived, self.reopenings) = (true, REOPENINGS);
                Some(Outcome::LookAgain)
            }
            Action::Close(tags, unless) => {
                let word = match unless {
                    Some(unless) => self.close_down(piece, &tags.tags, unless, line.place)?,
                    None => self.close_one_of(piece, &tags.tags)?,
                };
                if !piece.words.contains(&word) {
                    self.insert(piece, &[word], &[Some(line.place)]);
                }
                Some(Outcome::LookAgain)
            }
            Action::Adopt(scope) => self.adopt(piece, scope, line.place),
            Action::Reopen => {
                let pending = piece.words.iter().any(|&word| self.reopens_before(word));
                pending.then(|| self.reopen(piece.token, self.span_of(piece)))?;
                Some(Outcome::LookAgain)
            }
            Action::Unlink(scope) => self.unlink(piece, scope, line.place),
            Action::Retract(kinds) => self.retract(piece, kinds, line.place),
            Action::Merge => self.merge(piece, line.place),
            Action::Rewrite(rewriting) => self.rewrite(piece, rewriting, line.place),
        }
    }

    /// Makes the token another one; at most once, since a token that was rewritten has no other
    /// name.
    fn rewrite(
        &mut self,
        piece: &mut Piece,
        rewriting: &Rewriting,
        place: Place,
    ) -> Option<Outcome> {
        if self.rewritten.is_some() {
            return None;
        }
        match rewriting {
            Rewriting::Start(terminals) => {
                piece.words = terminals.iter().copied().map(Word::plain).collect();
                piece.kind = PieceKind::Start;
            }
            Rewriting::Ends(tags) => {
                let word = self.close_one_of(piece, tags)?;
                piece.words = vec![word].into();
                piece.kind = PieceKind::End;
            }
            Rewriting::Text(text) => return self.read_instead(piece, text, place),
        }
        self.rewritten = Some(self.edit_repair(piece, RepairKind::Rewritten, place));
        Some(Outcome::LookAgain)
    }

    /// Reads text instead of each character of the piece.
    fn read_instead(&mut self, piece: &Piece, text: &str, place: Place) -> Option<Outcome> {
        let word = self.acceptable_as(TerminalKind::Text)?;
        let cause = self.edit_repair(piece, RepairKind::Rewritten, place);
        let length = self.text_of(piece).chars().count();
        let location = self.insertion_location(word.terminal);
        self.advance(word);
        self.parse.strings.push(text.repeat(length));
        let number = u32::try_from(self.parse.strings.len() - 1).unwrap_or(u32::MAX);
        let kind = EventKind::Instead(number);
        self.leaves += 1;
        self.emit_at(kind, Some(word), Some(piece.token), Some(cause), (location, None));
        Some(Outcome::Done)
    }

    /// Closes what is inside the innermost element that one of these end tags names, and returns
    /// that end tag. Does nothing if an element of `unless` is inside it.
    fn close_down(
        &mut self,
        piece: &Piece,
        tags: &[TerminalId],
        unless: &BitRow,
        place: Place,
    ) -> Option<Word> {
        let (depth, word) = self.open_ends(tags).max()?;
        if self.innermost_of(unless) > Some(depth) {
            return None;
        }
        while self.open_elements.depth() > depth {
            let end = self.current_end()?;
            self.insert(piece, &[end], &[Some(place)]);
        }
        Some(word)
    }

    /// Makes the end tag among these acceptable whose element is the innermost one that its wishes
    /// can close.
    fn close_one_of(&mut self, piece: &Piece, tags: &[TerminalId]) -> Option<Word> {
        let mut open: Vec<(usize, Word)> = self.open_ends(tags).collect();
        open.sort_by_key(|&(depth, word)| (std::cmp::Reverse(depth), word.terminal));
        open.into_iter().map(|(_, word)| word).find(|&word| {
            self.soft(word).is_some()
                || self.recogniser.accepts(word)
                || self.grant_cheapest(piece, [word].into_iter())
        })
    }

    /// Those of some end tags that name open elements, each with the depth of the innermost one.
    fn open_ends(&self, tags: &[TerminalId]) -> impl Iterator<Item = (usize, Word)> {
        tags.iter().filter_map(|&tag| {
            let word = Word::plain(tag);
            self.recogniser.innermost_closed_by(word).map(|depth| (depth, word))
        })
    }

    /// The first of the tags that is acceptable here; a start tag only once for one token.
    fn insertable(&self, insert: &Insert) -> Option<Word> {
        if self.undecided.is_empty() && !self.recogniser.has_place_among(&insert.row) {
            return None;
        }
        let fresh = insert.tags.iter().filter(|tag| !self.inserted.contains(tag));
        let mut words = fresh.map(|&terminal| match self.grammar.terminal_kind(terminal) {
            TerminalKind::End(_) => Word { terminal, label: self.frame().label() },
            _ => Word::plain(terminal),
        });
        words.find(|&word| self.takes_word(word))
    }

    /// Grants the cheapest wishes after which a reading of the piece is acceptable.
    fn grant(&mut self, piece: &Piece) -> Option<Outcome> {
        let readings = self.grammar.readings();
        let goals = |foreign: bool| {
            let is = move |word: &Word| readings.is_foreign(word.terminal) == foreign;
            piece.words.iter().copied().filter(is)
        };
        let foreign_first = !piece.is_start();
        if self.grant_cheapest(piece, goals(foreign_first)) {
            return Some(Outcome::LookAgain);
        }
        if let Some(goal) = goals(!foreign_first).find(|&goal| self.soft(goal).is_some()) {
            return self.grant_softly(piece, goal);
        }
        self.grant_cheapest(piece, goals(!foreign_first)).then_some(Outcome::LookAgain)
    }

    /// Grants the wishes of the goal for which they cost least, if there is one.
    fn grant_cheapest(&mut self, piece: &Piece, goals: impl Iterator<Item = Word>) -> bool {
        let mut best: Option<(Path, Word)> = None;
        for goal in goals {
            let Some(path) = self.cheapest(piece, goal) else { continue };
            let cost = |path: &Path| (path.cost, path.words.len());
            if best.as_ref().is_none_or(|(least, _)| cost(&path) < cost(least)) {
                best = Some((path, goal));
            }
        }
        let Some((path, goal)) = best else { return false };
        self.keeps_markers = self.ends_lasting(goal);
        self.insert(piece, &path.words, &self.wish_places(&path.words, goal));
        self.keeps_markers = false;
        true
    }

    /// Where the grammar permits each of the words for the sake of `goal`.
    pub(super) fn wish_places(&self, words: &[Word], goal: Word) -> Vec<Option<Place>> {
        words.iter().map(|word| self.grammar.wish_place(goal.terminal, word.terminal)).collect()
    }

    /// Inserts the tags that a soft end tag needs, up to the last one that opens something. The
    /// ones behind that would only close elements for its sake, and a soft end leaves those open.
    fn grant_softly(&mut self, piece: &Piece, goal: Word) -> Option<Outcome> {
        let grammar = self.grammar;
        let path = self.cheapest(piece, goal)?;
        let opens = |word: &Word| !grammar.rules().closes(word.terminal);
        let needed = path.words.iter().rposition(opens).map_or(0, |last| last + 1);
        let (words, left_open) = path.words.split_at(needed);
        if !words.is_empty() {
            self.insert(piece, words, &self.wish_places(words, goal));
        }
        self.trace_soft_end(piece, left_open, goal);
        self.end_softly(goal, piece.token);
        Some(Outcome::Done)
    }

    /// The cheapest wishes for a goal; that a search was given up is recorded.
    fn cheapest(&mut self, piece: &Piece, goal: Word) -> Option<Path> {
        match self.recogniser.cheapest(self.grammar.wishes(goal.terminal)?, goal) {
            Ok(path) => Some(path),
            Err(NoPath::Hopeless) => None,
            Err(NoPath::GivenUp) => {
                self.give_up(piece, goal);
                None
            }
        }
    }

    /// Whether `goal` is the end tag of a `lasting` element, whose marker leaves the list of
    /// formatting elements only by that tag, when it is in the input.
    fn ends_lasting(&self, goal: Word) -> bool {
        let depth = self.recogniser.innermost_closed_by(goal);
        let open = depth.and_then(|depth| self.open_elements.at(depth));
        let lasting = |kind: usize| {
            self.formatting().is_some_and(|formatting| formatting.lasting.contains(kind))
        };
        open.is_some_and(|open| lasting(open.kind.index()))
    }

    /// Reads a zero-width terminal.
    fn mark(&mut self, word: Word) {
        if self.is_decided_by(word) {
            self.decide();
        } else {
            self.advance(word);
            self.emit(EventKind::Mark, Some(word), None, None);
        }
        self.turn_latches(word.terminal);
    }

    /// Records that the search for `goal` hit its limit. With more time it might have found tags to
    /// insert, so what happens next may not be what the grammar asks for.
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
            match self.grammar.terminal_kind(word.terminal) {
                TerminalKind::Start(_) => {
                    self.inserted.push(word.terminal);
                    let cause = self.inserted_repair(piece, RepairKind::VirtualStart, word, place);
                    self.open(word, cause);
                }
                TerminalKind::Mark(_) => self.mark(word),
                _ => match self.open_elements.current().and_then(|open| open.soft_end) {
                    Some(token) => self.close(word, Some(token), None),
                    None => {
                        let cause =
                            self.inserted_repair(piece, RepairKind::VirtualEnd, word, place);
                        self.close(word, None, Some(cause));
                    }
                },
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
            rejected: piece.rejected(self.grammar).map(|word| word.terminal),
            inserted: Some(word.terminal),
            place,
        })
    }

    /// Sets the piece aside: a marked node where the grammar has room for cruft, else only a
    /// record.
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
            rejected: piece.rejected(self.grammar).map(|word| word.terminal),
            inserted: None,
            place,
        });
        if let Some(word) = word {
            self.advance(word);
            self.leaves += 1;
        }
        self.emit(EventKind::Cruft(range), word, Some(piece.token), Some(cause));
    }

    /// Where the piece stands in the text.
    pub(super) fn span_of(&self, piece: &Piece) -> Span {
        match (piece.kind.range(), self.parse.tokens.get(piece.token.index())) {
            (Some(range), Some(token)) => piece_span(token, Some(range)),
            _ => self.parse.tokens.span(piece.token.index()),
        }
    }
}
