//! Why not: what kept a token from being taken, and what would have let it in.
//!
//! A [`Counsel`] parses a text once and knows then which tokens were *refused*: set aside, ignored, or (at the end of
//! the input) not enough to let the open elements end. Asked why not, it does three things.
//!
//! 1. **Looks.** The slippers run again, and stop to be asked where each refused token was rejected for the last time
//!    (`Rejection`): which conditions of each line that names the token do not hold, which open element stands in
//!    the way, to which sequences of tags a search comes if one thing were otherwise (`study`).
//! 2. **Conjectures.** Each obstacle is a *change* of the grammar: a guard less, an element less after `unless`, a tag
//!    more after `for` (`changes`).
//! 3. **Tries.** The grammar with that one change is compiled and reads the document. Only if the token is not refused
//!    any more, the obstacle is said to be one (`trial`). Of those that change nothing before the token, the one
//!    whose tags cost least is the decisive one.
//!
//! ```text
//! <table><tr><td>1</caption>2     by the grammar whatwg
//!
//! refused   </caption> inside <td>
//! looks     any-end -> grant: no tags that are permitted lead to it
//! tries     a line `</caption> -> <caption> ;`, which inserts <caption>
//! ```
//!
//! So an answer is never a guess: "would be taken" was seen. **Cost**: three runs over the document, some searches for
//! each token that is asked about, each within [`Limits::search_nodes`](crate::Limits::search_nodes), and, for each
//! different change, a compilation and a run. A run serves all tokens that it is a conjecture for, and there are only as
//! many changes as the grammar has lines that name a token, and tokens that it tells apart. So one question is linear in the
//! document, and so are many, but for their searches. A question makes a hundred searches at most.
//! All questions that are asked at once make at most 64 trials, and their searches visit at most
//! 524,288 nodes. [`WhyNot::left_out`] counts the rest.
//!
//! `could.rs` asks it the other way round: whether something that is not there could be.

mod changes;
mod could;
mod fates;
mod in_force;
mod study;
mod trial;

use super::cite::Cite;
use crate::base::{Position, Span};
use crate::parser::{ParseError, ParseOptions, Parser};
use crate::slippers::Trace;
use crate::slippers::event::TokenId;
use crate::tree::Document;
pub use could::{Could, CouldError, Standing};
pub use fates::Fate;
use fates::{Fates, Refused};
use in_force::InForce;
use serde::Serialize;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt;
use std::ops::Range;
use study::Study;
use trial::Tried;

/// An open element.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpenElement {
    /// Its name.
    pub name: String,
    /// Where its start tag stands; none if that is virtual.
    pub opened: Option<Position>,
}

/// What kept a line of the grammar from letting a token in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Obstacle {
    /// The exclusion of the line is in force, since this element was opened; none if it was never opened here.
    Excluded {
        /// The element that the exclusion begins with.
        from: Option<OpenElement>,
    },
    /// A guard of the line does not hold.
    Guard {
        /// As it is written, such as `[!intable]`.
        guard: String,
    },
    /// The line is for what an exclusion forbids, and none forbids the token here.
    NotExcluded,
    /// The line is for other current elements.
    NotIn,
    /// What the line asks for by `where` is not acceptable.
    NotWhere,
    /// Elements, the innermost first, that the line does not close or that nothing is closed past: those of its
    /// `unless`, or of the scope of its remedy.
    InTheWay {
        /// They.
        elements: Vec<OpenElement>,
    },
    /// An earlier line, which is this one, has settled the token.
    Before,
    /// The wish of the line is for others.
    NotNamed,
    /// Nothing is open, or remembered, that the remedy could be done to.
    NothingOpen,
    /// None of its tags is acceptable here, or each was inserted already.
    NotAcceptable,
    /// What is permitted leads to no place for the token.
    NoSequence,
    /// The remedy was done before, or would change nothing.
    Spent,
    /// No line of the grammar inserts the tags that would be needed.
    NoLine,
    /// The content of the current element has no place for it, by the rule that is this line.
    NoPlace,
}

/// A line of the grammar that names the token, and what became of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Considered {
    /// The line; its word is the remedy, or what the wish permits.
    pub line: Cite,
    /// What kept it from letting the token in; nothing if and only if it is the one by which it was refused.
    pub stopped: Vec<Obstacle>,
}

/// A tag of a sequence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Priced {
    /// How it is written.
    pub tag: String,
    /// What it costs; none if it is not permitted for the token.
    pub cost: Option<u32>,
}

/// Tags after which the token would be acceptable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sequence {
    /// They, in order.
    pub tags: Vec<Priced>,
}

/// A change of the grammar by which the token is taken, as was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Way {
    /// What is in the way without the change.
    pub obstacle: Obstacle,
    /// The line that would be changed; none if there is none yet.
    pub line: Option<Cite>,
    /// That statement as it is in force.
    pub now: Option<String>,
    /// As it would have to read; none if it would have to go.
    pub changed: Option<String>,
    /// The tags that are inserted before the token then.
    pub inserted: Vec<String>,
    /// Whether nothing before the token is repaired otherwise then. A change that is not local lets the token in by what it
    /// makes of the rest.
    pub local: bool,
    /// What they cost: by the wishes that permit them, and 1 for each that a remedy inserts.
    pub cost: u64,
}

/// Why a token was refused, and what would have let it in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WhyNot {
    /// The token, as it is written or called: `</b>`, `text`.
    pub token: String,
    /// Where it begins.
    pub position: Position,
    /// Where it stands.
    pub span: Span,
    /// What became of it.
    pub fate: Fate,
    /// The line by which it was refused, if one says so.
    pub by: Option<Cite>,
    /// The open elements, the current one first; of many, the innermost.
    pub inside: Vec<OpenElement>,
    /// Whether more are open.
    pub deeper: bool,
    /// The remedies that name it, in the order in which they are tried.
    pub remedies: Vec<Considered>,
    /// The wishes that name it.
    pub wishes: Vec<Considered>,
    /// Sequences after which it would be acceptable: first the shortest of all tags, permitted or not, then those that
    /// one change would permit.
    pub sequences: Vec<Sequence>,
    /// Single changes by which it would be taken, the decisive one first: the local ones before the others, the cheaper before
    /// the dearer. Empty if no single one does.
    pub ways: Vec<Way>,
    /// The number of searches for tags and trials of changes that were not made, because they were
    /// too many.
    pub left_out: usize,
}

impl fmt::Display for OpenElement {
    /// `<td> of 3:7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.opened {
            Some(Position { line, column }) => write!(f, "<{}> of {line}:{column}", self.name),
            None => write!(f, "the virtual <{}>", self.name),
        }
    }
}

impl fmt::Display for Obstacle {
    /// What is in the way, as the rest of a sentence about a line of the grammar.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Excluded { from: Some(from) } => write!(f, "it is excluded here, in {from}"),
            Self::Excluded { from: None } => f.write_str("it is excluded here"),
            Self::Guard { guard } => write!(f, "{guard} does not hold"),
            Self::NotExcluded => f.write_str("no exclusion forbids it here"),
            Self::NotIn => f.write_str("the current element is none of those after `in`"),
            Self::NotWhere => f.write_str("what stands after `where` is not acceptable"),
            Self::InTheWay { elements } => {
                let names: Vec<String> = elements.iter().map(OpenElement::to_string).collect();
                let verb = if names.len() == 1 { "is" } else { "are" };
                write!(f, "{} {verb} in the way", names.join(", "))
            }
            Self::Before => f.write_str("a line before it settles it"),
            Self::NotNamed => f.write_str("it is not named after `for`"),
            Self::NothingOpen => f.write_str("nothing is open that it could be done to"),
            Self::NotAcceptable => {
                f.write_str("not acceptable here, or inserted before it already")
            }
            Self::NoSequence => f.write_str("nothing that is permitted leads to a place for it"),
            Self::Spent => f.write_str("it was done already, or would change nothing"),
            Self::NoLine => f.write_str("no line inserts the tags that it would take"),
            Self::NoPlace => f.write_str("the content of the current element has no place for it"),
        }
    }
}

impl WhyNot {
    /// How many open elements are named.
    const DEPTH: usize = 8;

    /// The obstacle but for which the token would have been taken at least cost.
    #[must_use]
    pub fn decisive(&self) -> Option<&Way> {
        self.ways.first()
    }
}

/// What is known of a grammar by whoever asks about texts that it reads: its statements, and the grammars that differ
/// from it in one of them and were tried. It is of use for any number of texts.
///
/// ```
/// use wishful::explain::why_not::Counsel;
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("marpa").unwrap())?;
/// let counsel = Counsel::new(&parser);
/// let inquiry = counsel.inquire(b"<ol><li></b>one", &ParseOptions::default())?;
/// let answers = inquiry.why_not(0..inquiry.refused().len());
/// assert_eq!((answers.len(), answers[0].token.as_str()), (1, "</b>"));
/// # Ok::<(), wishful::ParseError>(())
/// ```
pub struct Counsel<'p> {
    parser: &'p Parser,
    in_force: OnceCell<InForce>,
    tried: Tried,
}

impl<'p> Counsel<'p> {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(parser: &'p Parser) -> Self {
        Self { parser, in_force: OnceCell::new(), tried: Tried::default() }
    }

    /// Parses bytes as [`Parser::parse`] does, to be asked about.
    ///
    /// # Errors
    /// As [`Parser::parse`].
    pub fn inquire<'b>(
        &self,
        bytes: impl Into<Cow<'b, [u8]>>,
        options: &ParseOptions,
    ) -> Result<Inquiry<'_>, ParseError> {
        let mut fates = Fates::default();
        let document = self.parser.parse_traced(bytes, options, Some(&mut fates))?;
        Ok(self.inquiry(options, document, fates))
    }

    /// Parses a text that is decoded already.
    ///
    /// # Errors
    /// As [`Parser::parse_str`].
    pub fn inquire_str(
        &self,
        text: impl Into<String>,
        options: &ParseOptions,
    ) -> Result<Inquiry<'_>, ParseError> {
        let mut fates = Fates::default();
        let document = self.parser.parse_text_traced(text, options, Some(&mut fates))?;
        Ok(self.inquiry(options, document, fates))
    }

    fn inquiry(&self, options: &ParseOptions, document: Document, fates: Fates) -> Inquiry<'_> {
        let refused = fates.refused(&document);
        // What runs again is the decoded text.
        let options = ParseOptions { encoding: None, transport_encoding: None, ..options.clone() };
        Inquiry { counsel: self, options, document, refused }
    }

    fn in_force(&self) -> &InForce {
        self.in_force.get_or_init(|| InForce::of(self.parser.grammar()))
    }
}

/// A parsed text about which questions are asked.
pub struct Inquiry<'c> {
    counsel: &'c Counsel<'c>,
    options: ParseOptions,
    document: Document,
    refused: Vec<Refused>,
}

impl Inquiry<'_> {
    /// The document.
    #[must_use]
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// The document, for who asks no more.
    #[must_use]
    pub fn into_document(self) -> Document {
        self.document
    }

    /// The pieces of the text that were refused, ascending: where each stands, and what became of it.
    pub fn refused(&self) -> impl ExactSizeIterator<Item = (Span, Fate)> {
        self.refused.iter().map(|refused| (refused.span_in(&self.document), refused.fate))
    }

    /// Which of [`Inquiry::refused`] are of the token at an offset of the text.
    #[must_use]
    pub fn refused_at(&self, offset: u32) -> Range<usize> {
        let token = self.token_at(offset);
        let start = self.refused.partition_point(|refused| refused.token < token);
        let end = self.refused.partition_point(|refused| refused.token <= token);
        start..end
    }

    /// The token at an offset; the last one if that is past the end.
    fn token_at(&self, offset: u32) -> TokenId {
        let tokens = self.document.tokens();
        TokenId::new(tokens.at(offset).min(tokens.len().saturating_sub(1)))
    }

    /// Answers for some of [`Inquiry::refused`], in order. Each takes a few kilobytes.
    #[must_use]
    pub fn why_not(&self, which: Range<usize>) -> Vec<WhyNot> {
        let asked = self.refused.get(which).unwrap_or_default();
        if asked.is_empty() {
            return Vec::new();
        }
        let in_force = self.counsel.in_force();
        let mut study = Study::new(self.counsel.parser.grammar(), in_force, &self.document, asked);
        // A run over the same text with the same options fails no other way than the first.
        drop(self.run(self.counsel.parser, self.document.text(), &mut study));
        let (mut answers, conjectures) = study.finish();
        trial::try_all(self, asked, conjectures, &mut answers);
        answers
    }

    fn run(
        &self,
        parser: &Parser,
        text: &str,
        trace: &mut dyn Trace,
    ) -> Result<Document, ParseError> {
        parser.parse_text_traced(text, &self.options, Some(trace))
    }
}
