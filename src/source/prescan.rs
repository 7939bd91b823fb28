//! The search for an encoding declaration in the first bytes of a document.
//!
//! This is the standard's "prescan a byte stream to determine its encoding", step by step. It is
//! not a tokenizer: it knows comments, tags with attributes and `<!…>`, and nothing of scripts or
//! titles, so that all browsers agree on it.
//!
//! ```text
//! <!-- <meta charset=a> --> <p title="<meta charset=b>"> <meta charset=c>     finds c
//! ```
//!
//! The cursor runs out of bytes by returning `None` from every step, which ends the whole search:
//! a declaration cut off by the end of the window does not count. Then, and only then, an XML
//! declaration at the very start is asked.

use super::declaration::{as_declared, extract, is_space, xml_encoding};
use super::{Encoding, EncodingReason};
use encoding_rs::{UTF_16BE, UTF_16LE};
use std::collections::HashSet;

/// The encoding that the bytes declare, and where.
pub(super) fn prescan(bytes: &[u8]) -> Option<(&'static Encoding, EncodingReason)> {
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some((UTF_16LE, EncodingReason::XmlDeclaration));
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some((UTF_16BE, EncodingReason::XmlDeclaration));
    }
    let found = Cursor { bytes, at: 0 }.find_meta();
    found.or_else(|| Some((xml_encoding(bytes)?, EncodingReason::XmlDeclaration)))
}

/// An attribute as the prescan sees it: name and value in lower case.
struct Attribute {
    name: Vec<u8>,
    value: Vec<u8>,
}

/// A place in the bytes; each step gives `None` once it would have to read past their end.
struct Cursor<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Cursor<'_> {
    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Moves to the next byte, here or later, with the property.
    fn advance_to(&mut self, property: impl Fn(u8) -> bool) -> Option<()> {
        self.at += self.rest().iter().position(|&byte| property(byte))?;
        Some(())
    }

    /// The loop of the algorithm.
    fn find_meta(mut self) -> Option<(&'static Encoding, EncodingReason)> {
        loop {
            self.advance_to(|byte| byte == b'<')?;
            let start = self.at;
            match self.rest() {
                [b'<', b'!', b'-', b'-', ..] => self.skip_comment()?,
                rest if is_meta(rest) => {
                    if let Some(encoding) = self.read_meta()? {
                        let bytes = start..self.at + 1;
                        return Some((encoding, EncodingReason::Meta { bytes }));
                    }
                }
                [b'<', b'/', letter, ..] | [b'<', letter, ..] if letter.is_ascii_alphabetic() => {
                    self.skip_tag()?;
                }
                [b'<', b'!' | b'/' | b'?', ..] => self.advance_to(|byte| byte == b'>')?,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// To the `>` that ends a comment; its two dashes may be those of the opening.
    fn skip_comment(&mut self) -> Option<()> {
        let end = self.rest().windows(3).position(|piece| piece == b"-->")?;
        self.at += end + 2;
        Some(())
    }

    /// To the `>` of a tag, over its attributes.
    fn skip_tag(&mut self) -> Option<()> {
        self.advance_to(|byte| is_space(byte) || byte == b'>')?;
        while self.attribute()?.is_some() {}
        Some(())
    }

    /// Reads the attributes of a meta tag: what it declares. The outer option is the end of the bytes.
    fn read_meta(&mut self) -> Option<Option<&'static Encoding>> {
        self.at += b"<meta".len();
        let mut seen = HashSet::new();
        let mut got_pragma = false;
        let mut need_pragma = None;
        let mut charset: Option<Option<&'static Encoding>> = None;
        while let Some(Attribute { name, value }) = self.attribute()? {
            match name.as_slice() {
                _ if seen.contains(&name) => continue,
                b"http-equiv" => got_pragma |= value == b"content-type",
                b"content" if charset.is_none() => {
                    if let Some(encoding) = extract(&value) {
                        charset = Some(Some(encoding));
                        need_pragma = Some(true);
                    }
                }
                b"charset" => {
                    charset = Some(Encoding::for_label(&value));
                    need_pragma = Some(false);
                }
                _ => {}
            }
            seen.insert(name);
        }
        let counts = need_pragma.is_some_and(|need| got_pragma || !need);
        Some(charset.flatten().filter(|_| counts).map(as_declared))
    }

    /// The standard's "get an attribute". The outer option is the end of the bytes, the inner one
    /// the end of the tag.
    fn attribute(&mut self) -> Option<Option<Attribute>> {
        self.advance_to(|byte| !is_space(byte) && byte != b'/')?;
        if self.byte()? == b'>' {
            return Some(None);
        }
        let start = self.at;
        self.at += 1; // OK because an equals sign in front belongs to the name.
        self.advance_to(|byte| is_space(byte) || matches!(byte, b'=' | b'/' | b'>'))?;
        let name = self.bytes[start..self.at].to_ascii_lowercase();
        if is_space(self.byte()?) {
            self.advance_to(|byte| !is_space(byte))?;
        }
        let value = if self.byte()? == b'=' { self.value()? } else { Vec::new() };
        Some(Some(Attribute { name, value }))
    }

    /// The value after an equals sign, quoted or not.
    fn value(&mut self) -> Option<Vec<u8>> {
        self.at += 1;
        self.advance_to(|byte| !is_space(byte))?;
        let first = self.byte()?;
        let is_quoted = matches!(first, b'"' | b'\'');
        self.at += usize::from(is_quoted);
        let start = self.at;
        if is_quoted {
            self.advance_to(|byte| byte == first)?;
        } else {
            self.advance_to(|byte| is_space(byte) || byte == b'>')?;
        }
        let value = self.bytes[start..self.at].to_ascii_lowercase();
        self.at += usize::from(is_quoted);
        Some(value)
    }
}

/// Whether a meta start tag begins here: the name, and then white space or a slash.
fn is_meta(rest: &[u8]) -> bool {
    const OPEN: &[u8] = b"<meta";
    let name = rest.get(..OPEN.len()).is_some_and(|name| name.eq_ignore_ascii_case(OPEN));
    name && rest.get(OPEN.len()).is_some_and(|&byte| is_space(byte) || byte == b'/')
}
