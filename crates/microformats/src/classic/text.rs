//! The text of a view: the result of `_STRINGIFY` for the whole view, in several streams.
//!
//! The content of an element without text (`del`), or with a replacement text (`img`), is written
//! to a separate stream. It is not part of the surrounding text, but elements inside it still have
//! texts.

use wishful::base::Span;

/// A writer of streams. Positions are byte offsets in a stream.
#[derive(Debug)]
pub(super) struct Streams {
    streams: Vec<String>,
    /// The open streams, innermost last.
    open: Vec<usize>,
}

/// A slice of one of the streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TextStretch {
    stream: usize,
    start: usize,
    end: usize,
}

impl Streams {
    pub(super) fn new() -> Self {
        Self { streams: vec![String::new()], open: vec![0] }
    }

    fn stream(&mut self) -> &mut String {
        let open = self.open.last().copied().unwrap_or_default();
        &mut self.streams[open]
    }

    /// Opens a stream for content that is not part of the surrounding text.
    pub(super) fn open(&mut self) {
        self.open.push(self.streams.len());
        self.streams.push(String::new());
    }

    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// Returns an empty stretch at the current position.
    pub(super) fn here(&mut self) -> TextStretch {
        let at = self.stream().len();
        TextStretch { stream: self.open.last().copied().unwrap_or_default(), start: at, end: at }
    }

    /// Extends a stretch up to the current position.
    pub(super) fn until_here(&mut self, began: TextStretch) -> TextStretch {
        TextStretch { end: self.streams[began.stream].len(), ..began }
    }

    /// Writes text, with collapsed white space; returns the number of bytes written.
    pub(super) fn write(&mut self, text: &str) -> usize {
        let stream = self.stream();
        let before = stream.len();
        let mut rest = text;
        while !rest.is_empty() {
            let word = rest.find(is_white).unwrap_or(rest.len());
            stream.push_str(&rest[..word]);
            rest = &rest[word..];
            let behind = rest.find(|letter| !is_white(letter)).unwrap_or(rest.len());
            if behind > 0 && !stream.ends_with([' ', '\n']) {
                stream.push(' ');
            }
            rest = &rest[behind..];
        }
        stream.len() - before
    }

    /// Writes a text of the vocabulary, and keeps its line breaks.
    pub(super) fn write_exactly(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.break_line();
            }
            self.write(line);
        }
    }

    /// Writes a line break that is not collapsed.
    fn break_line(&mut self) {
        if !self.break_at_blank() {
            self.stream().push('\n');
        }
    }

    /// Ends the current line, if it is not empty.
    pub(super) fn end_line(&mut self) {
        let is_begun = !self.stream().is_empty() && !self.stream().ends_with('\n');
        if is_begun && !self.break_at_blank() {
            self.stream().push('\n');
        }
    }

    /// Turns a trailing blank into a line break, if there is one; the offsets in the stream do not
    /// change.
    fn break_at_blank(&mut self) -> bool {
        let stream = self.stream();
        let is_blank = stream.ends_with(' ');
        if is_blank {
            stream.pop();
            stream.push('\n');
        }
        is_blank
    }

    /// Concatenates all streams.
    pub(super) fn joined(self) -> (String, Joined) {
        let mut streams = self.streams.into_iter();
        let mut text = streams.next().unwrap_or_default();
        let mut starts = vec![0];
        for stream in streams {
            starts.push(text.len());
            text.push_str(&stream);
        }
        (text, Joined { starts })
    }
}

/// The start offsets of the streams in the concatenated text.
pub(super) struct Joined {
    starts: Vec<usize>,
}

impl Joined {
    pub(super) fn span(&self, stretch: TextStretch) -> Span {
        let start = self.starts[stretch.stream];
        Span::new(start + stretch.start, start + stretch.end)
    }
}

/// Reports whether a character is white space (DOM, section 1.1).
pub(super) fn is_white(letter: char) -> bool {
    letter.is_ascii_whitespace()
}

/// Trims white space from both ends of a span.
pub(super) fn trimmed(span: Span, text: &str) -> Span {
    let inner = span.of(text);
    let start = span.range().start + (inner.len() - inner.trim_start_matches(is_white).len());
    let end = span.range().start + inner.trim_end_matches(is_white).len();
    Span::new(start.min(end), end)
}
