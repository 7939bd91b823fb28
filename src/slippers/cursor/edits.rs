//! Edits of the stack of open elements other than push and pop, and edits of the tree.
//!
//! The recogniser's frames are spliced first: if the grammar does not accept a copy, nothing has
//! changed. The stack and the list of active formatting elements follow, and the event updates the
//! tree.

use super::Cursor;
use crate::earley::Word;
use crate::slippers::active::Active;
use crate::slippers::event::{Edit, ElementNumber, InsertionLocation, RepairId, TokenId};
use crate::slippers::stack::OpenElement;
use std::ops::Range;

/// A replacement of open elements.
pub(crate) struct Splice {
    /// The depths; elements are open at both ends.
    pub range: Range<usize>,
    /// The new open elements, outermost first; no more than the range has depths.
    pub others: Vec<OpenElement>,
    /// The index in `others` of the innermost element of the range, which stays open; its content
    /// keeps its state.
    pub stays: Option<usize>,
}

impl Cursor<'_> {
    /// Replaces open elements by others, and reports whether the grammar accepts them. Otherwise,
    /// nothing has changed.
    pub(crate) fn splice(&mut self, splice: Splice, cause: Option<RepairId>) -> bool {
        let Some(spliced) = self.splice_frames(splice) else { return false };
        self.splice_stack(spliced, cause);
        true
    }

    /// Makes the first half of a splice: replaces the recogniser's frames, which do not depend on
    /// element numbers. Returns the splice with the others as the grammar reads them there. Returns
    /// `None` if the grammar does not accept one of them; then nothing has changed.
    pub(crate) fn splice_frames(&mut self, splice: Splice) -> Option<Splice> {
        let Splice { range, mut others, stays } = splice;
        let is_spliced = match stays {
            Some(stays) => self.splice_around(&range, &mut others, stays),
            None => self.splice_all(&range, &mut others),
        };
        if is_spliced { Some(Splice { range, others, stays }) } else { None }
    }

    /// Makes the second half of a splice: updates stack, list and tree.
    pub(crate) fn splice_stack(&mut self, splice: Splice, cause: Option<RepairId>) {
        let Splice { range, others, stays } = splice;
        let record = others.iter().map(OpenElement::spliced).collect();
        self.emit_edit(Edit::Splice { range: range.clone(), others: record, stays }, cause);
        for removed in self.state.stack.splice(range, others) {
            if self.stack.depth_of(removed.number).is_none() {
                self.state.active.no_longer_open(removed.number);
            }
        }
    }

    /// Splices the recogniser's frames around the element that stays. Tries all readings of the
    /// first of the others, and of the first inside the one that stays.
    fn splice_around(
        &mut self,
        range: &Range<usize>,
        others: &mut [OpenElement],
        stays: usize,
    ) -> bool {
        let taken = range.start..range.end - 1;
        let (outer, inner) = others.split_at_mut(stays);
        let inner = &mut inner[1..];
        // Nearly always the elements are accepted as they are.
        let words = [reads(outer, None), reads(inner, None)];
        if self.state.recogniser.splice_around(taken.clone(), &words[0], &words[1]).is_ok() {
            return true;
        }
        let outer_choices = self.choices(outer);
        for first in self.choices(inner) {
            for &outermost in &outer_choices {
                let words = [reads(outer, outermost), reads(inner, first)];
                if self.state.recogniser.splice_around(taken.clone(), &words[0], &words[1]).is_ok()
                {
                    become_first(outer, outermost);
                    become_first(inner, first);
                    return true;
                }
            }
        }
        false
    }

    /// Splices frames of which none stays. Tries all readings of the second of the others inside
    /// the first.
    fn splice_all(&mut self, range: &Range<usize>, others: &mut [OpenElement]) -> bool {
        let (outer, inner) = others.split_at_mut(others.len().min(1));
        for first in self.choices(inner) {
            let words = [reads(outer, None), reads(inner, first)].concat();
            if self.state.recogniser.splice(range.clone(), &words).is_ok() {
                become_first(inner, first);
                return true;
            }
        }
        false
    }

    /// Returns the readings of the first of some elements. Without elements, returns a single
    /// `None`, so that callers loop once.
    fn choices(&self, elements: &[OpenElement]) -> Vec<Option<Active>> {
        let Some(first) = elements.first() else { return vec![None] };
        self.as_alike(self.active_of(first)).map(Some).collect()
    }

    /// Removes the element at a depth from the stack. Elements inside it stay open. The outermost
    /// of them changes to the reading that the element around accepts, if necessary.
    pub(crate) fn take_out(&mut self, depth: usize, cause: RepairId) {
        if let Some(inside) = self.stack.inside(depth)
            && let Some(open) = self.stack.at(inside)
            && let Some(open) = self.as_placed_around(depth, open)
        {
            let splice = Splice { range: depth..inside + 1, others: vec![open], stays: None };
            if self.splice(splice, Some(cause)) {
                return;
            }
        }
        let splice = Splice { range: depth..depth + 1, others: Vec::new(), stays: None };
        self.splice(splice, Some(cause));
    }

    /// Removes the open element at a depth, with all its content, from stack and tree.
    pub(crate) fn retract(&mut self, depth: usize, cause: RepairId) {
        let retracted = self.state.recogniser.retract(depth);
        debug_assert!(retracted.is_ok(), "there is a frame at each open element's depth");
        self.emit_edit(Edit::Retract { depth }, Some(cause));
        for removed in self.state.stack.truncate(depth) {
            self.state.active.no_longer_open(removed.number);
        }
    }

    /// Makes an element like another one. It is not in the tree, and is not open.
    pub(crate) fn copy(&mut self, of: ElementNumber, cause: RepairId) -> ElementNumber {
        self.emit_edit(Edit::Copy { of }, Some(cause));
        self.state.stack.number()
    }

    /// Moves an element elsewhere in the tree, with all its content.
    pub(crate) fn relocate(
        &mut self,
        element: ElementNumber,
        to: InsertionLocation,
        cause: RepairId,
    ) {
        self.emit_edit(Edit::Move { element, to }, Some(cause));
    }

    /// Moves all children of an element to the end of another one.
    pub(crate) fn move_children(
        &mut self,
        from: ElementNumber,
        to: ElementNumber,
        cause: RepairId,
    ) {
        self.emit_edit(Edit::MoveChildren { from, to }, Some(cause));
    }

    /// Adds to an element those attributes of a start tag whose names it does not have.
    pub(crate) fn merge(&mut self, token: TokenId, into: ElementNumber, cause: RepairId) {
        self.emit_edit_by(Edit::Merge { token, into }, Some(token), Some(cause));
    }
}

/// Returns the words of elements, with another reading of the first.
fn reads(elements: &[OpenElement], first: Option<Active>) -> Vec<Word> {
    let mut words: Vec<Word> = elements.iter().map(|open| open.word).collect();
    if let (Some(word), Some(first)) = (words.first_mut(), first) {
        *word = first.word;
    }
    words
}

/// Changes the first of the elements to another reading.
fn become_first(elements: &mut [OpenElement], first: Option<Active>) {
    if let (Some(open), Some(first)) = (elements.first_mut(), first) {
        (open.element, open.kind, open.word) = (first.element, first.kind, first.word);
    }
}
