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
