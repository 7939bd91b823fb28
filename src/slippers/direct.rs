//! The direct path: reads a token that is acceptable as it is.
//!
//! Most tokens of most pages need no repair. One step of the recogniser judges and reads such a
//! token, because the other questions of the full path have known answers:
//!
//! * Nothing waits: no formatting element is to be reopened, no element has ended softly, no
//!   content is undecided, and no text was pulled ahead.
//! * The tag has one list of readings, which no attribute changes.
//! * The current element, which is not the root, takes the token itself, and foster-parents nothing
//!   of it.
//!
//! In `<p>One <b>two</b></p>`, all tokens are read directly. In `<p><b>One<p>two`, the second `<p>`
//! is not acceptable, and `two` has to reopen the `<b>`. These two take the full path,
//! [`Slippers::settle`].
//!
//! Invariant: the full path would emit the same events. A traced run takes it for every token.

use super::Slippers;
use super::cursor::{Closing, Cursor, Opening};
use super::event::{Event, EventKind, InsertionLocation, TokenId};
use crate::base::Span;
use crate::earley::Word;
use crate::grammar::model::ElementFacts;
use crate::grammar::{ElementId, TagReadings};
use crate::token::TagSide;

impl Slippers<'_> {
    /// Reads a token directly, given the facts about the current element, and reports whether that
    /// was possible. If not, nothing has changed.
    #[inline(always)]
    pub(super) fn read_directly(&mut self, token: TokenId, facts: Option<ElementFacts>) -> bool {
        let Self { input, cursor, .. } = self;
        let Some(facts) = facts else { return false };
        if !input.is_at_boundary() || cursor.waits() {
            return false;
        }
        if let Some(text) = cursor.parse.tokens.text(token.index()) {
            let Some((words, range)) = input.whole_text(cursor, facts, text) else { return false };
            return cursor.read_text_directly(token, facts, (words, range));
        }
        let Some((side, known)) = input.readings(cursor, token) else { return false };
        match side {
            TagSide::End => cursor.close_directly(token, facts, known),
            TagSide::Start if !known.tests.is_empty() => false,
            TagSide::Start => {
                let opened = cursor.open_directly(token, facts, known);
                let Some(element) = opened else { return false };
                self.set_content(token, element);
                true
            }
        }
    }
}

impl Cursor<'_> {
    /// Reports whether something waits for the next token, or an observer wants to see how it is
    /// judged.
    #[inline(always)]
    fn waits(&self) -> bool {
        self.active.has_pending()
            || !self.soft_ends.is_empty()
            || !self.undecided.is_empty()
            || self.is_traced()
    }

    fn open_directly(
        &mut self,
        token: TokenId,
        facts: ElementFacts,
        known: &TagReadings,
    ) -> Option<ElementId> {
        let word = self.read_first(facts, &known.start)?;
        let (location, token) = (InsertionLocation::Here, Some(token));
        let element = self.opened(&Opening { word, location, token, cause: None, waives: false });
        self.turn_latches(word.terminal);
        Some(element)
    }

    fn close_directly(&mut self, token: TokenId, facts: ElementFacts, known: &TagReadings) -> bool {
        if known.is_soft || facts.is_listed() && self.ends_pending() {
            return false;
        }
        if known.clears && self.clears_latch(&known.end) {
            return false;
        }
        let Some(word) = self.read_first(facts, &known.end) else { return false };
        self.closed(&Closing { word, token: Some(token), cause: None, keeps_marker: false });
        self.turn_latches(word.terminal);
        true
    }

    fn read_text_directly(
        &mut self,
        token: TokenId,
        facts: ElementFacts,
        (words, range): (&[Word], Span),
    ) -> bool {
        let Some(word) = self.read_first(facts, words) else { return false };
        let kind = EventKind::Text(range);
        self.emit_leaf(&Event { word: Some(word), token: Some(token), ..Event::of(kind) });
        self.turn_latches(word.terminal);
        true
    }
}
