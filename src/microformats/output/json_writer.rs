//! JSON as it comes: objects and arrays are begun and ended, nothing is held, nothing recurses.
//!
//! What is written is JSON even where a bound was met: then what is open is ended, and nothing more is begun.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::base::{Level, Span, counted};
use crate::microformats::step::Role;

/// A text that becomes JSON.
#[derive(Debug)]
pub(crate) struct JsonWriter {
    text: String,
    pretty: bool,
    /// For each bracket that is open, what ends it and whether something stands in it.
    open: Vec<(char, bool)>,
    /// Whether a key was written whose value comes next.
    after_key: bool,
    most: u64,
}

impl JsonWriter {
    pub(crate) fn new(pretty: bool, most: u64) -> Self {
        Self { text: String::new(), pretty, open: Vec::new(), after_key: false, most }
    }

    /// Whether there is room for more.
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

    pub(crate) fn boolean(&mut self, value: bool) {
        self.separate();
        self.text.push_str(if value { "true" } else { "false" });
    }

    /// A key and a text.
    pub(crate) fn member(&mut self, key: &str, text: &str) {
        self.key(key);
        self.string(text);
    }

    /// A key and an array of texts.
    pub(crate) fn strings<'t>(&mut self, key: &str, texts: impl IntoIterator<Item = &'t str>) {
        self.key(key);
        self.array();
        for text in texts {
            self.string(text);
        }
        self.end();
    }

    /// A place of the source, as an array of two offsets.
    pub(crate) fn span(&mut self, span: Span) {
        self.array();
        self.number(span.start.into());
        self.number(span.end.into());
        self.end();
    }

    /// What a value was put together from, as an array of objects, as far as there is room.
    pub(crate) fn parts<'p>(&mut self, parts: impl Iterator<Item = (Role, Cow<'p, [Span]>)>) {
        self.array();
        for (role, spans) in parts {
            if !self.has_room() {
                break;
            }
            self.object();
            self.member("role", role.name());
            self.key("spans");
            self.array();
            spans.iter().for_each(|&span| self.span(span));
            self.end();
            self.end();
        }
        self.end();
    }

    /// The text, with a line break behind it.
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
            // (Deeper things are indented no more, so that the text does not grow with the square of the depth.)
            self.text.extend(std::iter::repeat_n("  ", self.open.len().min(Level::DEEPEST)));
        }
    }

    fn quote(&mut self, text: &str) {
        let quoted = serde_json::to_string(text).expect("a string is JSON");
        self.text.push_str(&quoted);
    }
}
