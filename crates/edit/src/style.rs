//! The habits of a source: quotes and line ends.

use wishful::base::write_escaped;
use wishful::tree::Document;

/// The quotes around an attribute value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quote {
    Double,
    Single,
    None,
}

/// The number of attributes that decide about the habits.
const SAMPLE: usize = 1000;

/// The habits of a source.
pub(super) struct SourceStyle {
    /// The quotes of most attribute values.
    pub(super) quote: Quote,
    has_crlf: bool,
}

impl SourceStyle {
    pub(super) fn of(document: &Document) -> Self {
        let text = document.text();
        let mut counts = [0_usize; 3];
        let attributes = document.nodes().flat_map(|node| node.attributes());
        for value in attributes.filter_map(|attribute| attribute.value_span()).take(SAMPLE) {
            match text.as_bytes().get(value.range().start.wrapping_sub(1)) {
                Some(b'"') => counts[0] += 1,
                Some(b'\'') => counts[1] += 1,
                _ => counts[2] += 1,
            }
        }
        let quote = match counts {
            [double, single, none] if single > double && single >= none => Quote::Single,
            [double, _, none] if none > double => Quote::None,
            _ => Quote::Double,
        };
        let first = text.find('\n');
        let has_crlf = first.is_some_and(|at| text[..at].ends_with('\r'));
        Self { quote, has_crlf }
    }

    /// Returns a text with the line ends of the source.
    pub(super) fn line_ends(&self, text: &str) -> String {
        if self.has_crlf {
            text.replace("\r\n", "\n").replace('\n', "\r\n")
        } else {
            text.to_owned()
        }
    }
}

impl Quote {
    /// Spells a value with these quotes, or with others if it needs them.
    pub(super) fn written(self, value: &str) -> String {
        let is_plain = !value.is_empty()
            && !value.contains(|letter: char| {
                letter.is_whitespace() || matches!(letter, '"' | '\'' | '=' | '<' | '>' | '`' | '/')
            });
        let quote = match self {
            Self::None if is_plain => "",
            Self::Single if !value.contains('\'') => "'",
            Self::Double if value.contains('"') && !value.contains('\'') => "'",
            _ => "\"",
        };
        let mut text = String::from(quote);
        // OK because writing to a string never fails.
        let _ = if quote == "\"" {
            write_escaped(value, ['&', '\r', '"'], &mut text)
        } else {
            write_escaped(value, ['&', '\r'], &mut text)
        };
        text.push_str(quote);
        text
    }
}
