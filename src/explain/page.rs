//! Writes explanations as paragraphs.
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
//! A [`Page`] takes explanations one by one, and passes each finished paragraph to its sink. So the
//! paragraphs of a long document are not stored. [`Explanation::paragraphs`] returns those of one
//! token as text. `why_not.rs` writes the answers to "why not" and "could it".

mod why_not;

use std::fmt::Write;

use super::{
    Citation, Edited, Explanation, ExplanationStep, Inserted, Reason, StatementText, Treatment,
};
use crate::base::{Paint, PositionCursor, Span, visible};
use crate::slippers::UnrecordedAction;
use crate::slippers::event::RepairKind;
use crate::tree::{Document, Extent};

impl Explanation {
    /// Returns the explanation in words. With another document than its own, it shows the source
    /// lines at the same positions.
    ///
    /// ```
    /// use wishful::explain::{ExplainOptions, TracedDocument};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("marpa").unwrap())?;
    /// let traced = TracedDocument::parse_str(&parser, "<td>x", &ParseOptions::default())?;
    /// let text = traced.at(0).ok_or("a token")?.paragraphs(
    ///     traced.document(),
    ///     &ExplainOptions::default().name("page.html"),
    /// );
    /// assert!(text.starts_with(
    ///     "page.html:1:1: <html> was inserted before <td>\n  1 | <td>x\n    | ^^^^\n"
    /// ));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn paragraphs(&self, document: &Document, how: &ExplainOptions<'_>) -> String {
        written(document, how, |page| page.token(document, self))
    }
}

/// Returns the text that `write` writes on a page about a document.
fn written(
    document: &Document,
    how: &ExplainOptions<'_>,
    write: impl FnOnce(&mut Page<'_, '_>),
) -> String {
    let mut text = String::new();
    let mut sink = |paragraph: &str| {
        text.push_str(paragraph);
        true
    };
    let mut page = Page::new(how, document.text(), &mut sink);
    write(&mut page);
    page.finish();
    text
}

/// Options for writing an explanation.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ExplainOptions<'a> {
    /// The name of the document.
    pub name: &'a str,
    /// The context element, if the document is a fragment.
    pub fragment: Option<&'a str>,
    /// A hint how to see all acceptable tokens. With it, the list is cut after about two lines;
    /// without it, the list is complete.
    pub more: Option<&'a str>,
    /// True if allowed repairs, and those that every document needs, are not explained.
    pub hide_allowed: bool,
    /// True for terminal colours.
    pub colour: bool,
}

crate::base::setters! { ExplainOptions<'a> {
    name: &'a str, fragment: Option<&'a str>, more: Option<&'a str>, hide_allowed: bool,
    colour: bool,
} }

/// A writer of explanations, paragraph by paragraph.
#[doc(hidden)]
pub struct Page<'a, 's> {
    how: &'a ExplainOptions<'a>,
    paint: Paint,
    /// The description of the parent of the outermost elements.
    root: String,
    places: PositionCursor<'a>,
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
        let root = match how.fragment {
            Some(context) => format!("the fragment of <{context}>"),
            None => "the document".to_owned(),
        };
        let (paint, places) = (Paint::new(how.colour), PositionCursor::new(text));
        Self { how, paint, root, places, out: String::new(), sink, ended: false }
    }
}

impl Page<'_, '_> {
    /// Writes all steps of a token.
    pub fn token(&mut self, document: &Document, explanation: &Explanation) {
        if explanation.steps.is_empty() {
            let token = document.tokens().get(explanation.token.index());
            let span = token.map_or(Span::at(document.text().len()), |token| token.span);
            self.head(span, "the tokenizer drops this, so the grammar never sees it");
            self.source(span);
        }
        for (step, &span) in explanation.steps.iter().zip(&explanation.spans) {
            self.gap();
            self.step(span, step);
        }
    }

    /// Writes the steps of a token that repair something.
    pub fn rounds(&mut self, explanation: &Explanation) {
        for (step, &span) in explanation.steps.iter().zip(&explanation.spans) {
            let is_repair = match step {
                ExplanationStep::Accepted { .. } => false,
                ExplanationStep::Round { done: Treatment::Inserted(tags), .. } => {
                    tags.iter().any(|tag| !self.how.hide_allowed || !tag.unremarkable)
                }
                ExplanationStep::Round { done: Treatment::Settled(how, _), .. } => {
                    *how == UnrecordedAction::Admitted
                }
                ExplanationStep::Round { .. } | ExplanationStep::Edited { .. } => true,
            };
            if is_repair {
                self.gap();
                self.step(span, step);
            }
        }
    }

    fn step(&mut self, span: Span, step: &ExplanationStep) {
        let what = match step {
            ExplanationStep::Accepted { accepted, .. } => format!("{accepted} was accepted"),
            ExplanationStep::Edited { edited, .. } => edited.what.clone(),
            ExplanationStep::Round { rejected, done, .. } => outcome(rejected, done),
        };
        self.head(span, &what);
        self.source(span);
        self.step_done(step);
    }

    /// Writes the action of a step, and its reason.
    pub(crate) fn step_done(&mut self, step: &ExplanationStep) {
        match step {
            ExplanationStep::Accepted { inside, rule, .. } => {
                self.inside(inside);
                self.grammar_line(rule.as_ref());
            }
            ExplanationStep::Edited { edited, inside } => {
                self.inside(inside);
                self.because(edited);
            }
            ExplanationStep::Round {
                rejected,
                inside,
                acceptable,
                reason,
                advice,
                passed,
                given_up,
                remedy,
                done,
            } => {
                self.inside(inside);
                self.list("acceptable", acceptable);
                self.reason(rejected, inside.last().map(String::as_str), reason);
                if let Some(advice) = advice {
                    self.field("advice", &visible(advice));
                }
                self.passed(passed);
                if *given_up {
                    let why = "the search for tags to insert reached its limit; a solution may have been missed";
                    self.field("gave up", why);
                }
                self.cited("remedy", remedy.as_ref());
                self.done(done);
            }
        }
    }

    /// Writes a heading: `page.html:1:8: what happened`.
    pub(crate) fn head(&mut self, span: Span, what: &str) {
        let position = self.places.position(span);
        let place = format!("{}:{position}:", visible(self.how.name));
        let paint = self.paint;
        let _ = writeln!(self.out, "{} {}", paint.bold(place), paint.bold(visible(what)));
    }

    /// Writes the source line, with carets under the part of the token on this line. A long line is
    /// cut to the part around the token.
    pub(crate) fn source(&mut self, span: Span) {
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

    pub(crate) fn inside(&mut self, inside: &[String]) {
        let path = match inside {
            [] => self.root.clone(),
            path => path.join(" "),
        };
        self.field("inside", &visible(&path));
    }

    /// Writes the acceptable tokens. If there is a hint how to see the rest, cuts the list after
    /// about two lines.
    fn list(&mut self, label: &str, words: &[String]) {
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
        self.field(label, if words.is_empty() { "nothing" } else { &text });
    }

    /// Writes the reason why a token was rejected.
    fn reason(&mut self, rejected: &str, inside: Option<&str>, reason: &Reason) {
        let rejected = self.paint.red(visible(rejected));
        let place = match inside {
            Some(element) => format!("the content of {}", visible(element)),
            None => self.root.clone(),
        };
        match reason {
            Reason::Unknown => {
                self.field("rejected", &format!("{rejected}: no line of the grammar mentions it"));
            }
            Reason::NoPlace(rule) => {
                let why = format!("{rejected}: not allowed in {place}");
                self.field("rejected", &why);
                self.grammar_line(rule.as_ref());
            }
            Reason::Incomplete(rule) => {
                let why = format!("{rejected}: {place} is incomplete");
                self.field("rejected", &why);
                self.grammar_line(rule.as_ref());
            }
            Reason::Excluded(cite) => {
                self.field("rejected", &format!("{rejected}: excluded here by"));
                self.grammar_line(Some(cite));
            }
        }
    }

    fn passed(&mut self, passed: &[Citation]) {
        if !passed.is_empty() {
            let words: Vec<&str> = passed.iter().map(|cite| &*cite.word).collect();
            self.field("passed over", &words.join(" "));
        }
    }

    /// Writes how the token was treated.
    fn done(&mut self, done: &Treatment) {
        match done {
            Treatment::Inserted(tags) => {
                let mut last: Option<&str> = None;
                for Inserted { tag, cite, allowed, .. } in tags {
                    let tag = self.paint.green(visible(tag));
                    self.field("inserted", &tag);
                    let place = cite.as_ref().map(|cite| &*cite.place);
                    if place != last {
                        self.grammar_line(cite.as_ref());
                    }
                    last = place;
                    self.cited("allowed by", allowed.as_ref());
                }
            }
            Treatment::SetAside(cite) => {
                let why = match cite {
                    Some(_) => "as cruft, by",
                    None => "as cruft: no remedy applied",
                };
                self.field("set aside", why);
                self.grammar_line(cite.as_ref());
            }
            Treatment::Settled(how, cites) => {
                self.field("settled", settled(*how));
                cites.iter().for_each(|cite| self.grammar_line(Some(cite)));
            }
            Treatment::Edited(edited) => self.because(edited),
            Treatment::Nothing => self.field("and then", "a limit stopped the parse"),
        }
    }

    /// Writes the line of the grammar that requires an edit.
    fn because(&mut self, edited: &Edited) {
        self.cited("because of", edited.cite.as_ref());
    }

    /// Writes `marpa.grammar:93  <td> -> …` below the field that it belongs to.
    pub(crate) fn grammar_line(&mut self, cite: Option<&Citation>) {
        self.cited("", cite);
    }

    /// Writes a line of the grammar under a label, and below it the other statements that made it.
    fn cited(&mut self, label: &str, cite: Option<&Citation>) {
        let Some(Citation { place, line, made_by, .. }) = cite else { return };
        self.cited_line(label, place, line);
        for StatementText { place, line } in made_by.iter() {
            self.cited_line("made by", place, line);
        }
    }

    fn cited_line(&mut self, label: &str, place: &str, line: &str) {
        let place = self.paint.cyan(place);
        self.field(label, &format!("{place}  {line}"));
    }

    pub(crate) fn field(&mut self, label: &str, text: &str) {
        let label = self.paint.faint(format!("{label:<11}"));
        let _ = writeln!(self.out, "  {label} {text}");
    }

    /// Writes the elements that the end of the input closed by force.
    pub fn unfinished(&mut self, document: &Document) {
        for (id, repair) in document.repair_ids().zip(document.repairs()) {
            if self.ended {
                return;
            }
            if repair.kind == RepairKind::Unfinished {
                self.gap();
                self.head(repair.span, &document.describe_action(id));
                self.source(repair.span);
                self.field(
                    "because",
                    "the input ended, but no grammar line allows the element to end here",
                );
            }
        }
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

/// Returns the outcome of a round as a sentence.
fn outcome(rejected: &str, done: &Treatment) -> String {
    match done {
        Treatment::Inserted(tags) if tags.is_empty() => {
            format!("ended elements were closed before {rejected}")
        }
        Treatment::Inserted(tags) => {
            let names: Vec<&str> = tags.iter().map(|tag| tag.tag.as_str()).collect();
            let verb = if names.len() == 1 { "was" } else { "were" };
            format!("{} {verb} inserted before {rejected}", names.join(" "))
        }
        Treatment::SetAside(_) => format!("{rejected} was set aside"),
        Treatment::Settled(how, _) => format!("{rejected} {}", settled(*how)),
        Treatment::Edited(edited) => edited.what.clone(),
        Treatment::Nothing => format!("{rejected} was rejected"),
    }
}

/// Returns the way in which a token passed without a record, in words.
fn settled(how: UnrecordedAction) -> &'static str {
    match how {
        UnrecordedAction::Ignored => "was ignored",
        UnrecordedAction::Admitted => "was admitted although excluded",
        UnrecordedAction::EndedSoftly => "ended its element; the elements open inside it stay open",
    }
}
