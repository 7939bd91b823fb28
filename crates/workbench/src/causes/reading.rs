//! A document with citations of its grammar's lines.
//!
//! A line is *cited* by a repair that it permits; by a refusal that it causes (the rule of the
//! element that does not allow the token, or the exclusion that forbids it); by a remedy that was
//! applied; and by a token that passed without a record.

use serde::Serialize;

use wishful::base::Span;
use wishful::grammar::Grammar;
use wishful::grammar::ast::FileSpan;
pub(super) use wishful::slippers::event::{RepairKind, TokenId};
use wishful::slippers::{Trace, TracePoint, TraceRecord};
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
        let mut citing = Citing { grammar: parser.grammar(), found: Vec::new() };
        let document = parser.run(input, options, &mut citing)?;
        let tokens = document.tokens();
        let mut citations = Vec::new();
        for (token, role, place) in citing.found {
            citations.push(Citation { span: tokens.span(token.index()), role, place });
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

/// A trace that collects cited spans. The citations of repairs are in the document.
struct Citing<'a> {
    grammar: &'a Grammar,
    found: Vec<(TokenId, Role, FileSpan)>,
}

impl Trace for Citing<'_> {
    fn restart(&mut self) {
        self.found.clear();
    }

    fn look(&mut self, TracePoint { token, .. }: TracePoint, look: &TraceRecord<'_>) {
        let (role, place) = match *look {
            TraceRecord::Rejected { refusal: Some(Refusal::Excluded(line)), .. } => {
                (Role::Refusal, self.grammar.context_place(line))
            }
            TraceRecord::Rejected { terminal: Some(_), inside: Some(element), .. } => {
                (Role::Refusal, self.grammar.element(element).place)
            }
            TraceRecord::Applied { place } => (Role::Remedy, place),
            TraceRecord::Settled { places, .. } => {
                for &place in places {
                    self.found.push((token, Role::Settled, place));
                }
                return;
            }
            _ => return,
        };
        self.found.push((token, role, place));
    }
}
