//! The refused pieces of a text, from the trace of one run.

use crate::base::Span;
use crate::grammar::ast::Place;
use crate::slippers::event::{RepairKind, TokenId};
use crate::slippers::{Look, Rejection, Settled, Trace};
use crate::tree::Document;
use serde::Serialize;

/// The fate of a refused piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
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
    pub(super) fate: Fate,
    /// The line that refused it.
    pub(super) by: Option<Place>,
}

/// A trace that records refused pieces.
#[derive(Debug, Default)]
pub(super) struct Fates {
    /// The current token, the number of its rejections, and the span of its current piece.
    token: Option<TokenId>,
    rejections: usize,
    span: Option<Span>,
    refused: Vec<Refused>,
}

impl Trace for Fates {
    fn restart(&mut self) {
        *self = Self::default();
    }

    fn rejected(&mut self, rejection: &mut Rejection<'_, '_>) {
        self.reach(rejection.token());
        self.rejections += 1;
        self.span = Some(rejection.span());
    }

    fn look(&mut self, token: TokenId, look: &Look<'_>) {
        let (fate, by) = match *look {
            Look::SetAside { place } => (Fate::SetAside, place),
            Look::Settled { how: Settled::Ignored, places } => {
                (Fate::Ignored, places.first().copied())
            }
            _ => return,
        };
        self.reach(token);
        let span = self.span.take();
        let rejection = if span.is_some() { self.rejections } else { 0 };
        self.refused.push(Refused { token, span, rejection, fate, by });
    }
}

impl Fates {
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
        let mut fated = Vec::new();
        for refused in self.refused {
            let is_end = tokens.is_end(refused.token.index()) && refused.fate == Fate::SetAside;
            if !is_end {
                fated.push(refused);
            } else if forced {
                fated.push(Refused { fate: Fate::Forced, ..refused });
            }
        }
        fated
    }
}

impl Refused {
    /// Returns the span of the piece in a document.
    pub(super) fn span_in(&self, document: &Document) -> Span {
        self.span.unwrap_or_else(|| document.tokens().span(self.token.index()))
    }
}
