//! Coercion of HTML names and texts to XML: HTML, section 13.2.9, "Coercing an HTML DOM into an
//! infoset".
//!
//! | not allowed in XML | result |
//! | --- | --- |
//! | a character in a name | `U` and six hexadecimal digits: `a"` → `aU000022` |
//! | a form feed in a text, a value or a comment | a space |
//! | any other character that XML excludes | U+FFFD |
//! | `--` in a comment, `-` at its end | a space is added after each such `-` |
//! | `?>` in a processing instruction, or blanks at its start | a space between, or no blanks |
//! | a processing instruction called `xml` | a coerced name |
//! | a carriage return in a comment or a processing instruction | a space |
//! | attributes `xmlns` and `xmlns:…` | dropped |
//!
//! One rule is not the standard's: an attribute such as `xml:lang`, which has no namespace on an
//! element of HTML, gets the namespace of its prefix.

use std::borrow::Cow;

use wishful::tree::AttributeRef;

/// Reports whether XML cannot express the attribute, so that it is dropped.
#[must_use]
pub fn is_dropped(attribute: AttributeRef<'_>) -> bool {
    attribute.name() == "xmlns" || attribute.name().starts_with("xmlns:")
}

/// Returns the short name of an attribute's namespace, and the coerced name without its prefix.
#[must_use]
pub fn attribute(attribute: AttributeRef<'_>) -> (Option<&str>, Cow<'_, str>) {
    if let Some(namespace) = attribute.namespace() {
        return (Some(namespace), name(attribute.local_name()));
    }
    match attribute.name().strip_prefix("xml:") {
        Some(local) if !local.is_empty() => (Some("xml"), name(local)),
        _ => (None, name(attribute.name())),
    }
}

/// Reports whether every reader of XML allows this as a name without a colon.
#[must_use]
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().enumerate().all(|(at, letter)| is_of_name(letter, at == 0))
}

/// Returns the URI of an attribute's namespace.
#[must_use]
pub fn address(namespace: &str) -> Option<&'static str> {
    match namespace {
        "xlink" => Some("http://www.w3.org/1999/xlink"),
        "xml" => Some("http://www.w3.org/XML/1998/namespace"),
        "xmlns" => Some("http://www.w3.org/2000/xmlns/"),
        _ => None,
    }
}

/// Coerces the name of an attribute only as far as lxml needs it in documents of its HTML parser:
/// it reads `{…}` as a namespace.
#[must_use]
pub fn lxml_name(name: &str) -> Cow<'_, str> {
    if name.starts_with('{') { self::name(name) } else { text(name) }
}

/// Coerces a name to a name of XML without a colon.
#[must_use]
pub fn name(name: &str) -> Cow<'_, str> {
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

/// Reports whether every reader of XML allows this character in a name without a colon. Many, such
/// as expat, know the fourth edition of XML 1.0 (production 5, appendix B), which lists letters of
/// Unicode 2.0. So these are the common ranges of both editions.
fn is_of_name(letter: char, is_first: bool) -> bool {
    match letter {
        'A'..='Z' | 'a'..='z' | '_' => true,
        '0'..='9' | '-' | '.' | '\u{B7}' | '\u{300}'..='\u{345}' => !is_first,
        // Latin, Greek, Cyrillic
        '\u{C0}'..='\u{D6}'
        | '\u{D8}'..='\u{F6}'
        | '\u{F8}'..='\u{131}'
        | '\u{134}'..='\u{13E}'
        | '\u{141}'..='\u{148}'
        | '\u{14A}'..='\u{17E}'
        | '\u{388}'..='\u{38A}'
        | '\u{38E}'..='\u{3A1}'
        | '\u{3A3}'..='\u{3CE}'
        | '\u{401}'..='\u{40C}'
        | '\u{40E}'..='\u{44F}'
        | '\u{451}'..='\u{45C}'
        | '\u{45E}'..='\u{481}'
        // Hebrew, Arabic, Devanagari, Thai, Georgian
        | '\u{5D0}'..='\u{5EA}'
        | '\u{621}'..='\u{63A}'
        | '\u{641}'..='\u{64A}'
        | '\u{905}'..='\u{939}'
        | '\u{E01}'..='\u{E2E}'
        | '\u{10D0}'..='\u{10F6}'
        // Kana, Han, Hangul
        | '\u{3041}'..='\u{3094}'
        | '\u{30A1}'..='\u{30FA}'
        | '\u{4E00}'..='\u{9FA5}'
        | '\u{AC00}'..='\u{D7A3}' => true,
        _ => false,
    }
}

/// Coerces a text or an attribute value to the characters of XML.
#[must_use]
pub fn text(text: &str) -> Cow<'_, str> {
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

/// Coerces the target of a processing instruction: `xml` is reserved (XML 1.0, production 17).
#[must_use]
pub fn target(target: &str) -> Cow<'_, str> {
    if target.eq_ignore_ascii_case("xml") {
        return format!("U{:06X}{}", u32::from(target.as_bytes()[0]), &target[1..]).into();
    }
    name(target)
}

/// Coerces the data of a processing instruction: `?>` would end it, and blanks at its start belong
/// to the separator.
#[must_use]
pub fn data(data: &str) -> Cow<'_, str> {
    let data = text(data);
    let blank = [' ', '\t', '\n', '\r'];
    if !data.contains("?>") && !data.starts_with(blank) && !data.contains('\r') {
        return data;
    }
    data.trim_start_matches(blank).replace("?>", "? >").replace('\r', " ").into()
}

/// Coerces a comment to one that XML allows.
#[must_use]
pub fn comment(comment: &str) -> Cow<'_, str> {
    let comment = text(comment);
    // A reader of XML makes a line feed of a carriage return, which cannot be escaped here.
    let comment = if comment.contains('\r') { comment.replace('\r', " ").into() } else { comment };
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
