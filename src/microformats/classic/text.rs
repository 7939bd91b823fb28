//! The text of a view: what `_STRINGIFY` gives for all of it, in streams.
//!
//! What is in an element that has no text of its own (`del`) or another one (`img`) is in a stream of its own: it is not in the
//! text around it, but what is in there may be asked for its text.

use crate::base::Span;

/// The streams while they are written. A place in one is a byte offset.
#[derive(Debug)]
pub(super) struct Streams {
    streams: Vec<String>,
    /// Those that are written to; the innermost last.
    open: Vec<usize>,
}

/// A stretch of one of the streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Stretch {
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

    /// Opens a stream for what is not in the text around it.
    pub(super) fn open(&mut self) {
        self.open.push(self.streams.len());
        self.streams.push(String::new());
    }

    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// An empty stretch here.
    pub(super) fn here(&mut self) -> Stretch {
        let at = self.stream().len();
        Stretch { stream: self.open.last().copied().unwrap_or_default(), start: at, end: at }
    }

    /// A stretch that began before, up to here.
    pub(super) fn until_here(&mut self, began: Stretch) -> Stretch {
        Stretch { end: self.streams[began.stream].len(), ..began }
    }

    /// Writes text; tells how much was written.
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

    /// Writes a text of the vocabulary, whose line breaks stay.
    pub(super) fn write_exactly(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.break_line();
            }
            self.write(line);
        }
    }

    /// Writes a line break that stays.
    fn break_line(&mut self) {
        if !self.break_at_blank() {
            self.stream().push('\n');
        }
    }

    /// Ends a line that has begun.
    pub(super) fn end_line(&mut self) {
        let is_begun = !self.stream().is_empty() && !self.stream().ends_with('\n');
        if is_begun && !self.break_at_blank() {
            self.stream().push('\n');
        }
    }

    /// Makes a blank at the end a line break, if there is one: so places in the stream stay what they are.
    fn break_at_blank(&mut self) -> bool {
        let stream = self.stream();
        let is_blank = stream.ends_with(' ');
        if is_blank {
            stream.pop();
            stream.push('\n');
        }
        is_blank
    }

    /// All streams one behind the other, and what stretches of them are in that.
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

/// Where the streams are in the text that they were joined to.
pub(super) struct Joined {
    starts: Vec<usize>,
}

impl Joined {
    pub(super) fn span(&self, stretch: Stretch) -> Span {
        let start = self.starts[stretch.stream];
        Span::new(start + stretch.start, start + stretch.end)
    }
}

/// Whether a letter is white space (DOM, section 1.1).
pub(super) fn is_white(letter: char) -> bool {
    letter.is_ascii_whitespace()
}

/// A span without the white space at its ends.
pub(super) fn trimmed(span: Span, text: &str) -> Span {
    let inner = span.of(text);
    let start = span.range().start + (inner.len() - inner.trim_start_matches(is_white).len());
    let end = span.range().start + inner.trim_end_matches(is_white).len();
    Span::new(start.min(end), end)
}
