//! The pull interface over the state machine of `html5gum`.
//!
//! `html5gum` is an iterator: `next` runs states until its emitter has something to pop. The
//! emitter here is the [`Collector`], which pops tokens and errors; errors are put aside and the
//! first token is what [`Html5Tokenizer::next_token`] returns.
//!
//! When a start tag is returned the state machine has read up to its `>` and not a byte further, so a
//! change of state takes effect at once. Text is returned together with what ends it: at that time
//! the tag or comment after it has been read already, which no answer to the text can change. What may be a CDATA
//! section has not: the answer to the text before it decides what it is.
//!
//! The state machine owns its emitter and shows it to nobody. So what a caller may say in between
//! goes through cells that both sides share, [`Control`].

use super::collector::{Collector, Found};
use super::{LexicalState, Token, TokenError, TokenKind, Tokenizer};
use crate::base::Span;
use html5gum::{State, StringReader};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// How many errors of one text are kept; the rest is not worth the memory.
pub const ERROR_LIMIT: usize = 1 << 16;

/// What the caller tells the collector while the state machine stands still.
#[derive(Debug)]
pub(super) struct Control {
    /// Whether `<![CDATA[` opens a section.
    pub(super) allow_cdata: Cell<bool>,
    /// The state in which text is read; the collector sets it back to data after a tag.
    pub(super) state: Cell<LexicalState>,
    /// The one name whose end tag ends raw text.
    pub(super) last_start_tag: RefCell<String>,
}

/// The tokens of an HTML text, by the standard's tokenization section.
///
/// ```
/// use wishful::token::{Html5Tokenizer, LexicalState, TokenKind};
/// let text = "<x><b></x>";
/// let mut tokens = Html5Tokenizer::new(text);
/// assert!(matches!(tokens.next_token().kind, TokenKind::StartTag(_)));
/// tokens.set_state(LexicalState::RawText, "x");
/// let TokenKind::Text(raw) = tokens.next_token().kind else { panic!("not text") };
/// assert_eq!(raw.value.get(text), "<b>");
/// ```
pub struct Html5Tokenizer<'t> {
    machine: html5gum::Tokenizer<StringReader<'t>, Collector<'t>>,
    control: Rc<Control>,
    errors: Vec<TokenError>,
    end: Span,
    /// Whether the machine stands right behind the last token, so that its state may be changed.
    is_settled: bool,
}

impl<'t> Html5Tokenizer<'t> {
    /// A tokenizer at the start of the text, in the data state, that collects errors.
    ///
    /// # Panics
    /// If the text is longer than 4 GiB; [`decode`](crate::source::decode) refuses such texts.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self::start(text, 0, ERROR_LIMIT)
    }

    /// A tokenizer of a text that was decoded from bytes with a byte order mark: its first character is that mark,
    /// and lost.
    ///
    /// # Panics
    /// As [`Html5Tokenizer::new`].
    #[must_use]
    pub fn with_byte_order_mark(text: &'t str) -> Self {
        Self::start(text, text.chars().next().map_or(0, char::len_utf8), ERROR_LIMIT)
    }

    /// A tokenizer that collects no errors, which spares it a look at every character.
    ///
    /// # Panics
    /// As [`Html5Tokenizer::new`].
    #[must_use]
    pub fn without_errors(text: &'t str) -> Self {
        Self::start(text, 0, 0)
    }

    /// A tokenizer in front of whose text stands a mark of so many bytes.
    fn start(text: &'t str, mark: usize, limit: usize) -> Self {
        let control = Rc::new(Control {
            allow_cdata: Cell::new(false),
            state: Cell::new(LexicalState::Data),
            last_start_tag: RefCell::new(String::new()),
        });
        let collector = Collector::new(text, mark, Rc::clone(&control), limit);
        let rest = &text[collector.position()..];
        let machine = html5gum::Tokenizer::new_with_emitter(rest, collector);
        Self { machine, control, errors: Vec::new(), end: Span::at(text.len()), is_settled: true }
    }

    /// The next token; at the end [`TokenKind::EndOfFile`], for ever.
    pub fn next_token(&mut self) -> Token {
        loop {
            match self.machine.next() {
                Some(Ok(Found::Token(token))) => {
                    self.is_settled = !matches!(token.kind, TokenKind::Text(_) | TokenKind::Lost);
                    return token;
                }
                Some(Ok(Found::Error(error))) => self.errors.push(error),
                Some(Err(never)) => match never {},
                None => return Token { span: self.end, kind: TokenKind::EndOfFile },
            }
        }
    }

    /// Reads what follows in another state; to be called right after a start tag, or at the start.
    /// After text or a lost piece it does nothing, as more has been read by then.
    ///
    /// Text in the states RCDATA, raw text and script data ends at the end tag of `last_start_tag`,
    /// which is compared in lower case. After any tag the state is the data state again.
    pub fn set_state(&mut self, state: LexicalState, last_start_tag: &str) {
        if !self.is_settled {
            return;
        }
        let mut name = self.control.last_start_tag.borrow_mut();
        name.clear();
        name.push_str(last_start_tag);
        self.control.state.set(state);
        self.machine.set_state(match state {
            LexicalState::Data => State::Data,
            LexicalState::RcData => State::RcData,
            LexicalState::RawText => State::RawText,
            LexicalState::ScriptData => State::ScriptData,
            LexicalState::PlainText => State::PlainText,
            LexicalState::CdataSection => State::CdataSection,
        });
    }

    /// Says whether `<![CDATA[` opens a section from here on; if not it is a bogus comment.
    pub fn allow_cdata(&mut self, allow: bool) {
        self.control.allow_cdata.set(allow);
    }

    /// The errors so far that were not taken, at most [`ERROR_LIMIT`] for the whole text.
    #[must_use]
    pub fn errors(&self) -> &[TokenError] {
        &self.errors
    }

    /// Takes the errors so far.
    pub fn take_errors(&mut self) -> Vec<TokenError> {
        std::mem::take(&mut self.errors)
    }
}

impl std::fmt::Debug for Html5Tokenizer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let fields = (&self.control, self.errors.len(), self.end);
        f.debug_tuple("Html5Tokenizer").field(&fields).finish()
    }
}

impl Tokenizer for Html5Tokenizer<'_> {
    fn next_token(&mut self) -> Token {
        Html5Tokenizer::next_token(self)
    }

    fn set_state(&mut self, state: LexicalState, last_start_tag: &str) {
        Html5Tokenizer::set_state(self, state, last_start_tag);
    }

    fn allow_cdata(&mut self, allow: bool) {
        Html5Tokenizer::allow_cdata(self, allow);
    }

    fn take_errors(&mut self) -> Vec<TokenError> {
        Html5Tokenizer::take_errors(self)
    }
}
