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
//! spaces. Entities are those that the document or its type declares ([`Known`]), and those that HTML has; a reference to
//! another one stays as it is written. A replacement text is read by the same machine, on top of the text that refers to it: its markup
//! counts, and its tokens stand at the reference. A processing instruction,
//! and a declaration that is no document type, is a bogus comment, as in HTML. Parse errors are the analyser's errors
//! and limitations, with its message as their code; but what it skips of declarations is no error of the document's.

use super::Readmitted;
use super::entities::{Known, References};
use super::machine::{Declared, Machine, State};
use super::tokens::Collector;
use crate::base::Span;
use crate::token::{LexicalState, Token, TokenError, TokenKind, Tokenizer};
use std::sync::Arc;

/// The tokens of an SGML document's text.
///
/// ```
/// use wishful::instruments::token::{Tokenizer, TokenKind};
/// use wishful::instruments::token::sgml::{Readmitted, SgmlTokenizer};
/// let text = "<p/Tom &amp Jerry/";
/// let mut tokens = SgmlTokenizer::new(text, Readmitted::ALL);
/// let spans = std::iter::from_fn(|| Some(tokens.next_token()).filter(|token| token.kind != TokenKind::EndOfFile));
/// assert_eq!(spans.map(|token| token.span.of(text)).collect::<Vec<_>>(), ["<p/", "Tom &amp Jerry", "/"]);
/// ```
pub struct SgmlTokenizer<'t> {
    machine: Machine,
    collector: Collector<'t>,
    text: &'t str,
    /// The replacement texts that are being read, each referred to in the one before.
    replacements: Vec<Replacement>,
    /// Whether the end of the text was told to the machine.
    is_over: bool,
}

/// A replacement text.
struct Replacement {
    text: Arc<str>,
    /// How far it has been read.
    at: usize,
    /// How long the end of the record is that ends the reference to it.
    record_end: usize,
}

impl<'t> SgmlTokenizer<'t> {
    /// A tokenizer at the start of the text.
    ///
    /// # Panics
    /// If the text is longer than 4 GiB; [`decode`](crate::source::decode) refuses such texts.
    #[must_use]
    pub fn new(text: &'t str, readmitted: Readmitted) -> Self {
        let end = Span::at(text.len()).range().end;
        let collector = Collector::new(&text[..end], References::default());
        let machine = Machine::new(readmitted);
        Self { machine, collector, text, replacements: Vec::new(), is_over: false }
    }

    /// The same, where entities are known. To be said before the first token is asked for.
    #[must_use]
    pub fn with_entities(mut self, known: Known) -> Self {
        self.collector.know(known);
        self
    }

    /// Reads processing instructions as tokens of their own; without this they are bogus comments.
    #[must_use]
    pub fn with_instructions(mut self) -> Self {
        self.collector.has_instructions = true;
        self
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

    /// Reads on in the innermost text.
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

    /// Ends the innermost replacement text, and its reference, which a record end may do.
    fn close(&mut self, record_end: usize) {
        self.machine.leave_text(&mut self.collector);
        self.collector.close(self.machine.at);
        if record_end > 0 {
            let outer = self.replacements.last_mut().map(|outer| &mut outer.at);
            *outer.unwrap_or(&mut self.machine.at) += record_end;
            self.collector.begin_record(self.machine.at);
        }
    }
}

/// Reads one construct, or what is data, and makes tokens of what is complete by then; gives the replacement text that it refers to,
/// if it does.
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
            match self.machine.at < self.text.len() || !self.replacements.is_empty() {
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
        // What is read comes behind the tokens that wait: what is open then is not known yet.
        if !self.collector.has_tokens() {
            self.machine.set_open(open, name);
        }
    }

    /// Marked sections do not depend on the element.
    fn allow_cdata(&mut self, _: bool) {}

    fn take_errors(&mut self) -> Vec<TokenError> {
        std::mem::take(&mut self.collector.errors)
    }
}
