//! Explanations as paragraphs, and what they are of: a document by a grammar, a token at a place.

use std::fmt::Write;

use super::grammars::{self, Prepared};
use super::inputs::LineColumn;
use super::paint::{Paint, visible};
use super::places::Places;
use crate::base::{Position, Span};
use crate::explain::{
    Account, Cite, Collector, Done, Edited, Explanation, Inserted, Reason, Step, Written,
};
use crate::slippers::Settled;
use crate::slippers::event::{RepairKind, TokenId};
use crate::tree::{Document, Extent};
use crate::{Grammar, ParseOptions, Parser};

/// How an explanation is written.
pub(super) struct How<'a> {
    /// What the document is called.
    pub(super) name: &'a str,
    /// Whether all that was acceptable is listed.
    pub(super) all: bool,
    /// Whether what goes without saying is not explained.
    pub(super) hides: bool,
    pub(super) paint: Paint,
}

/// What was explained, and whether the sink took all of it.
pub(super) struct Explained {
    pub(super) document: Document,
    pub(super) extent: Extent,
}

/// The parser of documents that a grammar is.
///
/// # Errors
/// If it is one of other texts.
pub(super) fn markup(grammar: &Prepared) -> Result<&Parser, String> {
    match grammar {
        Prepared::Markup(parser) => Ok(parser),
        Prepared::Text(_) => {
            Err("the grammar describes no markup, so nothing is repaired".to_owned())
        }
    }
}

/// A document, and how each of its tokens was looked at.
pub(super) struct Traced<'g> {
    grammar: &'g Grammar,
    pub(super) document: Document,
    collector: Collector,
}

impl<'g> Traced<'g> {
    /// Parses a document.
    ///
    /// # Errors
    /// If the grammar is one of other texts, or cannot parse the document.
    pub(super) fn parse(
        grammar: &'g Prepared,
        bytes: &[u8],
        options: &ParseOptions,
    ) -> Result<Self, String> {
        let parser = markup(grammar)?;
        let mut collector = Collector::default();
        let document = parser
            .parse_traced(bytes, options, Some(&mut collector))
            .map_err(|error| grammars::advised(&error, grammar, options))?;
        Ok(Self { grammar: parser.grammar(), document, collector })
    }

    pub(super) fn account(&self) -> Account<'_> {
        self.collector.account(self.grammar, &self.document)
    }
}

/// The token at a place; one past the end of the text is the end of the input.
pub(super) fn token_at(document: &Document, place: LineColumn) -> Result<TokenId, String> {
    let LineColumn { line, column } = place;
    let file = &document.source().file;
    let Some(offset) = file.offset(Position { line, column }) else {
        let end = file.position(Span::at(file.text().len()).start);
        return Err(match line > end.line {
            true => format!("there is no line {line}: the text ends at {end}"),
            false => {
                let length = file.line(line).chars().count();
                format!("there is no column {column}: line {line} has {length} characters")
            }
        });
    };
    let tokens = document.tokens();
    let index = tokens.at(offset);
    match index < tokens.len() {
        true => Ok(TokenId::new(index)),
        false if tokens.is_empty() => Err("the document has no tokens".into()),
        false => Ok(TokenId::new(tokens.len() - 1)),
    }
}

/// What is written, paragraph by paragraph.
pub(super) struct Page<'a, 's> {
    how: &'a How<'a>,
    /// What the outermost elements are in.
    root: String,
    places: Places<'a>,
    /// The paragraph that is being written.
    out: String,
    sink: &'s mut dyn FnMut(&str) -> bool,
    /// Whether the sink wants no more.
    pub(super) ended: bool,
}

impl<'a, 's> Page<'a, 's> {
    /// An empty one, about a text.
    pub(super) fn new(
        how: &'a How<'a>,
        options: &ParseOptions,
        text: &'a str,
        sink: &'s mut dyn FnMut(&str) -> bool,
    ) -> Self {
        let root = match &options.fragment {
            Some(context) => format!("the fragment of <{context}>"),
            None => "the document".to_owned(),
        };
        Self { how, root, places: Places::new(text), out: String::new(), sink, ended: false }
    }
}

impl Page<'_, '_> {
    /// A whole token: each round, and how it was accepted.
    pub(super) fn token(&mut self, document: &Document, explanation: &Explanation) {
        if explanation.steps.is_empty() {
            let span = document.tokens().span(explanation.token.index());
            self.head(span, "the standard makes no token of this, so no grammar sees it");
            self.source(span);
        }
        for (step, &span) in explanation.steps.iter().zip(&explanation.spans) {
            self.gap();
            self.step(span, step);
        }
    }

    /// What was repaired for a token.
    pub(super) fn rounds(&mut self, explanation: &Explanation) {
        for (step, &span) in explanation.steps.iter().zip(&explanation.spans) {
            let is_repair = match step {
                Step::Accepted { .. } => false,
                Step::Round { done: Done::Inserted(tags), .. } => {
                    tags.iter().any(|tag| !self.how.hides || !tag.unremarkable)
                }
                Step::Round { done: Done::Settled(how, _), .. } => *how == Settled::Admitted,
                Step::Round { .. } | Step::Edited { .. } => true,
            };
            if is_repair {
                self.gap();
                self.step(span, step);
            }
        }
    }

    fn step(&mut self, span: Span, step: &Step) {
        let what = match step {
            Step::Accepted { accepted, .. } => format!("{accepted} was accepted"),
            Step::Edited { edited, .. } => edited.what.clone(),
            Step::Round { rejected, done, .. } => outcome(rejected, done),
        };
        self.head(span, &what);
        self.source(span);
        self.step_done(step);
    }

    /// What a step did, and why.
    pub(super) fn step_done(&mut self, step: &Step) {
        match step {
            Step::Accepted { inside, rule, .. } => {
                self.inside(inside);
                self.grammar_line(rule.as_ref());
            }
            Step::Edited { edited, inside } => {
                self.inside(inside);
                self.because(edited);
            }
            Step::Round {
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
                    let why =
                        "the search for tags to insert hit its limit: a way may have been missed";
                    self.field("gave up", why);
                }
                self.cited("remedy", remedy.as_ref());
                self.done(done);
            }
        }
    }

    /// `page.html:1:8: what happened`
    pub(super) fn head(&mut self, span: Span, what: &str) {
        let position = self.places.position(span);
        let place = format!("{}:{position}:", visible(self.how.name));
        let paint = self.how.paint;
        let _ = writeln!(self.out, "{} {}", paint.bold(place), paint.bold(visible(what)));
    }

    /// The line of the source, with carets under the token (as far as it stands on that line). Of a
    /// long line, the part around the token.
    pub(super) fn source(&mut self, span: Span) {
        const WIDTH: usize = 80;
        let number = self.places.position(span).line.to_string();
        let excerpt = self.places.excerpt(span, WIDTH);
        let (left, right) =
            (if excerpt.cut_left { "…" } else { "" }, if excerpt.cut_right { "…" } else { "" });
        let indent = " ".repeat(excerpt.before + left.chars().count());
        let margin = " ".repeat(number.len());
        let paint = self.how.paint;
        let _ = writeln!(
            self.out,
            "  {} {left}{}{right}\n  {} {indent}{}",
            paint.faint(format!("{number} |")),
            visible(excerpt.text),
            paint.faint(format!("{margin} |")),
            paint.yellow("^".repeat(excerpt.length)),
        );
    }

    pub(super) fn inside(&mut self, inside: &[String]) {
        let path = match inside {
            [] => self.root.clone(),
            path => path.join(" "),
        };
        self.field("inside", &visible(&path));
    }

    /// What was acceptable, cut at about two lines.
    fn list(&mut self, label: &str, words: &[String]) {
        const TWO_LINES: usize = 150;
        let mut text = String::new();
        let mut length = 0;
        let mut comma = "";
        for (index, word) in words.iter().enumerate() {
            length += word.chars().count() + 1;
            if length > TWO_LINES && !self.how.all {
                let more = format!(" … and {} more (--all lists them)", words.len() - index);
                text.push_str(&self.how.paint.faint(more));
                break;
            }
            // Tags stand apart by themselves; words need commas.
            let plain = !word.starts_with('<');
            let gap = if plain && comma.is_empty() && index > 0 { "," } else { comma };
            let blank = if index > 0 { " " } else { "" };
            comma = if plain { "," } else { "" };
            let _ = write!(text, "{gap}{blank}{}", visible(word));
        }
        self.field(label, if words.is_empty() { "nothing" } else { &text });
    }

    fn reason(&mut self, rejected: &str, inside: Option<&str>, reason: &Reason) {
        let rejected = self.how.paint.red(visible(rejected));
        let place = match inside {
            Some(element) => format!("the content of {}", visible(element)),
            None => self.root.clone(),
        };
        match reason {
            Reason::Unknown => {
                self.field("rejected", &format!("{rejected}: no line of the grammar mentions it"));
            }
            Reason::NoPlace(rule) => {
                let why = format!("{rejected}: there is no place for it in {place}");
                self.field("rejected", &why);
                self.grammar_line(rule.as_ref());
            }
            Reason::Incomplete(rule) => {
                let why = format!("{rejected}: {place} is not complete");
                self.field("rejected", &why);
                self.grammar_line(rule.as_ref());
            }
            Reason::Excluded(cite) => {
                self.field("rejected", &format!("{rejected}: it is excluded here by"));
                self.grammar_line(Some(cite));
            }
        }
    }

    fn passed(&mut self, passed: &[Cite]) {
        if !passed.is_empty() {
            let words: Vec<&str> = passed.iter().map(|cite| cite.word.as_str()).collect();
            self.field("passed over", &words.join(" "));
        }
    }

    fn done(&mut self, done: &Done) {
        match done {
            Done::Inserted(tags) => {
                let mut last: Option<&str> = None;
                for Inserted { tag, cite, allowed, .. } in tags {
                    let tag = self.how.paint.green(visible(tag));
                    self.field("inserted", &tag);
                    if cite.as_ref().map(|cite| cite.place.as_str()) != last {
                        self.grammar_line(cite.as_ref());
                    }
                    last = cite.as_ref().map(|cite| cite.place.as_str());
                    self.cited("allowed by", allowed.as_ref());
                }
            }
            Done::SetAside(cite) => {
                let why = match cite {
                    Some(_) => "as cruft, by",
                    None => "as cruft: no remedy applied",
                };
                self.field("set aside", why);
                self.grammar_line(cite.as_ref());
            }
            Done::Settled(how, cites) => {
                self.field("settled", settled(*how));
                cites.iter().for_each(|cite| self.grammar_line(Some(cite)));
            }
            Done::Edited(edited) => self.because(edited),
            Done::Nothing => self.field("and then", "a limit ended the parse"),
        }
    }

    /// The line of the grammar that says what to do.
    fn because(&mut self, edited: &Edited) {
        self.cited("because of", edited.cite.as_ref());
    }

    /// `marpa.grammar:93  <td> -> …`, under the field that it belongs to.
    pub(super) fn grammar_line(&mut self, cite: Option<&Cite>) {
        self.cited("", cite);
    }

    /// A line of the grammar under a label, and below it what else made it what it is.
    fn cited(&mut self, label: &str, cite: Option<&Cite>) {
        let Some(Cite { place, line, made_by, .. }) = cite else { return };
        self.cited_line(label, place, line);
        for Written { place, line } in made_by {
            self.cited_line("made by", place, line);
        }
    }

    fn cited_line(&mut self, label: &str, place: &str, line: &str) {
        let place = self.how.paint.cyan(place);
        self.field(label, &format!("{place}  {line}"));
    }

    pub(super) fn field(&mut self, label: &str, text: &str) {
        let label = self.how.paint.faint(format!("{label:<11}"));
        let _ = writeln!(self.out, "  {label} {text}");
    }

    /// What was closed by force at the end.
    pub(super) fn unfinished(&mut self, document: &Document) {
        for (id, repair) in document.repair_ids().zip(document.repairs()) {
            if self.ended {
                return;
            }
            if repair.kind == RepairKind::Unfinished {
                self.gap();
                self.head(repair.span, &document.action(id));
                self.source(repair.span);
                self.field(
                    "because",
                    "the input ended, and no line of the grammar lets the element end here",
                );
            }
        }
    }

    pub(super) fn summary(&mut self, document: &Document) {
        if document.repairs().is_empty() {
            let _ = writeln!(self.out, "{}: no repairs", visible(self.how.name));
        }
    }

    /// A line by itself.
    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
    }

    /// Hands over the last paragraph, and begins the next after an empty line.
    pub(super) fn gap(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
            self.send();
        }
    }

    /// Hands over what is written, unless the sink wants no more.
    fn send(&mut self) {
        self.ended = self.ended || !(self.sink)(&self.out);
        self.out.clear();
    }

    /// Hands over the last paragraph; tells whether the sink had room for it.
    pub(super) fn finish(mut self) -> Extent {
        if self.ended {
            return Extent::Cut;
        }
        self.send();
        Extent::Whole
    }
}

/// The outcome of a round in a sentence.
fn outcome(rejected: &str, done: &Done) -> String {
    match done {
        Done::Inserted(tags) if tags.is_empty() => {
            format!("what had ended was closed before {rejected}")
        }
        Done::Inserted(tags) => {
            let names: Vec<&str> = tags.iter().map(|tag| tag.tag.as_str()).collect();
            let verb = if names.len() == 1 { "was" } else { "were" };
            format!("{} {verb} inserted before {rejected}", names.join(" "))
        }
        Done::SetAside(_) => format!("{rejected} was set aside"),
        Done::Settled(how, _) => format!("{rejected} {}", settled(*how)),
        Done::Edited(edited) => edited.what.clone(),
        Done::Nothing => format!("{rejected} was rejected"),
    }
}

/// How a token came through, in words.
fn settled(how: Settled) -> &'static str {
    match how {
        Settled::Ignored => "was ignored: it leaves no trace",
        Settled::Admitted => "was admitted although it is excluded",
        Settled::EndedSoftly => "ended its element: what is open inside stays open",
    }
}
