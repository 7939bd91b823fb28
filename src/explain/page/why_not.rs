//! Writes the answers to "why not" and "could it" as paragraphs.
//!
//! ```text
//! page.html:1:15: </b> was set aside
//!   1 | <b><table><td></b>
//!     |               ^^^^
//!   inside      <html> <body> <b> <table> <tbody> <tr> <td>
//!   refused     by
//!               whatwg.grammar:271  ends:{style} -> adopt scope ;
//!   remedies    …
//!   decisive    <td> of 1:11 is in the way
//!               whatwg.grammar:271  ends:{style} -> adopt scope ;
//!   taken if    ends:{style} -> adopt {scope - <td>} ;
//! ```

use super::{ExplainOptions, Page, written};
use crate::base::{Span, visible};
use crate::explain::why_not::{
    ConsideredLine, PieceOutcome, Possibility, Sequence, SufficientChange, TokenVerdict, WhyNot,
};
use crate::tree::Document;

impl WhyNot {
    /// Returns the answer in words.
    #[must_use]
    pub fn paragraphs(&self, document: &Document, how: &ExplainOptions<'_>) -> String {
        written(document, how, |page| page.refused(self))
    }
}

impl Possibility {
    /// Returns the answer in words; `document` is the one that the question was about.
    #[must_use]
    pub fn paragraphs(&self, document: &Document, how: &ExplainOptions<'_>) -> String {
        written(document, how, |page| page.could(self))
    }
}

impl Page<'_, '_> {
    /// Writes the verdict whether something could be at a position.
    pub fn could(&mut self, could: &Possibility) {
        let Possibility { what, cost, verdict, .. } = could;
        let verdict = match verdict {
            TokenVerdict::Acceptable => format!("{what} would be accepted here"),
            TokenVerdict::Granted => format!("{what} would be accepted here, at cost {cost}"),
            TokenVerdict::Refused => format!("{what} would be rejected here"),
            TokenVerdict::NoToken => format!("{what} would be part of a text here, not a token"),
        };
        self.head(Span { start: could.offset, end: could.offset }, &verdict);
        self.source(Span { start: could.offset, end: could.offset });
        match &could.why_not {
            Some(why_not) => self.refusal(why_not),
            None => could.steps.iter().for_each(|step| self.step_done(step)),
        }
    }

    /// Writes the reasons why a token was refused.
    pub fn refused(&mut self, answer: &WhyNot) {
        let outcome = match answer.outcome {
            PieceOutcome::SetAside => "was set aside",
            PieceOutcome::Ignored => "was ignored",
            PieceOutcome::Forced => {
                "came where open elements cannot end; they were closed by force"
            }
        };
        self.head(answer.span, &format!("{} {outcome}", answer.token));
        self.source(answer.span);
        self.refusal(answer);
    }

    fn refusal(&mut self, answer: &WhyNot) {
        let mut inside = Vec::new();
        if answer.deeper {
            inside.push("…".to_owned());
        }
        for open in answer.inside.iter().rev() {
            inside.push(format!("<{}>", open.name));
        }
        self.inside(&inside);
        let by = if answer.by.is_some() { "by" } else { "no grammar line allows it" };
        self.field("refused", by);
        self.grammar_line(answer.by.as_ref());
        self.considered("remedies", &answer.remedies);
        self.considered("wishes", &answer.wishes);
        let mut label = "candidates";
        for sequence in &answer.sequences {
            self.field(label, &visible(&priced(sequence)));
            label = "";
        }
        self.ways(&answer.ways);
        if answer.left_out > 0 {
            let message = "searches and trials skipped: limit reached";
            self.field("left out", &format!("{} {message}", answer.left_out));
        }
    }

    /// Writes lines of the grammar, and the obstacles of each.
    fn considered(&mut self, label: &str, lines: &[ConsideredLine]) {
        let mut label = label;
        for ConsideredLine { line, stopped } in lines {
            let stopped: Vec<String> = stopped.iter().map(ToString::to_string).collect();
            let why = if stopped.is_empty() {
                "this line decided".to_owned()
            } else {
                stopped.join("; ")
            };
            self.field(label, &visible(&why));
            self.grammar_line(Some(line));
            label = "";
        }
    }

    /// Writes the changes with which the token would be taken.
    fn ways(&mut self, ways: &[SufficientChange]) {
        if ways.is_empty() {
            return self.field("decisive", "nothing: no single change allows it");
        }
        let mut label = "decisive";
        for way in ways {
            self.field(label, &visible(&way.obstacle.to_string()));
            self.grammar_line(way.line.as_ref());
            self.field("allowed if", &visible(&change(way)));
            if !way.inserted.is_empty() {
                let tags = way.inserted.join(" ");
                self.field("inserting", &visible(&format!("{tags}, cost {}", way.cost)));
            }
            label = "or";
        }
    }
}

/// Returns the change of the grammar, as a phrase after "allowed if": the added line, the changed
/// line, or the removal.
fn change(way: &SufficientChange) -> String {
    match (&way.now, &way.changed) {
        (None, Some(added)) => format!("the grammar had {added}"),
        (_, Some(changed)) => changed.clone(),
        (_, None) => "that line were removed".to_owned(),
    }
}

/// Returns a sequence with the cost of each tag.
fn priced(sequence: &Sequence) -> String {
    if sequence.tags.is_empty() {
        return "none needed: something else prevents it".to_owned();
    }
    let mut tags = Vec::new();
    for tag in &sequence.tags {
        tags.push(match tag.cost {
            Some(cost) => format!("{} ({cost})", tag.tag),
            None => format!("{} (not permitted)", tag.tag),
        });
    }
    tags.join(" ")
}
