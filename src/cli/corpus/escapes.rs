//! Escapes in the input of a case, which can express any byte.

/// Resolves escapes: `\xFF` is a byte, `\u{e9}` a character, and `\n` `\r` `\t` `\0` `\\` are as
/// usual. A backslash at the end of a line joins it with the next.
pub(super) fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        rest = unescape_one(&rest[at + 1..], &mut bytes)?;
    }
    bytes.extend_from_slice(rest.as_bytes());
    Ok(bytes)
}

/// Resolves the escape after a backslash, and returns the text after it.
fn unescape_one<'a>(text: &'a str, bytes: &mut Vec<u8>) -> Result<&'a str, String> {
    let wrong =
        || "an escape is \\xFF, \\u{e9}, \\n, \\r, \\t, \\0, \\\\ or a line's end".to_owned();
    let hexadecimal = |digits: &str| match digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        true => u32::from_str_radix(digits, 16).map_err(|_| wrong()),
        false => Err(wrong()),
    };
    let mut rest = text.chars();
    match rest.next().ok_or_else(wrong)? {
        '\n' => {}
        'n' => bytes.push(b'\n'),
        'r' => bytes.push(b'\r'),
        't' => bytes.push(b'\t'),
        '0' => bytes.push(0),
        '\\' => bytes.push(b'\\'),
        'x' => {
            let digits = text.get(1..3).ok_or_else(wrong)?;
            bytes.push(u8::try_from(hexadecimal(digits)?).map_err(|_| wrong())?);
            return Ok(&text[3..]);
        }
        'u' => {
            let digits = text[1..].strip_prefix('{').ok_or_else(wrong)?;
            let (digits, rest) = digits.split_once('}').ok_or_else(wrong)?;
            let character = char::from_u32(hexadecimal(digits)?).ok_or_else(wrong)?;
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            return Ok(rest);
        }
        _ => return Err(wrong()),
    }
    Ok(rest.as_str())
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
