//! What is opened again decides nothing.
//!
//! A mark is the grammar's name for a decision about a content that is open still: `INBODY` of a
//! `<template>` of which nobody knows yet what it is a template for. A formatting element that is
//! reopened there was asked for by no tag that could decide. So it is read *apart*: the content
//! around it stays where it stands, and the mark counts as acceptable in the element, too. The
//! first start tag in it after which the content around would have no place for the mark any more,
//! or the mark itself, decides: then the element is read there like any other. If it is closed
//! before, nothing was decided.

use super::Slippers;
use super::event::{Edit, ElementNumber};
use crate::earley::Word;

/// Reopened elements, each directly in the one before, in a content that is undecided.
#[derive(Clone, Copy)]
pub(super) struct Undecided {
    /// The outermost.
    first: ElementNumber,
    /// The innermost.
    last: ElementNumber,
    /// What would decide, and be read without a trace.
    mark: Word,
}

impl Slippers<'_> {
    /// Moves the recogniser over the start tag of an element that is reopened.
    pub(super) fn advance_reopening(&mut self, word: Word, number: ElementNumber) {
        if self.innermost_undecided().is_some() {
            self.advance_waiving(word);
            if let Some(innermost) = self.undecided.last_mut() {
                innermost.last = number;
            }
        } else if let Some(mark) = self.mark_lost_after(word) {
            self.edit(Edit::Apart, None, None);
            let read = self.recogniser.read_apart(word);
            debug_assert!(read.is_ok(), "what is reopened has a place");
            self.forget_closed();
            self.undecided.push(Undecided { first: number, last: number, mark });
        } else {
            self.advance_waiving(word);
        }
    }

    /// A mark that is acceptable here and would have no place after `word`.
    fn mark_lost_after(&mut self, word: Word) -> Option<Word> {
        let (grammar, depth) = (self.grammar, self.recogniser.depth());
        let mut marks = grammar.marks().filter(|&mark| self.recogniser.accepts(mark));
        let mark = marks.next()?;
        (!self.recogniser.has_place_after(depth, word, mark)).then_some(mark)
    }

    /// The reopened elements of which the current one is the innermost, if the content around them
    /// is undecided still. (Of those in others, the last are the innermost.)
    fn innermost_undecided(&self) -> Option<Undecided> {
        let current = self.open_elements.current()?.number;
        let innermost = self.undecided.last().filter(|undecided| undecided.last == current)?;
        let around = self.depth_around(innermost)?;
        let is_undecided = self.recogniser.refusal_at(around, innermost.mark).is_none();
        is_undecided.then_some(*innermost)
    }

    fn depth_around(&self, undecided: &Undecided) -> Option<usize> {
        self.open_elements.depth_of(undecided.first).map(|depth| self.open_elements.around(depth))
    }

    /// Whether a word is acceptable here, or is the mark of what is undecided around what was
    /// reopened.
    pub(super) fn takes_word(&self, word: Word) -> bool {
        self.recogniser.accepts(word) || self.is_decided_by(word)
    }

    /// Whether a mark would decide about the content around what was reopened.
    pub(super) fn is_decided_by(&self, mark: Word) -> bool {
        self.innermost_undecided().is_some_and(|innermost| innermost.mark == mark)
    }

    /// A start tag is about to be read.
    #[inline(always)]
    pub(super) fn decide_by(&mut self, word: Word) {
        if !self.undecided.is_empty() {
            self.decide_if_asked(word);
        }
    }

    #[cold]
    fn decide_if_asked(&mut self, word: Word) {
        self.forget_closed();
        let Some(innermost) = self.innermost_undecided() else { return };
        let Some(around) = self.depth_around(&innermost) else { return };
        if !self.recogniser.has_place_after(around, word, innermost.mark) {
            self.decide();
        }
    }

    /// What was reopened is read like any other element.
    pub(super) fn decide(&mut self) {
        let Some(undecided) = self.innermost_undecided() else { return };
        let depth = self.open_elements.depth_of(undecided.first);
        let first = depth.and_then(|depth| Some((depth, *self.open_elements.at(depth)?)));
        if let Some((depth, first)) = first {
            let spliced = self.splice(depth..depth + 1, vec![first], None, None);
            debug_assert!(spliced, "what was reopened has a place");
        }
    }

    /// Forgets the innermost ones that are open no more; each is forgotten once.
    pub(super) fn forget_closed(&mut self) {
        let open = &self.open_elements;
        let is_closed = |undecided: &mut Undecided| open.depth_of(undecided.last).is_none();
        while self.undecided.pop_if(is_closed).is_some() {}
    }
}
