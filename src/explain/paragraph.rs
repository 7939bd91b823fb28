//! Explanations as paragraphs: a title, and fields with labels.
//!
//! ```text
//! title        <tbody> was inserted before <td>
//! inside       <html> <body> <table>
//! acceptable   <caption> <col> <colgroup> <tbody> <tfoot> <thead> </table>, a comment, …
//! rejected     <td>: not allowed in the content of <table>
//!              marpa.grammar:64  <table> ::= (tablepart | sgml)* ;
//! passed over  <html> <head> <body>
//! inserted     <tbody>
//!              marpa.grammar:92  <td> -> <html> <head> <body> <tbody> <tr> closing <table> ;
//! ```
//!
//! `page.rs` renders paragraphs as text; the playground renders them as tables. `why_not.rs` makes
//! those of the answers to "why not" and "could it".

mod why_not;

use std::sync::Arc;

use super::{
    Citation, Edited, Explanation, ExplanationStep, Inserted, Reason, StatementText, Treatment,
};
use crate::base::{Paint, Span, visible};
use crate::slippers::UnrecordedAction;
use crate::slippers::event::RepairKind;
use crate::tree::Document;
use serde::Serialize;

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

/// A paragraph of an explanation. Control characters are replaced by visible symbols.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Paragraph {
    /// The span of the token; empty for a position.
    #[serde(skip)]
    pub span: Span,
    /// The treatment of the token, as a sentence.
    pub title: String,
    /// The details, in order.
    pub fields: Vec<Field>,
}

/// A part of a paragraph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Field {
    /// The label: `inside`, `acceptable`, `rejected`, …
    pub label: &'static str,
    /// The lines; there is at least one.
    pub lines: Vec<FieldLine>,
}

/// A line of a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum FieldLine {
    /// A phrase.
    Text(String),
    /// A list of tokens: tags as they are written, and words such as `text`.
    Tokens(Arc<[String]>),
    /// A line of the grammar.
    Cited {
        /// The file and line: `marpa.grammar:93`.
        place: Arc<str>,
        /// The statement, on one line, shortened if it is long.
        line: Arc<str>,
    },
}

impl Explanation {
    /// Returns the explanation of each step.
    ///
    /// ```
    /// use wishful::explain::{ExplainOptions, TracedDocument};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("marpa").unwrap())?;
    /// let traced = TracedDocument::parse(&parser, "<td>x", &ParseOptions::default())?;
    /// let explanation = traced.at(0).ok_or("a token")?;
    /// let steps = explanation.paragraphs(traced.document(), &ExplainOptions::default());
    /// assert_eq!(steps[0].title, "<html> was inserted before <td>");
    /// let labels: Vec<_> = steps[0].fields.iter().map(|field| field.label).collect();
    /// assert_eq!(labels, ["inside", "acceptable", "rejected", "inserted"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn paragraphs(&self, document: &Document, how: &ExplainOptions<'_>) -> Vec<Paragraph> {
        if self.steps.is_empty() {
            let token = document.tokens().get(self.token.index());
            let span = token.map_or(Span::at(document.text().len()), |token| token.span);
            let title = "the tokenizer drops this, so the grammar never sees it";
            return vec![Paragraph::new(span, title, Vec::new())];
        }
        self.steps.iter().zip(&self.spans).map(|(step, &span)| step.paragraph(span, how)).collect()
    }

    /// Returns the explanations of the steps that repair something.
    pub(super) fn repairs(&self, how: &ExplainOptions<'_>) -> impl Iterator<Item = Paragraph> {
        let steps = self.steps.iter().zip(&self.spans);
        let repairs = steps.filter(|(step, _)| step.is_repair(how.hide_allowed));
        repairs.map(|(step, &span)| step.paragraph(span, how))
    }
}

/// Returns the explanations of the elements that the end of the input closed by force.
pub(super) fn unfinished(document: &Document) -> impl Iterator<Item = Paragraph> {
    let repairs = document.repair_ids().zip(document.repairs());
    let unfinished = repairs.filter(|(_, repair)| repair.kind == RepairKind::Unfinished);
    unfinished.map(|(id, repair)| {
        let why = "the input ended, but no grammar line allows the element to end here";
        let field = Field { label: "because", lines: vec![FieldLine::Text(why.to_owned())] };
        Paragraph::new(repair.span, &document.describe_action(id), vec![field])
    })
}

impl ExplanationStep {
    fn is_repair(&self, hide_allowed: bool) -> bool {
        match self {
            Self::Accepted { .. } => false,
            Self::Round { done: Treatment::Inserted(tags), .. } => {
                tags.iter().any(|tag| !hide_allowed || !tag.unremarkable)
            }
            Self::Round { done: Treatment::Settled(how, _), .. } => {
                *how == UnrecordedAction::Admitted
            }
            Self::Round { .. } | Self::Edited { .. } => true,
        }
    }

    fn paragraph(&self, span: Span, how: &ExplainOptions<'_>) -> Paragraph {
        let title = match self {
            Self::Accepted { accepted, .. } => format!("{accepted} was accepted"),
            Self::Edited { edited, .. } => edited.what.clone(),
            Self::Round { rejected, done, .. } => outcome(rejected, done),
        };
        let mut fields = Fields::new(how);
        fields.step(self);
        Paragraph::new(span, &title, fields.list)
    }
}

impl Paragraph {
    fn new(span: Span, title: &str, fields: Vec<Field>) -> Self {
        Self { span, title: visible(title).into_owned(), fields }
    }
}

/// The fields of a paragraph under construction.
struct Fields<'a> {
    list: Vec<Field>,
    paint: Paint,
    how: &'a ExplainOptions<'a>,
}

impl<'a> Fields<'a> {
    fn new(how: &'a ExplainOptions<'a>) -> Self {
        Self { list: Vec::new(), paint: Paint::new(how.colour), how }
    }

    /// Returns the description of the parent of the outermost elements.
    fn root(&self) -> String {
        match self.how.fragment {
            Some(context) => format!("the fragment of <{context}>"),
            None => "the document".to_owned(),
        }
    }

    /// Adds the action of a step, and its reason.
    fn step(&mut self, step: &ExplanationStep) {
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
                self.add("acceptable", FieldLine::Tokens(Arc::clone(acceptable)));
                self.reason(rejected, inside.last().map(String::as_str), reason);
                if let Some(advice) = advice {
                    self.text("advice", &visible(advice));
                }
                self.passed(passed);
                if *given_up {
                    let why = "the search for tags to insert reached its limit; a solution may have been missed";
                    self.text("gave up", why);
                }
                self.cited("remedy", remedy.as_ref());
                self.done(done);
            }
        }
    }

    fn inside(&mut self, inside: &[String]) {
        let path = match inside {
            [] => self.root(),
            path => path.join(" "),
        };
        self.text("inside", &visible(&path));
    }

    /// Adds the reason why a token was rejected.
    fn reason(&mut self, rejected: &str, inside: Option<&str>, reason: &Reason) {
        let rejected = self.paint.red(visible(rejected));
        let place = match inside {
            Some(element) => format!("the content of {}", visible(element)),
            None => self.root(),
        };
        match reason {
            Reason::Unknown => {
                self.text("rejected", &format!("{rejected}: no line of the grammar mentions it"));
            }
            Reason::NoPlace(rule) => {
                let why = format!("{rejected}: not allowed in {place}");
                self.text("rejected", &why);
                self.grammar_line(rule.as_ref());
            }
            Reason::Incomplete(rule) => {
                let why = format!("{rejected}: {place} is incomplete");
                self.text("rejected", &why);
                self.grammar_line(rule.as_ref());
            }
            Reason::Excluded(cite) => {
                self.text("rejected", &format!("{rejected}: excluded here by"));
                self.grammar_line(Some(cite));
            }
        }
    }

    fn passed(&mut self, passed: &[Citation]) {
        if !passed.is_empty() {
            let words: Vec<&str> = passed.iter().map(|cite| &*cite.word).collect();
            self.text("passed over", &words.join(" "));
        }
    }

    /// Adds how the token was treated.
    fn done(&mut self, done: &Treatment) {
        match done {
            Treatment::Inserted(tags) => {
                let mut last: Option<&str> = None;
                for Inserted { tag, cite, allowed, .. } in tags {
                    let tag = self.paint.green(visible(tag));
                    self.text("inserted", &tag);
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
                self.text("set aside", why);
                self.grammar_line(cite.as_ref());
            }
            Treatment::Settled(how, cites) => {
                self.text("settled", settled(*how));
                cites.iter().for_each(|cite| self.grammar_line(Some(cite)));
            }
            Treatment::Edited(edited) => self.because(edited),
            Treatment::Nothing => self.text("and then", "a limit stopped the parse"),
        }
    }

    /// Adds the line of the grammar that requires an edit.
    fn because(&mut self, edited: &Edited) {
        self.cited("because of", edited.cite.as_ref());
    }

    /// Adds `marpa.grammar:93  <td> -> …` below the field that it belongs to.
    fn grammar_line(&mut self, cite: Option<&Citation>) {
        self.cited("", cite);
    }

    /// Adds a line of the grammar under a label, and below it the other statements that made it.
    fn cited(&mut self, label: &'static str, cite: Option<&Citation>) {
        let Some(Citation { place, line, made_by, .. }) = cite else { return };
        self.add(label, FieldLine::Cited { place: place.clone(), line: line.clone() });
        for StatementText { place, line } in made_by.iter() {
            let (place, line) = (place.as_str().into(), line.as_str().into());
            self.add("made by", FieldLine::Cited { place, line });
        }
    }

    fn text(&mut self, label: &'static str, text: &str) {
        self.add(label, FieldLine::Text(text.to_owned()));
    }

    /// Adds a field. Without a label, the line belongs to the last field.
    fn add(&mut self, label: &'static str, line: FieldLine) {
        match self.list.last_mut() {
            Some(last) if label.is_empty() => last.lines.push(line),
            _ => self.list.push(Field { label, lines: vec![line] }),
        }
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
