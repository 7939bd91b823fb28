//! Processing instructions among the bogus comments (13.2.5.72 to 13.2.5.76).
//!
//! The state machine of `html5gum` reads `<?…>` as the standard did until 2026: as a bogus comment
//! that ends at the next `>`. A processing instruction has the same extent, so the text of the
//! comment says which of the two it is:
//!
//! | source | is |
//! | --- | --- |
//! | `<?marker name=a>`, `<?marker name=a?>` | a processing instruction |
//! | `<?xml version="1.0">`, `<?XML-StyleSheet>` | a bogus comment: `disallowed-…-target` |
//! | `<? php>`, `<?1>`, `<?>` | a bogus comment: `invalid-first-character-of-…-target` |
//! | `<?a$>` | a bogus comment: `invalid-…-target` |
//! | `<?php echo` at the end of the input | nothing: `eof-in-processing-instruction` |

/// The targets that remain comments, for the sake of XHTML pages that are served as HTML.
const DISALLOWED: [&str; 2] = ["xml", "xml-stylesheet"];

/// The result of reading the text between `<?` and the end of its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InstructionReading {
    /// A processing instruction, whose target and data are the first `length` bytes.
    Instruction { length: usize },
    /// A bogus comment, because of the character at `at`.
    Comment { at: usize, code: &'static str },
    /// Nothing, since the input ends in the construct.
    Unended,
}

/// Reads the text after `<?`, up to and including the `>` that ends the token, if there is one.
pub(super) fn read(body: &str) -> InstructionReading {
    let length = target_length(body);
    let Some(next) = body[length..].chars().next() else { return InstructionReading::Unended };
    let is_end = matches!(next, '\t' | '\n' | '\x0C' | '\r' | ' ' | '?' | '>');
    let is_disallowed = DISALLOWED.iter().any(|name| name.eq_ignore_ascii_case(&body[..length]));
    let code = match (length, is_end) {
        (0, _) => "invalid-first-character-of-processing-instruction-target",
        (_, false) => "invalid-processing-instruction-target",
        _ if is_disallowed => "disallowed-processing-instruction-target",
        _ => {
            let Some(inner) = body.strip_suffix('>') else { return InstructionReading::Unended };
            return InstructionReading::Instruction {
                length: inner.strip_suffix('?').unwrap_or(inner).len(),
            };
        }
    };
    InstructionReading::Comment { at: length, code }
}

/// Returns the length of the target at the start of a text: `[A-Za-z_][A-Za-z0-9_-]*`.
fn target_length(body: &str) -> usize {
    if !body.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        return 0;
    }
    let mut length = 0;
    for byte in body.bytes() {
        if !byte.is_ascii_alphanumeric() && byte != b'-' && byte != b'_' {
            break;
        }
        length += 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_bogus_comment_decides() {
        let instructions =
            [("a>", 1), ("a?>", 1), ("a??>", 2), ("a \t?>", 3), ("_-0 d ? >", 8), ("xmlish>", 6)];
        for (body, length) in instructions {
            assert_eq!(read(body), InstructionReading::Instruction { length }, "{body}");
        }
        for body in ["a", "a b", "xml", ""] {
            assert_eq!(read(body), InstructionReading::Unended, "{body}");
        }
        let comments = [
            (">", 0, "invalid-first-character-of-processing-instruction-target"),
            ("é>", 0, "invalid-first-character-of-processing-instruction-target"),
            ("-a>", 0, "invalid-first-character-of-processing-instruction-target"),
            ("a$>", 1, "invalid-processing-instruction-target"),
            ("aé", 1, "invalid-processing-instruction-target"),
            ("a\0", 1, "invalid-processing-instruction-target"),
            ("XML>", 3, "disallowed-processing-instruction-target"),
            ("xml-Stylesheet ", 14, "disallowed-processing-instruction-target"),
        ];
        for (body, at, code) in comments {
            assert_eq!(read(body), InstructionReading::Comment { at, code }, "{body}");
        }
    }
}
