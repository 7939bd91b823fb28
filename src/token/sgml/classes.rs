//! The classes of characters: of the reference concrete syntax, so of ASCII.

/// Whether a name may begin with it: a letter.
pub(super) fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic()
}

/// Whether it may stand in a name: a letter, a digit, a period or a hyphen.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')
}

/// Whether it separates: a space, a record's end (line feed) or start (carriage return), a tab.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// Whether it opens and closes a literal.
pub(super) fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'')
}

/// The function characters of the reference concrete syntax. In this text a line feed is the end of a record.
const FUNCTIONS: [(&str, &str); 4] = [("RE", "\n"), ("RS", "\r"), ("SPACE", " "), ("TAB", "\t")];

/// The character of a function, if one has this name.
pub(super) fn function(name: &str) -> Option<&'static str> {
    let known = FUNCTIONS.iter().find(|(function, _)| name.eq_ignore_ascii_case(function));
    known.map(|(_, character)| *character)
}
