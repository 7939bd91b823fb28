//! The search for an encoding declaration in the first bytes of a document (13.2.3.2, "prescan a
//! byte stream to determine its encoding").
//!
//! The code follows the standard's algorithm step by step. The algorithm is not a tokenizer: it
//! knows comments, tags with attributes and `<!…>`, but no scripts and no titles. So all browsers
//! agree on its result.
//!
//! ```text
//! <!-- <meta charset=a> --> <p title="<meta charset=b>"> <meta charset=c>     finds c
//! ```
//!
//! Every step of the cursor returns `None` when the bytes run out, which ends the whole search. So
//! a declaration that the end of the window cuts off does not count. Only if the search fails does
//! an XML declaration at the very start count ("get an XML encoding").

use super::declaration::{as_declared, extract, is_space, xml_encoding};
use super::{Encoding, EncodingReason};
use encoding_rs::{UTF_16BE, UTF_16LE};
use memchr::{memchr, memchr_iter};
use std::collections::HashSet;

/// Returns the encoding that the bytes declare, and the reason with its position.
pub(super) fn prescan(bytes: &[u8]) -> Option<(&'static Encoding, EncodingReason)> {
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some((UTF_16LE, EncodingReason::XmlDeclaration));
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some((UTF_16BE, EncodingReason::XmlDeclaration));
    }
    let cursor = Cursor { bytes, at: 0 };
    if may_have_meta(bytes)
        && let Some(found) = cursor.find_meta()
    {
        return Some(found);
    }
    Some((xml_encoding(bytes)?, EncodingReason::XmlDeclaration))
}

/// Reports whether some `<` is followed by the first letter of `meta`. Short texts have none.
fn may_have_meta(bytes: &[u8]) -> bool {
    memchr_iter(b'<', bytes).any(|at| matches!(bytes.get(at + 1), Some(b'm' | b'M')))
}

/// An attribute as the prescan reads it, in the case of the source.
struct PrescanAttribute<'b> {
    name: &'b [u8],
    value: &'b [u8],
}

/// A position in the bytes. Each step returns `None` if it would have to read past their end.
struct Cursor<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Cursor<'b> {
    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn rest(&self) -> &'b [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Advances to the next byte with the property, which may be the current one.
    fn advance_to(&mut self, property: impl Fn(u8) -> bool) -> Option<()> {
        self.at += self.rest().iter().position(|&byte| property(byte))?;
        Some(())
    }

    /// Runs step 3, the loop of the algorithm.
    fn find_meta(mut self) -> Option<(&'static Encoding, EncodingReason)> {
        loop {
            self.at += memchr(b'<', self.rest())?;
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

    /// Advances to the `>` that ends a comment. Its two dashes may be those that open the comment.
    fn skip_comment(&mut self) -> Option<()> {
        let end = self.rest().windows(3).position(|piece| piece == b"-->")?;
        self.at += end + 2;
        Some(())
    }

    /// Advances to the `>` of a tag, past its attributes.
    fn skip_tag(&mut self) -> Option<()> {
        self.advance_to(|byte| is_space(byte) || byte == b'>')?;
        while self.attribute()?.is_some() {}
        Some(())
    }

    /// Reads the attributes of a meta tag and returns the encoding that they declare (steps 3.1 to
    /// 3.16). The outer option is `None` at the end of the bytes.
    fn read_meta(&mut self) -> Option<Option<&'static Encoding>> {
        self.at += b"<meta".len();
        let mut seen = HashSet::new();
        let mut got_pragma = false;
        let mut need_pragma = None;
        let mut charset: Option<Option<&'static Encoding>> = None;
        while let Some(attribute) = self.attribute()? {
            let (name, value) =
                (attribute.name.to_ascii_lowercase(), attribute.value.to_ascii_lowercase());
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
        Some(match (charset.flatten(), need_pragma) {
            (Some(encoding), Some(need)) if got_pragma || !need => Some(as_declared(encoding)),
            _ => None,
        })
    }

    /// Reads an attribute ("get an attribute"). The outer option is `None` at the end of the bytes,
    /// the inner one at the end of the tag.
    fn attribute(&mut self) -> Option<Option<PrescanAttribute<'b>>> {
        self.advance_to(|byte| !is_space(byte) && byte != b'/')?;
        if self.byte()? == b'>' {
            return Some(None);
        }
        let start = self.at;
        self.at += 1; // OK because an equals sign in front belongs to the name.
        self.advance_to(|byte| is_space(byte) || matches!(byte, b'=' | b'/' | b'>'))?;
        let name = &self.bytes[start..self.at];
        if is_space(self.byte()?) {
            self.advance_to(|byte| !is_space(byte))?;
        }
        let value = if self.byte()? == b'=' { self.value()? } else { &[] };
        Some(Some(PrescanAttribute { name, value }))
    }

    /// Reads the value after an equals sign, quoted or not (steps 8 to 12).
    fn value(&mut self) -> Option<&'b [u8]> {
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
        let value = &self.bytes[start..self.at];
        self.at += usize::from(is_quoted);
        Some(value)
    }
}

/// Reports whether a meta start tag begins here: the name, and then white space or a slash.
fn is_meta(rest: &[u8]) -> bool {
    const OPEN: &[u8] = b"<meta";
    let Some((name, [after, ..])) = rest.split_at_checked(OPEN.len()) else { return false };
    name.eq_ignore_ascii_case(OPEN) && (is_space(*after) || *after == b'/')
}
