//! A streaming JSON writer: objects and arrays are begun and ended, nothing is buffered, nothing
//! recurses.
//!
//! The output is valid JSON even if the limit is reached: then open brackets are closed, and
//! nothing more is begun.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::step::Role;
pub(crate) use wishful::base::{Level, Span, counted};

/// A JSON text under construction.
#[derive(Debug)]
pub(crate) struct JsonWriter {
    text: String,
    pretty: bool,
    /// For each open bracket, its closing character, and whether it has content.
    open: Vec<(char, bool)>,
    /// A key was written, and its value comes next.
    after_key: bool,
    most: u64,
}

impl JsonWriter {
    pub(crate) fn new(pretty: bool, most: u64) -> Self {
        Self { text: String::new(), pretty, open: Vec::new(), after_key: false, most }
    }

    /// Reports whether there is room for more output. Once there is none, there never is again.
    pub(crate) fn has_room(&self) -> bool {
        counted(self.text.len()) < self.most
    }

    pub(crate) fn object(&mut self) {
        self.begin('{', '}');
    }

    pub(crate) fn array(&mut self) {
        self.begin('[', ']');
    }

    fn begin(&mut self, start: char, end: char) {
        self.separate();
        self.text.push(start);
        self.open.push((end, false));
    }

    /// Writes a key, and begins an object as its value.
    pub(crate) fn object_member(&mut self, key: &str) {
        self.key(key);
        self.object();
    }

    /// Writes a key, and begins an array as its value.
    pub(crate) fn array_member(&mut self, key: &str) {
        self.key(key);
        self.array();
    }

    /// Writes a key with a number.
    pub(crate) fn number_member(&mut self, key: &str, number: u64) {
        self.key(key);
        self.number(number);
    }

    /// Writes a key with a flag.
    pub(crate) fn flag(&mut self, key: &str, value: bool) {
        self.key(key);
        self.separate();
        self.text.push_str(if value { "true" } else { "false" });
    }

    /// Ends the innermost object or array.
    pub(crate) fn end(&mut self) {
        let Some((end, holds)) = self.open.pop() else { return };
        if holds {
            self.line();
        }
        self.text.push(end);
    }

    pub(crate) fn key(&mut self, key: &str) {
        self.separate();
        self.quote(key);
        self.text.push_str(if self.pretty { ": " } else { ":" });
        self.after_key = true;
    }

    pub(crate) fn string(&mut self, text: &str) {
        self.separate();
        self.quote(text);
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.separate();
        // OK because writing to a string never fails.
        let _ = write!(self.text, "{number}");
    }

    /// Writes a key with a text.
    pub(crate) fn member(&mut self, key: &str, text: &str) {
        self.key(key);
        self.string(text);
    }

    /// Writes a key with an array of texts.
    pub(crate) fn strings<'t>(&mut self, key: &str, texts: impl IntoIterator<Item = &'t str>) {
        self.array_member(key);
        for text in texts {
            self.string(text);
        }
        self.end();
    }

    /// Writes a span as an array of two offsets.
    pub(crate) fn span(&mut self, span: Span) {
        self.array();
        self.number(span.start.into());
        self.number(span.end.into());
        self.end();
    }

    /// Writes the inputs of a value as an array of objects, as far as there is room.
    pub(crate) fn parts<'p>(&mut self, parts: impl Iterator<Item = (Role, Cow<'p, [Span]>)>) {
        self.array();
        for (role, spans) in parts {
            if !self.has_room() {
                break;
            }
            self.object();
            self.member("role", role.name());
            self.array_member("spans");
            spans.iter().for_each(|&span| self.span(span));
            self.end();
            self.end();
        }
        self.end();
    }

    /// Closes all brackets and returns the text, with a final line break.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.end();
        }
        self.text.push('\n');
        self.text
    }

    fn separate(&mut self) {
        if std::mem::take(&mut self.after_key) {
            return;
        }
        if let Some((_, holds)) = self.open.last_mut() {
            if std::mem::replace(holds, true) {
                self.text.push(',');
            }
            self.line();
        }
    }

    fn line(&mut self) {
        if self.pretty {
            self.text.push('\n');
            // (The indentation is limited, so that the text does not grow quadratically with the
            // depth.)
            self.text.extend(std::iter::repeat_n("  ", self.open.len().min(Level::DEEPEST)));
        }
    }

    fn quote(&mut self, text: &str) {
        let quoted = serde_json::to_string(text).expect("a string is JSON");
        self.text.push_str(&quoted);
    }
}
