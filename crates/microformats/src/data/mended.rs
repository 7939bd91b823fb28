//! Repair of scripts that are almost JSON: wrappers around it, comments and other mistakes in it.
//!
//! A copy of the text gets blanks over the mistakes, so that all offsets stay valid. The caller
//! receives a list of the repairs.

/// The messages of the kinds of repairs.
const WORDING: [&str; 4] = [
    "a comment is ignored",
    "a CDATA wrapper is ignored",
    "a `;` at the end is ignored",
    "control characters in strings are treated as blanks",
];

/// Returns a repaired text and the messages of the repairs; `None` if there are none.
pub(super) fn mended(text: &str) -> Option<(String, Vec<&'static str>)> {
    let mut bytes = text.as_bytes().to_vec();
    let mut found = [false; 4];
    let mut is_string = false;
    let mut last = None;
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (which, length) = match rest[0] {
            b'"' => {
                is_string = !is_string;
                (None, 1)
            }
            b'\\' if is_string => (None, 2),
            0..=0x1F if is_string => (Some(3), 1),
            _ if is_string => (None, 1),
            _ if rest.starts_with(b"<!--") || rest.starts_with(b"-->") => {
                (Some(0), if rest[0] == b'<' { 4 } else { 3 })
            }
            _ if rest.starts_with(b"<![CDATA[") => (Some(1), 9),
            _ if rest.starts_with(b"]]>") => (Some(1), 3),
            _ if rest.starts_with(b"/*") => {
                let end = rest[2..].windows(2).position(|pair| pair == b"*/");
                (Some(0), end.map_or(rest.len(), |end| end + 4))
            }
            _ if rest.starts_with(b"//") => {
                let line = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                // (A line comment often hides the wrapper.)
                let is_wrapper = rest[..line].windows(5).any(|it| it == b"CDATA")
                    || rest[..line].windows(3).any(|it| it == b"]]>");
                (Some(usize::from(is_wrapper)), line)
            }
            b';' => {
                last = Some(at);
                at += 1;
                continue;
            }
            _ => (None, 1),
        };
        let end = (at + length).min(bytes.len());
        if let Some(which) = which {
            found[which] = true;
            for byte in &mut bytes[at..end] {
                *byte = if *byte == b'\n' && which != 3 { b'\n' } else { b' ' };
            }
        } else if bytes[at..end].iter().any(|byte| !byte.is_ascii_whitespace()) {
            last = None;
        }
        at = end;
    }
    if let Some(last) = last {
        found[2] = true;
        bytes[last] = b' ';
    }
    let mut messages = Vec::new();
    for (message, is_found) in WORDING.into_iter().zip(found) {
        if is_found {
            messages.push(message);
        }
    }
    if messages.is_empty() {
        return None;
    }
    Some((String::from_utf8(bytes).ok()?, messages))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_overwritten_in_place() {
        let of = |text: &str| {
            let (mended, told) = mended(text).unwrap();
            assert_eq!(mended.len(), text.len());
            (mended.trim().to_owned(), told.len())
        };
        assert_eq!(of("<!-- {\"a\": 1} -->"), ("{\"a\": 1}".to_owned(), 1));
        assert_eq!(of("//<![CDATA[\n{\"a\": 1}\n//]]>"), ("{\"a\": 1}".to_owned(), 1));
        assert_eq!(of("{\"a\": 1 /* é */};"), ("{\"a\": 1         }".to_owned(), 2));
        assert_eq!(of("{\"a\": \"x\ny\"}"), ("{\"a\": \"x y\"}".to_owned(), 1));
        assert_eq!(mended("{\"a\": \"// ; <!--\"}"), None);
        assert_eq!(mended("{\"a\": /*").map(|(_, told)| told.len()), Some(1));
    }
}
