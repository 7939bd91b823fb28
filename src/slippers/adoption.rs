//! Edits of the open elements that are no push or pop: the adoption agency (section 13.2.6.4.7),
//! unlinking, taking back.
//!
//! The recogniser's frames are spliced first: if the grammar has no place for a copy, nothing has
//! changed and the remedy does not apply. The stack beside it and the tree follow, through events.

use super::Slippers;
use super::active::Active;
use super::classify::Piece;
use super::event::{
    Edit, ElementNumber, EventKind, InsertionLocation, Repair, RepairId, RepairKind,
};
use super::likeness::StartTags;
use super::remedy::Outcome;
use super::stack::OpenElement;
use crate::base::BitRow;
use crate::earley::{Refusal, TerminalId, Word};
use crate::grammar::TerminalKind;
use crate::grammar::ast::Place;
use crate::grammar::model::FosterTo;
use std::ops::Range;

/// How often the agency runs for one token, and how many elements it copies between the two that it
/// adopts from: the standard's own limits.
const ROUNDS: usize = 8;
const COPIES: usize = 3;

/// What one round of the agency led to.
enum Round {
    /// Look for another element of that name.
    Again,
    /// That was all.
    Done,
    /// The element is open, but out of reach.
    OutOfScope,
}

impl Slippers<'_> {
    /// Runs the adoption agency for a tag. It does not apply if no element of that name is in the
    /// list.
    pub(super) fn adopt(&mut self, piece: &Piece, scope: &BitRow, place: Place) -> Option<Outcome> {
        let end = self.end_named(piece)?;
        let (_, original) = self.active.last_named(end)?;
        if self.means_foreign(piece, &original) {
            return None;
        }
        let repair = self.edit_repair(piece, RepairKind::Adopted, place);
        let is_start = piece.is_start();
        let mut outcome = Outcome::Done;
        for _ in 0..ROUNDS {
            match self.adoption_round(piece, end, scope, repair) {
                Round::Again => {}
                Round::Done => break,
                Round::OutOfScope => {
                    outcome = Outcome::SetAside(Some(place));
                    break;
                }
            }
        }
        if !is_start {
            return Some(outcome);
        }
        // The start tag comes where the element was that it ended.
        self.forget(original.number, repair);
        self.waived = true;
        Some(Outcome::LookAgain)
    }

    /// Whether the end tag is rather that of a foreign element, inside the formatting one and
    /// around the current one.
    fn means_foreign(&self, piece: &Piece, original: &Active) -> bool {
        let depth = self.open_elements.depth_of(original.number);
        let inside = |&word: &Word| self.recogniser.innermost_closed_by(word) > depth;
        !piece.is_start()
            && self.in_foreign()
            && piece.words.iter().any(|word| self.is_of_namespace(*word) && inside(word))
    }

    /// The end tag of the elements that a tag names.
    fn end_named(&self, piece: &Piece) -> Option<TerminalId> {
        let word = piece.rejected(self.grammar)?;
        Some(match self.grammar.terminal_kind(word.terminal) {
            TerminalKind::Start(element) => self.grammar.element(element).end,
            _ => word.terminal,
        })
    }

    /// Takes an element out of list and stack, if it is still there.
    fn forget(&mut self, number: ElementNumber, repair: RepairId) {
        if let Some(position) = self.active.position_of(number) {
            self.active.remove(position);
        }
        if let Some(depth) = self.open_elements.depth_of(number) {
            self.take_out(depth, repair);
        }
    }

    /// Takes the element at a depth out of the stack. What is in it stays open; the outermost of
    /// that is read as whatever may stand in the element around.
    fn take_out(&mut self, depth: usize, repair: RepairId) {
        let moved = self.open_elements.inside(depth).and_then(|inside| {
            let open = *self.open_elements.at(inside)?;
            Some((inside, self.as_placed_around(depth, &open)?))
        });
        let becomes = moved.is_some_and(|(inside, open)| {
            self.splice(depth..inside + 1, vec![open], None, Some(repair))
        });
        if !becomes {
            self.splice(depth..depth + 1, Vec::new(), None, Some(repair));
        }
    }

    fn adoption_round(
        &mut self,
        piece: &Piece,
        end: TerminalId,
        scope: &BitRow,
        repair: RepairId,
    ) -> Round {
        let Some((position, formatting)) = self.active.last_named(end) else { return Round::Done };
        let Some(depth) = self.open_elements.depth_of(formatting.number) else {
            self.active.remove(position);
            return Round::Done;
        };
        if self.innermost_of(scope) > Some(depth) {
            return Round::OutOfScope;
        }
        let special = self.formatting().map(|list| &list.special);
        match special.and_then(|special| self.open_elements.outermost_above(special, depth)) {
            Some(furthest) => self.adopt_block(position, &formatting, depth, furthest, repair),
            None => {
                self.close_down_to(depth, piece, repair);
                if let Some(position) = self.active.position_of(formatting.number) {
                    self.active.remove(position);
                }
                Round::Done
            }
        }
    }

    /// Closes everything down to a depth; the last one by the piece's tag, if that is an end tag.
    fn close_down_to(&mut self, depth: usize, piece: &Piece, repair: RepairId) {
        while self.open_elements.depth() >= depth {
            let Some(word) = self.current_end() else { return };
            let own = self.open_elements.depth() == depth && !piece.is_start();
            self.close(word, own.then_some(piece.token), Some(repair));
        }
    }

    /// The part of the agency that moves: `formatting` at `depth` ends before the block at
    /// `furthest`, and a copy of it begins inside.
    fn adopt_block(
        &mut self,
        position: usize,
        formatting: &Active,
        depth: usize,
        furthest: usize,
        repair: RepairId,
    ) -> Round {
        let Some(block) = self.open_elements.at(furthest).copied() else { return Round::Done };
        let mut bookmark = None;
        let mut last = block.number;
        let mut between = Vec::new();
        let mut copies = 0;
        let inside: Vec<OpenElement> =
            self.open_elements.between(depth, furthest).copied().collect();
        for open in inside {
            let entry = self.active.position_of(open.number);
            copies += 1;
            let Some(entry) = entry else { continue };
            if copies > COPIES {
                self.active.remove(entry);
                continue;
            }
            let number = self.copy(open.number, repair);
            if let Some(active) = self.active.at(entry) {
                self.active.replace(entry, Active { number, ..active });
            }
            bookmark = bookmark.or(Some(entry));
            self.edit(
                Edit::Move { element: last, to: InsertionLocation::Inside(number) },
                None,
                Some(repair),
            );
            last = number;
            between.push(OpenElement { number, soft_end: None, last_child: None, ..open });
        }
        between.reverse();
        let to = self.adoption_location(depth, formatting.word.terminal);
        self.edit(Edit::Move { element: last, to }, None, Some(repair));
        let number = self.copy(formatting.number, repair);
        let from = block.number;
        self.edit(Edit::MoveChildren { from, to: number }, None, Some(repair));
        self.edit(
            Edit::Move { element: number, to: InsertionLocation::Inside(from) },
            None,
            Some(repair),
        );
        let copy = Active { number, ..*formatting };
        self.active.replace(position, copy);
        if let Some(bookmark) = bookmark {
            let tags = StartTags::of(&self.parse, self.text, &self.hashes);
            self.active.move_behind(position, bookmark, tags);
        }
        let moved = if between.is_empty() { self.as_placed_around(depth, &block) } else { None };
        let stays = moved.is_none().then_some(between.len());
        let block = moved.unwrap_or(block);
        let others = between.into_iter().chain([block, copy.opened()]).collect();
        let spliced = self.splice(depth..furthest + 1, others, stays, Some(repair));
        debug_assert!(spliced, "an element has a place where its original had one");
        Round::Again
    }

    /// What an element from further in must be read as to stand in the element around a depth; none
    /// if it may stand there as it is. (Where a group of the grammar is read there, it is to be the
    /// word of the same name in that group.)
    fn as_placed_around(&self, depth: usize, inner: &OpenElement) -> Option<OpenElement> {
        let around = self.open_elements.around(depth);
        let has_place =
            |word: Word| self.recogniser.refusal_at(around, word) != Some(Refusal::NoPlace);
        if has_place(inner.word) {
            return None;
        }
        let placed = self.as_alike(self.active_of(inner)).find(|alike| has_place(alike.word))?;
        let Active { element, kind, word, .. } = placed;
        Some(OpenElement { element, kind, word, ..*inner })
    }

    /// Where the block goes: into the element around the formatting one, or where that has its
    /// foster children.
    fn adoption_location(&self, depth: usize, terminal: TerminalId) -> InsertionLocation {
        let around = self.open_elements.around(depth);
        let Some(common) = self.open_elements.at(around) else { return InsertionLocation::Root };
        let fosters = self.grammar.fosters_of(Some(common.kind)).iter();
        let mut lines = fosters.filter(|foster| foster.terminals.contains(terminal.index()));
        let before = lines.find_map(|foster| match &foster.to {
            FosterTo::Before { of, until } => Some((of, until)),
            _ => None,
        });
        let Some((of, until)) = before else { return InsertionLocation::Inside(common.number) };
        self.before_nearest(of, until, around).unwrap_or(InsertionLocation::Inside(common.number))
    }

    /// A new element like another one.
    fn copy(&mut self, of: ElementNumber, repair: RepairId) -> ElementNumber {
        self.edit(Edit::Copy { of }, None, Some(repair));
        self.open_elements.number()
    }

    /// Puts open elements where others were, in the recogniser, the stack and the record. One of
    /// them may be the innermost of the range, which stays. If one has no place there, nothing has
    /// changed.
    pub(super) fn splice(
        &mut self,
        range: Range<usize>,
        mut others: Vec<OpenElement>,
        stays: Option<usize>,
        cause: Option<RepairId>,
    ) -> bool {
        if !self.splice_frames(&range, &mut others, stays) {
            return false;
        }
        let spliced = others.iter().map(OpenElement::spliced).collect();
        self.edit(Edit::Splice { range: range.clone(), others: spliced, stays }, None, cause);
        for gone in self.open_elements.splice(range, others) {
            if self.open_elements.depth_of(gone.number).is_none() {
                self.active.no_longer_open(gone.number);
            }
        }
        true
    }

    /// Splices the recogniser's frames; the first of the others, and the first inside the one that
    /// stays, is read as whatever has a place there.
    fn splice_frames(
        &mut self,
        range: &Range<usize>,
        others: &mut [OpenElement],
        stays: Option<usize>,
    ) -> bool {
        let Some(stays) = stays else { return self.splice_all(range, others) };
        let taken = range.start..range.end - 1;
        let (outer, inner) = others.split_at_mut(stays);
        let inner = &mut inner[1..];
        let outer_choices = self.choices(outer);
        for first in self.choices(inner) {
            for &outermost in &outer_choices {
                let words = [reads(outer, outermost), reads(inner, first)];
                if self.recogniser.splice_around(taken.clone(), &words[0], &words[1]).is_ok() {
                    become_first(outer, outermost);
                    become_first(inner, first);
                    return true;
                }
            }
        }
        false
    }

    /// Splices frames of which none stays; the second of the others is read as whatever has a place
    /// in the first.
    fn splice_all(&mut self, range: &Range<usize>, others: &mut [OpenElement]) -> bool {
        let (outer, inner) = others.split_at_mut(others.len().min(1));
        self.choices(inner).into_iter().any(|first| {
            let words = [reads(outer, None), reads(inner, first)].concat();
            let spliced = self.recogniser.splice(range.clone(), &words).is_ok();
            if spliced {
                become_first(inner, first);
            }
            spliced
        })
    }

    /// The words that the first of some elements may be read as. If there is no element, there is
    /// one choice all the same, of nothing.
    fn choices(&self, elements: &[OpenElement]) -> Vec<Option<Active>> {
        let Some(first) = elements.first() else { return vec![None] };
        self.as_alike(self.active_of(first)).map(Some).collect()
    }

    /// Takes the innermost element that an end tag names out of the stack, what is in it stays
    /// open; first what its wishes may close is closed. It does not apply past an element of
    /// `scope`.
    pub(super) fn unlink(
        &mut self,
        piece: &Piece,
        scope: &BitRow,
        place: Place,
    ) -> Option<Outcome> {
        let word = piece.rejected(self.grammar)?;
        // What the tag means has ended, whether or not it is open still.
        self.turn_latches(word.terminal);
        let depth = self.recogniser.innermost_closed_by(word)?;
        if self.innermost_of(scope) > Some(depth) {
            return None;
        }
        let repair = self.edit_repair(piece, RepairKind::Unlinked, place);
        while self.open_elements.depth() > depth {
            let end = self.current_end()?;
            if self.grammar.wishes(word.terminal).and_then(|row| row.cost(end.terminal)).is_none() {
                break;
            }
            self.close(end, None, Some(repair));
        }
        if self.open_elements.depth() == depth {
            return Some(Outcome::LookAgain);
        }
        self.take_out(depth, repair);
        Some(Outcome::Done)
    }

    /// Takes the outermost open element of these kinds back.
    pub(super) fn retract(
        &mut self,
        piece: &Piece,
        kinds: &BitRow,
        place: Place,
    ) -> Option<Outcome> {
        let depth = self.open_elements.outermost_above(kinds, 0)?;
        self.recogniser.retract(depth).ok()?;
        let repair = self.edit_repair(piece, RepairKind::Retracted, place);
        self.edit(Edit::Retract { depth }, None, Some(repair));
        for gone in self.open_elements.truncate(depth) {
            self.active.no_longer_open(gone.number);
        }
        Some(Outcome::LookAgain)
    }

    /// Gives a start tag's attributes to the outermost open element that it names.
    pub(super) fn merge(&mut self, piece: &Piece, place: Place) -> Option<Outcome> {
        let word = piece.rejected(self.grammar)?;
        let TerminalKind::Start(element) = self.grammar.terminal_kind(word.terminal) else {
            return None;
        };
        let kind = self.grammar.element(element).kind?;
        let into = self.open_elements.outermost(kind)?.number;
        let repair = self.edit_repair(piece, RepairKind::Merged, place);
        self.turn_latches(word.terminal);
        self.edit(Edit::Merge { token: piece.token, into }, Some(piece.token), Some(repair));
        Some(Outcome::Done)
    }

    /// The record of what was done for a piece.
    pub(super) fn edit_repair(
        &mut self,
        piece: &Piece,
        kind: RepairKind,
        place: Place,
    ) -> RepairId {
        let repair = self.repair(Repair {
            kind,
            token: piece.token,
            span: self.span_of(piece),
            rejected: piece.rejected(self.grammar).map(|word| word.terminal),
            inserted: None,
            place: Some(place),
        });
        self.trace_edit(piece.token, repair);
        repair
    }

    /// Emits an edit.
    pub(super) fn edit(
        &mut self,
        edit: Edit,
        token: Option<super::event::TokenId>,
        cause: Option<RepairId>,
    ) {
        self.parse.edits.push(edit);
        let id = super::event::EditId::new(self.parse.edits.len() - 1);
        self.emit(EventKind::Edit(id), None, token, cause);
    }
}

/// The words of elements, the first read as that.
fn reads(elements: &[OpenElement], first: Option<Active>) -> Vec<Word> {
    let mut words: Vec<Word> = elements.iter().map(|open| open.word).collect();
    if let (Some(word), Some(first)) = (words.first_mut(), first) {
        *word = first.word;
    }
    words
}

/// The first of the elements has been read as that.
fn become_first(elements: &mut [OpenElement], first: Option<Active>) {
    if let (Some(open), Some(first)) = (elements.first_mut(), first) {
        (open.element, open.kind, open.word) = (first.element, first.kind, first.word);
    }
}
