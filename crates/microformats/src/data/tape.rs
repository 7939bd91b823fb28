//! JSON as a flat list of its parts, with their spans.
//!
//! `serde_json` validates the text. Then a tokenizer splits it into [`TapePart`]s, without
//! recursion. The parts of an object or array follow it, up to its index `after`:
//!
//! ```text
//! {"a": [1, 2], "b": "c"}        { "a" [ 1 2 "b" "c"
//! ```

use serde::de::IgnoredAny;

use wishful::base::{Span, narrow, wide};

/// The kind of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JsonKind {
    Object,
    Array,
    String,
    Number,
    Boolean,
    Null,
}

/// A value, or the key of a member.
#[derive(Clone, Copy, Debug)]
pub(super) struct TapePart {
    pub(super) kind: JsonKind,
    /// The span in the text; for an object or array, that of its opening bracket.
    pub(super) span: Span,
    /// The index of the next part after this one and its content.
    pub(super) after: u32,
}

/// The reason why a text was rejected.
#[derive(Clone, Debug)]
pub(super) struct Mistake {
    /// The offset in the text.
    pub(super) offset: usize,
    pub(super) message: String,
    /// The text is valid JSON, but nests too deeply.
    pub(super) is_limit: bool,
}

/// The parts of a JSON text.
#[derive(Clone, Debug)]
pub(super) struct JsonTape<'t> {
    pub(super) text: &'t str,
    parts: Vec<TapePart>,
}

impl<'t> JsonTape<'t> {
    /// Splits a JSON text into its parts. It must be valid, and its objects and arrays may nest
    /// `most` levels deep.
    pub(super) fn read(text: &'t str, most: usize) -> Result<Self, Mistake> {
        if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
            let before: usize =
                text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
            let mut offset = (before + error.column().saturating_sub(1)).min(text.len());
            while !text.is_char_boundary(offset) {
                offset -= 1;
            }
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default().to_owned();
            return Err(Mistake { offset, message, is_limit: false });
        }
        let mut tape = Self { text, parts: Vec::new() };
        let mut open: Vec<usize> = Vec::new();
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let number = tape.parts.len();
            let (kind, length) = match byte {
                b'{' => (JsonKind::Object, 1),
                b'[' => (JsonKind::Array, 1),
                b'"' => (JsonKind::String, string_length(&bytes[at..])),
                b'}' | b']' => {
                    if let Some(begun) = open.pop() {
                        tape.parts[begun].after = narrow(number);
                    }
                    at += 1;
                    continue;
                }
                b'n' => (JsonKind::Null, 4),
                b't' => (JsonKind::Boolean, 4),
                b'f' => (JsonKind::Boolean, 5),
                b'-' | b'0'..=b'9' => (JsonKind::Number, number_length(&bytes[at..])),
                _ => {
                    at += 1;
                    continue;
                }
            };
            let end = (at + length).min(text.len());
            tape.parts.push(TapePart { kind, span: Span::new(at, end), after: narrow(number + 1) });
            if matches!(kind, JsonKind::Object | JsonKind::Array) {
                open.push(number);
                if open.len() > most {
                    let message = format!("objects and arrays are nested more than {most} deep");
                    return Err(Mistake { offset: at, message, is_limit: true });
                }
            }
            at = end;
        }
        Ok(tape)
    }

    /// Returns a part by its index.
    pub(super) fn part(&self, number: u32) -> TapePart {
        self.parts[wide(number)]
    }

    /// Returns the index of the root value.
    pub(super) fn root(&self) -> Option<u32> {
        if self.parts.is_empty() { None } else { Some(0) }
    }

    /// Returns the number of parts.
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// Returns the values of an array; for any other value, returns that value only.
    pub(super) fn values(&self, number: u32) -> impl Iterator<Item = u32> {
        let part = self.part(number);
        let is_array = part.kind == JsonKind::Array;
        let (mut next, end) = (if is_array { number + 1 } else { number }, part.after);
        std::iter::from_fn(move || {
            if next >= end {
                return None;
            }
            let value = next;
            next = self.part(value).after;
            Some(value)
        })
    }

    /// Returns the keys of an object with the indices of their values; nothing for any other value.
    pub(super) fn members(&self, number: u32) -> impl Iterator<Item = (u32, u32)> {
        let part = self.part(number);
        let is_object = part.kind == JsonKind::Object;
        let (mut next, end) = (number + 1, if is_object { part.after } else { number + 1 });
        std::iter::from_fn(move || {
            if next + 1 >= end {
                return None;
            }
            let key = next;
            next = self.part(key + 1).after;
            Some((key, key + 1))
        })
    }

    /// Returns the source text of a part; that of a string has no quotes.
    pub(super) fn written(&self, number: u32) -> &'t str {
        let TapePart { kind, span, .. } = self.part(number);
        let written = span.of(self.text);
        match kind {
            JsonKind::String => written.get(1..written.len().saturating_sub(1)).unwrap_or_default(),
            _ => written,
        }
    }

    /// Returns the text of a string with escapes. Returns `None` if it has no escapes, or an escape
    /// of half a surrogate pair, which stays as written.
    pub(super) fn unescaped(&self, number: u32) -> Option<String> {
        if !self.written(number).contains('\\') {
            return None;
        }
        serde_json::from_str(self.part(number).span.of(self.text)).ok()
    }
}

/// Returns the length of a string with its quotes.
fn string_length(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Returns the length of the number at the start of a text.
fn number_length(bytes: &[u8]) -> usize {
    let mut digits = bytes.iter();
    let end = digits.position(|it| !matches!(it, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'));
    end.unwrap_or(bytes.len())
}
