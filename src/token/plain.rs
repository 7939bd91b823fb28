//! The fast path: a state machine over bytes, which reads plain source into packed tokens.
//!
//! Its functions are the states of the standard's section 13.2.5, and have their numbers. A state
//! is entered at an offset, and returns the offset at which the next one goes on. It differs from
//! the standard in what it leaves out:
//!
//! ```text
//! <name attributes> </name>   ASCII names, no repeated attribute, quoted or harmless values
//! <!-- comment -->            without other adjacent dashes
//! some &amp; text             up to a plain tag; references with their semicolon
//! raw text</name>             in its states; a script without `<!--` and a later `<script`
//! ```
//!
//! These are the plain constructs. They contain no control characters and no noncharacters
//! (`clear`), and only references that are known to decode without errors (`reference`). For any
//! other construct the result is `None`, nothing is appended, and the machine of `html5gum` reads
//! it from its start. So the accepted language need not be complete: it must only agree with the
//! standard on what it accepts, which `src/token/tests` checks.
//!
//! A construct is read in one pass that finds its parts. If all of them are verbatim, as is usual,
//! they are stored as they were found (`packed`). Otherwise the token is made from the parts:
//! capitals made small, references decoded.
//!
//! The total time is linear, because `html5gum` then reads all of a stretch that was rejected here.

use super::characters::{
    Characters, StopDecision, comment_stop, data_stop, is_end_tag, quote_stop, raw_stop,
    script_stop,
};
use super::clear::Clear;
use super::open::{FEW_ATTRIBUTES, mark_duplicates};
use super::packed::{PackedAttribute, Tokens};
use super::reference::ReferenceContext;
use super::{Attribute, Comment, LexicalState, Tag, Text, Token, TokenKind, Value};
use crate::base::Span;
use memchr::{memchr, memchr3};
use std::cell::Cell;

/// The reader of plain source: see the module.
#[derive(Debug)]
pub(super) struct PlainReader<'t> {
    text: &'t str,
    clear: Clear<'t>,
    characters: Characters<'t>,
}

/// The kind of a construct that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Construct {
    Tag,
    Text,
    Comment,
}

/// The parts of a start tag besides its attributes.
struct StartTagParts {
    name: Span,
    self_closing: bool,
    /// Set if all names and values are verbatim.
    is_verbatim: bool,
    /// The end of the tag.
    end: usize,
}

impl<'t> PlainReader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, clear: Clear::new(text), characters: Characters::new(text) }
    }

    /// Appends the token at an offset, if it is plain; returns its end and what it is.
    #[inline(always)]
    pub(super) fn read(
        &mut self,
        start: usize,
        state: LexicalState,
        last_start_tag: &str,
        tokens: &mut Tokens,
    ) -> Option<(usize, Construct)> {
        match state {
            LexicalState::Data if self.byte(start) == b'<' => self.tag_open(start, tokens),
            LexicalState::Data => self.data(start, tokens),
            LexicalState::CdataSection => None,
            _ => self.raw(start, state, last_start_tag, tokens),
        }
    }

    /// Returns the byte at an offset; past the end 0, which is never plain.
    #[inline(always)]
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// 13.2.5.1, data state: characters.
    #[inline(always)]
    fn data(&mut self, start: usize, tokens: &mut Tokens) -> Option<(usize, Construct)> {
        let rest = self.text.as_bytes().get(start..)?;
        let length = memchr3(b'<', b'&', b'\r', rest).unwrap_or(rest.len());
        if let Some(b'&' | b'\r') = rest.get(length) {
            return self.raw(start, LexicalState::Data, "", tokens);
        }
        let end = start + length;
        let ends_here = length > 0 && matches!(data_stop(&rest[length..]), StopDecision::Here);
        if !ends_here || !self.clear.is_clear(start, end) {
            return None;
        }
        tokens.push_text(Span::new(start, end));
        Some((end, Construct::Text))
    }

    /// 13.2.5.2 to 13.2.5.5, RCDATA, RAWTEXT, script data and PLAINTEXT states: characters, or the
    /// end tag after them. Also the data state, if its characters are not verbatim.
    #[inline(never)]
    fn raw(
        &mut self,
        start: usize,
        state: LexicalState,
        last_start_tag: &str,
        tokens: &mut Tokens,
    ) -> Option<(usize, Construct)> {
        let rest = self.text.as_bytes().get(start..)?;
        if rest.is_empty() {
            return None;
        }
        let name = match state {
            LexicalState::Data | LexicalState::PlainText => "",
            _ => last_start_tag,
        };
        if is_end_tag(rest, name) {
            return self.end_tag_open(start, tokens);
        }
        let value = match state {
            LexicalState::Data => {
                self.characters.read(start, b'<', ReferenceContext::Text, &data_stop)
            }
            LexicalState::ScriptData => {
                let escaped = Cell::new(false);
                self.characters.read(start, b'<', ReferenceContext::None, &|rest| {
                    script_stop(rest, name, &escaped)
                })
            }
            _ => {
                let with = match state {
                    LexicalState::RcData => ReferenceContext::Text,
                    _ => ReferenceContext::None,
                };
                self.characters.read(start, b'<', with, &|rest| raw_stop(rest, name))
            }
        }?;
        let end = value.span().range().end;
        self.push(start, end, TokenKind::Text(Text { value, state }), tokens)?;
        Some((end, Construct::Text))
    }

    /// 13.2.5.6, tag open state.
    #[inline(always)]
    fn tag_open(&mut self, start: usize, tokens: &mut Tokens) -> Option<(usize, Construct)> {
        match self.byte(start + 1) {
            b'/' => self.end_tag_open(start, tokens),
            b'!' => self.markup_declaration_open(start, tokens),
            byte if byte.is_ascii_alphabetic() => {
                let first = tokens.attributes().len();
                let end = self.start_tag(start, first, tokens);
                if end.is_none() {
                    tokens.forget_attributes(first);
                }
                Some((end?, Construct::Tag))
            }
            _ => None,
        }
    }

    /// 13.2.5.7, end tag open state: reads `</name>`.
    #[inline]
    fn end_tag_open(&mut self, start: usize, tokens: &mut Tokens) -> Option<(usize, Construct)> {
        let name = start + "</".len();
        if !self.byte(name).is_ascii_alphabetic() {
            return None;
        }
        let (name_end, is_verbatim) = self.name(name);
        let last = self.skip_space(name_end);
        if self.byte(last) != b'>' {
            return None;
        }
        let end = last + 1;
        if !is_verbatim {
            let name = self.lower_case(Span::new(name, name_end));
            let tag = Tag { name, attributes: Box::default(), self_closing: false };
            self.push(start, end, TokenKind::EndTag(tag), tokens)?;
        } else if self.clear.is_clear(start, end) {
            tokens.push_end_tag(Span::new(start, end), name_end - name);
        } else {
            return None;
        }
        Some((end, Construct::Tag))
    }

    /// Reads a start tag, whose attributes are stored from index `first` on; returns its end.
    #[inline(always)]
    fn start_tag(&mut self, start: usize, first: usize, tokens: &mut Tokens) -> Option<usize> {
        let tag = self.tag_name(start + "<".len(), tokens)?;
        let attributes = &tokens.attributes()[first..];
        if !tag.is_verbatim || attributes.len() > FEW_ATTRIBUTES {
            return self.rewritten_tag(start, &tag, first, tokens);
        }
        let StartTagParts { name, self_closing, end, .. } = tag;
        let fits = self.all_differ(attributes)
            && self.clear.is_clear(start, end)
            && tokens.push_start_tag(Span::new(start, end), name.len(), first, self_closing);
        if fits { Some(end) } else { None }
    }

    /// 13.2.5.8, tag name state: reads a name and what follows in a start tag.
    #[inline(always)]
    fn tag_name(&self, start: usize, tokens: &mut Tokens) -> Option<StartTagParts> {
        let (name_end, mut is_verbatim) = self.name(start);
        let name = Span::new(start, name_end);
        let mut at = name_end;
        loop {
            // 13.2.5.32, before attribute name state, and 13.2.5.40, self-closing start tag state.
            let next = self.skip_space(at);
            let (end, self_closing) = match self.byte(next) {
                b'>' => (next + ">".len(), false),
                b'/' if self.byte(next + 1) == b'>' => (next + "/>".len(), true),
                _ if next == at => return None,
                _ => {
                    at = self.attribute_name(next, tokens, &mut is_verbatim)?;
                    continue;
                }
            };
            return Some(StartTagParts { name, self_closing, is_verbatim, end });
        }
    }

    /// 13.2.5.33, attribute name state: appends an attribute; returns its end.
    #[inline(always)]
    fn attribute_name(
        &self,
        start: usize,
        tokens: &mut Tokens,
        is_verbatim: &mut bool,
    ) -> Option<usize> {
        let (name_end, is_small) = self.name(start);
        if name_end == start {
            return None;
        }
        *is_verbatim &= is_small;
        let (value, end) = match self.byte(name_end) {
            b'=' => self.attribute_value(name_end + 1, is_verbatim)?,
            // 13.2.5.34, after attribute name state: a distant equals sign is not plain.
            _ if self.byte(self.skip_space(name_end)) == b'=' => return None,
            _ => (Span::at(name_end), name_end),
        };
        tokens.push_attribute(PackedAttribute::new(start, name_end, value, end)?);
        Some(end)
    }

    /// 13.2.5.35 to 13.2.5.39, states of the attribute value: returns the value that starts here,
    /// and the end of its source.
    #[inline(always)]
    fn attribute_value(&self, start: usize, is_verbatim: &mut bool) -> Option<(Span, usize)> {
        let bytes = self.text.as_bytes();
        let quote = self.byte(start);
        if !matches!(quote, b'"' | b'\'') {
            let end = skip(bytes, start, UNQUOTED);
            return if end > start { Some((Span::new(start, end), end)) } else { None };
        }
        let rest = bytes.get(start + 1..)?;
        let mut length = memchr3(quote, b'&', b'\r', rest)?;
        if rest[length] != quote {
            *is_verbatim = false;
            length += memchr(quote, &rest[length..])?;
        }
        let end = start + 1 + length;
        Some((Span::new(start + 1, end), end + 1))
    }

    /// 13.2.5.42, markup declaration open state: reads `<!-- … -->` without other adjacent dashes.
    #[inline(never)]
    fn markup_declaration_open(
        &mut self,
        start: usize,
        tokens: &mut Tokens,
    ) -> Option<(usize, Construct)> {
        let rest = self.text.as_bytes().get(start..)?;
        if let [b'>', ..] | [b'-', b'>', ..] = rest.strip_prefix(b"<!--")? {
            return None;
        }
        let body = start + "<!--".len();
        let value = self.characters.read(body, b'-', ReferenceContext::None, &comment_stop)?;
        let end = value.span().range().end + "-->".len();
        self.push(start, end, TokenKind::Comment(Comment { value, bogus: false }), tokens)?;
        Some((end, Construct::Comment))
    }

    /// Appends a start tag that has a capital, a value to decode, or many attributes; returns its
    /// end.
    #[inline(never)]
    fn rewritten_tag(
        &mut self,
        start: usize,
        tag: &StartTagParts,
        first: usize,
        tokens: &mut Tokens,
    ) -> Option<usize> {
        let mut attributes = Vec::with_capacity(tokens.attributes().len() - first);
        for packed in &tokens.attributes()[first..] {
            let view = packed.view();
            let name = self.lower_case(view.name.span());
            let value = match view.value {
                Some(value) => Some(self.rewritten_value(value.span())?),
                None => None,
            };
            attributes.push(Attribute { name, value, span: view.span, duplicate: false });
        }
        tokens.forget_attributes(first);
        mark_duplicates(self.text, &mut attributes);
        if attributes.iter().any(|attribute| attribute.duplicate) {
            return None;
        }
        let (name, self_closing) = (self.lower_case(tag.name), tag.self_closing);
        let tag_kind = Tag { name, attributes: attributes.into(), self_closing };
        self.push(start, tag.end, TokenKind::StartTag(tag_kind), tokens)?;
        Some(tag.end)
    }

    /// Returns an attribute's value with its references decoded.
    fn rewritten_value(&mut self, span: Span) -> Option<Value> {
        match self.byte(span.range().start - 1) {
            quote @ (b'"' | b'\'') => self.characters.read(
                span.range().start,
                quote,
                ReferenceContext::Attribute,
                &quote_stop,
            ),
            _ => Some(Value::verbatim(span)),
        }
    }

    /// Appends a token that is not packed, unless it has a character that is an error.
    fn push(
        &mut self,
        start: usize,
        end: usize,
        kind: TokenKind,
        tokens: &mut Tokens,
    ) -> Option<()> {
        if !self.clear.is_clear(start, end) {
            return None;
        }
        tokens.push(Token { span: Span::new(start, end), kind });
        Some(())
    }

    /// Returns the end of the name that starts here, and whether it has no capitals.
    #[inline(always)]
    fn name(&self, start: usize) -> (usize, bool) {
        let bytes = self.text.as_bytes();
        let end = skip(bytes, start, SMALL);
        if self.byte(end).is_ascii_uppercase() {
            return (skip(bytes, end, SMALL | CAPITAL), false);
        }
        (end, true)
    }

    /// Returns the value of a name.
    fn lower_case(&self, span: Span) -> Value {
        let name = span.of(self.text);
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Value::decoded(span, name.to_ascii_lowercase());
        }
        Value::verbatim(span)
    }

    /// Reports whether all attributes have different names.
    #[inline(always)]
    fn all_differ(&self, attributes: &[PackedAttribute]) -> bool {
        let bytes = self.text.as_bytes();
        for (index, attribute) in attributes.iter().enumerate() {
            for earlier in &attributes[..index] {
                if earlier.has_name_of(attribute, bytes) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns the end of the white space that begins here.
    #[inline(always)]
    fn skip_space(&self, start: usize) -> usize {
        skip(self.text.as_bytes(), start, SPACE)
    }
}

/// Returns the end of the bytes of some classes that begin here.
#[inline(always)]
fn skip(bytes: &[u8], start: usize, classes: u8) -> usize {
    let ends = |&byte: &u8| CLASSES[usize::from(byte)] & classes == 0;
    let rest = bytes.get(start..).unwrap_or_default();
    // Nearly all are short: eight comparisons without a test for the end of the text.
    if let Some(near) = rest.first_chunk::<8>()
        && let Some(length) = near.iter().position(ends)
    {
        return start + length;
    }
    start + rest.iter().position(ends).unwrap_or(rest.len())
}

/// The class of bytes that may be part of a name, except capital letters.
const SMALL: u8 = 1;
/// The class of bytes that may be part of an attribute's value without quotes.
const UNQUOTED: u8 = 2;
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
