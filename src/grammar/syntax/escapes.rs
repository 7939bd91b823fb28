//! Strings and regular expressions as they are written, with their escapes, and what they stand
//! for.

/// Whether an attribute's value needs no quotes.
pub(super) fn plain_value(value: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:/+-".contains(&byte);
    !value.is_empty() && value.bytes().all(plain)
}

/// A string with its quotes and escapes.
pub(super) fn string_text(value: &str) -> String {
    let mut out = String::from("\"");
    for character in value.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            control if control.is_control() || is_unseen(control) => {
                out.push_str(&format!("\\u{{{:x}}}", u32::from(control)));
            }
            plain => out.push(plain),
        }
    }
    out.push('"');
    out
}

/// Whether nobody sees it, or can tell it from a blank.
fn is_unseen(character: char) -> bool {
    (character.is_whitespace() && character != ' ')
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{feff}')
}

/// A regular expression between slashes.
pub(super) fn pattern_text(pattern: &str) -> String {
    let mut out = String::from("/");
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match character {
            '/' => out.push_str("\\/"),
            '\n' => out.push_str("\\n"),
            '\\' => {
                out.push('\\');
                out.extend(characters.next());
            }
            plain => out.push(plain),
        }
    }
    out.push('/');
    out
}

/// Replaces escapes; where and how long a wrong one is otherwise.
pub(crate) fn unescape(text: &str) -> Result<String, (usize, usize)> {
    let mut value = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        value.push_str(&rest[..at]);
        let escape = &rest[at..];
        let (character, length) =
            escaped(escape).map_err(|length| (text.len() - escape.len(), length))?;
        value.push(character);
        rest = &escape[length..];
    }
    Ok(value + rest)
}

/// The character that an escape at the start of `text` stands for, and the escape's length; of a
/// wrong one the length alone.
fn escaped(text: &str) -> Result<(char, usize), usize> {
    let plain = |character| Ok((character, 2));
    match text.chars().nth(1) {
        Some(quoted @ ('"' | '\\')) => plain(quoted),
        Some('n') => plain('\n'),
        Some('t') => plain('\t'),
        Some('r') => plain('\r'),
        Some('u') => {
            let length = text.find('}').map_or(2, |brace| brace + 1);
            let digits = text.get(3..length.saturating_sub(1)).unwrap_or_default();
            let number = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
            let opened = text[2..].starts_with('{');
            number.filter(|_| opened).map(|character| (character, length)).ok_or(length)
        }
        other => Err(1 + other.map_or(0, char::len_utf8)),
    }
}

/// A regular expression without the backslashes before its slashes.
pub(super) fn unslashed(pattern: &str) -> String {
    let mut value = String::new();
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        let escaped = if character == '\\' { characters.next() } else { None };
        if escaped != Some('/') {
            value.push(character);
        }
        value.extend(escaped);
    }
    value
}
