//! The fast path: reads plain source in one pass, without errors.
//!
//! The plain constructs are
//!
//! ```text
//! <name attributes> </name>   ASCII names, no repeated attribute, quoted or harmless values
//! <!-- comment -->            without other adjacent dashes
//! some &amp; text             up to a plain tag; references with their semicolon
//! raw text</name>             in its states; a script without `<!--` and a later `<script`
//! ```
//!
//! They contain no control characters and no noncharacters (`clear`), and only references that are
//! known to decode without errors (`reference`). For any other construct the result is `None`, and
//! the state machine reads it. So the accepted language need not be complete: it must only agree
//! with the standard on what it accepts. Each function takes the start of a construct and returns
//! its end.
//!
//! The total time is linear, because the machine then reads all of a stretch that was rejected
//! here.

use super::clear::Clear;
use super::gather::{RewrittenValue, ValueBuilder};
use super::open::mark_duplicates;
use super::reference::{ReferenceContext, References};
use super::{Attribute, Comment, LexicalState, Tag, Text, Token, TokenKind, Value};
use crate::base::Span;
use memchr::memchr3;
use std::cell::Cell;

/// The reader of plain source: see the module.
#[derive(Debug)]
pub(super) struct PlainReader<'t> {
    pub(super) text: &'t str,
    pub(super) clear: Clear<'t>,
    references: References<'t>,
    /// The attributes of the tag that is being read.
    attributes: Vec<Attribute>,
    /// A reusable buffer for the next value.
    spare: Option<Box<RewrittenValue>>,
}

impl<'t> PlainReader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            clear: Clear::new(text),
            references: References::new(text),
            attributes: Vec::new(),
            spare: None,
        }
    }

    /// Returns the token at an offset, if it is plain.
    pub(super) fn token(
        &mut self,
        start: usize,
        state: LexicalState,
        last_start_tag: &str,
    ) -> Option<Token> {
        let rest = self.text.as_bytes().get(start..)?;
        let (end, kind) = match (state, rest) {
            (_, []) => return None,
            (LexicalState::Data, [b'<', b'/', ..]) => self.end_tag(start)?,
            (LexicalState::Data, [b'<', b'!', ..]) => self.comment(start)?,
            (LexicalState::Data, [b'<', ..]) => self.start_tag(start)?,
            (LexicalState::CdataSection, _) => return None,
            (LexicalState::Data | LexicalState::PlainText, _) => self.run(start, state, "")?,
            _ if is_end_tag(rest, last_start_tag) => self.end_tag(start)?,
            _ => self.run(start, state, last_start_tag)?,
        };
        if !self.clear.is_clear(start, end) {
            return None;
        }
        Some(Token { span: Span::new(start, end), kind })
    }

    /// Returns the byte at an offset; past the end 0, which is never plain.
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// Reads the characters from here to a stop. `stop` decides at each `mark`, and at the end of
    /// the text, whether the characters end there.
    fn characters(
        &mut self,
        start: usize,
        mark: u8,
        with: ReferenceContext,
        stop: impl Fn(&[u8]) -> StopDecision,
    ) -> Option<Value> {
        let bytes = self.text.as_bytes();
        let mut value = ValueBuilder::in_spare(start, self.spare.take());
        let reference = if with == ReferenceContext::None { mark } else { b'&' };
        let mut at = start;
        loop {
            at = match memchr3(mark, reference, b'\r', &bytes[at..]) {
                Some(length) => at + length,
                None => bytes.len(),
            };
            match bytes[at..] {
                [b'\r', b'\n', ..] => at = value.replace(self.text, at..at + 2, "\n"),
                [b'\r', ..] => at = value.replace(self.text, at..at + 1, "\n"),
                [b'&', ..] if reference == b'&' => match self.references.read(at, with)? {
                    (end, Some(decoded)) => at = value.replace(self.text, at..end, decoded),
                    (end, None) => at = end,
                },
                ref rest => match stop(rest) {
                    StopDecision::Here => {
                        let (value, spare) = value.finish_sparing(self.text, at);
                        self.spare = spare;
                        return Some(value);
                    }
                    StopDecision::Further => at += 1,
                    StopDecision::Unclear => return None,
                },
            }
        }
    }

    /// Reads characters up to the next tag, comment or other construct.
    fn run(
        &mut self,
        start: usize,
        state: LexicalState,
        last_start_tag: &str,
    ) -> Option<(usize, TokenKind)> {
        let value = match state {
            LexicalState::Data => self.characters(start, b'<', ReferenceContext::Text, data_stop),
            LexicalState::RcData => self.characters(start, b'<', ReferenceContext::Text, |rest| {
                raw_stop(rest, last_start_tag)
            }),
            LexicalState::ScriptData => {
                let escaped = Cell::new(false);
                self.characters(start, b'<', ReferenceContext::None, |rest| {
                    script_stop(rest, last_start_tag, &escaped)
                })
            }
            _ => self.characters(start, b'<', ReferenceContext::None, |rest| {
                raw_stop(rest, last_start_tag)
            }),
        }?;
        Some((value.span().range().end, TokenKind::Text(Text { value, state })))
    }

    /// Reads `<!-- … -->` without other adjacent dashes.
    fn comment(&mut self, start: usize) -> Option<(usize, TokenKind)> {
        let body = start + "<!--".len();
        let rest = self.text.as_bytes().get(start..)?;
        if let [b'>', ..] | [b'-', b'>', ..] = rest.strip_prefix(b"<!--")? {
            return None;
        }
        let value = self.characters(body, b'-', ReferenceContext::None, comment_stop)?;
        let end = value.span().range().end + "-->".len();
        Some((end, TokenKind::Comment(Comment { value, bogus: false })))
    }

    /// Reads `</name>`.
    fn end_tag(&self, start: usize) -> Option<(usize, TokenKind)> {
        let name = self.tag_name(start + "</".len())?;
        let end = self.skip_space(name.span().range().end);
        if self.byte(end) != b'>' {
            return None;
        }
        let tag = Tag { name, attributes: Box::default(), self_closing: false };
        Some((end + 1, TokenKind::EndTag(tag)))
    }

    /// Reads `<name attributes>` in which no attribute occurs twice.
    fn start_tag(&mut self, start: usize) -> Option<(usize, TokenKind)> {
        self.attributes.clear();
        let name = self.tag_name(start + "<".len())?;
        let name_end = name.span().range().end;
        let (end, self_closing) = self.tag_end(name_end, Self::attribute)?;
        mark_duplicates(self.text, &mut self.attributes);
        if self.attributes.iter().any(|attribute| attribute.duplicate) {
            return None;
        }
        let attributes = self.attributes.drain(..).collect();
        Some((end, TokenKind::StartTag(Tag { name, attributes, self_closing })))
    }

    /// Returns the end of a start tag whose name ends here, and whether it is `/>`. The function
    /// `attribute` is called at the start of each attribute, and returns its end.
    #[inline(always)]
    pub(super) fn tag_end(
        &mut self,
        name_end: usize,
        mut attribute: impl FnMut(&mut Self, usize) -> Option<usize>,
    ) -> Option<(usize, bool)> {
        let mut at = name_end;
        loop {
            let next = self.skip_space(at);
            match self.byte(next) {
                b'>' => return Some((next + ">".len(), false)),
                b'/' if self.byte(next + 1) == b'>' => return Some((next + "/>".len(), true)),
                _ if next == at => return None,
                _ => at = attribute(self, next)?,
            }
        }
    }

    /// Appends the attribute that starts here to `attributes`; returns its end.
    fn attribute(&mut self, start: usize) -> Option<usize> {
        let name = self.word(start)?;
        let name_end = name.span().range().end;
        let (value, end) = match self.byte(name_end) {
            b'=' => {
                let (value, end) = self.value(name_end + 1)?;
                (Some(value), end)
            }
            _ if self.byte(self.skip_space(name_end)) == b'=' => return None,
            _ => (None, name_end),
        };
        let span = Span::new(start, end);
        self.attributes.push(Attribute { name, value, span, duplicate: false });
        Some(end)
    }

    /// Reads the value that starts here; returns it with the end of its source.
    fn value(&mut self, start: usize) -> Option<(Value, usize)> {
        let quote = self.byte(start);
        if !matches!(quote, b'"' | b'\'') {
            let end = skip(self.text.as_bytes(), start, UNQUOTED);
            if end == start {
                return None;
            }
            return Some((Value::verbatim(Span::new(start, end)), end));
        }
        let value = self.characters(start + 1, quote, ReferenceContext::Attribute, quote_stop)?;
        let end = value.span().range().end + 1;
        Some((value, end))
    }

    /// Reads the name of a tag.
    fn tag_name(&self, start: usize) -> Option<Value> {
        if !self.byte(start).is_ascii_alphabetic() {
            return None;
        }
        self.word(start)
    }

    /// Reads the name that starts here, in lower case; returns `None` if there is none.
    fn word(&self, start: usize) -> Option<Value> {
        let end = skip(self.text.as_bytes(), start, SMALL | CAPITAL);
        let span = Span::new(start, end);
        let name = span.of(self.text);
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Some(Value::decoded(span, name.to_ascii_lowercase()));
        }
        if end > start { Some(Value::verbatim(span)) } else { None }
    }

    /// Returns the end of the white space that begins here.
    #[inline(always)]
    pub(super) fn skip_space(&self, start: usize) -> usize {
        skip(self.text.as_bytes(), start, SPACE)
    }
}

/// Returns the end of the bytes of some classes that begin here.
#[inline(always)]
pub(super) fn skip(bytes: &[u8], start: usize, classes: u8) -> usize {
    let mut at = start;
    while let Some(&byte) = bytes.get(at)
        && CLASSES[usize::from(byte)] & classes != 0
    {
        at += 1;
    }
    at
}

/// The decision whether characters end at a mark.
pub(super) enum StopDecision {
    Here,
    Further,
    /// The construct is not plain.
    Unclear,
}

/// Decides for text in the data state: it ends at a tag, a comment or a declaration, and at the
/// end.
pub(super) fn data_stop(rest: &[u8]) -> StopDecision {
    match rest {
        [] | [b'<', b'!', ..] => StopDecision::Here,
        [b'<', b'/', byte, ..] | [b'<', byte, ..] if byte.is_ascii_alphabetic() => {
            StopDecision::Here
        }
        _ => StopDecision::Unclear,
    }
}

/// Decides for raw text: it ends at an end tag of the name, and at the end.
fn raw_stop(rest: &[u8], name: &str) -> StopDecision {
    if rest.is_empty() || is_end_tag(rest, name) {
        StopDecision::Here
    } else {
        StopDecision::Further
    }
}

/// Decides for a script: it ends like raw text, also after an escape (`<!--`). After an escape the
/// result is unclear at a start tag of a script, which may begin an element. It is also unclear at
/// the end of the text, which is an error.
fn script_stop(rest: &[u8], name: &str, escaped: &Cell<bool>) -> StopDecision {
    const START: &[u8] = b"<script";
    if !escaped.get() && rest.starts_with(b"<!--") {
        escaped.set(true);
    }
    if escaped.get() {
        let tag = rest.get(..START.len()).unwrap_or_default();
        if rest.is_empty() || tag.eq_ignore_ascii_case(START) {
            return StopDecision::Unclear;
        }
    }
    raw_stop(rest, name)
}

/// Decides whether a comment ends here.
fn comment_stop(rest: &[u8]) -> StopDecision {
    match rest {
        [b'-', b'-', b'>', ..] => StopDecision::Here,
        [] | [b'-', b'-', ..] => StopDecision::Unclear,
        _ => StopDecision::Further,
    }
}

/// Decides whether a quoted value ends here, at its quote.
fn quote_stop(rest: &[u8]) -> StopDecision {
    if rest.is_empty() { StopDecision::Unclear } else { StopDecision::Here }
}

/// Reports whether an end tag of the name begins here; always false for a name with characters
/// other than lower-case letters.
fn is_end_tag(rest: &[u8], name: &str) -> bool {
    let name = name.as_bytes();
    let after = name.len() + "</".len();
    let ends =
        matches!(rest.get(after), Some(b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'/' | b'>'));
    ends && !name.is_empty()
        && rest.starts_with(b"</")
        && rest["</".len()..after].eq_ignore_ascii_case(name)
        && name.iter().all(u8::is_ascii_lowercase)
}

/// The class of bytes that may be part of a name, except capital letters.
pub(super) const SMALL: u8 = 1;
/// The class of bytes that may be part of an attribute's value without quotes.
pub(super) const UNQUOTED: u8 = 2;
/// The class of white space.
const SPACE: u8 = 4;
/// The class of capital letters, which may be part of a name.
const CAPITAL: u8 = 8;

/// The classes of each byte.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut index = 0;
    let mut byte: u8 = 0;
    while byte < 128 {
        classes[index] = match byte {
            b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' => SPACE,
            b'"' | b'\'' | b'<' | b'=' | b'>' | b'`' | b'&' => 0,
            b'/' => UNQUOTED,
            b'A'..=b'Z' => UNQUOTED | CAPITAL,
            _ if byte.is_ascii_graphic() => SMALL | UNQUOTED,
            _ => 0,
        };
        index += 1;
        byte += 1;
    }
    classes
};
