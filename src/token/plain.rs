//! Reads what is plain at sight, in one pass and with no errors.
//!
//! Plain are
//!
//! ```text
//! <name attributes> </name>   names of ASCII, no attribute twice, values quoted or of harmless bytes
//! <!-- comment -->            with no other dashes side by side
//! some &amp; text             up to such a tag; references with their semicolon
//! raw text</name>             in its states, a script without `<!--` and `<script` after it
//! ```
//!
//! without control characters and noncharacters (`clear`), whose references are known to stand for something
//! (`reference`). Of anything else the answer is `None`, and the state machine reads it. So nothing here has to be
//! complete: it must only agree with the standard on what it takes. Each function takes the offset where something
//! starts and gives where it ends.
//!
//! It stays linear: what is looked at in vain is a stretch that the machine then reads whole.

use super::clear::Clear;
use super::gather::{Copied, Gather};
use super::open::mark_duplicates;
use super::reference::{References, With};
use super::{Attribute, Comment, LexicalState, Tag, Text, Token, TokenKind, Value};
use crate::base::Span;
use memchr::memchr3;
use std::cell::Cell;

/// The reader of what is plain: see the module.
#[derive(Debug)]
pub(super) struct Plain<'t> {
    pub(super) text: &'t str,
    pub(super) clear: Clear<'t>,
    references: References<'t>,
    /// The attributes of the tag that is being read.
    attributes: Vec<Attribute>,
    /// What the next value may be put together in.
    spare: Option<Box<Copied>>,
}

impl<'t> Plain<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            clear: Clear::new(text),
            references: References::new(text),
            attributes: Vec::new(),
            spare: None,
        }
    }

    /// The token at an offset, if it is plain.
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
        let is_clear = self.clear.is_clear(start, end);
        is_clear.then(|| Token { span: Span::new(start, end), kind })
    }

    /// The byte at an offset; 0, which is never plain, past the end.
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// The characters from here to a stop: what `stop` says of the text that begins with a `mark`, or of its end.
    fn characters(
        &mut self,
        start: usize,
        mark: u8,
        with: With,
        stop: impl Fn(&[u8]) -> Stop,
    ) -> Option<Value> {
        let bytes = self.text.as_bytes();
        let mut value = Gather::in_spare(start, self.spare.take());
        let reference = if with == With::None { mark } else { b'&' };
        let mut at = start;
        loop {
            let found = memchr3(mark, reference, b'\r', &bytes[at..]);
            at = found.map_or(bytes.len(), |found| at + found);
            match bytes[at..] {
                [b'\r', b'\n', ..] => at = value.replace(self.text, at..at + 2, "\n"),
                [b'\r', ..] => at = value.replace(self.text, at..at + 1, "\n"),
                [b'&', ..] if reference == b'&' => match self.references.read(at, with)? {
                    (end, Some(decoded)) => at = value.replace(self.text, at..end, decoded),
                    (end, None) => at = end,
                },
                ref rest => match stop(rest) {
                    Stop::Here => {
                        let (value, spare) = value.finish_sparing(self.text, at);
                        self.spare = spare;
                        return Some(value);
                    }
                    Stop::Further => at += 1,
                    Stop::Unclear => return None,
                },
            }
        }
    }

    /// Characters up to the next tag, comment or the like.
    fn run(
        &mut self,
        start: usize,
        state: LexicalState,
        last_start_tag: &str,
    ) -> Option<(usize, TokenKind)> {
        let value = match state {
            LexicalState::Data => self.characters(start, b'<', With::Text, data_stop),
            LexicalState::RcData => {
                self.characters(start, b'<', With::Text, |rest| raw_stop(rest, last_start_tag))
            }
            LexicalState::ScriptData => {
                let escaped = Cell::new(false);
                let stop = |rest: &[u8]| script_stop(rest, last_start_tag, &escaped);
                self.characters(start, b'<', With::None, stop)
            }
            _ => self.characters(start, b'<', With::None, |rest| raw_stop(rest, last_start_tag)),
        }?;
        Some((value.span().range().end, TokenKind::Text(Text { value, state })))
    }

    /// `<!-- … -->`, with no other dashes side by side.
    fn comment(&mut self, start: usize) -> Option<(usize, TokenKind)> {
        let body = start + "<!--".len();
        let rest = self.text.as_bytes().get(start..)?;
        let is_plain =
            rest.starts_with(b"<!--") && !matches!(rest[4..], [b'>', ..] | [b'-', b'>', ..]);
        let value = is_plain.then(|| self.characters(body, b'-', With::None, comment_stop))??;
        let end = value.span().range().end + "-->".len();
        Some((end, TokenKind::Comment(Comment { value, bogus: false })))
    }

    /// `</name>`
    fn end_tag(&self, start: usize) -> Option<(usize, TokenKind)> {
        let name = self.tag_name(start + "</".len())?;
        let end = self.skip_space(name.span().range().end);
        let tag = Tag { name, attributes: Box::default(), self_closing: false };
        (self.byte(end) == b'>').then(|| (end + 1, TokenKind::EndTag(tag)))
    }

    /// `<name attributes>`, with no attribute twice.
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

    /// The end of a start tag whose name ends here, and whether that is `/>`; each attribute is shown to `attribute`, which
    /// gives its end.
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

    /// Puts the attribute that starts here to the others; gives its end.
    fn attribute(&mut self, start: usize) -> Option<usize> {
        let name = self.word(start, NAME)?;
        let name_end = name.span().range().end;
        let (value, end) = match self.byte(name_end) {
            b'=' => self.value(name_end + 1).map(|(value, end)| (Some(value), end))?,
            _ if self.byte(self.skip_space(name_end)) == b'=' => return None,
            _ => (None, name_end),
        };
        let span = Span::new(start, end);
        self.attributes.push(Attribute { name, value, span, duplicate: false });
        Some(end)
    }

    /// The value that is written here, and the end of what is written.
    fn value(&mut self, start: usize) -> Option<(Value, usize)> {
        let quote = self.byte(start);
        if !matches!(quote, b'"' | b'\'') {
            let end = self.end_of(start, UNQUOTED).0;
            return (end > start).then(|| (Value::verbatim(Span::new(start, end)), end));
        }
        let value = self.characters(start + 1, quote, With::Attribute, quote_stop)?;
        let end = value.span().range().end + 1;
        Some((value, end))
    }

    /// The name of a tag.
    fn tag_name(&self, start: usize) -> Option<Value> {
        self.byte(start).is_ascii_alphabetic().then(|| self.word(start, NAME))?
    }

    /// The bytes of a class from here on, in lower case; none if there are none.
    fn word(&self, start: usize, class: u8) -> Option<Value> {
        let (end, seen) = self.end_of(start, class);
        let span = Span::new(start, end);
        if seen & CAPITAL != 0 {
            return Some(Value::decoded(span, span.of(self.text).to_ascii_lowercase()));
        }
        (end > start).then(|| Value::verbatim(span))
    }

    /// Where the bytes of a class end that stand here, and the classes met.
    pub(super) fn end_of(&self, start: usize, class: u8) -> (usize, u8) {
        let mut seen = 0;
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        for (length, &byte) in rest.iter().enumerate() {
            let classes = CLASSES[usize::from(byte)];
            if classes & class == 0 {
                return (start + length, seen);
            }
            seen |= classes;
        }
        (start + rest.len(), seen)
    }

    /// Where the white space ends that stands here.
    pub(super) fn skip_space(&self, start: usize) -> usize {
        self.end_of(start, SPACE).0
    }
}

/// Whether the characters end at a place where they may.
pub(super) enum Stop {
    Here,
    Further,
    /// That is not plain.
    Unclear,
}

/// Text ends at a tag, a comment or a declaration, and at the end.
pub(super) fn data_stop(rest: &[u8]) -> Stop {
    match rest {
        [] | [b'<', b'!', ..] => Stop::Here,
        [b'<', b'/', byte, ..] | [b'<', byte, ..] if byte.is_ascii_alphabetic() => Stop::Here,
        _ => Stop::Unclear,
    }
}

/// Raw text ends at an end tag of the name, and at the end.
fn raw_stop(rest: &[u8], name: &str) -> Stop {
    if rest.is_empty() || is_end_tag(rest, name) { Stop::Here } else { Stop::Further }
}

/// A script ends like raw text, also where it is escaped (`<!--`). In there it is unclear whether a start tag of a script
/// begins what an end tag would end, and the end of the text is an error.
fn script_stop(rest: &[u8], name: &str, escaped: &Cell<bool>) -> Stop {
    const START: &[u8] = b"<script";
    let is_start = || rest.get(..START.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(START));
    escaped.set(escaped.get() || rest.starts_with(b"<!--"));
    match escaped.get() && (rest.is_empty() || is_start()) {
        true => Stop::Unclear,
        false => raw_stop(rest, name),
    }
}

fn comment_stop(rest: &[u8]) -> Stop {
    match rest {
        [b'-', b'-', b'>', ..] => Stop::Here,
        [] | [b'-', b'-', ..] => Stop::Unclear,
        _ => Stop::Further,
    }
}

fn quote_stop(rest: &[u8]) -> Stop {
    if rest.is_empty() { Stop::Unclear } else { Stop::Here }
}

/// Whether an end tag of the name stands here, which no end tag does whose name has other characters than letters.
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

/// What may stand in a name.
pub(super) const NAME: u8 = 1;
/// What may stand in an attribute's value without quotes.
pub(super) const UNQUOTED: u8 = 2;
/// White space.
const SPACE: u8 = 4;
/// Capital letters.
pub(super) const CAPITAL: u8 = 8;

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
            b'A'..=b'Z' => NAME | UNQUOTED | CAPITAL,
            _ if byte.is_ascii_graphic() => NAME | UNQUOTED,
            _ => 0,
        };
        index += 1;
        byte += 1;
    }
    classes
};
