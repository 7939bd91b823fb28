//! The refused pieces of a text, from the history of its parse.

use crate::base::Span;
use crate::grammar::ast::FileSpan;
use crate::slippers::event::{RepairKind, TokenId};
use crate::slippers::{TracePoint, TraceRecord, TraceStep, UnrecordedAction};
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
    /// The index of the step that is the piece's last rejection; `None` if there was none.
    pub(super) rejection: Option<usize>,
    pub(super) outcome: PieceOutcome,
    /// The line that refused it.
    pub(super) by: Option<FileSpan>,
}

/// Returns the refused pieces in ascending order. A refused end of the input counts only if
/// something was closed by force.
pub(super) fn refused(steps: &[TraceStep], document: &Document) -> Vec<Refused> {
    let repairs = document.repairs();
    let forced = repairs.iter().any(|repair| repair.kind == RepairKind::Unfinished);
    // The last rejection of a piece that was not refused so far.
    let mut rejected = None;
    let mut refused = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let TraceStep::Record(TracePoint { token, span }, record) = step else { continue };
        let (mut outcome, by) = match record {
            TraceRecord::Rejected { .. } => {
                rejected = Some((*token, index));
                continue;
            }
            TraceRecord::SetAside { place } => (PieceOutcome::SetAside, *place),
            TraceRecord::Settled { how: UnrecordedAction::Ignored, places } => {
                (PieceOutcome::Ignored, places.first().copied())
            }
            _ => continue,
        };
        let rejection = match rejected.take() {
            Some((other, index)) if other == *token => Some(index),
            _ => None,
        };
        if document.tokens().is_end(token.index()) && outcome == PieceOutcome::SetAside {
            if !forced {
                continue;
            }
            outcome = PieceOutcome::Forced;
        }
        refused.push(Refused { token: *token, span: *span, rejection, outcome, by });
    }
    refused
}
