//! The refused pieces of a text, from the trace of one run.

use crate::base::Span;
use crate::grammar::ast::FileSpan;
use crate::slippers::event::{RepairKind, TokenId};
use crate::slippers::{Rejection, Trace, TraceRecord, UnrecordedAction};
use crate::tree::Document;
use serde::Serialize;

/// The outcome of a refused piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceOutcome {
    /// Set aside as cruft.
    SetAside,
    /// Ignored, without a record.
    Ignored,
    /// The input ended where elements may not end, and they were closed by force.
    Forced,
}

/// A refused piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Refused {
    pub(super) token: TokenId,
    /// The span; `None` if the token was settled before any rejection.
    pub(super) span: Option<Span>,
    /// The ordinal of the piece's last rejection among those of its token, from 1; 0 if there was
    /// none.
    pub(super) rejection: usize,
    pub(super) outcome: PieceOutcome,
    /// The line that refused it.
    pub(super) by: Option<FileSpan>,
}

/// A trace that records refused pieces.
#[derive(Debug, Default)]
pub(super) struct OutcomeTrace {
    /// The current token, the number of its rejections, and the span of its current piece.
    token: Option<TokenId>,
    rejections: usize,
    span: Option<Span>,
    refused: Vec<Refused>,
}

impl Trace for OutcomeTrace {
    fn restart(&mut self) {
        *self = Self::default();
    }

    fn rejected(&mut self, rejection: &mut Rejection<'_, '_>) {
        self.reach(rejection.token());
        self.rejections += 1;
        self.span = Some(rejection.span());
    }

    fn look(&mut self, token: TokenId, look: &TraceRecord<'_>) {
        let (outcome, by) = match *look {
            TraceRecord::SetAside { place } => (PieceOutcome::SetAside, place),
            TraceRecord::Settled { how: UnrecordedAction::Ignored, places } => {
                (PieceOutcome::Ignored, places.first().copied())
            }
            _ => return,
        };
        self.reach(token);
        let span = self.span.take();
        let rejection = if span.is_some() { self.rejections } else { 0 };
        self.refused.push(Refused { token, span, rejection, outcome, by });
    }
}

impl OutcomeTrace {
    fn reach(&mut self, token: TokenId) {
        if self.token != Some(token) {
            (self.token, self.rejections, self.span) = (Some(token), 0, None);
        }
    }

    /// Returns the refused pieces in ascending order. A refused end of the input counts only if
    /// something was closed by force.
    pub(super) fn refused(self, document: &Document) -> Vec<Refused> {
        let repairs = document.repairs();
        let forced = repairs.iter().any(|repair| repair.kind == RepairKind::Unfinished);
        let tokens = document.tokens();
        let mut listed = Vec::new();
        for refused in self.refused {
            let is_end =
                tokens.is_end(refused.token.index()) && refused.outcome == PieceOutcome::SetAside;
            if !is_end {
                listed.push(refused);
            } else if forced {
                listed.push(Refused { outcome: PieceOutcome::Forced, ..refused });
            }
        }
        listed
    }
}

impl Refused {
    /// Returns the span of the piece in a document.
    pub(super) fn span_in(&self, document: &Document) -> Span {
        self.span.unwrap_or_else(|| document.tokens().span(self.token.index()))
    }
}
