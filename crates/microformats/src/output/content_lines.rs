//! Content lines, of which vCard (RFC 2426, RFC 6350) and iCalendar (RFC 5545) consist.
//!
//! ```text
//! TEL;TYPE=work,voice:+1 555 0100
//! ```
//!
//! A [`ContentLine`] has the unescaped values. Writing it escapes texts, quotes parameters (with
//! carets, RFC 6868), and folds lines at 75 bytes, between characters. Control characters are not
//! allowed and are removed; a line break of a text becomes `\n`.

use crate::moments::DateTime;

/// A property.
#[derive(Clone, Debug)]
pub(crate) struct ContentLine {
    /// The name, of letters, digits and hyphens.
    pub(crate) name: String,
    pub(crate) parameters: Vec<(&'static str, Vec<String>)>,
    pub(crate) value: LineValue,
    /// The type of values without a `VALUE` parameter.
    pub(crate) default: &'static str,
}

#[derive(Clone, Debug)]
pub(crate) enum LineValue {
    Text(String),
    /// Components, each a list of texts.
    Structured(Vec<Vec<String>>),
    Uri(String),
    /// A date, optionally with a time, and the name of its type.
    Moment(DateTime, &'static str),
    /// A value with a special syntax, and the name of its type.
    Other(String, &'static str),
}

impl ContentLine {
    pub(crate) fn new(name: impl Into<String>, default: &'static str, value: LineValue) -> Self {
        Self { name: name.into(), parameters: Vec::new(), value, default }
    }

    /// Creates a property with a text.
    pub(crate) fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(name, "text", LineValue::Text(text.into()))
    }

    /// Adds a parameter, if it has values.
    pub(crate) fn with(mut self, name: &'static str, values: Vec<String>) -> Self {
        if !values.is_empty() {
            self.parameters.push((name, values));
        }
        self
    }

    /// Returns the type of the value.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.value {
            LineValue::Text(_) => "text",
            // (The formats define a structured value to be of the default type.)
            LineValue::Structured(_) => self.default,
            LineValue::Uri(_) => "uri",
            LineValue::Moment(_, kind) | LineValue::Other(_, kind) => kind,
        }
    }

    /// Writes the line, with `moment` as the notation of dates.
    pub(crate) fn write(&self, out: &mut String, moment: impl Fn(DateTime) -> String) {
        let mut line = self.name.to_ascii_uppercase();
        let kind = ("VALUE", vec![self.kind().to_owned()]);
        let kind = if self.kind() == self.default { None } else { Some(&kind) };
        for (name, values) in self.parameters.iter().chain(kind) {
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

/// Escapes a text value (RFC 6350, section 3.4; RFC 5545, section 3.3.11).
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

/// Escapes a parameter value (RFC 6868), and quotes it if necessary.
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

/// The maximum length of a line, in bytes.
const WIDTH: usize = 75;

/// Folds a line into pieces; each one but the first begins with a blank, and none is blank.
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

/// Returns the name of an extension property: `X-`, and the characters of `name` that are allowed.
pub(crate) fn extension(name: &str) -> String {
    let name: String = name.chars().filter(|&it| it.is_ascii_alphanumeric() || it == '-').collect();
    let name = name.to_ascii_uppercase();
    if name.starts_with("X-") { name } else { format!("X-{name}") }
}

/// Reports whether a text is a valid address: absolute, without blanks and control characters.
pub(crate) fn is_uri(text: &str) -> bool {
    url::Url::parse(text).is_ok()
        && !text.contains(|it: char| it.is_whitespace() || it.is_control())
}

/// Returns an address, if the text is one, otherwise a text.
pub(crate) fn uri_or_text(text: &str) -> LineValue {
    if is_uri(text.trim()) {
        return LineValue::Uri(text.trim().to_owned());
    }
    LineValue::Text(text.to_owned())
}

/// Strips a scheme from an address and unescapes it: `mailto:a@example.org?subject=x` gives the
/// email address. Returns `None` if the scheme differs.
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
