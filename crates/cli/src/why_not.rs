//! `wishful explain --why-not` and `--could`: the obstacles to a token, as paragraphs or as JSON.
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
use wishful::ParseOptions;
use wishful::base::{Position, Span};
use wishful::explain::why_not::{Possibility, WhyNotAnalyser, WhyNotAnalysis};
use wishful::explain::{ExplainOptions, Page};
use wishful::tree::Extent;
use wishful_console::explained::{Explained, markup, token_at};
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::inputs::{self, LineColumn};
use wishful_console::paint::visible;

/// The number of tokens that are answered by default.
const FIRST: usize = 50;

/// The maximum number of tokens for `--all`; an answer may be a thousand times as long as its
/// token.
const MOST: usize = 2_000;

/// The parameters and the destination of answers.
pub(super) struct AnswerContext<'a> {
    pub(super) options: &'a ParseOptions,
    pub(super) arguments: &'a ExplainArguments,
    pub(super) how: &'a ExplainOptions<'a>,
    pub(super) sink: &'a mut dyn FnMut(&str) -> bool,
}

/// Writes the answer to the question in the arguments.
///
/// # Errors
/// If the grammar cannot parse the document, if there is no such position, or if `--could` names no
/// valid token.
pub(super) fn answer(
    grammar: &PreparedGrammar,
    bytes: &[u8],
    mut answering: AnswerContext<'_>,
) -> Result<Explained, String> {
    let analyser = WhyNotAnalyser::new(markup(grammar)?);
    let analysis = analyser
        .analyse(bytes, answering.options)
        .map_err(|error| grammars::advised(&error, grammar, answering.options))?;
    let ExplainArguments { place, could, .. } = answering.arguments;
    let at = place.map(|place| offset(&analysis, place)).transpose()?;
    let extent = match (could, at) {
        (Some(what), Some(at)) => {
            let could = analysis.could(at, what).map_err(|error| error.to_string())?;
            answering.could(&analysis, &could)
        }
        _ => answering.refused(&analysis, at),
    };
    Ok(Explained { document: analysis.into_document(), extent })
}

/// Returns the offset of a position; the position after the last character is the end of the text.
fn offset(analysis: &WhyNotAnalysis<'_>, place: LineColumn) -> Result<u32, String> {
    let document = analysis.document();
    token_at(document, place)?;
    let LineColumn { line, column } = place;
    let file = &document.source().file;
    let end = Span::at(file.text().len()).start;
    Ok(file.offset(Position { line, column }).unwrap_or(end))
}

impl AnswerContext<'_> {
    /// Writes a line of JSON with the file and these members.
    fn json(&mut self, mut line: serde_json::Value) -> Extent {
        line["file"] = inputs::shown(&self.arguments.file).into();
        if (self.sink)(&format!("{line}\n")) { Extent::Whole } else { Extent::Cut }
    }

    fn is_json(&self) -> bool {
        self.arguments.format == ExplainFormat::Json
    }

    /// Writes the answers for refused tokens: for the one at an offset, or for the first ones of
    /// the document.
    fn refused(&mut self, analysis: &WhyNotAnalysis<'_>, at: Option<u32>) -> Extent {
        let count = analysis.refused().len();
        let most = count.min(if self.arguments.all { MOST } else { FIRST });
        let which = at.map_or(0..most, |at| analysis.refused_at(at));
        let answers = analysis.why_not(which);
        if self.is_json() {
            let left_out = if at.is_some() { 0 } else { count - most };
            return self.json(serde_json::json!({ "why_not": answers, "left_out": left_out }));
        }
        let mut page = Page::new(self.how, analysis.document().text(), self.sink);
        for answer in &answers {
            page.paragraph(&answer.paragraph(self.how));
        }
        if answers.is_empty() {
            let there = if at.is_some() { " there" } else { "" };
            page.line(&format!("{}: nothing was set aside{there}", visible(self.how.name)));
        } else if at.is_none() && most < count {
            page.gap();
            let advice = if self.arguments.all {
                "give its position, as LINE:COL, to show one"
            } else {
                "show them with --all"
            };
            page.line(&format!("{} more tokens not shown: {advice}", count - most));
        }
        page.finish()
    }

    /// Writes the answer to whether something could be at a position.
    fn could(&mut self, analysis: &WhyNotAnalysis<'_>, could: &Possibility) -> Extent {
        if self.is_json() {
            return self.json(serde_json::json!({ "could": could }));
        }
        let mut page = Page::new(self.how, analysis.document().text(), self.sink);
        page.paragraph(&could.paragraph(self.how));
        page.finish()
    }
}
