//! Answers to "why not": the obstacles because of which a token was not taken, and the changes of
//! the grammar that remove them.
//!
//! A [`WhyNotAnalyser`] parses a text once, to find the *refused* tokens: those that were set
//! aside, ignored, or (at the end of the input) not enough to let the open elements end. A question
//! has three phases:
//!
//! 1. **Study.** The slippers run again, and stop at the last rejection of each refused token
//!    (`Rejection`). For each line that names the token, the study determines which conditions do
//!    not hold and which open elements are in the way. It also searches for the sequences of tags
//!    that one change would permit (`study`).
//! 2. **Conjecture.** Each obstacle becomes a *change* of the grammar: one guard less, one element
//!    less after `unless`, one tag more after `for` (`changes`).
//! 3. **Trial.** The grammar with this one change is compiled, and parses the document. Only if the
//!    token is then taken, the obstacle is reported (`trial`). Of the changes that affect nothing
//!    before the token, the decisive one is that whose tags cost least.
//!
//! ```text
//! <table><tr><td>1</caption>2     by the grammar whatwg
//!
//! refused   </caption> inside <td>
//! study     any-end -> grant: no tags that are permitted lead to it
//! trial     a line `</caption> -> <caption> ;`, which inserts <caption>
//! ```
//!
//! So an answer is never a guess: the trial has taken the token. **Cost**: three runs over the
//! document; some searches for each token in question, each of 512 nodes at most; and a compilation
//! and a run for each different change. A run serves all tokens for which its change is a
//! conjecture. The number of changes is bounded by the lines that name a token and the tokens that
//! the grammar distinguishes. So one question is linear in the document, and so are many, apart
//! from their searches.
//!
//! Limits: a question makes at most a hundred searches. All questions of one call make at most 64
//! trials, and their searches visit at most 524,288 nodes. [`WhyNot::left_out`] counts the rest.
//!
//! `could.rs` answers the opposite question: whether a token that is not in the text would be
//! taken.

mod changes;
mod could;
mod outcomes;
mod study;
mod trial;
mod wish_lines;

use super::cite::Citation;
use crate::base::{Position, Span};
use crate::parser::{Input, ParseError, ParseOptions, Parser};
use crate::slippers::event::TokenId;
use crate::slippers::{Trace, TraceStep};
use crate::tree::Document;
pub use could::{Possibility, PossibilityError, TokenVerdict};
pub use outcomes::PieceOutcome;
use outcomes::{Refused, refused};
use serde::Serialize;
use std::cell::OnceCell;
use std::fmt;
use std::ops::Range;
use study::RejectionTrace;
use trial::TriedGrammars;
use wish_lines::WishLines;

/// An open element.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct OpenElement {
    /// The name.
    pub name: String,
    /// The position of its start tag; `None` if that is virtual.
    pub opened: Option<Position>,
}

/// An obstacle that keeps a line of the grammar from letting a token in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Obstacle {
    /// The exclusion of the line is in force.
    Excluded {
        /// The element whose opening put the exclusion in force; `None` if it was not opened in
        /// this document.
        from: Option<OpenElement>,
    },
    /// A guard of the line does not hold.
    Guard {
        /// The guard as written, for example `[!intable]`.
        guard: String,
    },
    /// The line applies only to excluded tokens, and no exclusion forbids the token here.
    NotExcluded,
    /// The line is for other current elements.
    NotIn,
    /// The terminal after `where` in the line is not acceptable.
    NotWhere,
    /// Open elements block the remedy. They are in its `unless`, so that the line does not close
    /// them, or in the scope of the remedy, past which it closes nothing.
    InTheWay {
        /// The blocking elements, innermost first.
        elements: Vec<OpenElement>,
    },
    /// An earlier line settled the token; or this line did, if it is the one that is cited.
    Before,
    /// The wish of the line is for other tokens.
    NotNamed,
    /// No open or remembered element is a target for the remedy.
    NothingOpen,
    /// None of its tags is acceptable here, or each was inserted already.
    NotAcceptable,
    /// No sequence of permitted tags makes the token acceptable.
    NoSequence,
    /// The remedy was applied before, or would change nothing.
    Spent,
    /// No line of the grammar inserts the necessary tags.
    NoLine,
    /// The content of the current element does not allow it. The cited line is the element's rule.
    NoPlace,
}

/// A line of the grammar that names the token, and its obstacles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct ConsideredLine {
    /// The line; its word is the remedy, or the tags that the wish permits.
    pub line: Citation,
    /// The obstacles; empty if and only if this line refused the token.
    pub stopped: Vec<Obstacle>,
}

/// A tag of a sequence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct PricedTag {
    /// The tag as written.
    pub tag: String,
    /// The cost; `None` if the tag is not permitted for the token.
    pub cost: Option<u32>,
}

/// A sequence of tags after which the token would be acceptable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Sequence {
    /// The tags, in order.
    pub tags: Vec<PricedTag>,
}

/// A change of the grammar with which the token is taken, as a trial has shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct SufficientChange {
    /// The obstacle that the change removes.
    pub obstacle: Obstacle,
    /// The line to be changed; `None` if the change adds a line.
    pub line: Option<Citation>,
    /// The statement as it is in force.
    pub now: Option<String>,
    /// The changed statement; `None` if the change removes it.
    pub changed: Option<String>,
    /// The tags that are then inserted before the token.
    pub inserted: Vec<String>,
    /// True if the change affects no repair before the token. A change that is not local lets the
    /// token in by its effect on the rest of the document.
    pub local: bool,
    /// The cost of these tags: by the wishes that permit them, and 1 for each that a remedy
    /// inserts.
    pub cost: u64,
}

/// The reasons why a token was refused, and the changes with which it is taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct WhyNot {
    /// The token as written or called: `</b>`, `text`.
    pub token: String,
    /// The position of its start.
    pub position: Position,
    /// The span of the token.
    pub span: Span,
    /// The outcome of the token.
    pub outcome: PieceOutcome,
    /// The line that refused it, if there is one.
    pub by: Option<Citation>,
    /// The open elements, the current one first; if there are many, the innermost.
    pub inside: Vec<OpenElement>,
    /// True if more elements are open.
    pub deeper: bool,
    /// The remedies that name it, in the order of trial.
    pub remedies: Vec<ConsideredLine>,
    /// The wishes that name it.
    pub wishes: Vec<ConsideredLine>,
    /// The sequences of tags after which it would be acceptable. The first is the shortest of all
    /// tags, permitted or not; the others are those that one change would permit.
    pub sequences: Vec<Sequence>,
    /// The single changes with which it is taken, the decisive one first: local ones before others,
    /// then cheaper ones before more expensive ones. Empty if there is none.
    pub ways: Vec<SufficientChange>,
    /// The number of searches and trials that were left out because of the limits.
    pub left_out: usize,
}

impl fmt::Display for OpenElement {
    /// Writes `<td> of 3:7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.opened {
            Some(Position { line, column }) => write!(f, "<{}> of {line}:{column}", self.name),
            None => write!(f, "the virtual <{}>", self.name),
        }
    }
}

impl fmt::Display for Obstacle {
    /// Writes the obstacle as the rest of a sentence about a line of the grammar.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Excluded { from: Some(from) } => write!(f, "excluded here, in {from}"),
            Self::Excluded { from: None } => f.write_str("excluded here"),
            Self::Guard { guard } => write!(f, "{guard} is false here"),
            Self::NotExcluded => f.write_str("no exclusion forbids it here"),
            Self::NotIn => f.write_str("the current element is not listed after `in`"),
            Self::NotWhere => f.write_str("the token after `where` is not acceptable here"),
            Self::InTheWay { elements } => {
                let names: Vec<String> = elements.iter().map(OpenElement::to_string).collect();
                let verb = if names.len() == 1 { "is" } else { "are" };
                write!(f, "{} {verb} in the way", names.join(", "))
            }
            Self::Before => f.write_str("an earlier line applies first"),
            Self::NotNamed => f.write_str("the token is not listed after `for`"),
            Self::NothingOpen => f.write_str("no open element to which it applies"),
            Self::NotAcceptable => f.write_str("not acceptable here, or already inserted"),
            Self::NoSequence => f.write_str("no permitted sequence of tags makes it acceptable"),
            Self::Spent => f.write_str("already applied, or without effect"),
            Self::NoLine => f.write_str("no line permits the tags that would have to be inserted"),
            Self::NoPlace => f.write_str("not allowed in the content of the current element"),
        }
    }
}

impl WhyNot {
    /// The largest number of open elements that are named.
    const DEPTH: usize = 8;

    /// Returns the decisive way: the one in which the token is taken at least cost.
    #[must_use]
    pub fn decisive(&self) -> Option<&SufficientChange> {
        self.ways.first()
    }
}

/// An oracle for a grammar, for any number of texts. It caches the grammar's wishes, and the
/// parsers of changed grammars that were tried.
///
/// ```
/// use wishful::explain::why_not::WhyNotAnalyser;
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("marpa").unwrap())?;
/// let analyser = WhyNotAnalyser::new(&parser);
/// let analysis = analyser.analyse(b"<ol><li></b>one", &ParseOptions::default())?;
/// let answers = analysis.why_not(0..analysis.refused().len());
/// assert_eq!((answers.len(), answers[0].token.as_str()), (1, "</b>"));
/// # Ok::<(), wishful::ParseError>(())
/// ```
pub struct WhyNotAnalyser<'p> {
    parser: &'p Parser,
    wishes: OnceCell<WishLines>,
    tried: TriedGrammars,
}

impl<'p> WhyNotAnalyser<'p> {
    /// Creates an oracle with empty caches.
    #[must_use]
    pub fn new(parser: &'p Parser) -> Self {
        Self { parser, wishes: OnceCell::new(), tried: TriedGrammars::default() }
    }

    /// Parses as [`Parser::parse`] does, for questions about the document.
    ///
    /// # Errors
    /// The errors of [`Parser::parse`].
    pub fn analyse(
        &self,
        input: impl Input,
        options: &ParseOptions,
    ) -> Result<WhyNotAnalysis<'_>, ParseError> {
        let mut steps = Vec::new();
        let document = self.parser.run(input, options, &mut steps)?;
        Ok(self.analysis(options, document, &steps))
    }

    fn analysis(
        &self,
        options: &ParseOptions,
        document: Document,
        steps: &[TraceStep],
    ) -> WhyNotAnalysis<'_> {
        let refused = refused(steps, &document);
        // Further runs use the decoded text.
        let options = ParseOptions { encoding: None, transport_encoding: None, ..options.clone() };
        WhyNotAnalysis { analyser: self, options, document, refused }
    }

    fn wishes(&self) -> &WishLines {
        self.wishes.get_or_init(|| WishLines::of(self.parser.grammar()))
    }
}

/// A parsed text for questions.
pub struct WhyNotAnalysis<'c> {
    analyser: &'c WhyNotAnalyser<'c>,
    options: ParseOptions,
    document: Document,
    refused: Vec<Refused>,
}

impl WhyNotAnalysis<'_> {
    /// Returns the document.
    #[must_use]
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the document, and drops the rest.
    #[must_use]
    pub fn into_document(self) -> Document {
        self.document
    }

    /// Iterates over the refused pieces of the text in ascending order, with their spans and
    /// outcomes.
    pub fn refused(&self) -> impl ExactSizeIterator<Item = (Span, PieceOutcome)> {
        self.refused.iter().map(|refused| (refused.span, refused.outcome))
    }

    /// Returns the indices in [`WhyNotAnalysis::refused`] that belong to the token at an offset of
    /// the text.
    #[must_use]
    pub fn refused_at(&self, offset: u32) -> Range<usize> {
        let token = self.token_at(offset);
        let start = self.refused.partition_point(|refused| refused.token < token);
        let end = self.refused.partition_point(|refused| refused.token <= token);
        start..end
    }

    /// Returns the token at an offset; the last one if the offset is past the end.
    fn token_at(&self, offset: u32) -> TokenId {
        let tokens = self.document.tokens();
        TokenId::new(tokens.at(offset).min(tokens.len().saturating_sub(1)))
    }

    /// Answers for some of [`WhyNotAnalysis::refused`], in order. Each answer takes a few
    /// kilobytes.
    #[must_use]
    pub fn why_not(&self, which: Range<usize>) -> Vec<WhyNot> {
        let requested = self.refused.get(which).unwrap_or_default();
        if requested.is_empty() {
            return Vec::new();
        }
        let mut study = RejectionTrace::new(
            self.analyser.parser.grammar(),
            self.analyser.wishes(),
            &self.document,
            requested,
        );
        // A run over the same text with the same options has the same errors as the first, which
        // succeeded.
        drop(self.run(self.analyser.parser, self.document.text(), &mut study));
        let (mut answers, conjectures) = study.finish();
        trial::try_all(self, requested, conjectures, &mut answers);
        answers
    }

    fn run(
        &self,
        parser: &Parser,
        text: &str,
        trace: &mut dyn Trace,
    ) -> Result<Document, ParseError> {
        parser.run(text, &self.options, trace)
    }
}
