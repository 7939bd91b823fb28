//! Answers to "could it": inserts a token into the text, and parses the result.

use super::outcomes::refused;
use super::trial::inserted;
use super::{WhyNot, WhyNotAnalysis};
use crate::base::{Position, Span, wide};
use crate::explain::{ExplanationStep, TokenExplanations};
use crate::parser::ParseError;
use crate::slippers::TraceStep;
use crate::slippers::event::TokenId;
use crate::token::KindRef;
use serde::Serialize;
use std::fmt;

/// The answer whether a token could be at a position, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Possibility {
    /// The token in question, as it was inserted.
    pub what: String,
    /// The position of the insertion: before the token at the offset, or inside it if that is text.
    pub position: Position,
    /// The offset of the insertion.
    pub offset: u32,
    /// The verdict.
    pub verdict: TokenVerdict,
    /// The cost of the tags that are inserted before it: by the wishes that permit them, and 1 for
    /// each that a remedy inserts.
    pub cost: u64,
    /// The steps of its parse.
    pub steps: Vec<ExplanationStep>,
    /// The obstacles, if it is refused.
    pub why_not: Option<WhyNot>,
}

/// The verdict on an inserted token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TokenVerdict {
    /// Acceptable without a repair.
    Acceptable,
    /// Taken after a repair.
    Granted,
    /// Refused.
    Refused,
    /// No token, since the position is in raw text or in a comment.
    NoToken,
}

/// An invalid question.
#[derive(Debug)]
pub struct PossibilityError(PossibilityErrorKind);

#[derive(Debug)]
enum PossibilityErrorKind {
    Unreadable(String),
    Parse(ParseError),
}

impl fmt::Display for PossibilityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            PossibilityErrorKind::Unreadable(what) => write!(
                f,
                "`{what}` is neither a tag, such as `<p>` or `</p>`, nor one of TEXT, SPACE, NUL, COMMENT, PI, DOCTYPE, EOF"
            ),
            PossibilityErrorKind::Parse(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PossibilityError {}

/// Reports whether a text has the form of one tag; attributes must contain no `<` and `>`.
fn is_tag(text: &str) -> bool {
    let Some(name) = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) else {
        return false;
    };
    let name = name.strip_prefix('/').unwrap_or(name);
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && !name.contains(['<', '>'])
}

/// Returns the source text of a token that `what` denotes.
fn written(what: &str) -> Option<&str> {
    match what {
        "TEXT" | "RAW" => Some("x"),
        "SPACE" => Some(" "),
        "NUL" => Some("\0"),
        "COMMENT" => Some("<!---->"),
        "PI" => Some("<?x>"),
        "DOCTYPE" => Some("<!DOCTYPE html>"),
        "EOF" => Some(""),
        tag if is_tag(tag) => Some(tag),
        _ => None,
    }
}

impl WhyNotAnalysis<'_> {
    /// Reports whether `what` could be at an offset of the text. `what` is a tag as written, or one
    /// of the words `TEXT`, `SPACE`, `NUL`, `COMMENT`, `PI`, `DOCTYPE`, `EOF`.
    ///
    /// ```
    /// use wishful::explain::why_not::{WhyNotAnalyser, TokenVerdict};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap())?;
    /// let analyser = WhyNotAnalyser::new(&parser);
    /// let analysis = analyser.analyse(b"<table>x", &ParseOptions::default())?;
    /// let could = analysis.could(7, "<td>")?;
    /// assert_eq!(
    ///     (could.verdict, could.cost),
    ///     (TokenVerdict::Granted, 2),
    ///     "<tbody> and <tr> are inserted"
    /// );
    /// assert_eq!(analysis.could(7, "</b>")?.verdict, TokenVerdict::Refused);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If `what` is none of these, or the text cannot be parsed.
    pub fn could(&self, offset: u32, what: &str) -> Result<Possibility, PossibilityError> {
        let put = written(what)
            .ok_or_else(|| PossibilityError(PossibilityErrorKind::Unreadable(what.to_owned())))?;
        let at = self.place_at(offset);
        let text = self.document.text();
        let (before, after) = text.split_at(wide(at));
        let after = if what == "EOF" { "" } else { after };
        let mut steps = Vec::new();
        let parsed = self.run(self.analyser.parser, &format!("{before}{put}{after}"), &mut steps);
        let document =
            parsed.map_err(|error| PossibilityError(PossibilityErrorKind::Parse(error)))?;
        let refused = refused(&steps, &document);
        let options = self.options.clone();
        let requested = WhyNotAnalysis { analyser: self.analyser, options, document, refused };
        Ok(requested.answer(&steps, what, at))
    }

    /// Returns the offset for an insertion before the token at `offset`, or inside it if that is
    /// text.
    fn place_at(&self, offset: u32) -> u32 {
        let tokens = self.document.tokens();
        match tokens.get(tokens.at(offset)) {
            Some(token) if !matches!(token.kind, KindRef::Text(_)) => token.span.start,
            _ => offset.min(Span::at(self.document.text().len()).start),
        }
    }

    /// Returns the answer for the token that was inserted at an offset.
    fn answer(&self, steps: &[TraceStep], what: &str, at: u32) -> Possibility {
        let (token, grammar) = (self.token_at(at), self.analyser.parser.grammar());
        let steps = TokenExplanations { steps, grammar, document: &self.document }.of(token).steps;
        let which = self.refused_at(at);
        let verdict = match &steps[..] {
            _ if !self.is_token(token, what, at) => TokenVerdict::NoToken,
            _ if !which.is_empty() => TokenVerdict::Refused,
            [ExplanationStep::Accepted { .. }] => TokenVerdict::Acceptable,
            _ => TokenVerdict::Granted,
        };
        let refused = verdict == TokenVerdict::Refused;
        Possibility {
            what: what.to_owned(),
            position: self.document.source().file.position(at),
            offset: at,
            verdict,
            cost: inserted(grammar, &self.document, |repair| repair.token == token).1,
            why_not: self.why_not(if refused { which } else { 0..0 }).into_iter().next(),
            steps,
        }
    }

    /// Reports whether the token is the inserted one.
    fn is_token(&self, token: TokenId, what: &str, at: u32) -> bool {
        let tokens = self.document.tokens();
        let begins = tokens.span(token.index()).start == at;
        match tokens.kind(token.index()) {
            KindRef::StartTag(_) => begins && what.starts_with('<') && !what.starts_with("</"),
            KindRef::EndTag(_) => begins && what.starts_with("</"),
            KindRef::Comment(_) => begins && what == "COMMENT",
            KindRef::ProcessingInstruction(_) => begins && what == "PI",
            KindRef::Doctype(_) => begins && what == "DOCTYPE",
            KindRef::EndOfFile => what == "EOF",
            KindRef::Text(_) => matches!(what, "TEXT" | "RAW" | "SPACE" | "NUL"),
            KindRef::Lost => false,
        }
    }
}
