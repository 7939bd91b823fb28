//! Coercion of HTML names and texts to XML: HTML, section 13.2.9, "Coercing an HTML DOM into an
//! infoset".
//!
//! | not allowed in XML | result |
//! | --- | --- |
//! | a character in a name | `U` and six hexadecimal digits: `a"` → `aU000022` |
//! | a form feed in a text, a value or a comment | a space |
//! | any other character that XML excludes | U+FFFD |
//! | `--` in a comment, `-` at its end | a space is added after each such `-` |
//! | attributes `xmlns` and `xmlns:…` | dropped |
//!
//! One rule is not the standard's: an attribute such as `xml:lang`, which has no namespace on an
//! element of HTML, gets the namespace of its prefix.

use std::borrow::Cow;

use wishful::tree::AttributeRef;

/// Reports whether XML cannot express the attribute, so that it is dropped.
pub(crate) fn is_dropped(attribute: AttributeRef<'_>) -> bool {
    attribute.name() == "xmlns" || attribute.name().starts_with("xmlns:")
}

/// Returns the short name of an attribute's namespace, and the coerced name without its prefix.
pub(crate) fn attribute(attribute: AttributeRef<'_>) -> (Option<&str>, Cow<'_, str>) {
    if let Some(namespace) = attribute.namespace() {
        return (Some(namespace), name(attribute.local_name()));
    }
    match attribute.name().strip_prefix("xml:") {
        Some(local) if !local.is_empty() => (Some("xml"), name(local)),
        _ => (None, name(attribute.name())),
    }
}

/// Reports whether XML allows this as a name without a colon.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().enumerate().all(|(at, letter)| is_of_name(letter, at == 0))
}

/// Coerces the name of an attribute only as far as lxml needs it in documents of its HTML parser:
/// it reads `{…}` as a namespace.
pub(crate) fn lxml_name(name: &str) -> Cow<'_, str> {
    if name.starts_with('{') { self::name(name) } else { text(name) }
}

/// Coerces a name to a name of XML without a colon.
pub(crate) fn name(name: &str) -> Cow<'_, str> {
    if is_name(name) {
        return name.into();
    }
    let mut coerced = String::new();
    for (at, letter) in name.chars().enumerate() {
        if is_of_name(letter, at == 0) {
            coerced.push(letter);
        } else {
            coerced.push_str(&format!("U{:06X}", u32::from(letter)));
        }
    }
    // The standard does not treat empty names.
    if coerced.is_empty() { "U".into() } else { coerced.into() }
}

/// Reports whether XML allows this character in a name without a colon (XML 1.0, productions 4 and
/// 4a).
fn is_of_name(letter: char, is_first: bool) -> bool {
    match letter {
        'A'..='Z' | 'a'..='z' | '_' => true,
        '0'..='9' | '-' | '.' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}' => {
            !is_first
        }
        '\u{C0}'..='\u{D6}'
        | '\u{D8}'..='\u{F6}'
        | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}'
        | '\u{37F}'..='\u{1FFF}'
        | '\u{200C}'..='\u{200D}'
        | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}'
        | '\u{3001}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FDCF}'
        | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}' => true,
        _ => false,
    }
}

/// Coerces a text or an attribute value to the characters of XML.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_character) {
        return text.into();
    }
    text.chars().map(coerced).collect::<String>().into()
}

fn coerced(letter: char) -> char {
    match letter {
        '\u{C}' => ' ',
        letter if is_character(letter) => letter,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Reports whether XML allows this character (XML 1.0, production 2). Surrogates need no check: a
/// `char` is none.
fn is_character(letter: char) -> bool {
    letter >= ' ' && !matches!(letter, '\u{FFFE}' | '\u{FFFF}')
        || matches!(letter, '\t' | '\n' | '\r')
}

/// Coerces a comment to one that XML allows.
pub(crate) fn comment(comment: &str) -> Cow<'_, str> {
    let comment = text(comment);
    if !comment.contains("--") && !comment.ends_with('-') {
        return comment;
    }
    let mut coerced = String::new();
    for letter in comment.chars() {
        if letter == '-' && coerced.ends_with('-') {
            coerced.push(' ');
        }
        coerced.push(letter);
    }
    if coerced.ends_with('-') {
        coerced.push(' ');
    }
    coerced.into()
}
