//! The HTML tokenizer: reads plain source on a fast path, and the rest with the state machine of
//! `html5gum`.
//!
//! Nearly all of a text is plain: tags with quoted attributes, characters that decode to
//! themselves. [`PlainReader`] reads a token of that kind in one pass over its bytes, and rejects
//! any other token. In that case the [`Collector`] runs the state machine from the end of the last
//! token. The machine stops at the end of a tag, comment or doctype, where it is in the data state.
//!
//! ```text
//!   <p>some text<b>one &copy right</b>  and so on
//!   ---.........---===================...........
//!
//!   --- ...  plain tokens        ===  two tokens of the machine
//! ```
//!
//! There the machine has no memory of what it has read. So a machine is created for one stretch and
//! then dropped. The next stretch begins at the end of the last plain token, and no state is shared
//! in between. The machine alone defines the meaning of a text. The plain language is a small part
//! of the machine's language, without errors. [`Html5Tokenizer::without_shortcuts`] reads without
//! the fast path, and `src/token/tests` compares the two.
//!
//! Invariant: when a start tag is returned, nothing after its `>` has been read, so a change of
//! state takes effect at once. When text is returned, the tag or comment that ends it may have been
//! read already; the parser's reaction to the text cannot change that. The exception is a possible
//! CDATA section, which has not been read: the reaction to the text before it decides whether it is
//! one.

use super::collector::Collector;
use super::plain::{Construct, PlainReader};
use super::{LexicalState, Token, TokenError, TokenKind, TokenRef, Tokenizer, Tokens};
use crate::base::Span;

/// The maximum number of errors that are stored for one text.
pub(crate) const ERROR_LIMIT: usize = 1 << 16;

/// A tokenizer of HTML by the standard's tokenization section (13.2.5).
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
    collector: Collector<'t>,
    /// The fast path; `None` if the state machine reads everything.
    plain: Option<PlainReader<'t>>,
    /// Set if nothing after the last token has been read, so that the state may be changed.
    is_settled: bool,
}

impl<'t> Html5Tokenizer<'t> {
    /// Creates a tokenizer at the start of the text, in the data state, that collects errors.
    ///
    /// # Panics
    /// If the text is longer than 4 GiB; [`decode`](crate::source::decode) refuses longer texts.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self::start(text, 0, ERROR_LIMIT)
    }

    /// Creates a tokenizer of a text that was decoded from bytes with a byte order mark. The first
    /// character is that mark, and lost.
    ///
    /// # Panics
    /// As [`Html5Tokenizer::new`].
    #[must_use]
    pub fn with_byte_order_mark(text: &'t str) -> Self {
        Self::start(text, text.chars().next().map_or(0, char::len_utf8), ERROR_LIMIT)
    }

    /// Creates a tokenizer that collects no errors, which saves an examination of every character.
    ///
    /// # Panics
    /// As [`Html5Tokenizer::new`].
    #[must_use]
    pub fn without_errors(text: &'t str) -> Self {
        Self::start(text, 0, 0)
    }

    /// Creates a tokenizer that reads even plain source with the state machine: slow, with the same
    /// result.
    ///
    /// # Panics
    /// As [`Html5Tokenizer::new`].
    #[must_use]
    pub fn without_shortcuts(text: &'t str) -> Self {
        Self { plain: None, ..Self::new(text) }
    }

    /// Makes the tokenizer read `<?…>` as a bogus comment, as the standard did until 2026.
    #[must_use]
    pub fn without_instructions(mut self) -> Self {
        self.collector.has_instructions = false;
        self
    }

    /// Creates a tokenizer of a text that begins with a mark of `mark` bytes.
    fn start(text: &'t str, mark: usize, limit: usize) -> Self {
        let end = Span::at(text.len()).range().end;
        let collector = Collector::new(&text[..end], mark, limit);
        Self { collector, plain: Some(PlainReader::new(text)), is_settled: true }
    }

    /// Returns the next token; at the end always [`TokenKind::EndOfFile`].
    pub fn next_token(&mut self) -> Token {
        let mut tokens = Tokens::starting_at(self.collector.taken());
        self.push_next(&mut tokens);
        let token = tokens.last().map(TokenRef::to_token);
        token.unwrap_or_else(|| self.end_of_file())
    }

    /// Appends the next token: one that the machine has read already, a plain one, or one for which
    /// the machine runs.
    #[inline]
    fn push_next(&mut self, tokens: &mut Tokens) {
        if self.collector.is_behind() || self.read_plain(tokens).is_none() {
            self.push_of_machine(tokens);
        }
    }

    /// Appends the next token, if it is plain.
    #[inline(always)]
    fn read_plain(&mut self, tokens: &mut Tokens) -> Option<()> {
        let Collector { state, last_start_tag, .. } = &self.collector;
        let start = self.collector.done();
        let (end, read) = self.plain.as_mut()?.read(start, *state, last_start_tag, tokens)?;
        self.collector.pass_to(end);
        self.is_settled = read != Construct::Text;
        if read == Construct::Tag {
            self.collector.state = LexicalState::Data;
        }
        Some(())
    }

    /// Appends the next token of the machine, which runs if it has read none ahead.
    #[inline(never)]
    fn push_of_machine(&mut self, tokens: &mut Tokens) {
        if !self.collector.is_behind() {
            self.collector.read_on();
        }
        let token = self.collector.take().unwrap_or_else(|| self.end_of_file());
        self.is_settled = !matches!(token.kind, TokenKind::Text(_) | TokenKind::Lost);
        tokens.push(token);
    }

    fn end_of_file(&self) -> Token {
        let span = Span::at(self.collector.text.len());
        Token { span, kind: TokenKind::EndOfFile }
    }

    /// Sets the state for the source that follows. It may be called directly after a start tag, or
    /// at the start. After text or a lost token it does nothing, since more has been read by then.
    ///
    /// Text in the states RCDATA, raw text and script data ends at the end tag of `last_start_tag`,
    /// which is compared in lower case. After any tag the state is the data state again.
    pub fn set_state(&mut self, state: LexicalState, last_start_tag: &str) {
        let was_data = self.collector.state == LexicalState::Data;
        if self.is_settled && !(was_data && state == LexicalState::Data) {
            self.collector.state = state;
            self.collector.last_start_tag.clear();
            self.collector.last_start_tag.push_str(last_start_tag);
        }
    }

    /// Sets whether `<![CDATA[` opens a section from here on; otherwise it opens a bogus comment.
    pub fn allow_cdata(&mut self, allow: bool) {
        self.collector.allow_cdata = allow;
    }

    /// Returns the errors that were not taken yet, at most [`ERROR_LIMIT`] for the whole text.
    #[must_use]
    pub fn errors(&self) -> &[TokenError] {
        &self.collector.errors
    }

    /// Removes and returns the errors so far.
    pub fn take_errors(&mut self) -> Vec<TokenError> {
        std::mem::take(&mut self.collector.errors)
    }
}

impl std::fmt::Debug for Html5Tokenizer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Collector { state, last_start_tag, errors, .. } = &self.collector;
        let fields = (self.collector.done(), state, last_start_tag, errors.len());
        f.debug_tuple("Html5Tokenizer").field(&fields).finish()
    }
}

impl Tokenizer for Html5Tokenizer<'_> {
    fn next_token(&mut self) -> Token {
        Html5Tokenizer::next_token(self)
    }

    fn push_next(&mut self, tokens: &mut Tokens) {
        Html5Tokenizer::push_next(self, tokens);
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
