//! Escaping and unescaping of strings and regular expressions.

/// Reports whether an attribute's value needs no quotes.
pub(super) fn plain_value(value: &str) -> bool {
    !value.is_empty()
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.:/+-".contains(&byte))
}

/// Writes a string with its quotes and escapes.
pub fn string_text(value: &str) -> String {
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

/// Reports whether a character is invisible, or looks like a blank.
fn is_unseen(character: char) -> bool {
    (character.is_whitespace() && character != ' ')
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{feff}')
}

/// Writes a regular expression between slashes.
pub fn pattern_text(pattern: &str) -> String {
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

/// Replaces escapes.
///
/// # Errors
/// The offset and the length of a malformed escape.
pub fn unescape(text: &str) -> Result<String, (usize, usize)> {
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

/// Returns the character of an escape at the start of `text`, and the escape's length. For a
/// malformed escape, the error is the length alone.
fn escaped(text: &str) -> Result<(char, usize), usize> {
    let character = match text.chars().nth(1) {
        Some(quoted @ ('"' | '\\')) => quoted,
        Some('n') => '\n',
        Some('t') => '\t',
        Some('r') => '\r',
        Some('u') => return escaped_number(text),
        Some(other) => return Err(1 + other.len_utf8()),
        None => return Err(1),
    };
    Ok((character, 2))
}

/// Returns the character of an escape `\u{…}` at the start of `text`, like [`escaped`].
fn escaped_number(text: &str) -> Result<(char, usize), usize> {
    let length = match text.find('}') {
        Some(brace) => brace + 1,
        None => 2,
    };
    let digits = text.get(3..length.saturating_sub(1)).unwrap_or_default();
    if text[2..].starts_with('{')
        && let Ok(number) = u32::from_str_radix(digits, 16)
        && let Some(character) = char::from_u32(number)
    {
        return Ok((character, length));
    }
    Err(length)
}

/// Removes the backslashes before slashes from a regular expression.
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
