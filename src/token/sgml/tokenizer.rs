//! The lexical analyser behind the parser's token layer: `tokenizer sgml`.
//!
//! The machine is pulled one construct at a time, so that an element's declared content, which the slippers tell after its
//! start tag, counts at once. What it reports becomes tokens whose spans tile the text:
//!
//! ```text
//! <x a>Tom &amp; Jerry<!>!<![CDATA[<]]><!-- b -- --c--></>
//!
//!  0..5   StartTag x a           an omitted name: the value is taken for it, as HTML does
//!  5..20  Text "Tom & Jerry"     data and references up to other markup
//! 20..23  Lost                   nothing is reported of a null comment,
//! 23..24  Text "!"
//! 24..33  Lost                   nor of what delimits a marked section
//! 33..34  Text "<"
//! 34..37  Lost
//! 37..46  Comment " b "          one token for each comment of a declaration
//! 46..53  Comment "c"
//! 53..56  EndTag x               where `tokenizer sgml-shorttag` is said; otherwise it is lost
//! ```
//!
//! A value is interpreted as section 7.9.3 of the standard says: references are replaced, the ends of records become
//! spaces. Entities are those that HTML has; a reference to another one stays as it is written. A processing instruction,
//! and a declaration that is no document type, is a bogus comment, as in HTML. Parse errors are the analyser's errors
//! and limitations, with its message as their code; but what it skips of declarations is no error of the document's.

use super::Readmitted;
use super::machine::{Declared, Machine, State};
use super::tokens::Collector;
use crate::base::Span;
use crate::token::{LexicalState, Token, TokenError, TokenKind, Tokenizer};

/// The tokens of an SGML document's text.
///
/// ```
/// use wishful::token::{Tokenizer, TokenKind};
/// use wishful::token::sgml::{Readmitted, SgmlTokenizer};
/// let text = "<p/Tom &amp Jerry/";
/// let mut tokens = SgmlTokenizer::new(text, Readmitted::ALL);
/// let spans = std::iter::from_fn(|| Some(tokens.next_token()).filter(|token| token.kind != TokenKind::EndOfFile));
/// assert_eq!(spans.map(|token| token.span.of(text)).collect::<Vec<_>>(), ["<p/", "Tom &amp Jerry", "/"]);
/// ```
pub struct SgmlTokenizer<'t> {
    machine: Machine,
    collector: Collector<'t>,
    text: &'t str,
    /// Whether the end of the text was told to the machine.
    is_over: bool,
}

impl<'t> SgmlTokenizer<'t> {
    /// A tokenizer at the start of the text.
    ///
    /// # Panics
    /// If the text is longer than 4 GiB; [`decode`](crate::source::decode) refuses such texts.
    #[must_use]
    pub fn new(text: &'t str, readmitted: Readmitted) -> Self {
        let end = Span::at(text.len()).range().end;
        let (machine, collector) = (Machine::new(readmitted), Collector::new(&text[..end]));
        Self { machine, collector, text, is_over: false }
    }

    /// A tokenizer of a text that was decoded from bytes with a byte order mark: its first character is that mark,
    /// and lost.
    ///
    /// # Panics
    /// As [`SgmlTokenizer::new`].
    #[must_use]
    pub fn with_byte_order_mark(text: &'t str, readmitted: Readmitted) -> Self {
        let mut tokenizer = Self::new(text, readmitted);
        let mark = text.chars().next().map_or(0, char::len_utf8);
        tokenizer.machine.at = mark;
        tokenizer.collector.finish(mark);
        tokenizer
    }

    /// Reads one construct, or what is data, and makes tokens of what is complete by then.
    fn read_on(&mut self) {
        let begin = self.machine.at;
        loop {
            let rest = &self.text[self.machine.at..];
            if rest.is_empty() {
                self.machine.end(&mut self.collector);
                break;
            }
            self.machine.step(rest, true, &mut self.collector);
            if self.machine.state == State::Content {
                break;
            }
        }
        self.collector.construct(begin, self.machine.at);
    }
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
            match self.machine.at < self.text.len() {
                true => self.read_on(),
                false => {
                    self.is_over = true;
                    self.machine.end(&mut self.collector);
                    self.collector.finish(self.text.len());
                }
            }
        }
    }

    fn set_state(&mut self, state: LexicalState, _: &str) {
        self.machine.declared = match state {
            LexicalState::Data | LexicalState::CdataSection => Declared::Mixed,
            LexicalState::RcData => Declared::RcData,
            LexicalState::RawText | LexicalState::ScriptData | LexicalState::PlainText => {
                Declared::CData
            }
        };
        self.collector.state = state;
    }

    fn set_current(&mut self, name: Option<&str>) {
        self.collector.set_current(name);
    }

    /// Marked sections do not depend on the element.
    fn allow_cdata(&mut self, _: bool) {}

    fn take_errors(&mut self) -> Vec<TokenError> {
        std::mem::take(&mut self.collector.errors)
    }
}
