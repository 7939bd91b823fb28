//! Strings and classes of characters as the notations write them.

use super::model::Expr;
use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

/// Reads the escape after a backslash: `n`, `x41`, `u0041`, `u{41}`, `101`. Returns the character
/// and the length of the escape without the backslash.
fn escape(text: &str, octal: bool) -> Option<(char, usize)> {
    let first = text.chars().next()?;
    let hex = |start: usize, end: usize| {
        let digits = text.get(start..end)?;
        char::from_u32(u32::from_str_radix(digits, 16).ok()?)
    };
    let digits = text.bytes().take(3).take_while(|byte| (b'0'..b'8').contains(byte)).count();
    Some(match first {
        'n' => ('\n', 1),
        't' => ('\t', 1),
        'r' => ('\r', 1),
        'f' => ('\u{c}', 1),
        'b' => ('\u{8}', 1),
        'v' => ('\u{b}', 1),
        'a' if octal => ('\u{7}', 1),
        'x' => (hex(1, 3)?, 3),
        'u' if text.starts_with("u{") => {
            let end = text.find('}')?;
            (hex(2, end)?, end + 1)
        }
        'u' => (hex(1, 5)?, 5),
        'U' => (hex(1, 9)?, 9),
        '0'..='7' if octal => {
            (char::from_u32(u32::from_str_radix(&text[..digits], 8).ok()?)?, digits)
        }
        other => (other, other.len_utf8()),
    })
}

/// Returns the text of a string between its quotes. A malformed escape stands for itself.
pub(super) fn unescaped(text: &str, octal: bool) -> String {
    let (mut out, mut at) = (String::new(), 0);
    while let Some(character) = text[at..].chars().next() {
        at += character.len_utf8();
        let read = if character == '\\' { escape(&text[at..], octal) } else { None };
        out.push(read.map_or(character, |(character, _)| character));
        at += read.map_or(0, |(_, length)| length);
    }
    out
}

/// Returns the text without its first and last characters, which are quotes or brackets.
pub(super) fn inner(text: &str) -> &str {
    text.get(1..text.len().saturating_sub(1)).unwrap_or_default()
}

/// Reads the number of a character, such as `x41`, `d65` or `b1000001`.
fn code(text: &str) -> Option<char> {
    let (digits, radix) = match text.chars().next()?.to_ascii_lowercase() {
        'x' => (&text[1..], 16),
        'd' => (&text[1..], 10),
        'b' => (&text[1..], 2),
        _ => return None,
    };
    char::from_u32(u32::from_str_radix(digits, radix).ok()?)
}

/// Reads a value of ABNF: `%x41`, `%x41.42` or `%x41-5A`.
pub(super) fn abnf_codes(text: &str) -> Option<Expr> {
    let (base, digits) = text.get(1..)?.split_at_checked(1)?;
    if let Some((first, last)) = digits.split_once('-') {
        let (first, last) = (code(&format!("{base}{first}"))?, code(&format!("{base}{last}"))?);
        return (first <= last).then(|| Expr::range(first, last));
    }
    let text: Option<String> = digits.split('.').map(|one| code(&format!("{base}{one}"))).collect();
    Some(Expr::text(text?))
}

/// Reads a character of the W3C's notation: `#x41`, or the character itself. Returns it with its
/// length.
pub(super) fn ebnf_character(text: &str) -> Option<(char, usize)> {
    if let Some(rest) = text.strip_prefix("#x") {
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        if digits > 0 {
            return Some((code(&text[1..2 + digits])?, 2 + digits));
        }
    }
    let first = text.chars().next()?;
    Some((first, first.len_utf8()))
}

/// Reads a character of a class of ANTLR.
fn antlr_character(text: &str) -> Option<(char, usize)> {
    if let Some(rest) = text.strip_prefix('\\') {
        return escape(rest, false).map(|(character, length)| (character, length + 1));
    }
    let first = text.chars().next()?;
    Some((first, first.len_utf8()))
}

/// Reads a class in brackets, of the W3C's notation or of ANTLR. Returns `None` if it is malformed,
/// or names a property of characters that is not known.
pub(super) fn class(text: &str, is_antlr: bool) -> Option<ClassUnicode> {
    let read = if is_antlr { antlr_character } else { ebnf_character };
    let mut rest = inner(text);
    let negated = !is_antlr && rest.starts_with('^');
    rest = if negated { &rest[1..] } else { rest };
    let mut class = ClassUnicode::empty();
    while !rest.is_empty() {
        if is_antlr && (rest.starts_with("\\p{") || rest.starts_with("\\P{")) {
            let end = rest.find('}')? + 1;
            class.union(&super::patterns::class_of(&super::patterns::expr(&rest[..end])?)?);
            rest = &rest[end..];
            continue;
        }
        let (first, length) = read(rest)?;
        rest = &rest[length..];
        let mut last = first;
        if let Some(after) = rest.strip_prefix('-')
            && let Some((end, length)) = read(after)
        {
            last = end;
            rest = &after[length..];
        }
        if first > last {
            return None;
        }
        class.push(ClassUnicodeRange::new(first, last));
    }
    if negated {
        class.negate();
    }
    Some(class)
}
