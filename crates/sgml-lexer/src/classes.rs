//! The character classes of the reference concrete syntax, which are those of ASCII.

/// Reports whether a name may begin with a byte: a letter.
pub fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic()
}

/// Reports whether a byte may be part of a name: a letter, a digit, a period or a hyphen.
pub fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')
}

/// Reports whether a byte is a separator: a space, a record end (line feed) or start (carriage
/// return), a tab.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// Reports whether a byte opens and closes a literal.
pub(crate) fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'')
}

/// The function characters of the reference concrete syntax. In this text a line feed is the end of
/// a record.
const FUNCTIONS: [(&str, &str); 4] = [("RE", "\n"), ("RS", "\r"), ("SPACE", " "), ("TAB", "\t")];

/// Returns the character of a function, if one has this name.
pub fn function(name: &str) -> Option<&'static str> {
    for (function, character) in FUNCTIONS {
        if name.eq_ignore_ascii_case(function) {
            return Some(character);
        }
    }
    None
}
