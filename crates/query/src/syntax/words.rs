//! The characters of names and strings, with escapes resolved.

use super::lowering::ParseNode;

/// Returns the value of an XPath literal: the text between its quotes, unchanged. (XPath 1.0,
/// section 3.7.)
pub(super) fn literal(node: ParseNode<'_>) -> &str {
    unquoted(node.text().trim_end_matches([' ', '\t', '\r', '\n', '\x0C']))
}

fn unquoted(text: &str) -> &str {
    text.get(1..text.len().saturating_sub(1)).unwrap_or_default()
}

/// Returns the value of a CSS string.
pub(super) fn string(node: ParseNode<'_>) -> String {
    unescaped(unquoted(node.text()))
}

/// Returns the value of a CSS name.
pub(super) fn name(node: ParseNode<'_>) -> String {
    unescaped(&written(node))
}

/// Concatenates the tokens of a node, without blanks and comments.
pub(super) fn written(node: ParseNode<'_>) -> String {
    let (mut open, mut out) = (vec![node], String::new());
    while let Some(node) = open.pop() {
        if !node.is_token() {
            let mut children: Vec<ParseNode<'_>> = node.children().collect();
            children.reverse();
            open.append(&mut children);
        } else if node.name() != "BLANK" {
            out.push_str(node.text());
        }
    }
    out
}

/// Resolves escapes: up to six hexadecimal digits with one optional blank after them, an escaped
/// line break, or any other character. (CSS Syntax 3, section 4.3.7.)
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        out.push_str(before);
        rest = character(escape, &mut out);
    }
    out.push_str(rest);
    out
}

/// Appends the character of one escape, and returns the text after it.
fn character<'t>(escape: &'t str, out: &mut String) -> &'t str {
    let digits = escape.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    let (number, rest) = escape.split_at(digits);
    if let Ok(number) = u32::from_str_radix(number, 16) {
        out.push(match char::from_u32(number) {
            None | Some('\0') => char::REPLACEMENT_CHARACTER,
            Some(letter) => letter,
        });
        return rest
            .strip_prefix("\r\n")
            .or_else(|| rest.strip_prefix([' ', '\t', '\r', '\n', '\x0C']))
            .unwrap_or(rest);
    }
    let mut letters = escape.chars();
    match letters.next() {
        Some('\n' | '\x0C') | None => {}
        Some(letter) => out.push(letter),
    }
    letters.as_str()
}
