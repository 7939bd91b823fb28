//! `wishful explain --why-not` and `--could`: what was in the way, as paragraphs or as JSON.
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

use super::arguments::{ExplainArguments, ExplainFormat};
use super::explained::{Explained, How, Page, markup, token_at};
use super::grammars::{self, Prepared};
use super::inputs::{self, LineColumn};
use super::paint::visible;
use crate::ParseOptions;
use crate::base::{Position, Span};
use crate::explain::why_not::{
    Considered, Could, Counsel, Fate, Inquiry, Sequence, Standing, Way, WhyNot,
};
use crate::tree::Extent;

/// How many tokens are answered for, unless all are asked for.
const FIRST: usize = 50;

/// Where answers go, and how.
pub(super) struct Answering<'a> {
    pub(super) options: &'a ParseOptions,
    pub(super) arguments: &'a ExplainArguments,
    pub(super) how: &'a How<'a>,
    pub(super) sink: &'a mut dyn FnMut(&str) -> bool,
}

/// Writes the answer to what the arguments ask.
///
/// # Errors
/// If the grammar cannot parse the document, there is no such place, or nothing that could stand anywhere is asked for.
pub(super) fn answer(
    grammar: &Prepared,
    bytes: &[u8],
    mut answering: Answering<'_>,
) -> Result<Explained, String> {
    let counsel = Counsel::new(markup(grammar)?);
    let inquiry = counsel
        .inquire(bytes, answering.options)
        .map_err(|error| grammars::advised(&error, grammar, answering.options))?;
    let ExplainArguments { place, could, .. } = answering.arguments;
    let at = place.map(|place| offset(&inquiry, place)).transpose()?;
    let extent = match (could, at) {
        (Some(what), Some(at)) => {
            let could = inquiry.could(at, what).map_err(|error| error.to_string())?;
            answering.could(&inquiry, &could)
        }
        _ => answering.refused(&inquiry, at),
    };
    Ok(Explained { document: inquiry.into_document(), extent })
}

/// The offset of a place; behind the last character, the end of the text.
fn offset(inquiry: &Inquiry<'_>, place: LineColumn) -> Result<u32, String> {
    let document = inquiry.document();
    token_at(document, place)?;
    let LineColumn { line, column } = place;
    let file = &document.source().file;
    let end = Span::at(file.text().len()).start;
    Ok(file.offset(Position { line, column }).unwrap_or(end))
}

impl Answering<'_> {
    /// A line of JSON.
    fn json(&mut self, key: &str, value: serde_json::Value) -> Extent {
        let name = inputs::shown(&self.arguments.file);
        let line = serde_json::json!({ "file": name, key: value });
        if (self.sink)(&format!("{line}\n")) { Extent::Whole } else { Extent::Cut }
    }

    fn is_json(&self) -> bool {
        self.arguments.format == ExplainFormat::Json
    }

    /// Answers for what was refused: of the token at an offset, or the first of all.
    fn refused(&mut self, inquiry: &Inquiry<'_>, at: Option<u32>) -> Extent {
        let count = inquiry.refused().len();
        let most = if self.arguments.all { count } else { count.min(FIRST) };
        let which = at.map_or(0..most, |at| inquiry.refused_at(at));
        let answers = inquiry.why_not(which);
        if self.is_json() {
            return self.json("why_not", serde_json::json!(answers));
        }
        let mut page = Page::new(self.how, self.options, inquiry.document().text(), self.sink);
        for answer in &answers {
            page.gap();
            page.refused(answer);
        }
        if answers.is_empty() {
            let there = if at.is_some() { " there" } else { "" };
            page.line(&format!("{}: nothing was set aside{there}", visible(self.how.name)));
        } else if at.is_none() && most < count {
            page.gap();
            page.line(&format!("{} more were refused: --all answers for them", count - most));
        }
        page.finish()
    }

    /// Whether something could stand at a place.
    fn could(&mut self, inquiry: &Inquiry<'_>, could: &Could) -> Extent {
        if self.is_json() {
            return self.json("could", serde_json::json!(could));
        }
        let Could { what, cost, standing, .. } = could;
        let verdict = match standing {
            Standing::Acceptable => format!("{what} could stand here"),
            Standing::Granted => format!("{what} could stand here, at cost {cost}"),
            Standing::Refused => format!("{what} could not stand here"),
            Standing::NoToken => format!("{what} would be no token here, but part of a text"),
        };
        let mut page = Page::new(self.how, self.options, inquiry.document().text(), self.sink);
        page.head(Span { start: could.offset, end: could.offset }, &verdict);
        page.source(Span { start: could.offset, end: could.offset });
        match &could.why_not {
            Some(why_not) => page.refusal(why_not),
            None => could.steps.iter().for_each(|step| page.step_done(step)),
        }
        page.finish()
    }
}

impl Page<'_, '_> {
    /// Why a token was refused.
    fn refused(&mut self, answer: &WhyNot) {
        let fate = match answer.fate {
            Fate::SetAside => "was set aside",
            Fate::Ignored => "was ignored",
            Fate::Forced => "came where open elements may not end: they were closed by force",
        };
        self.head(answer.span, &format!("{} {fate}", answer.token));
        self.source(answer.span);
        self.refusal(answer);
    }

    fn refusal(&mut self, answer: &WhyNot) {
        let more = answer.deeper.then(|| "…".to_owned());
        let open = answer.inside.iter().rev().map(|open| format!("<{}>", open.name));
        let inside: Vec<String> = more.into_iter().chain(open).collect();
        self.inside(&inside);
        let by = if answer.by.is_some() { "by" } else { "since no line lets it in" };
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
    }

    /// Lines of the grammar, and what stopped each.
    fn considered(&mut self, label: &str, lines: &[Considered]) {
        let mut label = label;
        for Considered { line, stopped } in lines {
            let stopped: Vec<String> = stopped.iter().map(ToString::to_string).collect();
            let why =
                if stopped.is_empty() { "this settled it".to_owned() } else { stopped.join("; ") };
            self.field(label, &visible(&why));
            self.grammar_line(Some(line));
            label = "";
        }
    }

    /// What would have let the token in.
    fn ways(&mut self, ways: &[Way]) {
        if ways.is_empty() {
            return self.field("decisive", "no single thing: no one change lets it in");
        }
        let mut label = "decisive";
        for way in ways {
            self.field(label, &visible(&way.obstacle.to_string()));
            self.grammar_line(way.line.as_ref());
            self.field("taken if", &visible(&change(way)));
            if !way.inserted.is_empty() {
                let tags = way.inserted.join(" ");
                self.field("inserting", &visible(&format!("{tags}, cost {}", way.cost)));
            }
            label = "or";
        }
    }
}

/// What the grammar would have to say.
fn change(way: &Way) -> String {
    match (&way.now, &way.changed) {
        (None, Some(added)) => format!("there were {added}"),
        (_, Some(changed)) => changed.clone(),
        (_, None) => "that line were not there".to_owned(),
    }
}

/// A sequence with the cost of each tag.
fn priced(sequence: &Sequence) -> String {
    if sequence.tags.is_empty() {
        return "none is needed: something else is in the way".to_owned();
    }
    let tags = sequence.tags.iter().map(|tag| match tag.cost {
        Some(cost) => format!("{} ({cost})", tag.tag),
        None => format!("{} (not permitted)", tag.tag),
    });
    tags.collect::<Vec<_>>().join(" ")
}
