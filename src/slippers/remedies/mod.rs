//! The treatment of a rejected token: the remedies of its terminal, best first.
//!
//! An [`Attempt`] moves the [`Cursor`] and records its actions for the piece in [`PieceTask`]; it
//! can change nothing else. Its [`RemedyOutcome`] says how the piece continues. `None` means that
//! it does not apply; then the open elements have not changed.
//!
//! A remedy of a grammar file is a `RemedyOf` of the syntax tree. `syntax::lower` reads it,
//! `compile::tables` resolves its names, and [`Attempt`] has an arm for it.
//!
//! Read next: `grant` for inserting tags, `adopt` for the adoption agency algorithm, `edits` for
//! other moves of open elements, `rewrite` for replacing the token. `tests` has a toy grammar for
//! each, and the open elements before and after.

mod adopt;
mod attempt;
mod edits;
mod grant;
mod outcome;
mod repeat;
mod rewrite;
#[cfg(test)]
mod tests;

use super::cursor::Cursor;
use super::event::RepairId;
use super::judgement::Excluded;
use super::piece::{PieceKind, PieceTask};
use super::trace::{TraceRecord, UnrecordedAction};
use crate::earley::Word;
use crate::grammar::{CompiledRemedy, RemedyLine};
use attempt::Attempt;
pub(super) use outcome::RemedyOutcome;
use repeat::RoundNotes;

/// A fingerprint that changes whenever a remedy has an effect. If it does not change, the remedy
/// does not apply: otherwise, trying the token again would loop for ever.
#[derive(PartialEq, Eq)]
struct RemedyProgress {
    events: usize,
    waived: bool,
    rewritten: Option<RepairId>,
}

impl RemedyProgress {
    fn of(cursor: &Cursor, task: &PieceTask) -> Self {
        let &PieceTask { waived, rewritten, .. } = task;
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

/// Reports whether the decision for a remedy depends on nothing but the open frames, as long as no
/// formatting element is pending.
const fn depends_on_frames(remedy: &CompiledRemedy) -> bool {
    matches!(
        remedy,
        CompiledRemedy::Insert(_)
            | CompiledRemedy::Grant
            | CompiledRemedy::Close(..)
            | CompiledRemedy::Cruft
            | CompiledRemedy::Reopen
    )
}

/// Does the first remedy that applies. If an earlier round was in an equal situation, repeats its
/// decision.
pub(super) fn remedy<'a>(cursor: &mut Cursor<'a>, task: &mut PieceTask<'a>) -> RemedyOutcome {
    let mut notes = RoundNotes::new(cursor, task);
    if let Some(outcome) = notes.repeat(cursor, task) {
        return outcome;
    }
    trace_rejection(cursor, task);
    let outcome = first_remedy(cursor, task, &mut notes);
    notes.remember(cursor, task, &outcome);
    outcome
}

/// Does the first remedy that applies. Of the words that the token may be, those without a
/// namespace come first.
fn first_remedy<'a>(
    cursor: &mut Cursor<'a>,
    task: &mut PieceTask<'a>,
    notes: &mut RoundNotes,
) -> RemedyOutcome {
    let excluded = Excluded::default();
    let first = task.piece.rejected(cursor.grammar);
    if let Some(word) = first
        && let Some(outcome) = remedy_of(word, cursor, (task, notes), &excluded)
    {
        return outcome;
    }
    let words = task.piece.words.iter().copied();
    let foreign: Vec<Word> = words.filter(|&word| cursor.is_of_namespace(word)).collect();
    for word in foreign {
        if Some(word) != first
            && let Some(outcome) = remedy_of(word, cursor, (task, notes), &excluded)
        {
            return outcome;
        }
    }
    grant_before_the_end(cursor, task, notes).unwrap_or(RemedyOutcome::SetAside(None))
}

/// Handles the end of the input, which cannot be set aside, if no remedy applies. Combines wishes
/// and remedies: grants what the current element lacks, and then the lines continue with its end
/// tag.
fn grant_before_the_end<'a>(
    cursor: &mut Cursor<'a>,
    task: &mut PieceTask<'a>,
    notes: &mut RoundNotes,
) -> Option<RemedyOutcome> {
    if task.piece.kind != PieceKind::EndOfFile {
        return None;
    }
    let goal = *task.piece.words.first()?;
    let place = cursor.grammar.remedies(goal.terminal).next()?.place;
    Attempt { cursor, task, notes, place }.complete_current(goal)
}

/// Does the first remedy of a word that applies.
fn remedy_of<'a>(
    rejected: Word,
    cursor: &mut Cursor<'a>,
    (task, notes): (&mut PieceTask<'a>, &mut RoundNotes),
    excluded: &Excluded,
) -> Option<RemedyOutcome> {
    let mut lines = cursor.grammar.remedies(rejected.terminal).enumerate();
    lines.find_map(|(rank, line)| try_line((rank, line), cursor, (task, notes), excluded))
}

/// Does the remedy of a line, given with its rank, if it applies.
fn try_line<'a>(
    (rank, line): (usize, &RemedyLine),
    cursor: &mut Cursor<'a>,
    (task, notes): (&mut PieceTask<'a>, &mut RoundNotes),
    excluded: &Excluded,
) -> Option<RemedyOutcome> {
    let (place, is_one_of_a_series) = (line.place, is_one_of_a_series(line));
    let in_turn = !is_one_of_a_series || rank >= task.spent;
    if !in_turn || !cursor.applies(line, task, excluded) {
        return None;
    }
    let before = RemedyProgress::of(cursor, task);
    let outcome = Attempt { cursor, task, notes, place }.attempt(&line.remedy);
    if outcome.is_none()
        || outcome == Some(RemedyOutcome::Retry) && RemedyProgress::of(cursor, task) == before
    {
        cursor.trace(&task.piece, || TraceRecord::Passed { place });
        return None;
    }
    cursor.trace(&task.piece, || TraceRecord::Applied { place });
    if task.piece.is_start() && is_one_of_a_series {
        task.spent = rank + 1;
    }
    outcome
}

impl Attempt<'_, '_> {
    /// Does what a line demands, if that is possible.
    fn attempt(&mut self, remedy: &CompiledRemedy) -> Option<RemedyOutcome> {
        if !depends_on_frames(remedy) {
            self.notes.note_other();
        }
        match remedy {
            CompiledRemedy::Insert(insert) => self.insert_one_of(insert),
            CompiledRemedy::Grant => self.grant(),
            CompiledRemedy::Cruft => Some(RemedyOutcome::SetAside(Some(self.place))),
            CompiledRemedy::Discard => {
                self.settle(UnrecordedAction::Ignored);
                self.cursor.ignore(&self.task.piece);
                Some(RemedyOutcome::Done)
            }
            CompiledRemedy::Admit => {
                self.settle(UnrecordedAction::Admitted);
                self.task.admit();
                Some(RemedyOutcome::Retry)
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

    /// Traces that this line settles the piece without a record.
    fn settle(&mut self, how: UnrecordedAction) {
        let place = self.place;
        self.trace(|| TraceRecord::Settled { how, places: vec![place] });
    }

    /// Reopens the pending formatting elements, if the piece is in the grammar's `reopen` set.
    fn reopen(&mut self) -> Option<RemedyOutcome> {
        let mut words = self.task.piece.words.iter();
        if !words.any(|&word| self.cursor.reopens_before(self.task, word)) {
            return None;
        }
        self.task.note_reopening();
        self.cursor.reopen(&self.task.piece);
        Some(RemedyOutcome::Retry)
    }
}

/// Traces the rejection of a piece; costs nothing without an observer.
fn trace_rejection<'a>(cursor: &mut Cursor<'a>, task: &PieceTask<'a>) {
    if !cursor.is_traced() {
        return;
    }
    let (piece, refusal) = (&task.piece, cursor.refusal_of(task));
    let acceptable = cursor.recogniser.expected();
    let terminal = piece.rejected(cursor.grammar).map(|word| word.terminal);
    let inside = cursor.current();
    cursor.trace(piece, || TraceRecord::Rejected { terminal, inside, acceptable, refusal });
    cursor.offer_rejection(task);
}
