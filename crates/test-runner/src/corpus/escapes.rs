//! Escapes in the input of a case, which can express any byte.

/// Resolves escapes: `\xFF` is a byte, `\u{e9}` a character, and `\n` `\r` `\t` `\0` `\\` are as
/// usual. A backslash at the end of a line joins it with the next.
pub(super) fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(offset) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..offset]);
        let Some(after) = unescape_one(&rest[offset + 1..], &mut bytes) else {
            return Err(MISTAKE.to_owned());
        };
        rest = after;
    }
    bytes.extend_from_slice(rest.as_bytes());
    Ok(bytes)
}

/// The message about an invalid escape.
const MISTAKE: &str =
    "unknown escape; expected \\xFF, \\u{e9}, \\n, \\r, \\t, \\0, \\\\ or a line end";

/// Resolves the escape after a backslash, and returns the text after it; `None` if the escape is
/// invalid.
fn unescape_one<'a>(text: &'a str, bytes: &mut Vec<u8>) -> Option<&'a str> {
    let mut rest = text.chars();
    match rest.next()? {
        '\n' => {}
        'n' => bytes.push(b'\n'),
        'r' => bytes.push(b'\r'),
        't' => bytes.push(b'\t'),
        '0' => bytes.push(0),
        '\\' => bytes.push(b'\\'),
        'x' => {
            bytes.push(u8::try_from(hexadecimal(text.get(1..3)?)?).ok()?);
            return Some(&text[3..]);
        }
        'u' => {
            let (digits, rest) = text[1..].strip_prefix('{')?.split_once('}')?;
            let character = char::from_u32(hexadecimal(digits)?)?;
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            return Some(rest);
        }
        _ => return None,
    }
    Some(rest.as_str())
}

/// Parses hexadecimal digits, without a sign.
fn hexadecimal(digits: &str) -> Option<u32> {
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_make_any_byte() {
        assert_eq!(unescape("a\\xFF\\u{e9}\\n\\\\\\\nb\\0"), Ok(b"a\xff\xc3\xa9\n\\b\0".to_vec()));
        for wrong in ["\\", "\\x", "\\xé", "\\u{", "\\u{d800}", "\\xg0"] {
            assert!(unescape(wrong).is_err(), "{wrong}");
        }
    }
}
