//! Undecided contents: reopening a formatting element decides nothing.
//!
//! A mark is the grammar's name for a decision about a content that is still open. An example is
//! `INBODY` in a `<template>` whose kind of content is not known yet. A formatting element that is
//! reopened there is no token of the input, so it must not decide. It is therefore read *apart*:
//! the content around it does not move, and the mark counts as acceptable inside the element, too.
//!
//! Two things decide: the mark itself, and the first start tag inside the element after which the
//! content around would no longer expect the mark. Then the element is read like any other. If the
//! element is closed before that, nothing was decided. No end tag of the input closes it before
//! that, because the content around reads none (13.2.6.4.16, "in template": any other end tag is
//! ignored).

use super::{Cursor, Splice};
use crate::earley::{ReadMode, TerminalSet, Word};
use crate::slippers::event::{Edit, ElementNumber};
use crate::slippers::state::{RunState, UndecidedElements};

impl Cursor<'_> {
    /// Advances the recogniser over the start tag of an element that is reopened.
    pub(super) fn advance_reopening(&mut self, word: Word, number: ElementNumber) {
        if self.innermost_undecided().is_some() {
            if let Some(innermost) = self.state.undecided.last_mut() {
                innermost.last = number;
            }
        } else if let Some(mark) = self.mark_lost_after(word) {
            self.emit_edit(Edit::Apart, None);
            let read = self.state.recogniser.read_as(word, ReadMode::Apart);
            debug_assert!(read.is_ok(), "the content accepts a reopened element");
            self.forget_closed();
            self.state.undecided.push(UndecidedElements { first: number, last: number, mark });
            return;
        }
        self.advance(word, true);
    }

    /// Returns a mark that is acceptable here and would no longer be expected after `word`.
    fn mark_lost_after(&mut self, word: Word) -> Option<Word> {
        let (grammar, depth) = (self.grammar, self.recogniser.depth());
        if !self.recogniser.may_accept_any(grammar.readings().marks()) {
            return None;
        }
        let mark = grammar.marks().find(|&mark| self.recogniser.accepts(mark))?;
        if self.state.recogniser.may_follow(word, mark, depth) { None } else { Some(mark) }
    }

    /// Decides an undecided content, if the start tag that is about to be read does so.
    #[inline(always)]
    pub(super) fn decide_by(&mut self, word: Word) {
        if !self.undecided.is_empty() {
            self.decide_if_needed(word);
        }
    }

    #[cold]
    fn decide_if_needed(&mut self, word: Word) {
        self.forget_closed();
        let Some(innermost) = self.innermost_undecided() else { return };
        let Some(around) = self.depth_around(&innermost) else { return };
        if !self.state.recogniser.may_follow(word, innermost.mark, around) {
            self.decide();
        }
    }

    /// Makes a decision: the reopened elements are read like any others.
    pub(super) fn decide(&mut self) {
        let Some(undecided) = self.innermost_undecided() else { return };
        let Some(depth) = self.stack.depth_of(undecided.first) else { return };
        let Some(&first) = self.stack.at(depth) else { return };
        let others = vec![first];
        let is_spliced = self.splice(Splice { range: depth..depth + 1, others, stays: None }, None);
        debug_assert!(is_spliced, "the content accepted the reopened element before");
    }

    /// Removes the innermost entries whose elements are no longer open; each is removed once.
    #[inline]
    pub(super) fn forget_closed(&mut self) {
        let RunState { stack, undecided, .. } = &mut self.state;
        while undecided.pop_if(|last| stack.depth_of(last.last).is_none()).is_some() {}
    }
}

impl RunState<'_> {
    /// Returns the innermost reopened elements, if the current element is the last of them and the
    /// content around them is still undecided. (Entries are nested, so the last one is the
    /// innermost.)
    fn innermost_undecided(&self) -> Option<UndecidedElements> {
        let innermost = *self.undecided.last()?;
        if innermost.last != self.stack.current()?.number {
            return None;
        }
        let around = self.depth_around(&innermost)?;
        let refusal = self.recogniser.refusal(innermost.mark, around);
        if refusal.is_none() { Some(innermost) } else { None }
    }

    /// Reports whether the current element was reopened in a content that is still undecided.
    #[inline(always)]
    pub(crate) fn is_undecided(&self) -> bool {
        !self.undecided.is_empty() && self.innermost_undecided().is_some()
    }

    fn depth_around(&self, undecided: &UndecidedElements) -> Option<usize> {
        Some(self.stack.around(self.stack.depth_of(undecided.first)?))
    }

    /// Reports whether a word is acceptable here, or is the mark of the undecided content around
    /// the reopened elements.
    pub(crate) fn takes_word(&self, word: Word) -> bool {
        self.recogniser.accepts(word) || self.is_decided_by(word)
    }

    /// Reports whether one of some terminals may be expected here, or be a mark of an undecided
    /// content. If not, none of them is accepted.
    pub(crate) fn may_take_one_of(&self, terminals: &TerminalSet) -> bool {
        !self.undecided.is_empty() || self.recogniser.may_accept_any(terminals)
    }

    /// Reports whether a mark would decide the content around the reopened elements.
    pub(super) fn is_decided_by(&self, mark: Word) -> bool {
        self.innermost_undecided().is_some_and(|innermost| innermost.mark == mark)
    }
}
