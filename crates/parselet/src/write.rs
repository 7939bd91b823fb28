//! Layouts of JSON output.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

/// The layout of JSON output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Layout {
    /// One line, without blanks.
    #[default]
    Compact,
    /// Indented lines, for people to read.
    Pretty,
    /// One line as in the C implementation: with blanks inside brackets and after signs, and `/`
    /// written as `\/`.
    Fizx,
}

/// Serializes a value as JSON.
pub(super) fn json(value: &impl Serialize, layout: Layout) -> String {
    let mut out = Vec::new();
    let written = match layout {
        Layout::Compact => write(value, &mut out, CompactFormatter),
        Layout::Pretty => write(value, &mut out, PrettyFormatter::new()),
        Layout::Fizx => write(value, &mut out, Fizx),
    };
    // OK because writing to a vector never fails, and all keys are texts.
    written.expect("texts, lists and objects are JSON");
    String::from_utf8(out).expect("JSON is UTF-8")
}

fn write(
    value: &impl Serialize,
    out: &mut Vec<u8>,
    formatter: impl Formatter,
) -> serde_json::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, formatter))
}

/// The formatter of [`Layout::Fizx`]: `{ "a": [ "x\/y" ] }`.
struct Fizx;

impl Formatter for Fizx {
    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b" " } else { b", " })
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b" ]")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b" " } else { b", " })
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b" }")
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut parts = fragment.split('/');
        out.write_all(parts.next().unwrap_or_default().as_bytes())?;
        parts.try_for_each(|part| {
            out.write_all(b"\\/")?;
            out.write_all(part.as_bytes())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts() {
        let value = serde_json::json!({ "a": ["x/y", {}, []], "b": "c" });
        assert_eq!(json(&value, Layout::Compact), r#"{"a":["x/y",{},[]],"b":"c"}"#);
        assert_eq!(json(&value, Layout::Fizx), r#"{ "a": [ "x\/y", { }, [ ] ], "b": "c" }"#);
    }
}
