//! Remedies that insert tags.

use super::attempt::Attempt;
use super::outcome::RemedyOutcome;
use crate::base::BitRow;
use crate::earley::{NoPath, Path, TerminalId, Word};
use crate::grammar::ast::FileSpan;
use crate::grammar::{Insert, TerminalKind};
use crate::slippers::cursor::{Cursor, VirtualTag};
use crate::slippers::event::{Event, EventKind, Repair, RepairKind};
use crate::slippers::trace::{TraceRecord, UnrecordedAction};
use std::cmp::Reverse;

impl Attempt<'_, '_> {
    /// Inserts the first of some tags that is acceptable here; a start tag only once for one token.
    pub(super) fn insert_one_of(&mut self, insert: &Insert) -> Option<RemedyOutcome> {
        if !self.cursor.may_take_one_of(&insert.row) {
            return None;
        }
        let end = self.cursor.current_end();
        for &terminal in &insert.tags {
            if self.task.inserted.contains(&terminal) {
                continue;
            }
            let word = match (self.cursor.grammar.terminal_kind(terminal), end) {
                (TerminalKind::End(_), Some(end)) if end.terminal == terminal => end,
                // Of all end tags, only that of the current element is acceptable.
                (TerminalKind::End(_), _) => continue,
                _ => Word::plain(terminal),
            };
            if self.cursor.takes_word(word) {
                self.insert_here(word);
                return Some(RemedyOutcome::Retry);
            }
        }
        None
    }

    /// Inserts a tag that this line permits.
    fn insert_here(&mut self, word: Word) {
        let tag = VirtualTag { word, place: Some(self.place), keeps_marker: false };
        self.insert(&[tag], None);
    }

    /// Inserts virtual tags before the piece, possibly as the wishes of a goal.
    fn insert(&mut self, tags: &[VirtualTag], goal: Option<Word>) {
        self.trace(|| TraceRecord::Inserted {
            tags: tags.iter().map(|tag| (tag.word, tag.place)).collect(),
            goal: goal.map(|goal| goal.terminal),
        });
        self.notes.note_tags(self.cursor, tags);
        self.cursor.insert_all(self.task, tags.iter().copied());
    }

    /// Closes the innermost element that one of some end tags names. With `unless`, it closes
    /// everything inside except an element of `unless`; without it, it uses the wishes of the end
    /// tag. If the piece itself is that end tag, the piece closes the element; otherwise the tag is
    /// inserted, too.
    pub(super) fn close(
        &mut self,
        tags: &[TerminalId],
        unless: Option<&BitRow>,
    ) -> Option<RemedyOutcome> {
        let word = match unless {
            Some(unless) => match self.close_down(tags, unless)? {
                Some(word) => word,
                // The wishes of an outer element may still close the innermost one that remains.
                None => return Some(RemedyOutcome::Retry),
            },
            None => self.close_one_of(tags)?,
        };
        if !self.task.piece.words.contains(&word) {
            self.insert_here(word);
        }
        Some(RemedyOutcome::Retry)
    }

    /// Closes everything inside the innermost element that one of these end tags names, and returns
    /// that end tag. Does nothing if an element of `unless` is inside it. Stops, and returns
    /// `Some(None)`, at an element that lacks required content which no wish inserts.
    fn close_down(&mut self, tags: &[TerminalId], unless: &BitRow) -> Option<Option<Word>> {
        let (depth, word) = self.open_ends(tags).max()?;
        if self.cursor.recogniser.has_inside(unless, depth) {
            return None;
        }
        while self.cursor.stack.depth() > depth {
            let end = self.cursor.current_end()?;
            if !self.complete(end) {
                return Some(None);
            }
            self.insert_here(end);
        }
        Some(if self.complete(word) { Some(word) } else { None })
    }

    /// Inserts what the current element lacks before its end tag, and reports whether the end tag
    /// is acceptable then.
    fn complete(&mut self, end: Word) -> bool {
        if self.cursor.recogniser.accepts(end) {
            return true;
        }
        // The search may inspect more frames than those that decide so far.
        self.notes.note_other();
        self.grant_cheapest([end].iter())
    }

    /// Makes one of these end tags acceptable. Chooses the one with the innermost element that its
    /// wishes can close.
    pub(super) fn close_one_of(&mut self, tags: &[TerminalId]) -> Option<Word> {
        let mut open: Vec<(usize, Word)> = self.open_ends(tags).collect();
        open.sort_by_key(|&(depth, word)| (Reverse(depth), word.terminal));
        for (_, word) in open {
            let needs_wishes =
                self.cursor.soft(word).is_none() && !self.cursor.recogniser.accepts(word);
            if !needs_wishes || self.grant_cheapest([word].iter()) {
                return Some(word);
            }
        }
        None
    }

    /// Grants the cheapest wishes after which a reading of the piece is acceptable. For an end tag,
    /// foreign readings are tried first.
    pub(super) fn grant(&mut self) -> Option<RemedyOutcome> {
        let (words, readings) = (self.task.piece.words.clone(), self.cursor.grammar.readings());
        let is_start = self.task.piece.is_start();
        let first = words.iter().filter(|word| readings.is_foreign(word.terminal) != is_start);
        if self.grant_cheapest(first) {
            return Some(RemedyOutcome::Retry);
        }
        let second = words.iter().filter(|word| readings.is_foreign(word.terminal) == is_start);
        if let Some(&goal) = second.clone().find(|&&goal| self.cursor.soft(goal).is_some()) {
            return self.grant_softly(goal);
        }
        if self.grant_cheapest(second) { Some(RemedyOutcome::Retry) } else { None }
    }

    /// Grants the wishes of the goal with the lowest cost, and reports whether there is one.
    fn grant_cheapest<'w>(&mut self, goals: impl Iterator<Item = &'w Word>) -> bool {
        let paths = goals.filter_map(|&goal| Some((self.cheapest(goal)?, goal)));
        let cheapest = paths.min_by_key(|(path, _)| (path.cost, path.words.len()));
        let Some((path, goal)) = cheapest else { return false };
        let keeps_marker = ends_lasting(self.cursor, goal);
        self.insert(&wishes(self.cursor, &path.words, goal, keeps_marker), Some(goal));
        true
    }

    /// Handles the end of the input, which is `goal`. Inserts the cheapest tags of its wishes and
    /// lines after which the end tag of the current element is acceptable, if that is among them.
    pub(super) fn complete_current(mut self, goal: Word) -> Option<RemedyOutcome> {
        let row = self.cursor.grammar.virtual_before_end()?;
        let end = self.cursor.current_end()?;
        row.cost(end.terminal)?;
        let result = self.cursor.cheapest_by(row, end);
        let path = self.path_or_give_up(result, goal)?;
        if path.words.is_empty() {
            return None;
        }
        self.insert(&wishes(self.cursor, &path.words, goal, false), Some(goal));
        Some(RemedyOutcome::Retry)
    }

    /// Inserts the tags that a soft end tag needs, up to the last one that opens an element. Later
    /// ones would only close elements for its sake, and a soft end leaves those open.
    fn grant_softly(&mut self, goal: Word) -> Option<RemedyOutcome> {
        let path = self.cheapest(goal)?;
        let grammar = self.cursor.grammar;
        let last = path.words.iter().rposition(|word| !grammar.rules().closes(word.terminal));
        let needed = if let Some(last) = last { last + 1 } else { 0 };
        let (needed, left_open) = path.words.split_at(needed);
        if !needed.is_empty() {
            self.insert(&wishes(self.cursor, needed, goal, false), Some(goal));
        }
        // The cited lines are the soft statement, and the wishes that would close the elements left
        // open.
        let mut places: Vec<FileSpan> = Vec::new();
        if let Some(soft) = grammar.soft() {
            places.push(soft.place);
        }
        for &word in left_open {
            places.extend(wish_place(self.cursor, word, goal));
        }
        places.dedup();
        self.trace(|| TraceRecord::Settled { how: UnrecordedAction::EndedSoftly, places });
        self.cursor.end_softly(goal, self.task.piece.token);
        Some(RemedyOutcome::Done)
    }

    /// Iterates over those of some end tags that name open elements, each with the depth of the
    /// innermost one.
    fn open_ends(&mut self, tags: &[TerminalId]) -> impl Iterator<Item = (usize, Word)> {
        let words = tags.iter().map(|&tag| Word::plain(tag));
        words.filter_map(|word| Some((self.notes.closed_by(self.cursor, word)?, word)))
    }

    /// Returns the cheapest wishes for a goal; records it if the search is given up.
    fn cheapest(&mut self, goal: Word) -> Option<Path> {
        let result = self.cursor.cheapest(goal)?;
        self.notes.closed_by(self.cursor, goal);
        self.path_or_give_up(result, goal)
    }

    /// Returns the path that a search has found; records it if the search was given up.
    fn path_or_give_up(&mut self, result: Result<Path, NoPath>, goal: Word) -> Option<Path> {
        self.notes.note_search(self.cursor);
        match result {
            Ok(path) => Some(path),
            Err(NoPath::Hopeless) => None,
            Err(NoPath::GivenUp) => {
                self.give_up(goal);
                None
            }
        }
    }

    /// Records that the search for `goal` reached its limit. A longer search might have found tags
    /// to insert, so the outcome may differ from what the grammar demands.
    fn give_up(&mut self, goal: Word) {
        self.trace(|| TraceRecord::GivenUp);
        let repair = self.cursor.repair_of(&self.task.piece, RepairKind::GivenUp);
        let cause = Some(self.cursor.record(Repair { rejected: Some(goal.terminal), ..repair }));
        self.cursor.leaf(&Event { cause, ..Event::of(EventKind::GivenUp) }, false);
    }
}

/// Returns the words that are granted for the sake of `goal`, each with the line that permits it.
fn wishes(cursor: &Cursor, words: &[Word], goal: Word, keeps_marker: bool) -> Vec<VirtualTag> {
    let mut tags = Vec::with_capacity(words.len());
    for &word in words {
        tags.push(VirtualTag { word, place: wish_place(cursor, word, goal), keeps_marker });
    }
    tags
}

/// Returns the line that permits a word for the sake of `goal`.
fn wish_place(cursor: &Cursor, word: Word, goal: Word) -> Option<FileSpan> {
    let wished = cursor.grammar.wish_place(goal.terminal, word.terminal);
    if wished.is_some() { wished } else { cursor.grammar.inserting(goal.terminal, word.terminal) }
}

/// Reports whether `goal` is the end tag of a `lasting` element. The marker of that element leaves
/// the list of active formatting elements only by that physical tag.
fn ends_lasting(cursor: &Cursor, goal: Word) -> bool {
    let Some(depth) = cursor.recogniser.innermost_closed_by(goal) else { return false };
    let Some(open) = cursor.stack.at(depth) else { return false };
    let Some(formatting) = cursor.formatting() else { return false };
    formatting.lasting.contains(open.kind.index())
}
