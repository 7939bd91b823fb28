//! The input: tokens from the tokenizer, cut into pieces as the grammar sees them.
//!
//! A run of text is one piece, or, unless the grammar says `text whole`, its leading blanks and the
//! rest. In some contents, blanks are inserted at one location and other text at another. There, a
//! run is judged as a whole, even across lost tokens (13.2.6.4.10, "in table text"). So tokens may
//! be pulled from the tokenizer ahead of time. In `<table> x`, the blank is fostered together with
//! the `x`; in `<table> <tr>`, it stays in the table.
//!
//! Lost tokens have no piece, as the standard has no token for them.

use super::classify::{Classifier, unknown_readings};
use super::cursor::Cursor;
use super::event::TokenId;
use super::piece::{PieceKind, PieceTask, TokenPiece};
use crate::base::{QuickMap, Span};
use crate::earley::Word;
use crate::grammar::model::ElementFacts;
use crate::grammar::{Grammar, TagReadings, TerminalKind, TokenizerKind};
use crate::token::{KindRef, LexicalState, TagSide, TextRef, TokenError, Tokenizer};
use memchr::memchr;
use std::borrow::Cow;
use std::collections::VecDeque;

/// The tokens that are still to be read.
pub(super) struct TokenInput<'a> {
    tokenizer: Box<dyn Tokenizer + 'a>,
    /// The tokens pulled ahead of time to judge a run of text.
    ahead: VecDeque<TokenId>,
    /// True if the preceding piece was text of the same run, and that run was judged as a whole and
    /// contains more than blanks.
    in_run: bool,
    /// The readings of tags whose names the grammar does not mention, by label.
    unknown: QuickMap<u32, TagReadings>,
    /// True if the tokenizer currently allows CDATA sections; at the start it does not.
    allows_cdata: bool,
    /// True if some element of the grammar belongs to a namespace.
    has_namespaces: bool,
    /// True if tags may omit the element name.
    has_empty_tags: bool,
    /// True if the tokenizer returns to the data state after each tag by itself.
    returns_to_data: bool,
}

/// The first piece of a run of text.
struct FirstPiece {
    kind: TerminalKind,
    /// The length in bytes.
    length: usize,
}

/// A piece of a text token.
struct Division<'a> {
    kind: TerminalKind,
    /// The words that it may be read as.
    words: &'a [Word],
    /// The range of the token's value.
    range: Span,
}

impl<'a> TokenInput<'a> {
    pub(super) fn new(grammar: &Grammar, tokenizer: Box<dyn Tokenizer + 'a>) -> Self {
        Self {
            tokenizer,
            ahead: VecDeque::new(),
            in_run: false,
            unknown: QuickMap::default(),
            allows_cdata: false,
            has_namespaces: grammar.has_namespaces(),
            has_empty_tags: grammar.tokenizer() == TokenizerKind::SgmlShorttag,
            returns_to_data: grammar.tokenizer() == TokenizerKind::Html5,
        }
    }

    /// Returns the next token, given the facts about the current element.
    #[inline(always)]
    pub(super) fn next(&mut self, cursor: &mut Cursor, facts: Option<ElementFacts>) -> TokenId {
        self.ahead.pop_front().unwrap_or_else(|| self.pull(cursor, facts))
    }

    /// Reports whether all tokens pulled ahead have been settled.
    pub(super) fn is_level(&self) -> bool {
        self.ahead.is_empty()
    }

    /// Reports whether the next token is judged by itself: none was pulled ahead, and the preceding
    /// text belongs to no run that was judged as a whole.
    #[inline(always)]
    pub(super) fn is_at_boundary(&self) -> bool {
        self.is_level() && !self.in_run
    }

    /// Pulls the next token from the tokenizer and records it.
    #[inline(always)]
    fn pull(&mut self, cursor: &mut Cursor, facts: Option<ElementFacts>) -> TokenId {
        if self.has_namespaces {
            let in_foreign = match (facts, cursor.root.context) {
                (Some(facts), _) => facts.is_foreign(),
                (None, context) => context.is_some_and(|element| cursor.is_foreign(element)),
            };
            if in_foreign != self.allows_cdata {
                self.allows_cdata = in_foreign;
                self.tokenizer.allow_cdata(in_foreign);
            }
        }
        if self.has_empty_tags {
            self.tokenizer.set_current(cursor.current_name(), cursor.stack.depth());
        }
        cursor.pull(&mut *self.tokenizer)
    }

    /// Sets the lexical state from the next token on, after a start tag of this name.
    #[inline(always)]
    pub(super) fn set_state(&mut self, state: LexicalState, name: &str) {
        if state != LexicalState::Data || !self.returns_to_data {
            self.tokenizer.set_state(state, name);
        }
    }

    pub(super) fn take_errors(&mut self) -> Vec<TokenError> {
        self.tokenizer.take_errors()
    }

    /// Returns a token as a piece to be settled, with all its text; `None` for lost tokens and
    /// empty text.
    pub(super) fn classify(
        &mut self,
        cursor: &mut Cursor<'a>,
        token: TokenId,
    ) -> Option<PieceTask<'a>> {
        let (grammar, text) = (cursor.grammar, cursor.text);
        let (tokens, names) = cursor.names_mut();
        let mut classifier = Classifier { grammar, text, names, unknown: &mut self.unknown };
        let plain =
            |kind: TerminalKind| (Cow::Borrowed(grammar.readings().plain_words(kind)), false);
        let (kind, (words, clears)) = match tokens.kind(token.index()) {
            KindRef::Lost => return None,
            KindRef::Text(text) => {
                let rest = Span::new(0, text.value.len());
                if rest.is_empty() {
                    return None;
                }
                let (kind, words) = (PieceKind::Text(rest), Cow::Borrowed(&[][..]));
                let piece = TokenPiece { token, kind, rest, clears: false, words };
                return Some(PieceTask::new(piece));
            }
            KindRef::StartTag(tag) => (PieceKind::Start, (classifier.start(tag), false)),
            KindRef::EndTag(tag) => (PieceKind::End, classifier.end(tag)),
            KindRef::Comment(_) => (PieceKind::Comment, plain(TerminalKind::Comment)),
            KindRef::ProcessingInstruction(_) => {
                (PieceKind::ProcessingInstruction, plain(TerminalKind::ProcessingInstruction))
            }
            KindRef::Doctype(_) => (PieceKind::Doctype, plain(TerminalKind::Doctype)),
            KindRef::EndOfFile => (PieceKind::EndOfFile, plain(TerminalKind::EndOfFile)),
        };
        Some(PieceTask::new(TokenPiece { token, kind, rest: Span::at(0), clears, words }))
    }

    /// Returns the words that a tag may be read as; `None` if the token is no tag.
    #[inline(always)]
    pub(super) fn readings<'s>(
        &'s mut self,
        cursor: &mut Cursor<'a>,
        token: TokenId,
    ) -> Option<(TagSide, &'s TagReadings)> {
        let (grammar, text) = (cursor.grammar, cursor.text);
        let (side, text, name) = cursor.parse.tokens.tag_name(token.index(), text)?;
        match grammar.readings().of_name_within(text, name) {
            Some(known) => Some((side, known)),
            None => Some((side, self.unknown_readings(cursor, token)?)),
        }
    }

    /// Returns the words of a tag whose name the grammar does not mention.
    fn unknown_readings<'s>(
        &'s mut self,
        cursor: &mut Cursor<'a>,
        token: TokenId,
    ) -> Option<&'s TagReadings> {
        let (grammar, text) = (cursor.grammar, cursor.text);
        let (tokens, names) = cursor.names_mut();
        let (KindRef::StartTag(tag) | KindRef::EndTag(tag)) = tokens.kind(token.index()) else {
            return None;
        };
        Some(unknown_readings(grammar, names, &mut self.unknown, tag.name.get(text)))
    }

    /// Cuts the next piece off the rest of a text token, as the current state demands.
    #[inline(always)]
    pub(super) fn cut(&mut self, cursor: &Cursor<'a>, piece: &mut TokenPiece<'a>) {
        if piece.kind.range().is_none() {
            return;
        }
        let Some(text) = cursor.parse.tokens.text(piece.token.index()) else { return };
        let Division { kind, words, range } = self.division(cursor, text, piece.rest);
        if kind == TerminalKind::Text {
            self.in_run = takes_whole_runs(cursor);
        }
        piece.words = Cow::Borrowed(words);
        piece.kind = PieceKind::Text(range);
    }

    /// Returns the words for a whole token of ordinary text, with the range of its value. Returns
    /// `None` if it is empty, has several pieces, or belongs to a run that is judged as a whole.
    #[inline(always)]
    pub(super) fn whole_text(
        &self,
        cursor: &Cursor<'a>,
        facts: ElementFacts,
        text: TextRef<'_>,
    ) -> Option<(&'a [Word], Span)> {
        let is_run = facts.judges_runs() && cursor.takes(TerminalKind::Text);
        if text.state != LexicalState::Data || is_run {
            return None;
        }
        // Most text has no U+0000, and most grammars divide it: then its blanks decide.
        let run = text.value.bytes(cursor.text);
        if !run.is_empty()
            && text.value.is_verbatim()
            && !cursor.parse.has_nul
            && !cursor.grammar.whole_text()
        {
            let kind = match leading_blanks(run) {
                blanks if blanks == run.len() => TerminalKind::Space,
                0 => TerminalKind::Text,
                _ if facts.joins_blanks() && joins_blanks(cursor) => TerminalKind::Text,
                _ => return None,
            };
            let words = cursor.grammar.readings().text_words(kind);
            return Some((words, Span::new(0, run.len())));
        }
        let whole = Span::new(0, run.len());
        if whole.is_empty() {
            return None;
        }
        let Division { words, range, .. } = self.division(cursor, text, whole);
        if range == whole { Some((words, range)) } else { None }
    }

    /// Returns the first piece of the rest of a text token.
    #[inline(always)]
    fn division(&self, cursor: &Cursor<'a>, text: TextRef<'_>, rest: Span) -> Division<'a> {
        let raw = matches!(
            text.state,
            LexicalState::RawText | LexicalState::ScriptData | LexicalState::PlainText
        );
        // Raw text where the content expects only ordinary text is ordinary text: in <plaintext>,
        // in a fragment.
        let raw = raw && (cursor.takes(TerminalKind::Raw) || !cursor.takes(TerminalKind::Text));
        let run = &text.value.bytes(cursor.text)[rest.range()];
        let may_have_nul = cursor.parse.has_nul || !text.value.is_verbatim();
        let FirstPiece { kind, length } = match text.state {
            _ if raw => FirstPiece { kind: TerminalKind::Raw, length: run.len() },
            LexicalState::Characters => FirstPiece { kind: TerminalKind::Text, length: run.len() },
            _ => self.beginning(cursor, run, may_have_nul),
        };
        let words = cursor.grammar.readings().text_words(kind);
        let start = rest.range().start;
        Division { kind, words, range: Span::new(start, start + length) }
    }

    /// Judges as a whole a run of text that may continue after lost tokens. To find out whether all
    /// of it is blank, pulls the following tokens, up to the first that decides. Tokens that an
    /// earlier call has pulled were judged by it.
    pub(super) fn look_ahead(&mut self, cursor: &mut Cursor, piece: &TokenPiece) {
        if piece.kind.range().is_none() {
            self.in_run = false;
            return;
        }
        if self.in_run || !self.ahead.is_empty() || !takes_whole_runs(cursor) {
            return;
        }
        let mut is_blank = is_blank_or_nul(cursor.text_of(piece));
        while is_blank {
            let token = self.pull(cursor, cursor.facts());
            self.ahead.push_back(token);
            match cursor.parse.tokens.kind(token.index()) {
                KindRef::Lost => {}
                KindRef::Text(text) => is_blank = is_blank_or_nul(text.value.get(cursor.text)),
                _ => return,
            }
        }
        self.in_run = true;
    }

    /// Returns the piece that begins a run of text.
    #[inline(always)]
    fn beginning(&self, cursor: &Cursor, run: &[u8], may_have_nul: bool) -> FirstPiece {
        let reads_nul =
            may_have_nul && cursor.grammar.readings().plain(TerminalKind::Nul).is_some();
        let to_nul = if reads_nul { memchr(0, run) } else { None };
        if to_nul == Some(0) {
            let nuls = run.iter().take_while(|&&byte| byte == 0);
            return FirstPiece { kind: TerminalKind::Nul, length: nuls.count() };
        }
        let to_nul = to_nul.unwrap_or(run.len());
        let bytes = &run[..to_nul];
        let blanks = leading_blanks(bytes);
        if cursor.grammar.whole_text() || takes_whole_runs(cursor) {
            let mut rest = run[blanks..].iter();
            let all_blank =
                !self.in_run && rest.all(|&byte| is_blank(byte) || (reads_nul && byte == 0));
            let kind = if all_blank { TerminalKind::Space } else { TerminalKind::Text };
            return FirstPiece { kind, length: to_nul };
        }
        if blanks > 0 {
            if blanks < to_nul && joins_blanks(cursor) {
                return FirstPiece { kind: TerminalKind::Text, length: to_nul };
            }
            return FirstPiece { kind: TerminalKind::Space, length: blanks };
        }
        if let Some(text) = cursor.grammar.readings().plain(TerminalKind::Text)
            && !cursor.recogniser.accepts(Word::plain(text))
        {
            let to_blank = bytes.iter().position(|&byte| is_blank(byte));
            return FirstPiece { kind: TerminalKind::Text, length: to_blank.unwrap_or(to_nul) };
        }
        FirstPiece { kind: TerminalKind::Text, length: to_nul }
    }
}

/// Reports whether blanks before other text may be read together with it, as one word. They may if
/// the recogniser would reach the same state as after two words.
fn joins_blanks(cursor: &Cursor) -> bool {
    cursor.facts().is_some_and(ElementFacts::joins_blanks)
        && !cursor.active.has_pending()
        && cursor.soft_ends.is_empty()
        && cursor.acceptable_as(TerminalKind::Space).is_some()
        && cursor.acceptable_as(TerminalKind::Text).is_some()
}

/// Reports whether a run of text is judged as a whole here: the content has one location for blanks
/// and another for other text.
#[inline(always)]
fn takes_whole_runs(cursor: &Cursor) -> bool {
    cursor.facts().is_some_and(ElementFacts::judges_runs) && cursor.takes(TerminalKind::Text)
}

/// Reports whether a text consists of blanks and NUL only, so that the run's kind is undecided.
fn is_blank_or_nul(text: &str) -> bool {
    text.bytes().all(|byte| is_blank(byte) || byte == 0)
}

/// Returns the number of leading blank bytes. Most blanks are indentation, so eight spaces are one
/// step.
#[inline(always)]
fn leading_blanks(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    loop {
        rest = match (rest.strip_prefix(b"        "), rest) {
            (Some(after), _) => after,
            (None, [first, after @ ..]) if is_blank(*first) => after,
            _ => return bytes.len() - rest.len(),
        }
    }
}

/// Reports whether a byte is ASCII whitespace, as the rules for character tokens list it
/// (13.2.6.4.7).
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}
