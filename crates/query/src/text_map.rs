//! The visible text with its sources: from which bytes of the page each run of it came.
//!
//! ```text
//! <p>Fish &amp;   chips<br>now      "Fish "  copied    3..8
//!                                   "&"      decoded   8..13
//!                                   " "      inserted
//!                                   "chips"  copied    16..21
//!                                   "\n"     inserted
//!                                   "now"    copied    25..28
//! ```
//!
//! **Invariant**: the runs tile the text. The source of a copied run is its text; that of a decoded
//! one parses to it. No byte of the source is in two runs, so each visible word is there once; but
//! for what the tree has twice, such as the option that a `<selectedcontent>` shows.

use std::ops::Range;

use wishful::base::Span;
use wishful::tree::{Document, NodeId, NodeRef, PieceText};

/// A visible text with its sources: [`Select::text_map`](crate::Select::text_map).
#[derive(Clone, Debug)]
pub struct TextMap {
    text: String,
    runs: Vec<TextRun>,
}

/// A run of a visible text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TextRun {
    /// The bytes of the text.
    pub range: Range<usize>,
    /// The origin.
    pub kind: RunKind,
    /// The bytes of the document's text; `None` for an inserted run.
    pub span: Option<Span>,
    /// The text node; `None` for an inserted run.
    pub node: Option<NodeId>,
    /// Set if a repair moved the text away from where it was read.
    pub is_moved: bool,
}

/// The origin of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RunKind {
    /// Written so in the source.
    Copied,
    /// Written otherwise: a character reference, or a line break of two characters.
    Decoded,
    /// A blank, a tab or a separator that stands for a gap.
    Inserted,
}

impl RunKind {
    /// Returns the word for the kind.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Copied => "copied",
            Self::Decoded => "decoded",
            Self::Inserted => "inserted",
        }
    }
}

impl TextMap {
    pub(crate) fn new(text: String, runs: Vec<TextRun>) -> Self {
        Self { text, runs }
    }

    /// Returns the text, which equals [`Select::visible_text`](crate::Select::visible_text).
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the runs, in the order of the text.
    #[must_use]
    pub fn runs(&self) -> &[TextRun] {
        &self.runs
    }

    /// Returns the source of a range of the bytes of the text, in the order of the text. Neighbours
    /// are joined; of what a character reference stands for, the whole reference is the source.
    ///
    /// ```
    /// use wishful_query::Select;
    /// let page = "<p>Fish &amp;   <b>chips</b>";
    /// let document = wishful::parse(page);
    /// let map = document.text_map("\n", true);
    /// assert_eq!(map.text(), "Fish & chips");
    /// let spans = map.spans(3..9);
    /// let sources: Vec<&str> = spans.iter().map(|span| span.of(page)).collect();
    /// assert_eq!(sources, ["h &amp;", "ch"]);
    /// ```
    #[must_use]
    pub fn spans(&self, range: Range<usize>) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        let first = self.runs.partition_point(|run| run.range.end <= range.start);
        for run in &self.runs[first..] {
            if run.range.start >= range.end {
                break;
            }
            let Some(mut span) = run.span else { continue };
            if run.kind == RunKind::Copied {
                let start = range.start.max(run.range.start) - run.range.start;
                let end = range.end.min(run.range.end) - run.range.start;
                let source = span.range().start;
                span = Span::new(source + start, source + end);
            }
            match spans.last_mut() {
                Some(last) if last.end == span.start => last.end = span.end,
                _ => spans.push(span),
            }
        }
        spans
    }
}

/// The runs of a text that is being written.
pub(crate) struct Receipts<'d> {
    document: &'d Document,
    runs: Vec<TextRun>,
    /// The length of the text so far.
    length: usize,
    /// The piece that is read.
    piece: Option<(NodeRef<'d>, PieceText)>,
    /// The sources of the text node that were moved.
    moved: Vec<Span>,
    /// The number of open elements that were moved.
    moved_elements: usize,
}

impl<'d> Receipts<'d> {
    pub(crate) fn new(document: &'d Document) -> Self {
        let (runs, moved) = (Vec::new(), Vec::new());
        Self { document, runs, length: 0, piece: None, moved, moved_elements: 0 }
    }

    pub(crate) fn into_runs(self) -> Vec<TextRun> {
        self.runs
    }

    /// Notes the start or the end of an element.
    pub(crate) fn element(&mut self, node: NodeRef<'d>, is_start: bool) {
        if node.moved_by().is_some() {
            if is_start {
                self.moved_elements += 1;
            } else {
                self.moved_elements -= 1;
            }
        }
    }

    /// Begins a piece of a text node.
    pub(crate) fn begin(&mut self, node: NodeRef<'d>, piece: PieceText) {
        if self.piece.is_none_or(|(last, _)| last != node) {
            self.moved.clear();
            let repairs = node.moves().filter_map(|repair| self.document.repair(repair));
            self.moved.extend(repairs.map(|repair| repair.span));
        }
        self.piece = Some((node, piece));
    }

    /// Notes that the end of a text has no source.
    pub(crate) fn insert(&mut self, text: &str) {
        if text.len() == self.length {
            return;
        }
        let (start, end) = (self.length, text.len());
        self.length = end;
        match self.runs.last_mut() {
            Some(last) if last.kind == RunKind::Inserted => last.range.end = end,
            _ => self.runs.push(TextRun {
                range: start..end,
                kind: RunKind::Inserted,
                span: None,
                node: None,
                is_moved: false,
            }),
        }
    }

    /// Forgets what follows the first bytes of the text, all of it blanks.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
        while let Some(last) = self.runs.last_mut() {
            if last.range.end <= length {
                break;
            }
            if last.range.start >= length {
                self.runs.pop();
                continue;
            }
            if let (RunKind::Copied, Some(span)) = (last.kind, &mut last.span) {
                *span = Span::new(span.range().start, span.range().end - (last.range.end - length));
            }
            last.range.end = length;
        }
    }

    /// Notes a word of the current piece. It begins at an offset of the piece.
    pub(crate) fn write(&mut self, word: &str, at: usize) {
        if self.is_copy(word, at, at + word.len()) {
            return self.push(RunKind::Copied, at, at + word.len());
        }
        // What one reference stands for may be several characters.
        let (mut from, mut end) = (at, at);
        for letter in word.chars() {
            let start = end;
            end += letter.len_utf8();
            if self.is_copy(letter.encode_utf8(&mut [0; 4]), start, end) {
                if from < start {
                    self.push(RunKind::Decoded, from, start);
                }
                self.push(RunKind::Copied, start, end);
                from = end;
            } else if self.source(from, end).is_some_and(|span| !span.is_empty()) {
                self.push(RunKind::Decoded, from, end);
                from = end;
            }
        }
        if from < end {
            self.push(RunKind::Decoded, from, end);
        }
    }

    fn source(&self, start: usize, end: usize) -> Option<Span> {
        self.document.source_of_text(self.piece?.1, Span::new(start, end))
    }

    /// Reports whether the source of a range of the piece is the text itself.
    fn is_copy(&self, text: &str, start: usize, end: usize) -> bool {
        let span = self.source(start, end);
        span.is_some_and(|span| self.document.text().get(span.range()) == Some(text))
    }

    fn push(&mut self, kind: RunKind, start: usize, end: usize) {
        let Some((node, piece)) = self.piece else { return };
        let mut span = self.source(start, end);
        if span.is_none_or(Span::is_empty) {
            span = self.document.source_of_piece(piece);
        }
        let at = span.unwrap_or_default().start;
        let is_moved = self.moved_elements > 0
            || self.moved.iter().any(|moved| moved.start <= at && at < moved.end);
        let range = self.length..self.length + (end - start);
        self.length = range.end;
        let run = TextRun { range, kind, span, node: Some(node.id()), is_moved };
        self.find_blank(&run);
        self.append(run);
    }

    /// Appends a run, or extends the last one.
    fn append(&mut self, run: TextRun) {
        match self.runs.last_mut() {
            Some(last) if follows(last, &run) => {
                last.range.end = run.range.end;
                last.span = last.span.zip(run.span).map(|(last, own)| last.join(own));
            }
            _ => self.runs.push(run),
        }
    }

    /// Gives an inserted blank before a run its source, if the source has just this blank there.
    fn find_blank(&mut self, next: &TextRun) {
        let [.., last, gap] = &self.runs[..] else { return };
        let (Some(span), Some(own)) = (last.span, next.span) else { return };
        let between = Span { start: span.end, end: own.start.max(span.end) };
        let is_blank = gap.kind == RunKind::Inserted
            && gap.range.len() == 1
            && last.node == next.node
            && between.len() == 1
            && between.of(self.document.text()) == " ";
        if is_blank {
            let (kind, span, is_moved) = (RunKind::Copied, Some(between), last.is_moved);
            let blank = TextRun { range: gap.range.clone(), kind, span, node: next.node, is_moved };
            self.runs.pop();
            self.append(blank);
        }
    }
}

/// Reports whether a copied run continues another one.
fn follows(last: &TextRun, next: &TextRun) -> bool {
    let ends = last.span.map(|span| span.end);
    let starts = next.span.map(|span| span.start);
    last.kind == RunKind::Copied
        && next.kind == RunKind::Copied
        && ends == starts
        && last.node == next.node
        && last.is_moved == next.is_moved
}
