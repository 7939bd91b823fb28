//! A tag of the source, read as the standard reads it (13.2.5.6 to 13.2.5.40), with the spans of
//! its parts. A tag that the end of the input cuts off is read, too, which is no token.

use wishful::base::{Span, narrow};

/// A tag with the spans of its parts.
pub(crate) struct ScannedTag {
    pub(crate) is_end: bool,
    pub(crate) name: Span,
    pub(crate) attributes: Vec<ScannedAttribute>,
    /// The end of the tag, after its `>`.
    pub(crate) end: u32,
    /// Set if the tag ends in `>`.
    pub(crate) is_complete: bool,
}

/// An attribute of a tag.
pub(crate) struct ScannedAttribute {
    pub(crate) name: Span,
    /// The value without its quotes.
    pub(crate) value: Option<Span>,
    pub(crate) quote: Option<u8>,
    /// Set if the closing quote is there.
    pub(crate) is_closed: bool,
}

impl ScannedAttribute {
    /// Returns the end of the attribute, after its closing quote.
    pub(crate) fn end(&self) -> u32 {
        let Some(value) = self.value else { return self.name.end };
        value.end + u32::from(self.quote.is_some() && self.is_closed)
    }
}

/// Reads the tag that begins at an offset.
pub(crate) fn tag(text: &str, start: u32) -> ScannedTag {
    let bytes = text.as_bytes();
    let mut at = start as usize + 1;
    let is_end = bytes.get(at) == Some(&b'/');
    at += usize::from(is_end);
    let name = word(bytes, at, b"/>");
    at = name.end as usize;
    let mut tag =
        ScannedTag { is_end, name, attributes: Vec::new(), end: name.end, is_complete: false };
    loop {
        while bytes.get(at).is_some_and(|byte| is_blank(*byte) || *byte == b'/') {
            at += 1;
        }
        match bytes.get(at) {
            None => break,
            Some(b'>') => {
                tag.is_complete = true;
                at += 1;
                break;
            }
            Some(_) => {}
        }
        let mut name = word(bytes, at + 1, b"/>=");
        name.start = narrow(at);
        let mut attribute = ScannedAttribute { name, value: None, quote: None, is_closed: true };
        at = name.end as usize;
        let mut next = at;
        while bytes.get(next).copied().is_some_and(is_blank) {
            next += 1;
        }
        if bytes.get(next) == Some(&b'=') {
            next += 1;
            while bytes.get(next).copied().is_some_and(is_blank) {
                next += 1;
            }
            match bytes.get(next) {
                Some(&quote @ (b'"' | b'\'')) => {
                    let rest = &bytes[next + 1..];
                    let length = rest.iter().position(|byte| *byte == quote);
                    let end = next + 1 + length.unwrap_or(rest.len());
                    attribute.value = Some(Span { start: narrow(next + 1), end: narrow(end) });
                    attribute.quote = Some(quote);
                    attribute.is_closed = length.is_some();
                    at = (end + 1).min(bytes.len());
                }
                _ => {
                    let value = word(bytes, next, b">");
                    attribute.value = Some(value);
                    at = value.end as usize;
                }
            }
        }
        tag.attributes.push(attribute);
    }
    tag.end = narrow(at);
    tag
}

/// Returns the span up to a blank or one of some characters.
fn word(bytes: &[u8], start: usize, ends: &[u8]) -> Span {
    let start = start.min(bytes.len());
    let length = bytes[start..].iter().position(|byte| is_blank(*byte) || ends.contains(byte));
    let end = start + length.unwrap_or(bytes.len() - start);
    Span { start: narrow(start), end: narrow(end) }
}

pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0xC)
}
