//! Edits of the open elements that are no push or pop, and of the tree.
//!
//! The recogniser's frames are spliced first: if the grammar has no place for a copy, nothing has
//! changed. The stack and the list follow, and the tree by the event.

use super::Cursor;
use crate::earley::Word;
use crate::slippers::active::Active;
use crate::slippers::event::{Edit, ElementNumber, InsertionLocation, RepairId, TokenId};
use crate::slippers::stack::OpenElement;
use std::ops::Range;

/// An exchange of open elements.
pub(crate) struct Splice {
    /// Depths; elements are open at both ends.
    pub range: Range<usize>,
    /// What is open there instead, the outermost first; no more than the range has depths.
    pub others: Vec<OpenElement>,
    /// Which of the others is the innermost of the range, and stays: its content stands where it
    /// stood.
    pub stays: Option<usize>,
}

impl Cursor<'_> {
    /// Puts open elements where others were. If one has no place there, nothing has changed.
    pub(crate) fn splice(&mut self, splice: Splice, cause: Option<RepairId>) -> bool {
        let spliced = self.splice_frames(splice);
        spliced.map(|spliced| self.splice_stack(spliced, cause)).is_some()
    }

    /// The first half of a splice: the recogniser's frames, to which it does not matter which element it is that is open.
    /// What it gives is how the others are read there. If one has no place there, nothing has changed.
    pub(crate) fn splice_frames(&mut self, splice: Splice) -> Option<Splice> {
        let Splice { range, mut others, stays } = splice;
        let spliced = match stays {
            Some(stays) => self.splice_around(&range, &mut others, stays),
            None => self.splice_all(&range, &mut others),
        };
        spliced.then_some(Splice { range, others, stays })
    }

    /// The other half: stack, list and tree.
    pub(crate) fn splice_stack(&mut self, splice: Splice, cause: Option<RepairId>) {
        let Splice { range, others, stays } = splice;
        let record = others.iter().map(OpenElement::spliced).collect();
        self.emit_edit(Edit::Splice { range: range.clone(), others: record, stays }, cause);
        for gone in self.at.stack.splice(range, others) {
            if self.stack.depth_of(gone.number).is_none() {
                self.at.active.no_longer_open(gone.number);
            }
        }
    }

    /// Splices the recogniser's frames around the one that stays. The first of the others, and the
    /// first inside the one that stays, is read as whatever has a place there.
    fn splice_around(
        &mut self,
        range: &Range<usize>,
        others: &mut [OpenElement],
        stays: usize,
    ) -> bool {
        let taken = range.start..range.end - 1;
        let (outer, inner) = others.split_at_mut(stays);
        let inner = &mut inner[1..];
        let outer_choices = self.choices(outer);
        for first in self.choices(inner) {
            for &outermost in &outer_choices {
                let words = [reads(outer, outermost), reads(inner, first)];
                if self.at.recogniser.splice_around(taken.clone(), &words[0], &words[1]).is_ok() {
                    become_first(outer, outermost);
                    become_first(inner, first);
                    return true;
                }
            }
        }
        false
    }

    /// Splices frames of which none stays. The second of the others is read as whatever has a place
    /// in the first.
    fn splice_all(&mut self, range: &Range<usize>, others: &mut [OpenElement]) -> bool {
        let (outer, inner) = others.split_at_mut(others.len().min(1));
        self.choices(inner).into_iter().any(|first| {
            let words = [reads(outer, None), reads(inner, first)].concat();
            let spliced = self.at.recogniser.splice(range.clone(), &words).is_ok();
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

    /// Takes the element at a depth out of the stack. What is in it stays open; the outermost of
    /// that is read as whatever may stand in the element around.
    pub(crate) fn take_out(&mut self, depth: usize, cause: RepairId) {
        let moved = self.stack.inside(depth).and_then(|inside| {
            let open = *self.stack.at(inside)?;
            Some((inside, self.as_placed_around(depth, &open)?))
        });
        let becomes = moved.is_some_and(|(inside, open)| {
            let splice = Splice { range: depth..inside + 1, others: vec![open], stays: None };
            self.splice(splice, Some(cause))
        });
        if !becomes {
            let splice = Splice { range: depth..depth + 1, others: Vec::new(), stays: None };
            self.splice(splice, Some(cause));
        }
    }

    /// Takes the open element at a depth back, with all that is in it.
    pub(crate) fn retract(&mut self, depth: usize, cause: RepairId) {
        let retracted = self.at.recogniser.retract(depth);
        debug_assert!(retracted.is_ok(), "there is a frame at each open element's depth");
        self.emit_edit(Edit::Retract { depth }, Some(cause));
        for gone in self.at.stack.truncate(depth) {
            self.at.active.no_longer_open(gone.number);
        }
    }

    /// Makes an element like another one. It stands nowhere in the tree, and is not open.
    pub(crate) fn copy(&mut self, of: ElementNumber, cause: RepairId) -> ElementNumber {
        self.emit_edit(Edit::Copy { of }, Some(cause));
        self.at.stack.number()
    }

    /// Puts an element elsewhere in the tree, with all that is in it.
    pub(crate) fn relocate(
        &mut self,
        element: ElementNumber,
        to: InsertionLocation,
        cause: RepairId,
    ) {
        self.emit_edit(Edit::Move { element, to }, Some(cause));
    }

    /// Puts all children of an element at the end of another one.
    pub(crate) fn move_children(
        &mut self,
        from: ElementNumber,
        to: ElementNumber,
        cause: RepairId,
    ) {
        self.emit_edit(Edit::MoveChildren { from, to }, Some(cause));
    }

    /// Gives an element the attributes of a start tag whose names it does not have.
    pub(crate) fn merge(&mut self, token: TokenId, into: ElementNumber, cause: RepairId) {
        self.emit_edit_by(Edit::Merge { token, into }, Some(token), Some(cause));
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
