//! A document with citations of its grammar's lines.
//!
//! A line is *cited* by a repair that it permits; by a refusal that it causes (the rule of the
//! element that does not allow the token, or the exclusion that forbids it); by a remedy that was
//! applied; and by a token that passed without a record.

use serde::Serialize;

use wishful::base::Span;
use wishful::grammar::Grammar;
use wishful::grammar::ast::FileSpan;
pub(super) use wishful::slippers::event::RepairKind;
use wishful::slippers::{TraceRecord, TraceStep};
use wishful::tree::Document;
use wishful::{Input, ParseError, ParseOptions, Parser};
use wishful_earley::Refusal;

/// The reason of a citation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// The line permitted a repair.
    Repair(RepairKind),
    /// The line caused a refusal.
    Refusal,
    /// The remedy was applied. Its repairs mostly cite other lines.
    Remedy,
    /// A token was accepted, or ignored, without a record.
    Settled,
}

impl Role {
    /// Returns the word for it in the outputs; for a repair, its kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Repair(kind) => kind.name(),
            Self::Refusal => "refusal",
            Self::Remedy => "remedy",
            Self::Settled => "settled",
        }
    }
}

impl Serialize for Role {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A span of the grammar that took part at a span of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Citation {
    /// The span in the text.
    pub(super) span: Span,
    pub(super) role: Role,
    /// The span in the grammar.
    pub(super) place: FileSpan,
}

/// A document and its citations.
#[derive(Debug)]
pub(super) struct CitedDocument {
    pub(super) document: Document,
    pub(super) citations: Vec<Citation>,
}

impl CitedDocument {
    /// Parses an input, and collects the citations.
    ///
    /// # Errors
    /// The errors of [`Parser::parse`].
    pub(super) fn of(
        parser: &Parser,
        input: impl Input,
        options: &ParseOptions,
    ) -> Result<Self, ParseError> {
        let mut steps = Vec::new();
        let document = parser.run(input, options, &mut steps)?;
        let mut citations = Vec::new();
        for step in steps {
            let TraceStep::Record(point, record) = step else { continue };
            let span = document.tokens().span(point.token.index());
            for (role, place) in cited(parser.grammar(), record) {
                citations.push(Citation { span, role, place });
            }
        }
        for repair in document.repairs() {
            if let Some(place) = repair.place {
                let (role, span) = (Role::Repair(repair.kind), repair.span);
                citations.push(Citation { span, role, place });
            }
        }
        Ok(Self { citations, document })
    }
}

/// Returns the spans that a record cites. The citations of repairs are in the document.
fn cited(grammar: &Grammar, record: TraceRecord) -> Vec<(Role, FileSpan)> {
    match record {
        TraceRecord::Rejected { refusal: Some(Refusal::Excluded(line)), .. } => {
            vec![(Role::Refusal, grammar.context_place(line))]
        }
        TraceRecord::Rejected { terminal: Some(_), inside: Some(element), .. } => {
            vec![(Role::Refusal, grammar.element(element).place)]
        }
        TraceRecord::Applied { place } => vec![(Role::Remedy, place)],
        TraceRecord::Settled { places, .. } => {
            places.into_iter().map(|place| (Role::Settled, place)).collect()
        }
        _ => Vec::new(),
    }
}
