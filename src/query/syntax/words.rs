//! What names and strings say: escapes undone.

use super::lowering::Node;

/// The characters of an XPath literal: what is between its quotes, as it is. (XPath 1.0, section 3.7.)
pub(super) fn literal(node: Node<'_>) -> &str {
    unquoted(node.text().trim_end_matches([' ', '\t', '\r', '\n', '\x0C']))
}

fn unquoted(text: &str) -> &str {
    text.get(1..text.len().saturating_sub(1)).unwrap_or_default()
}

/// The characters of a CSS string.
pub(super) fn string(node: Node<'_>) -> String {
    unescaped(unquoted(node.text()))
}

/// The characters of a CSS name.
pub(super) fn name(node: Node<'_>) -> String {
    unescaped(&written(node))
}

/// The tokens of a node without the blanks and the comments between them.
pub(super) fn written(node: Node<'_>) -> String {
    let (mut open, mut out) = (vec![node], String::new());
    while let Some(node) = open.pop() {
        match node.is_token() {
            true if node.name() == "BLANK" => {}
            true => out.push_str(node.text()),
            false => {
                let mut children: Vec<Node<'_>> = node.children().collect();
                children.reverse();
                open.append(&mut children);
            }
        }
    }
    out
}

/// Escapes undone: up to six hexadecimal digits and one blank behind them, an escaped line break, any other character.
/// (CSS Syntax 3, section 4.3.7.)
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

/// Adds what is behind a backslash; what stands behind that.
fn character<'t>(escape: &'t str, out: &mut String) -> &'t str {
    let digits = escape.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    let (number, rest) = escape.split_at(digits);
    if let Ok(number) = u32::from_str_radix(number, 16) {
        let letter = char::from_u32(number).filter(|&letter| letter != '\0');
        out.push(letter.unwrap_or(char::REPLACEMENT_CHARACTER));
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
