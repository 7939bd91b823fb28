//! A piece of a token, as the grammar sees it, and the actions for it so far.

use super::event::{RepairId, TokenId};
use crate::base::Span;
use crate::earley::{TerminalId, Word};
use crate::grammar::Grammar;
use std::borrow::Cow;

/// A token, or a piece of a text token, as the grammar sees it.
#[derive(Debug)]
pub(super) struct TokenPiece<'a> {
    pub token: TokenId,
    pub kind: PieceKind,
    /// The range of a text token's value from the start of the piece to the end of the value.
    pub rest: Span,
    /// True if it is an end tag that clears a latch.
    pub clears: bool,
    /// The words that it may be read as, best first; empty if and only if the grammar never
    /// mentions it.
    pub words: Cow<'a, [Word]>,
}

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    Start,
    End,
    /// A range of the token's decoded value. Until the piece is settled, the range may grow to the
    /// end of the token or shrink, because it depends on the acceptable terminals.
    Text(Span),
    Comment,
    ProcessingInstruction,
    Doctype,
    EndOfFile,
}

impl PieceKind {
    /// Returns the range of the value, for a piece of text.
    pub(super) const fn range(self) -> Option<Span> {
        match self {
            Self::Text(range) => Some(range),
            _ => None,
        }
    }
}

impl TokenPiece<'_> {
    pub(super) fn is_start(&self) -> bool {
        self.kind == PieceKind::Start
    }

    /// Returns the word by which remedies are looked up: the first without a namespace, or else the
    /// first.
    pub(super) fn rejected(&self, grammar: &Grammar) -> Option<Word> {
        let mut words = self.words.iter();
        let native = words.find(|word| !grammar.readings().is_foreign(word.terminal));
        native.or(self.words.first()).copied()
    }
}

/// The maximum number of times that formatting elements are reopened for one piece: before it is
/// judged, and once more after an adoption that it caused.
const REOPENINGS: u8 = 2;

/// The piece that is being settled, and the actions taken for its sake. None of this state outlives
/// it.
#[derive(Debug)]
pub(super) struct PieceTask<'a> {
    pub piece: TokenPiece<'a>,
    /// True until the first remedy for the piece has been done.
    pub first_try: bool,
    /// The start tags that were inserted before it.
    pub inserted: Vec<TerminalId>,
    /// True if it may be read although a context line excludes it.
    pub waived: bool,
    /// The number of remedies of a series that are no longer available to it; see `remedies`.
    pub spent: usize,
    /// The number of times that formatting elements were reopened before it.
    reopenings: u8,
    /// The repair that replaced the piece of the text by another one.
    pub rewritten: Option<RepairId>,
}

impl<'a> PieceTask<'a> {
    /// Starts to settle a piece.
    #[inline(always)]
    pub(super) fn new(piece: TokenPiece<'a>) -> Self {
        Self {
            piece,
            first_try: true,
            inserted: Vec::new(),
            waived: false,
            spent: 0,
            reopenings: 0,
            rewritten: None,
        }
    }

    /// Advances to the next piece of the same token, and reports whether there is one.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> bool {
        let Some(range) = self.piece.kind.range() else { return false };
        self.piece.rest.start = range.end;
        let goes_on = !self.piece.rest.is_empty();
        if goes_on {
            self.inserted.clear();
            (self.first_try, self.waived, self.rewritten) = (true, false, None);
            (self.spent, self.reopenings) = (0, 0);
        }
        goes_on
    }

    /// Prepares another try at the piece, after an action for it. From then on, readings of a start
    /// tag without a namespace come first.
    pub(super) fn prepare_retry(&mut self, grammar: &Grammar) {
        self.first_try = false;
        if self.piece.is_start()
            && let Some(first) = self.piece.words.first()
            && grammar.readings().is_foreign(first.terminal)
        {
            let words = self.piece.words.to_mut();
            words.sort_by_key(|word| grammar.readings().is_foreign(word.terminal));
        }
    }

    /// Reports whether formatting elements may be reopened before it.
    pub(super) const fn may_reopen(&self) -> bool {
        self.reopenings < REOPENINGS
    }

    /// Counts a reopening of formatting elements before it.
    pub(super) const fn note_reopening(&mut self) {
        self.reopenings += 1;
    }

    /// Admits the piece unchanged: waives context lines, and prevents reopening before it.
    pub(super) const fn admit(&mut self) {
        (self.waived, self.reopenings) = (true, REOPENINGS);
    }
}
