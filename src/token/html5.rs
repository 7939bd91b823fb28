//! The pull interface: what is plain is read at sight, the rest by the state machine of `html5gum`.
//!
//! Nearly all of a text is plain: tags with quoted attributes, characters that stand for themselves. [`Plain`] reads a
//! token of that kind in one pass over its bytes; of any other it says that it is not plain. Then the
//! [`Collector`] lets the state machine read on from the end of the last token to where it rests: right behind
//! a tag, comment or doctype, in the data state.
//!
//! ```text
//!   <p>some text<b>one &copy right</b>  and so on
//!   ───╌╌╌╌╌╌╌╌╌───━━━━━━━━━━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌╌     ─── ╌╌╌ plain tokens    ━━━ two tokens of the machine
//! ```
//!
//! There the machine remembers nothing of what it has read. So it is made for one stretch and dropped behind it, the
//! next one takes up where the last plain token ended, and no state is shared with it in between. The machine
//! alone decides what a text means: what is plain is a small part of its language, without errors, and
//! [`Html5Tokenizer::without_shortcuts`] reads without it; `src/token/tests` holds the two ways to each other.
//!
//! When a start tag is returned nothing behind its `>` has been read, so a change of state takes effect at
//! once. Text may be returned when the tag or comment that ends it has been read already, which no answer to the text
//! can change. What may be a CDATA section has not: the answer to the text before it decides what it is.

use super::collector::Collector;
use super::plain::Plain;
use super::{LexicalState, Token, TokenError, TokenKind, Tokenizer, Tokens};
use crate::base::Span;

/// How many errors of one text are kept; the rest is not worth the memory.
pub(crate) const ERROR_LIMIT: usize = 1 << 16;

/// The tokens of an HTML text, by the standard's tokenization section.
///
/// ```
/// use wishful::instruments::token::{Html5Tokenizer, LexicalState, TokenKind};
/// let text = "<x><b></x>";
/// let mut tokens = Html5Tokenizer::new(text);
/// assert!(matches!(tokens.next_token().kind, TokenKind::StartTag(_)));
/// tokens.set_state(LexicalState::RawText, "x");
/// let TokenKind::Text(raw) = tokens.next_token().kind else { panic!("not text") };
/// assert_eq!(raw.value.get(text), "<b>");
/// ```
pub struct Html5Tokenizer<'t> {
    collector: Collector<'t>,
    /// None if the state machine is to read everything.
    plain: Option<Plain<'t>>,
    /// Whether nothing has been read past the last token, so that the state may be changed.
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

    /// A tokenizer that lets the state machine read even what is plain: slow, and otherwise the same.
    ///
    /// # Panics
    /// As [`Html5Tokenizer::new`].
    #[must_use]
    pub fn without_shortcuts(text: &'t str) -> Self {
        Self { plain: None, ..Self::new(text) }
    }

    /// Reads `<?…>` as a bogus comment, as the standard did until 2026.
    #[must_use]
    pub fn without_instructions(mut self) -> Self {
        self.collector.has_instructions = false;
        self
    }

    /// A tokenizer in front of whose text stands a mark of so many bytes.
    fn start(text: &'t str, mark: usize, limit: usize) -> Self {
        let end = Span::at(text.len()).range().end;
        let collector = Collector::new(&text[..end], mark, limit);
        Self { collector, plain: Some(Plain::new(text)), is_settled: true }
    }

    /// The next token; at the end [`TokenKind::EndOfFile`], for ever.
    pub fn next_token(&mut self) -> Token {
        let token = self.collector.take().or_else(|| self.plain_token());
        let token = token.unwrap_or_else(|| {
            self.collector.read_on();
            let end = Span::at(self.collector.text.len());
            self.collector.take().unwrap_or(Token { span: end, kind: TokenKind::EndOfFile })
        });
        self.is_settled = !matches!(token.kind, TokenKind::Text(_) | TokenKind::Lost);
        token
    }

    /// Adds the next token to others, if it can be read straight into their form.
    fn pack_next(&mut self, tokens: &mut Tokens) -> Option<()> {
        if self.collector.is_behind() || self.collector.state != LexicalState::Data {
            return None;
        }
        let (end, is_tag) = self.plain.as_mut()?.pack(self.collector.done(), tokens)?;
        self.collector.pass_to(end);
        self.is_settled = is_tag;
        Some(())
    }

    /// The next token, if it can be read at sight.
    fn plain_token(&mut self) -> Option<Token> {
        let Collector { state, last_start_tag, .. } = &self.collector;
        let token = self.plain.as_mut()?.token(self.collector.done(), *state, last_start_tag)?;
        self.collector.pass(&token);
        Some(token)
    }

    /// Reads what follows in another state; to be called right after a start tag, or at the start.
    /// After text or a lost piece it does nothing, as more has been read by then.
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

    /// Says whether `<![CDATA[` opens a section from here on; if not it is a bogus comment.
    pub fn allow_cdata(&mut self, allow: bool) {
        self.collector.allow_cdata = allow;
    }

    /// The errors so far that were not taken, at most [`ERROR_LIMIT`] for the whole text.
    #[must_use]
    pub fn errors(&self) -> &[TokenError] {
        &self.collector.errors
    }

    /// Takes the errors so far.
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
        if self.pack_next(tokens).is_none() {
            tokens.push(self.next_token());
        }
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
