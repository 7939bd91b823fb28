//! A document with the lines of its grammar that did something to it.
//!
//! A line is *cited* by a repair that it permits, by a refusal for which it is the reason (the rule of the element that has no
//! place for the token, the exclusion that forbids it), by a remedy that was done and by what came through without a record.

use serde::Serialize;

use crate::base::Span;
use crate::earley::Refusal;
use crate::grammar::Grammar;
use crate::grammar::ast::Place;
use crate::slippers::event::{RepairKind, TokenId};
use crate::slippers::{Look, Trace};
use crate::tree::Document;
use crate::{ParseError, ParseOptions, Parser};

/// What a line of a grammar was cited for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// A repair.
    Repair(RepairKind),
    /// A token was refused because of it.
    Refusal,
    /// A remedy was done; which repairs it made is cited by other lines, mostly.
    Remedy,
    /// A token came through, or came to nothing, without a record.
    Settled,
}

impl Role {
    /// The word for it in the outputs; of a repair, its kind.
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

/// A place of a grammar that did something at a place of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Citation {
    /// Where it was done.
    pub(super) span: Span,
    pub(super) role: Role,
    /// In the grammar.
    pub(super) place: Place,
}

/// What is parsed: bytes, or a text that is decoded already. (Two types, so that a program which has texts only has no tables of
/// encodings in it.)
pub(super) trait Input: Copy {
    /// Parses it.
    fn parse(
        self,
        parser: &Parser,
        options: &ParseOptions,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError>;
}

impl Input for &[u8] {
    fn parse(
        self,
        parser: &Parser,
        options: &ParseOptions,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError> {
        parser.parse_traced(self, options, trace)
    }
}

impl Input for &str {
    fn parse(
        self,
        parser: &Parser,
        options: &ParseOptions,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError> {
        parser.parse_text_traced(self, options, trace)
    }
}

/// A document and its citations.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) document: Document,
    pub(super) citations: Vec<Citation>,
}

impl Reading {
    /// Parses a text, and notes what its grammar says to it.
    ///
    /// # Errors
    /// As [`Parser::parse`].
    pub(super) fn of(
        parser: &Parser,
        input: impl Input,
        options: &ParseOptions,
    ) -> Result<Self, ParseError> {
        let mut citing = Citing { grammar: parser.grammar(), found: Vec::new() };
        let document = input.parse(parser, options, Some(&mut citing))?;
        let tokens = document.tokens();
        let looks = citing.found.into_iter().map(|(token, role, place)| Citation {
            span: tokens.span(token.index()),
            role,
            place,
        });
        let repairs = document.repairs().iter().filter_map(|repair| {
            let (role, span) = (Role::Repair(repair.kind), repair.span);
            Some(Citation { span, role, place: repair.place? })
        });
        let citations = looks.chain(repairs).collect();
        Ok(Self { citations, document })
    }
}

/// Gathers the places that looks name, but for those of repairs, which the document has.
struct Citing<'a> {
    grammar: &'a Grammar,
    found: Vec<(TokenId, Role, Place)>,
}

impl Trace for Citing<'_> {
    fn restart(&mut self) {
        self.found.clear();
    }

    fn look(&mut self, token: TokenId, look: &Look<'_>) {
        let mut note = |role, place| self.found.push((token, role, place));
        match *look {
            Look::Rejected { refusal: Some(Refusal::Excluded(line)), .. } => {
                note(Role::Refusal, self.grammar.context_place(line));
            }
            Look::Rejected { terminal: Some(_), inside: Some(element), .. } => {
                note(Role::Refusal, self.grammar.element(element).place);
            }
            Look::Applied { place } => note(Role::Remedy, place),
            Look::Settled { places, .. } => {
                places.iter().for_each(|&place| note(Role::Settled, place));
            }
            _ => {}
        }
    }
}
