//! The refused pieces of a text, from the trace of one run.

use crate::base::Span;
use crate::grammar::ast::FileSpan;
use crate::slippers::event::{RepairKind, TokenId};
use crate::slippers::{Trace, TracePoint, TraceRecord, UnrecordedAction};
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
    pub(super) span: Span,
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
    /// The current token, and the number of its rejections.
    token: Option<TokenId>,
    rejections: usize,
    /// True if its current piece was rejected.
    is_rejected: bool,
    refused: Vec<Refused>,
}

impl Trace for OutcomeTrace {
    fn restart(&mut self) {
        *self = Self::default();
    }

    fn look(&mut self, TracePoint { token, span, .. }: TracePoint, look: &TraceRecord<'_>) {
        if self.token != Some(token) {
            (self.token, self.rejections, self.is_rejected) = (Some(token), 0, false);
        }
        let (outcome, by) = match *look {
            TraceRecord::Rejected { .. } => {
                self.rejections += 1;
                self.is_rejected = true;
                return;
            }
            TraceRecord::SetAside { place } => (PieceOutcome::SetAside, place),
            TraceRecord::Settled { how: UnrecordedAction::Ignored, places } => {
                (PieceOutcome::Ignored, places.first().copied())
            }
            _ => return,
        };
        let is_rejected = std::mem::take(&mut self.is_rejected);
        let rejection = if is_rejected { self.rejections } else { 0 };
        self.refused.push(Refused { token, span, rejection, outcome, by });
    }
}

impl OutcomeTrace {
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
