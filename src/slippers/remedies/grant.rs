//! Remedies that insert tags.

use super::attempt::{Attempt, Outcome};
use crate::base::BitRow;
use crate::earley::{NoPath, Path, TerminalId, Word};
use crate::grammar::ast::Place;
use crate::grammar::{Insert, TerminalKind};
use crate::slippers::cursor::{Cursor, VirtualTag};
use crate::slippers::event::{Event, EventKind, Repair, RepairKind};
use crate::slippers::trace::{Look, Settled};
use std::cmp::Reverse;

impl Attempt<'_, '_> {
    /// Inserts the first of some tags that is acceptable here; a start tag only once for one token.
    pub(super) fn insert_one_of(&mut self, insert: &Insert) -> Option<Outcome> {
        let Self { cursor, token, .. } = self;
        if !cursor.may_take_one_of(&insert.row) {
            return None;
        }
        let fresh = insert.tags.iter().filter(|tag| !token.inserted.contains(tag));
        let mut words = fresh.map(|&terminal| match cursor.grammar.terminal_kind(terminal) {
            TerminalKind::End(_) => Word { terminal, label: cursor.frame().label() },
            _ => Word::plain(terminal),
        });
        let word = words.find(|&word| cursor.takes_word(word))?;
        self.insert_here(word);
        Some(Outcome::LookAgain)
    }

    /// Inserts a tag that this line permits.
    fn insert_here(&mut self, word: Word) {
        let tag = VirtualTag { word, place: Some(self.place), keeps_marker: false };
        self.insert(&[tag], None);
    }

    /// Inserts virtual tags before the piece, possibly as the wishes of a goal.
    fn insert(&mut self, tags: &[VirtualTag], goal: Option<Word>) {
        if self.cursor.is_traced() {
            let words: Vec<Word> = tags.iter().map(|tag| tag.word).collect();
            let places: Vec<Option<Place>> = tags.iter().map(|tag| tag.place).collect();
            let goal = goal.map(|goal| goal.terminal);
            self.trace(&Look::Inserted { words: &words, places: &places, goal });
        }
        for tag in tags {
            self.cursor.insert(self.token, *tag);
        }
    }

    /// Closes the innermost element that one of some end tags names. With `unless`, it closes
    /// everything inside except an element of `unless`; without it, it uses the wishes of the end
    /// tag. If the piece itself is that end tag, the piece closes the element; otherwise the tag is
    /// inserted, too.
    pub(super) fn close(
        &mut self,
        tags: &[TerminalId],
        unless: Option<&BitRow>,
    ) -> Option<Outcome> {
        let word = match unless {
            Some(unless) => self.close_down(tags, unless)?,
            None => self.close_one_of(tags)?,
        };
        if !self.token.piece.words.contains(&word) {
            self.insert_here(word);
        }
        Some(Outcome::LookAgain)
    }

    /// Closes everything inside the innermost element that one of these end tags names, and returns
    /// that end tag. Does nothing if an element of `unless` is inside it.
    fn close_down(&mut self, tags: &[TerminalId], unless: &BitRow) -> Option<Word> {
        let (depth, word) = open_ends(self.cursor, tags).max()?;
        if self.cursor.innermost_of(unless) > Some(depth) {
            return None;
        }
        while self.cursor.stack.depth() > depth {
            let end = self.cursor.current_end()?;
            self.insert_here(end);
        }
        Some(word)
    }

    /// Makes one of these end tags acceptable. Chooses the one with the innermost element that its
    /// wishes can close.
    pub(super) fn close_one_of(&mut self, tags: &[TerminalId]) -> Option<Word> {
        let mut open: Vec<(usize, Word)> = open_ends(self.cursor, tags).collect();
        open.sort_by_key(|&(depth, word)| (Reverse(depth), word.terminal));
        open.into_iter().map(|(_, word)| word).find(|&word| {
            self.cursor.soft(word).is_some()
                || self.cursor.recogniser.accepts(word)
                || self.grant_cheapest(&[word])
        })
    }

    /// Grants the cheapest wishes after which a reading of the piece is acceptable. For an end tag,
    /// foreign readings are tried first.
    pub(super) fn grant(&mut self) -> Option<Outcome> {
        let words = self.token.piece.words.iter().copied();
        let is_first =
            |&word: &Word| self.cursor.is_of_namespace(word) != self.token.piece.is_start();
        let (first, second): (Vec<Word>, Vec<Word>) = words.partition(is_first);
        if self.grant_cheapest(&first) {
            return Some(Outcome::LookAgain);
        }
        if let Some(&goal) = second.iter().find(|&&goal| self.cursor.soft(goal).is_some()) {
            return self.grant_softly(goal);
        }
        self.grant_cheapest(&second).then_some(Outcome::LookAgain)
    }

    /// Grants the wishes of the goal with the lowest cost, and reports whether there is one.
    fn grant_cheapest(&mut self, goals: &[Word]) -> bool {
        let found = goals.iter().filter_map(|&goal| Some((self.cheapest(goal)?, goal)));
        let Some((path, goal)) = found.min_by_key(|(path, _)| (path.cost, path.words.len())) else {
            return false;
        };
        let keeps_marker = ends_lasting(self.cursor, goal);
        self.insert(&wishes(self.cursor, &path.words, goal, keeps_marker), Some(goal));
        true
    }

    /// Handles the end of the input, which is `goal`. Inserts the cheapest tags of its wishes and
    /// lines after which the end tag of the current element is acceptable, if that is among them.
    pub(super) fn grant_what_lacks(mut self, goal: Word) -> Option<Outcome> {
        let row = self.cursor.grammar.virtual_before_end()?;
        let end = self.cursor.current_end().filter(|end| row.cost(end.terminal).is_some())?;
        let found = self.cursor.cheapest_by(row, end);
        let path = self.found(found, goal)?;
        if path.words.is_empty() {
            return None;
        }
        self.insert(&wishes(self.cursor, &path.words, goal, false), Some(goal));
        Some(Outcome::LookAgain)
    }

    /// Inserts the tags that a soft end tag needs, up to the last one that opens an element. Later
    /// ones would only close elements for its sake, and a soft end leaves those open.
    fn grant_softly(&mut self, goal: Word) -> Option<Outcome> {
        let path = self.cheapest(goal)?;
        let grammar = self.cursor.grammar;
        let opens = |word: &Word| !grammar.rules().closes(word.terminal);
        let needed = path.words.iter().rposition(opens).map_or(0, |last| last + 1);
        let (needed, left_open) = path.words.split_at(needed);
        if !needed.is_empty() {
            self.insert(&wishes(self.cursor, needed, goal, false), Some(goal));
        }
        // The cited lines are the soft statement, and the wishes that would close the elements left
        // open.
        let soft = grammar.soft().map(|soft| soft.place);
        let closing = wishes(self.cursor, left_open, goal, false);
        let closing = closing.into_iter().filter_map(|tag| tag.place);
        let mut places: Vec<Place> = soft.into_iter().chain(closing).collect();
        places.dedup();
        self.trace(&Look::Settled { how: Settled::EndedSoftly, places: &places });
        self.cursor.end_softly(goal, self.token.piece.token);
        Some(Outcome::Done)
    }

    /// Returns the cheapest wishes for a goal; records it if the search is given up.
    fn cheapest(&mut self, goal: Word) -> Option<Path> {
        let found = self.cursor.cheapest(goal)?;
        self.found(found, goal)
    }

    fn found(&mut self, found: Result<Path, NoPath>, goal: Word) -> Option<Path> {
        match found {
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
        self.trace(&Look::GivenUp);
        let repair = self.cursor.repair_of(&self.token.piece, RepairKind::GivenUp);
        let cause = Some(self.cursor.record(Repair { rejected: Some(goal.terminal), ..repair }));
        self.cursor.leaf(&Event { cause, ..Event::of(EventKind::GivenUp) }, false);
    }
}

/// Returns those of some end tags that name open elements, each with the depth of the innermost
/// one.
fn open_ends(cursor: &Cursor, tags: &[TerminalId]) -> impl Iterator<Item = (usize, Word)> {
    tags.iter().filter_map(|&tag| {
        let word = Word::plain(tag);
        cursor.recogniser.innermost_closed_by(word).map(|depth| (depth, word))
    })
}

/// Returns the words that are granted for the sake of `goal`, each with the line that permits it.
fn wishes(cursor: &Cursor, words: &[Word], goal: Word, keeps_marker: bool) -> Vec<VirtualTag> {
    let place = |word: Word| {
        let wished = cursor.grammar.wish_place(goal.terminal, word.terminal);
        wished.or_else(|| cursor.grammar.inserting(goal.terminal, word.terminal))
    };
    let tag = |&word: &Word| VirtualTag { word, place: place(word), keeps_marker };
    words.iter().map(tag).collect()
}

/// Reports whether `goal` is the end tag of a `lasting` element. The marker of that element leaves
/// the list of active formatting elements only by that physical tag.
fn ends_lasting(cursor: &Cursor, goal: Word) -> bool {
    let depth = cursor.recogniser.innermost_closed_by(goal);
    let open = depth.and_then(|depth| cursor.stack.at(depth));
    let lasting = cursor.formatting().map(|formatting| &formatting.lasting);
    open.is_some_and(|open| lasting.is_some_and(|kinds| kinds.contains(open.kind.index())))
}
