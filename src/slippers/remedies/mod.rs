//! The treatment of a rejected token: the remedies of its terminal, best first.
//!
//! An [`Attempt`] moves the [`Cursor`] and records its actions for the piece in [`Settling`]; it
//! can change nothing else. Its [`Outcome`] says how the piece continues. `None` means that it does
//! not apply; then the open elements have not changed.
//!
//! Read next: `grant` for inserting tags, `adopt` for the adoption agency algorithm, `edits` for
//! other moves of open elements, `rewrite` for replacing the token. `tests` has a toy grammar for
//! each, and the open elements before and after.

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

/// A fingerprint that changes whenever a remedy has an effect. If it does not change, the remedy
/// does not apply: otherwise, trying the token again would loop for ever.
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

/// Reports whether a remedy is one of a series. Those of a start tag are done in the order of their
/// lines, each at most once. After one of them, those above it are no longer available. So the
/// standard closes an open `<li>`, then a `<p>`, and does not look for an `<li>` again (13.2.6.4.7,
/// start tag "li").
fn is_one_of_a_series(line: &RemedyLine) -> bool {
    matches!(line.remedy, CompiledRemedy::Close(_, Some(_)))
}

/// Does the first remedy that applies. Of the words that the token may be, those without a
/// namespace come first.
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

/// Handles the end of the input, which cannot be set aside, if no remedy applies. Combines wishes
/// and remedies: grants what the current element lacks, and then the lines continue with its end
/// tag.
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
    /// Does what a line demands, if that is possible.
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

    /// Reopens the pending formatting elements, if the piece is in the grammar's `reopen` set.
    fn reopen(&mut self) -> Option<Outcome> {
        let asks = |&word: &Word| self.cursor.reopens_before(self.token, word);
        self.token.piece.words.iter().any(asks).then(|| {
            self.token.note_reopening();
            self.cursor.reopen(&self.token.piece);
            Outcome::LookAgain
        })
    }
}

/// Traces the rejection of a piece; costs nothing without an observer.
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
