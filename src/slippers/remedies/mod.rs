//! What is done with a rejected token: the remedies of its terminal, best first.
//!
//! An [`Attempt`] moves the [`Cursor`] and notes in [`Settling`] what the piece has had; there is
//! nothing else that it could change. It tells by its [`Outcome`] how the piece goes on, and by
//! `None` that it does not apply: then what is open is as it was.
//!
//! Read next: `grant` for what inserts tags, `adopt` for the adoption agency, `edits` for what else
//! moves open elements, `rewrite` for what makes the token another one. `tests` has a toy grammar
//! for each, and what is open before and after.

mod adopt;
mod attempt;
mod edits;
mod grant;
mod rewrite;
#[cfg(test)]
mod tests;

use super::cursor::Cursor;
use super::event::RepairId;
use super::judgement::Excluded;
use super::piece::{PieceKind, Settling};
use super::trace::{Look, Settled};
use crate::earley::Word;
use crate::grammar::{CompiledRemedy, RemedyLine};
use attempt::Attempt;
pub(super) use attempt::Outcome;

/// Values of which one changes whenever a remedy does something. If none has changed, the remedy
/// does not apply: to look at the token again would go on for ever.
#[derive(PartialEq, Eq)]
struct Progress {
    events: usize,
    waived: bool,
    rewritten: Option<RepairId>,
}

impl Progress {
    fn of(cursor: &Cursor, token: &Settling) -> Self {
        let &Settling { waived, rewritten, .. } = token;
        Self { events: cursor.events, waived, rewritten }
    }
}

/// Whether a remedy is one of a series: those of a start tag are done in the order of their lines,
/// each at most once. When one of them has been done, the ones above it are behind it. So the
/// standard closes an open `<li>`, then a `<p>`, and does not look for an `<li>` again.
fn is_one_of_a_series(line: &RemedyLine) -> bool {
    matches!(line.remedy, CompiledRemedy::Close(_, Some(_)))
}

/// Does the first remedy that applies: of the words that the token may be, those of no namespace
/// first.
pub(super) fn remedy<'a>(cursor: &mut Cursor<'a>, token: &mut Settling<'a>) -> Outcome {
    trace_rejection(cursor, token);
    let excluded = Excluded::default();
    let first = token.piece.rejected(cursor.grammar);
    if let Some(outcome) = first.and_then(|word| remedy_of(word, cursor, token, &excluded)) {
        return outcome;
    }
    let foreign = |&word: &Word| cursor.is_of_namespace(word) && Some(word) != first;
    let foreign: Vec<Word> = token.piece.words.iter().copied().filter(foreign).collect();
    let mut outcomes = foreign.into_iter().map(|word| remedy_of(word, cursor, token, &excluded));
    let outcome = outcomes.find_map(|outcome| outcome);
    outcome.or_else(|| grant_before_the_end(cursor, token)).unwrap_or(Outcome::SetAside(None))
}

/// What no remedy helps is set aside, but for the end, which cannot be. There wishes and remedies are put together: what the current
/// element lacks is granted, and the lines go on with its end tag.
fn grant_before_the_end<'a>(cursor: &mut Cursor<'a>, token: &mut Settling<'a>) -> Option<Outcome> {
    let is_end = token.piece.kind == PieceKind::EndOfFile;
    let goal = token.piece.words.first().copied().filter(|_| is_end)?;
    let place = cursor.grammar.remedies(goal.terminal).next()?.place;
    Attempt { cursor, token, place }.grant_what_lacks(goal)
}

/// Does the first remedy of a word that applies.
fn remedy_of<'a>(
    rejected: Word,
    cursor: &mut Cursor<'a>,
    token: &mut Settling<'a>,
    excluded: &Excluded,
) -> Option<Outcome> {
    for (rank, line) in cursor.grammar.remedies(rejected.terminal).enumerate() {
        let (place, is_one_of_a_series) = (line.place, is_one_of_a_series(line));
        let in_turn = !is_one_of_a_series || rank >= token.spent;
        if !in_turn || !cursor.applies(line, token, excluded) {
            continue;
        }
        let before = Progress::of(cursor, token);
        let outcome = Attempt { cursor, token, place }.attempt(&line.remedy);
        if outcome.is_none()
            || outcome == Some(Outcome::LookAgain) && Progress::of(cursor, token) == before
        {
            cursor.trace(&token.piece, &Look::Passed { place });
            continue;
        }
        cursor.trace(&token.piece, &Look::Applied { place });
        if token.piece.is_start() && is_one_of_a_series {
            token.spent = rank + 1;
        }
        return outcome;
    }
    None
}

impl Attempt<'_, '_> {
    /// Does what a line says, if it can be done.
    fn attempt(&mut self, remedy: &CompiledRemedy) -> Option<Outcome> {
        match remedy {
            CompiledRemedy::Insert(insert) => self.insert_one_of(insert),
            CompiledRemedy::Grant => self.grant(),
            CompiledRemedy::Cruft => Some(Outcome::SetAside(Some(self.place))),
            CompiledRemedy::Discard => {
                self.trace(&Look::Settled { how: Settled::Ignored, places: &[self.place] });
                self.cursor.ignore(&self.token.piece);
                Some(Outcome::Done)
            }
            CompiledRemedy::Admit => {
                self.trace(&Look::Settled { how: Settled::Admitted, places: &[self.place] });
                self.token.admit();
                Some(Outcome::LookAgain)
            }
            CompiledRemedy::Close(tags, unless) => self.close(&tags.tags, unless.as_ref()),
            CompiledRemedy::Adopt(scope) => self.adopt(scope),
            CompiledRemedy::Reopen => self.reopen(),
            CompiledRemedy::Unlink(scope) => self.unlink(scope),
            CompiledRemedy::Retract(kinds) => self.retract(kinds),
            CompiledRemedy::Merge => self.merge(),
            CompiledRemedy::Rewrite(rewriting) => self.rewrite(rewriting),
        }
    }

    /// Opens the pending formatting elements again, if the piece asks for it.
    fn reopen(&mut self) -> Option<Outcome> {
        let asks = |&word: &Word| self.cursor.reopens_before(self.token, word);
        self.token.piece.words.iter().any(asks).then(|| {
            self.token.note_reopening();
            self.cursor.reopen(&self.token.piece);
            Outcome::LookAgain
        })
    }
}

/// Shows that a piece was rejected; costs nothing when nobody looks.
fn trace_rejection<'a>(cursor: &mut Cursor<'a>, token: &Settling<'a>) {
    if !cursor.is_traced() {
        return;
    }
    let (piece, refusal) = (&token.piece, cursor.refusal_of(token));
    let acceptable = cursor.recogniser.expected();
    let terminal = piece.rejected(cursor.grammar).map(|word| word.terminal);
    let inside = cursor.current();
    cursor.trace(piece, &Look::Rejected { terminal, inside, acceptable: &acceptable, refusal });
    cursor.let_ask(token);
}
