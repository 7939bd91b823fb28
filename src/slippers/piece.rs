//! A piece of a token, as the grammar sees it, and what was done for it so far.

use super::event::{RepairId, TokenId};
use crate::base::Span;
use crate::earley::{TerminalId, Word};
use crate::grammar::Grammar;
use std::borrow::Cow;

/// A token, or a piece of a text token, as the grammar sees it.
#[derive(Debug)]
pub(super) struct Piece<'a> {
    pub token: TokenId,
    pub kind: PieceKind,
    /// Of text: the range of the token's value from the piece's start to the end.
    pub rest: Span,
    /// Whether it is an end tag that turns a latch off.
    pub clears: bool,
    /// What it may be read as, best first; empty if and only if the grammar never mentions it.
    pub words: Cow<'a, [Word]>,
}

/// What kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    Start,
    End,
    /// A range of the token's decoded value. While it is not settled, it may grow to the end of the
    /// token or shrink: what a piece is depends on what is acceptable.
    Text(Span),
    Comment,
    ProcessingInstruction,
    Doctype,
    EndOfFile,
}

impl PieceKind {
    /// Of a piece of text, which range of the value.
    pub(super) const fn range(self) -> Option<Span> {
        match self {
            Self::Text(range) => Some(range),
            _ => None,
        }
    }
}

impl Piece<'_> {
    /// Whether it is a start tag.
    pub(super) fn is_start(&self) -> bool {
        self.kind == PieceKind::Start
    }

    /// The word that remedies are looked up by: the first that is of no namespace, or else the
    /// first.
    pub(super) fn rejected(&self, grammar: &Grammar) -> Option<Word> {
        let native = |word: &&Word| !grammar.readings().is_foreign(word.terminal);
        self.words.iter().find(native).or(self.words.first()).copied()
    }
}

/// How often formatting elements are reopened for one piece: before it is judged, and once more
/// after the adoption that it led to.
const REOPENINGS: u8 = 2;

/// The piece that is being settled, and what was done for its sake. Nothing of that outlives it.
#[derive(Debug)]
pub(super) struct Settling<'a> {
    pub piece: Piece<'a>,
    /// Whether it is looked at for the first time.
    pub first_look: bool,
    /// The start tags that were inserted before it.
    pub inserted: Vec<TerminalId>,
    /// Whether it may be read although a context line excludes it.
    pub waived: bool,
    /// How many remedies of a series it has left behind: see `remedies`.
    pub spent: usize,
    /// How often formatting elements were reopened before it.
    reopenings: u8,
    /// The record of what made it another piece than the text has.
    pub rewritten: Option<RepairId>,
}

impl<'a> Settling<'a> {
    /// Nothing was done for the piece yet.
    #[inline(always)]
    pub(super) fn new(piece: Piece<'a>) -> Self {
        Self {
            piece,
            first_look: true,
            inserted: Vec::new(),
            waived: false,
            spent: 0,
            reopenings: 0,
            rewritten: None,
        }
    }

    /// Goes on to the next piece of the same token; tells whether there is one.
    #[inline(always)]
    pub(super) fn go_on(&mut self) -> bool {
        let Some(range) = self.piece.kind.range() else { return false };
        self.piece.rest.start = range.end;
        let goes_on = !self.piece.rest.is_empty();
        if goes_on {
            self.inserted.clear();
            (self.first_look, self.waived, self.rewritten) = (true, false, None);
            (self.spent, self.reopenings) = (0, 0);
        }
        goes_on
    }

    /// Something was done for it, so it is looked at again; then a start tag is rather one of no
    /// namespace.
    pub(super) fn look_again(&mut self, grammar: &Grammar) {
        self.first_look = false;
        let is_foreign = |word: &Word| grammar.readings().is_foreign(word.terminal);
        if self.piece.is_start() && self.piece.words.first().is_some_and(is_foreign) {
            self.piece.words.to_mut().sort_by_key(is_foreign);
        }
    }

    /// Whether formatting elements may be reopened before it.
    pub(super) const fn may_reopen(&self) -> bool {
        self.reopenings < REOPENINGS
    }

    /// Formatting elements are reopened before it.
    pub(super) const fn note_reopening(&mut self) {
        self.reopenings += 1;
    }

    /// It is read as it stands: context lines are waived, and nothing is reopened before it.
    pub(super) const fn admit(&mut self) {
        (self.waived, self.reopenings) = (true, REOPENINGS);
    }
}
