//! The adapter from the lexical analyser to the parser's token layer: `tokenizer sgml`.
//!
//! The machine is pulled one construct at a time. So the declared content of an element, which the
//! slippers supply after its start tag, takes effect at once. The reports become tokens whose spans
//! tile the text:
//!
//! ```text
//! <x a>Tom &amp; Jerry<!>!<![CDATA[<]]><!-- b -- --c--></>
//!
//!  0..5   StartTag x a           an omitted name: the value becomes the name, as in HTML
//!  5..20  Text "Tom & Jerry"     data and references up to other markup
//! 20..23  Lost                   a null comment is not reported,
//! 23..24  Text "!"
//! 24..33  Lost                   nor are the delimiters of a marked section
//! 33..34  Text "<"
//! 34..37  Lost
//! 37..46  Comment " b "          one token for each comment of a declaration
//! 46..53  Comment "c"
//! 53..56  EndTag x               with `tokenizer sgml-shorttag`; otherwise it is lost
//! ```
//!
//! * A value is interpreted by section 7.9.3 of the standard: references are replaced, and record
//!   ends become spaces.
//! * The entities are those that the document or its type declares ([`KnownEntities`]), and those
//!   of HTML. A reference to another entity stays as it is written.
//! * A replacement text is read by the same machine, on top of the text that refers to it. Its
//!   markup is recognised, and its tokens have the span of the reference.
//! * A processing instruction, and a declaration that is no document type, is a bogus comment, as
//!   in HTML.
//! * Parse errors are the analyser's errors and limitations; their code is its message. Limitations
//!   that only concern skipped declarations are not errors of the document.

use super::entities::{KnownEntities, References};
use super::tokens::Collector;
use crate::base::Span;
use crate::token::{LexicalState, Token, TokenError, TokenKind, Tokenizer};
use std::sync::Arc;
use wishful_sgml_lexer::SgmlFeatures;
use wishful_sgml_lexer::machine::{Declared, Machine, State};

/// A tokenizer of an SGML document.
///
/// ```
/// use wishful::token::{Tokenizer, TokenKind};
/// use wishful::sgml::SgmlFeatures;
/// use wishful::token::sgml::SgmlTokenizer;
/// let text = "<p/Tom &amp Jerry/";
/// let mut tokens = SgmlTokenizer::new(text, SgmlFeatures::ALL);
/// for expected in ["<p/", "Tom &amp Jerry", "/"] {
///     assert_eq!(tokens.next_token().span.of(text), expected);
/// }
/// assert_eq!(tokens.next_token().kind, TokenKind::EndOfFile);
/// ```
pub struct SgmlTokenizer<'t> {
    machine: Machine,
    collector: Collector<'t>,
    text: &'t str,
    /// The replacement texts that are being read, each referred to in the one before.
    replacements: Vec<Replacement>,
    /// Set if the machine has handled the end of the text.
    is_over: bool,
}

/// A replacement text.
struct Replacement {
    text: Arc<str>,
    /// The offset up to which it has been read.
    at: usize,
    /// The length of the record end that terminates the reference to it.
    record_end: usize,
}

impl<'t> SgmlTokenizer<'t> {
    /// Creates a tokenizer at the start of the text.
    ///
    /// # Panics
    /// If the text is longer than 4 GiB; [`decode`](crate::source::decode) refuses longer texts.
    #[must_use]
    pub fn new(text: &'t str, readmitted: SgmlFeatures) -> Self {
        let end = Span::at(text.len()).range().end;
        let collector = Collector::new(&text[..end], References::default());
        let machine = Machine::new(readmitted);
        Self { machine, collector, text, replacements: Vec::new(), is_over: false }
    }

    /// Sets the known entities. This must be called before the first token is pulled.
    #[must_use]
    pub fn with_entities(mut self, known: KnownEntities) -> Self {
        self.collector.know(known);
        self
    }

    /// Makes the tokenizer return processing instructions as a separate kind of token; otherwise
    /// they are bogus comments.
    #[must_use]
    pub fn with_instructions(mut self) -> Self {
        self.collector.has_instructions = true;
        self
    }

    /// Creates a tokenizer of a text that was decoded from bytes with a byte order mark. The first
    /// character is that mark, and lost.
    ///
    /// # Panics
    /// As [`SgmlTokenizer::new`].
    #[must_use]
    pub fn with_byte_order_mark(text: &'t str, readmitted: SgmlFeatures) -> Self {
        let mut tokenizer = Self::new(text, readmitted);
        let mark = text.chars().next().map_or(0, char::len_utf8);
        tokenizer.machine.at = mark;
        tokenizer.collector.finish(mark);
        tokenizer
    }

    /// Reads the next construct of the innermost text.
    fn read_on(&mut self) {
        self.machine.depth = self.replacements.len();
        let Some(mut replacement) = self.replacements.pop() else {
            let opened = construct(&mut self.machine, self.text, &mut self.collector);
            self.replacements.extend(opened);
            return;
        };
        if replacement.at == replacement.text.len() {
            return self.close(replacement.record_end);
        }
        let end = std::mem::replace(&mut self.machine.at, replacement.at);
        let text = replacement.text.clone();
        let mut nested = self.collector.nested(&text, replacement.at);
        let opened = construct(&mut self.machine, &text, &mut nested);
        replacement.at = std::mem::replace(&mut self.machine.at, end);
        self.collector.adopt(nested, replacement.at, end);
        self.replacements.push(replacement);
        self.replacements.extend(opened);
    }

    /// Ends the innermost replacement text and its reference, which a record end may terminate.
    fn close(&mut self, record_end: usize) {
        self.machine.leave_text(&mut self.collector);
        self.collector.close(self.machine.at);
        if record_end > 0 {
            match self.replacements.last_mut() {
                Some(outer) => outer.at += record_end,
                None => self.machine.at += record_end,
            }
            self.collector.begin_record(self.machine.at);
        }
    }
}

/// Reads one construct or a run of data, and makes tokens from everything that is complete by then.
/// Returns the replacement text that the construct refers to, if it does.
fn construct(
    machine: &mut Machine,
    text: &str,
    collector: &mut Collector<'_>,
) -> Option<Replacement> {
    let begin = machine.at;
    collector.is_in_data = machine.is_in_data();
    loop {
        let rest = &text[machine.at..];
        if rest.is_empty() {
            machine.end(collector);
            break;
        }
        machine.step(rest, true, collector);
        if machine.state == State::Content {
            break;
        }
    }
    machine.at = collector.end_of(machine.at);
    collector.construct(begin, machine.at);
    collector.take_opened().map(|(text, record_end)| Replacement { text, at: 0, record_end })
}

impl Tokenizer for SgmlTokenizer<'_> {
    fn next_token(&mut self) -> Token {
        loop {
            if let Some(token) = self.collector.take() {
                return token;
            }
            if self.is_over {
                return Token { span: Span::at(self.text.len()), kind: TokenKind::EndOfFile };
            }
            if self.machine.at < self.text.len() || !self.replacements.is_empty() {
                self.read_on();
            } else {
                self.is_over = true;
                self.machine.end(&mut self.collector);
                self.collector.finish(self.text.len());
            }
        }
    }

    fn set_state(&mut self, state: LexicalState, _: &str) {
        self.machine.declared_depth = self.machine.depth;
        self.machine.declared = match state {
            LexicalState::Data | LexicalState::CdataSection | LexicalState::Characters => {
                Declared::Mixed
            }
            LexicalState::RcData => Declared::RcData,
            LexicalState::RawText | LexicalState::ScriptData | LexicalState::PlainText => {
                Declared::CData
            }
        };
        self.collector.state = state;
    }

    fn set_current(&mut self, name: Option<&str>, open: usize) {
        self.collector.set_current(name);
        // The name and number apply to the tokens that wait, not to the text after them. So the
        // machine gets them only if no token waits.
        if !self.collector.has_tokens() {
            self.machine.set_open(open, name);
        }
    }

    /// Does nothing, since marked sections do not depend on the element.
    fn allow_cdata(&mut self, _: bool) {}

    fn take_errors(&mut self) -> Vec<TokenError> {
        std::mem::take(&mut self.collector.errors)
    }
}
