//! Content lines: what vCard (RFC 2426, RFC 6350) and iCalendar (RFC 5545) are made of.
//!
//! ```text
//! TEL;TYPE=work,voice:+1 555 0100
//! ```
//!
//! A [`Line`] says what is meant; written it is with all that the formats ask for: texts escaped, parameters quoted (with carets,
//! RFC 6868), lines folded at 75 bytes, between characters. Control characters have no place in any of them and are left out;
//! a line break of a text is `\n`.

use crate::microformats::moments::Moment;

/// A property.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Of letters, digits and hyphens.
    pub(crate) name: String,
    pub(crate) parameters: Vec<(&'static str, Vec<String>)>,
    pub(crate) value: LineValue,
    /// The type of values that it has where no parameter says otherwise.
    pub(crate) default: &'static str,
}

#[derive(Clone, Debug)]
pub(crate) enum LineValue {
    Text(String),
    /// Components, each of any number of texts.
    Structured(Vec<Vec<String>>),
    Uri(String),
    /// A date, with a time or without one, of the type that is named.
    Moment(Moment, &'static str),
    /// What is in a syntax of its own, of the type that is named.
    Other(String, &'static str),
}

impl Line {
    pub(crate) fn new(name: impl Into<String>, default: &'static str, value: LineValue) -> Self {
        Self { name: name.into(), parameters: Vec::new(), value, default }
    }

    /// A text.
    pub(crate) fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(name, "text", LineValue::Text(text.into()))
    }

    /// With a parameter, if it has values.
    pub(crate) fn with(mut self, name: &'static str, values: Vec<String>) -> Self {
        if !values.is_empty() {
            self.parameters.push((name, values));
        }
        self
    }

    /// The type of its value.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.value {
            LineValue::Text(_) => "text",
            // (That is what the formats say of them.)
            LineValue::Structured(_) => self.default,
            LineValue::Uri(_) => "uri",
            LineValue::Moment(_, kind) | LineValue::Other(_, kind) => kind,
        }
    }

    /// Writes it, with `moment` as the format has moments.
    pub(crate) fn write(&self, out: &mut String, moment: impl Fn(Moment) -> String) {
        let mut line = self.name.to_ascii_uppercase();
        let kind = (self.kind() != self.default).then(|| vec![self.kind().to_owned()]);
        let kind = kind.as_ref().map(|kind| ("VALUE", kind));
        let own = self.parameters.iter().map(|(name, values)| (*name, values));
        for (name, values) in own.chain(kind) {
            line.push(';');
            line.push_str(name);
            let separators = std::iter::once('=').chain(std::iter::repeat(','));
            for (separator, value) in separators.zip(values) {
                line.push(separator);
                push_parameter(value, &mut line);
            }
        }
        line.push(':');
        match &self.value {
            LineValue::Text(text) => push_text(text, &mut line),
            LineValue::Structured(components) => push_components(components, &mut line),
            LineValue::Uri(text) | LineValue::Other(text, _) => {
                line.extend(text.chars().filter(|letter| !letter.is_control()));
            }
            LineValue::Moment(value, _) => line.push_str(&moment(*value)),
        }
        fold(&line, out);
    }
}

/// A text as a value (RFC 6350, section 3.4; RFC 5545, section 3.3.11).
fn push_text(text: &str, out: &mut String) {
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' | ';' | ',' => out.extend(['\\', letter]),
            '\r' if letters.peek() == Some(&'\n') => {}
            '\n' | '\r' => out.push_str("\\n"),
            '\t' => out.push(letter),
            _ if letter.is_control() => {}
            _ => out.push(letter),
        }
    }
}

fn push_components(components: &[Vec<String>], out: &mut String) {
    for (index, texts) in components.iter().enumerate() {
        if index > 0 {
            out.push(';');
        }
        for (index, text) in texts.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            push_text(text, out);
        }
    }
}

/// A value of a parameter (RFC 6868), in quotes where it needs them.
fn push_parameter(value: &str, out: &mut String) {
    let is_quoted = value.contains([':', ';', ',']);
    let quote = if is_quoted { "\"" } else { "" };
    out.push_str(quote);
    for letter in value.replace("\r\n", "\n").chars() {
        match letter {
            '^' => out.push_str("^^"),
            '"' => out.push_str("^'"),
            '\n' | '\r' => out.push_str("^n"),
            '\t' => out.push(letter),
            _ if letter.is_control() => {}
            _ => out.push(letter),
        }
    }
    out.push_str(quote);
}

/// No line is longer, in bytes.
const WIDTH: usize = 75;

/// A line in pieces, each but the first behind a blank, and none of them all blank.
fn fold(line: &str, out: &mut String) {
    let mut width = 0;
    for letter in line.chars() {
        if width + letter.len_utf8() > WIDTH {
            out.push_str("\r\n ");
            width = 1;
        }
        out.push(letter);
        width += letter.len_utf8();
    }
    out.push_str("\r\n");
}

/// The name of a property that a format does not know: `X-`, and what of its name such names may have.
pub(crate) fn extension(name: &str) -> String {
    let name: String = name.chars().filter(|&it| it.is_ascii_alphanumeric() || it == '-').collect();
    let name = name.to_ascii_uppercase();
    if name.starts_with("X-") { name } else { format!("X-{name}") }
}

/// Whether a text is an address that can stand as one: whole, and without blanks and control characters.
pub(crate) fn is_uri(text: &str) -> bool {
    url::Url::parse(text).is_ok()
        && !text.contains(|it: char| it.is_whitespace() || it.is_control())
}

/// An address if it is one, else a text.
pub(crate) fn uri_or_text(text: &str) -> LineValue {
    match is_uri(text.trim()) {
        true => LineValue::Uri(text.trim().to_owned()),
        false => LineValue::Text(text.to_owned()),
    }
}

/// An address without its scheme, if it has that one: `mailto:a@example.org?subject=x` is the mail's address, with its escapes undone.
pub(crate) fn without_scheme(text: &str, scheme: &str) -> Option<String> {
    let trimmed = text.trim();
    let start = trimmed.get(..scheme.len())?;
    let rest = &trimmed[scheme.len()..];
    if !start.eq_ignore_ascii_case(scheme) {
        return None;
    }
    let address = rest.split('?').next().unwrap_or_default();
    Some(percent_encoding::percent_decode_str(address).decode_utf8_lossy().into_owned())
}
