//! The encoding that one meta tag or XML declaration declares, and when a late one matters.
//!
//! In come attribute values, as bytes of the prescan or as strings of the parser. Out comes an
//! encoding, if the value holds a known label. Two rules of the standard apply:
//!
//! * A declaration that could be read at all is in a superset of ASCII. So one that names UTF-16 is
//!   wrong and means UTF-8, and `x-user-defined` means windows-1252 (see [`as_declared`]).
//! * A declaration that the parser finds after the prescan changes the encoding only while that is
//!   tentative, and never from UTF-16 (see [`changes_encoding`]).
//!
//! Sections of the standard: "extracting a character encoding from a meta element"; 13.2.3.2, "get
//! an XML encoding"; 13.2.3.4, "Changing the encoding while parsing".

use super::{Decoded, Encoding};
use crate::token::TagRef;
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// Reports whether a byte is white space in the standard's byte algorithms.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// Returns the encoding that a declaration in ASCII-compatible bytes means (13.2.3.2, prescan,
/// steps 3.14 and 3.15; 13.2.3.4, steps 2 and 3).
pub(super) fn as_declared(encoding: &'static Encoding) -> &'static Encoding {
    if is_utf_16(encoding) {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    }
}

/// Returns the encoding that a `content` attribute names, for example `text/html; charset=utf-8`.
pub(super) fn extract(content: &[u8]) -> Option<&'static Encoding> {
    const NAME: &[u8] = b"charset";
    let mut rest = content;
    loop {
        let at = rest.windows(NAME.len()).position(|piece| piece.eq_ignore_ascii_case(NAME))?;
        rest = skip_space(&rest[at + NAME.len()..]);
        if let Some(value) = rest.strip_prefix(b"=") {
            return Encoding::for_label(unquote(skip_space(value))?);
        }
    }
}

fn skip_space(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| !is_space(byte)).unwrap_or(bytes.len());
    &bytes[end..]
}

/// Returns the label at the start of a value: in quotes, which must be closed, or up to white space
/// or a semicolon.
fn unquote(value: &[u8]) -> Option<&[u8]> {
    match value {
        [] => None,
        [quote @ (b'"' | b'\''), rest @ ..] => {
            let end = rest.iter().position(|byte| byte == quote)?;
            Some(&rest[..end])
        }
        _ => value.split(|&byte| is_space(byte) || byte == b';').next(),
    }
}

/// Returns the encoding of `<?xml … encoding="…"`, if the bytes begin with an XML declaration
/// (13.2.3.2, "get an XML encoding").
///
/// The declaration must end somewhere (step 3), but `encoding` may come after its end (step 4).
pub(super) fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    const NAME: &[u8] = b"encoding";
    let declaration = bytes.strip_prefix(b"<?xml")?;
    if !declaration.contains(&b'>') {
        return None;
    }
    let at = declaration.windows(NAME.len()).position(|piece| piece == NAME)?;
    let value = skip_controls(&declaration[at + NAME.len()..]).strip_prefix(b"=")?;
    let [quote @ (b'"' | b'\''), rest @ ..] = skip_controls(value) else { return None };
    let label = &rest[..rest.iter().position(|byte| byte == quote)?];
    if label.iter().any(|&byte| byte <= b' ') {
        return None;
    }
    // Step 17. (A meta element's `x-user-defined` is changed as well; an XML declaration's is not.)
    let encoding = Encoding::for_label(label)?;
    Some(if is_utf_16(encoding) { UTF_8 } else { encoding })
}

fn is_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16BE || encoding == UTF_16LE
}

fn skip_controls(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte > b' ').unwrap_or(bytes.len());
    &bytes[end..]
}

/// Returns the encoding that a meta start tag with these attributes declares, if any.
///
/// Of several attributes with one name only the first counts, as everywhere in HTML.
///
/// ```
/// use wishful::source::late_meta_encoding;
/// let attributes = [("http-equiv", "Content-Type"), ("content", "text/html; charset=sjis")];
/// assert_eq!(late_meta_encoding(attributes.into_iter()).unwrap().name(), "Shift_JIS");
/// ```
pub fn late_meta_encoding<'a>(
    attributes: impl Iterator<Item = (&'a str, &'a str)>,
) -> Option<&'static Encoding> {
    let (mut charset, mut pragma, mut content) = (None, None, None);
    for (name, value) in attributes {
        let slot = match name {
            "charset" => &mut charset,
            "http-equiv" => &mut pragma,
            "content" => &mut content,
            _ => continue,
        };
        slot.get_or_insert(value);
    }
    if let Some(label) = charset
        && let Some(encoding) = Encoding::for_label(label.as_bytes())
    {
        return Some(encoding);
    }
    if !pragma?.eq_ignore_ascii_case("content-type") {
        return None;
    }
    extract(content?.as_bytes())
}

/// Returns the encoding that a start tag declares, if it is a meta tag that declares one.
#[must_use]
pub(crate) fn declared_encoding(tag: TagRef<'_>, text: &str) -> Option<&'static Encoding> {
    if tag.name.get(text) != "meta" {
        return None;
    }
    late_meta_encoding(tag.attributes().map(|attribute| {
        let value = attribute.value.map_or("", |value| value.get(text));
        (attribute.name.get(text), value)
    }))
}

/// Returns the encoding in which the document must be decoded again because a meta tag declares
/// `found`; `None` if the current encoding stays (13.2.3.4).
///
/// In both cases the encoding is certain afterwards. So a parser calls this for the first meta tag
/// that declares an encoding, and for no other.
#[must_use]
pub fn changes_encoding(current: &Decoded, found: &'static Encoding) -> Option<&'static Encoding> {
    if !current.reason.is_tentative() || is_utf_16(current.encoding) {
        return None;
    }
    let found = as_declared(found);
    if found == current.encoding { None } else { Some(found) }
}
