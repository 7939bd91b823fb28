//! Renders the paragraphs of explanations as text.
//!
//! ```text
//! page.html:1:1: <tbody> was inserted before <td>
//!   1 | <table><td>x
//!     |        ^^^^
//!   inside      <html> <body> <table>
//!   acceptable  <caption> <col> <colgroup> <tbody> <tfoot> <thead> </table>, a comment, …
//!   rejected    <td>: not allowed in the content of <table>
//!               marpa.grammar:64  <table> ::= (tablepart | sgml)* ;
//!   passed over <html> <head> <body>
//!   inserted    <tbody>
//!               marpa.grammar:92  <td> -> <html> <head> <body> <tbody> <tr> closing <table> ;
//! ```
//!
//! A [`Page`] takes paragraphs one by one, and passes the text of each to its sink. So the
//! paragraphs of a long document are not stored. [`Explanation::text`] returns those of one token.

use std::fmt::Write;

use super::Explanation;
use super::paragraph::{ExplainOptions, Field, FieldLine, Paragraph, unfinished};
use crate::base::{Paint, PositionCursor, Span, visible};
use crate::tree::{Document, Extent};

impl Explanation {
    /// Returns the explanation in words. With another document than its own, it shows the source
    /// lines at the same positions.
    ///
    /// ```
    /// use wishful::explain::{ExplainOptions, TracedDocument};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("marpa").unwrap())?;
    /// let traced = TracedDocument::parse(&parser, "<td>x", &ParseOptions::default())?;
    /// let text = traced.at(0).ok_or("a token")?.text(
    ///     traced.document(),
    ///     &ExplainOptions::default().name("page.html"),
    /// );
    /// assert!(text.starts_with(
    ///     "page.html:1:1: <html> was inserted before <td>\n  1 | <td>x\n    | ^^^^\n"
    /// ));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn text(&self, document: &Document, how: &ExplainOptions<'_>) -> String {
        let mut text = String::new();
        let mut sink = |paragraph: &str| {
            text.push_str(paragraph);
            true
        };
        let mut page = Page::new(how, document.text(), &mut sink);
        page.token(document, self);
        page.finish();
        text
    }
}

/// A writer of explanations, paragraph by paragraph.
#[doc(hidden)]
pub struct Page<'a, 's> {
    how: &'a ExplainOptions<'a>,
    paint: Paint,
    places: PositionCursor<'a>,
    /// The mistakes that come, the next one last: span, sentence, advice.
    mistakes: Vec<(Span, String, String)>,
    /// The current paragraph.
    out: String,
    sink: &'s mut dyn FnMut(&str) -> bool,
    /// True if the sink accepts no more text.
    pub ended: bool,
}

impl<'a, 's> Page<'a, 's> {
    /// Creates an empty page about a text.
    pub fn new(
        how: &'a ExplainOptions<'a>,
        text: &'a str,
        sink: &'s mut dyn FnMut(&str) -> bool,
    ) -> Self {
        let (paint, places) = (Paint::new(how.colour), PositionCursor::new(text));
        Self { how, paint, places, mistakes: Vec::new(), out: String::new(), sink, ended: false }
    }
}

impl Page<'_, '_> {
    /// Says of each repair of a document, from an offset on, what mistake of the author it is
    /// about, and adds paragraphs about the parse errors.
    pub fn say_mistakes(&mut self, document: &Document, from: u32) {
        self.mistakes = document.mistake_sentences();
        self.mistakes.retain(|(span, ..)| span.start >= from);
        self.mistakes.reverse();
    }

    /// Returns the next mistake before an offset.
    fn mistake_before(&mut self, offset: u32) -> Option<(Span, String, String)> {
        self.mistakes.pop_if(|(span, ..)| span.start < offset)
    }

    /// Writes the mistakes before an offset of which there is no other paragraph.
    pub fn mistakes_before(&mut self, offset: u32) {
        while let Some((span, sentence, advice)) = self.mistake_before(offset) {
            if self.ended {
                return;
            }
            self.gap();
            self.head(span, &sentence);
            self.source(span);
            self.field("advice", &advice);
        }
    }

    /// Writes the line of a field, unless it is empty.
    fn field(&mut self, label: &str, text: &str) {
        if !text.is_empty() {
            let label = self.paint.faint(format!("{label:<11}"));
            let _ = writeln!(self.out, "  {label} {}", visible(text));
        }
    }

    /// Writes all steps of a token.
    pub fn token(&mut self, document: &Document, explanation: &Explanation) {
        self.all(explanation.paragraphs(document, self.how));
    }

    /// Writes the steps of a token that repair something.
    pub fn rounds(&mut self, explanation: &Explanation) {
        self.all(explanation.repairs(self.how));
    }

    /// Writes the elements that the end of the input closed by force.
    pub fn unfinished(&mut self, document: &Document) {
        self.all(unfinished(document));
    }

    fn all(&mut self, paragraphs: impl IntoIterator<Item = Paragraph>) {
        for paragraph in paragraphs {
            if self.ended {
                return;
            }
            self.paragraph(&paragraph);
        }
    }

    /// Writes a paragraph, after an empty line if it is not the first.
    pub fn paragraph(&mut self, Paragraph { span, title, fields }: &Paragraph) {
        self.mistakes_before(span.start);
        self.gap();
        self.head(*span, title);
        self.source(*span);
        while let Some((_, sentence, advice)) = self.mistake_before(span.end.max(span.start + 1)) {
            self.field("mistake", &sentence);
            self.field("advice", &advice);
        }
        for Field { label, lines } in fields {
            let mut label = *label;
            for line in lines {
                let text = match line {
                    FieldLine::Text(text) => text.clone(),
                    FieldLine::Tokens(tokens) => self.tokens(tokens),
                    FieldLine::Cited { place, line } => {
                        format!("{}  {line}", self.paint.cyan(place))
                    }
                };
                let shown = self.paint.faint(format!("{label:<11}"));
                let _ = writeln!(self.out, "  {shown} {text}");
                label = "";
            }
        }
    }

    /// Writes a heading: `page.html:1:8: what happened`.
    fn head(&mut self, span: Span, what: &str) {
        let position = self.places.position(span);
        let place = format!("{}:{position}:", visible(self.how.name));
        let paint = self.paint;
        let _ = writeln!(self.out, "{} {}", paint.bold(place), paint.bold(what));
    }

    /// Writes the source line, with carets under the part of the token on this line. A long line is
    /// cut to the part around the token.
    fn source(&mut self, span: Span) {
        const WIDTH: usize = 80;
        let number = self.places.position(span).line.to_string();
        let excerpt = self.places.excerpt(span, WIDTH);
        let (left, right) =
            (if excerpt.cut_left { "…" } else { "" }, if excerpt.cut_right { "…" } else { "" });
        let indent = " ".repeat(excerpt.before + left.chars().count());
        let margin = " ".repeat(number.len());
        let paint = self.paint;
        let _ = writeln!(
            self.out,
            "  {} {left}{}{right}\n  {} {indent}{}",
            paint.faint(format!("{number} |")),
            visible(excerpt.text),
            paint.faint(format!("{margin} |")),
            paint.yellow("^".repeat(excerpt.length)),
        );
    }

    /// Returns a list of tokens as text. If there is a hint how to see the rest, cuts the list
    /// after about two lines.
    fn tokens(&self, words: &[String]) -> String {
        const TWO_LINES: usize = 150;
        let mut text = String::new();
        let mut length = 0;
        let mut comma = "";
        for (index, word) in words.iter().enumerate() {
            length += word.chars().count() + 1;
            if length > TWO_LINES
                && let Some(more) = self.how.more
            {
                let more = format!(" … and {} more ({more})", words.len() - index);
                text.push_str(&self.paint.faint(more));
                break;
            }
            // Tags need no separators; words need commas.
            let plain = !word.starts_with('<');
            let gap = if plain && comma.is_empty() && index > 0 { "," } else { comma };
            let blank = if index > 0 { " " } else { "" };
            comma = if plain { "," } else { "" };
            let _ = write!(text, "{gap}{blank}{}", visible(word));
        }
        if words.is_empty() { "nothing".to_owned() } else { text }
    }

    pub fn summary(&mut self, document: &Document) {
        if document.repairs().is_empty() {
            let _ = writeln!(self.out, "{}: no repairs", visible(self.how.name));
        }
    }

    /// Writes a single line.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
    }

    /// Ends the paragraph and passes it to the sink. The next one begins after an empty line.
    pub fn gap(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
            self.send();
        }
    }

    /// Passes the text to the sink, unless the sink accepts no more.
    fn send(&mut self) {
        self.ended = self.ended || !(self.sink)(&self.out);
        self.out.clear();
    }

    /// Passes the last paragraph to the sink. Reports whether the sink accepted all.
    pub fn finish(mut self) -> Extent {
        if self.ended {
            return Extent::Cut;
        }
        self.send();
        Extent::Whole
    }
}
