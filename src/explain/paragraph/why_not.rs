//! The answers to "why not" and "could it" as paragraphs.
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

use super::{ExplainOptions, Fields, Paragraph};
use crate::base::{Span, visible};
use crate::explain::why_not::{
    ConsideredLine, PieceOutcome, Possibility, Sequence, SufficientChange, TokenVerdict, WhyNot,
};

impl WhyNot {
    /// Returns the answer in words.
    #[must_use]
    pub fn paragraph(&self, how: &ExplainOptions<'_>) -> Paragraph {
        let outcome = match self.outcome {
            PieceOutcome::SetAside => "was set aside",
            PieceOutcome::Ignored => "was ignored",
            PieceOutcome::Forced => {
                "came where open elements cannot end; they were closed by force"
            }
        };
        let mut fields = Fields::new(how);
        fields.refusal(self);
        Paragraph::new(self.span, &format!("{} {outcome}", self.token), fields.list)
    }
}

impl Possibility {
    /// Returns the answer in words.
    #[must_use]
    pub fn paragraph(&self, how: &ExplainOptions<'_>) -> Paragraph {
        let Self { what, cost, verdict, offset, .. } = self;
        let verdict = match verdict {
            TokenVerdict::Acceptable => format!("{what} would be accepted here"),
            TokenVerdict::Granted => format!("{what} would be accepted here, at cost {cost}"),
            TokenVerdict::Refused => format!("{what} would be rejected here"),
            TokenVerdict::NoToken => format!("{what} would be part of a text here, not a token"),
        };
        let mut fields = Fields::new(how);
        match &self.why_not {
            Some(why_not) => fields.refusal(why_not),
            None => self.steps.iter().for_each(|step| fields.step(step)),
        }
        Paragraph::new(Span { start: *offset, end: *offset }, &verdict, fields.list)
    }
}

impl Fields<'_> {
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
        self.text("refused", by);
        self.grammar_line(answer.by.as_ref());
        self.considered("remedies", &answer.remedies);
        self.considered("wishes", &answer.wishes);
        let mut label = "candidates";
        for sequence in &answer.sequences {
            self.text(label, &visible(&priced(sequence)));
            label = "";
        }
        self.ways(&answer.ways);
        if answer.left_out > 0 {
            let message = "searches and trials skipped: limit reached";
            self.text("left out", &format!("{} {message}", answer.left_out));
        }
    }

    /// Adds lines of the grammar, and the obstacles of each.
    fn considered(&mut self, label: &'static str, lines: &[ConsideredLine]) {
        let mut label = label;
        for ConsideredLine { line, stopped } in lines {
            let stopped: Vec<String> = stopped.iter().map(ToString::to_string).collect();
            let why = if stopped.is_empty() {
                "this line decided".to_owned()
            } else {
                stopped.join("; ")
            };
            self.text(label, &visible(&why));
            self.grammar_line(Some(line));
            label = "";
        }
    }

    /// Adds the changes with which the token would be taken.
    fn ways(&mut self, ways: &[SufficientChange]) {
        if ways.is_empty() {
            return self.text("decisive", "nothing: no single change allows it");
        }
        let mut label = "decisive";
        for way in ways {
            self.text(label, &visible(&way.obstacle.to_string()));
            self.grammar_line(way.line.as_ref());
            self.text("allowed if", &visible(&change(way)));
            if !way.inserted.is_empty() {
                let tags = way.inserted.join(" ");
                self.text("inserting", &visible(&format!("{tags}, cost {}", way.cost)));
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
