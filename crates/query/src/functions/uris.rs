//! `str:encode-uri` and `str:decode-uri`. (EXSLT str; RFC 2396, section 2.)

use percent_encoding::percent_decode_str;

const UNRESERVED: &[u8] = b"-_.!~*'()";
const RESERVED: &[u8] = b";/?:@&=+$,[]";

/// Percent-encodes a text, except for characters that are allowed in a URI. Reserved characters and
/// existing escapes are encoded only if `all` is set.
pub(super) fn encoded(text: &str, all: bool) -> String {
    let bytes = text.as_bytes();
    let mut encoded = String::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        let is_left = byte.is_ascii_alphanumeric()
            || UNRESERVED.contains(byte)
            || !all && (RESERVED.contains(byte) || is_escape(&bytes[at..]));
        if is_left {
            encoded.push(char::from(*byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

fn is_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// Percent-decodes a text; the result is empty if it is not UTF-8.
pub(super) fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8().unwrap_or_default().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_uris_are_decoded() {
        assert_eq!(encoded("http://a/b c?d=é%20%", false), "http://a/b%20c?d=%C3%A9%20%25");
        assert_eq!(encoded("a/b%20", true), "a%2Fb%2520");
        assert_eq!((decoded("%C3%A9+"), decoded("%C3")), ("é+".to_owned(), String::new()));
    }
}
