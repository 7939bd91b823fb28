//! The tokens that repairs are about which are not written.

use super::super::document::Document;
use super::plan::Plan;
use crate::base::BitRow;
use crate::slippers::event::{RepairId, RepairKind, TokenId};

/// Reports whether a repair of this kind means that its token is not what its source suggests.
pub(super) fn is_of_its_token(kind: RepairKind) -> bool {
    match kind {
        RepairKind::Cruft
        | RepairKind::Fostered
        | RepairKind::Rewritten
        | RepairKind::Adopted
        | RepairKind::Unlinked
        | RepairKind::Retracted
        | RepairKind::Merged => true,
        RepairKind::VirtualStart
        | RepairKind::VirtualEnd
        | RepairKind::GivenUp
        | RepairKind::Unfinished
        | RepairKind::Reopened => false,
    }
}

/// The tokens that stay as they are, since a repair of them is left.
pub(super) struct LeftTokens<'p> {
    plan: &'p Plan,
    tokens: BitRow,
    /// Set if a retraction is left.
    pub has_retracted: bool,
}

impl<'p> LeftTokens<'p> {
    pub(super) fn of(document: &Document, plan: &'p Plan) -> Self {
        let mut tokens = BitRow::new(document.tokens().len() + 1);
        let mut has_retracted = false;
        for &repair in &plan.left {
            if let Some(record) = document.repair(repair)
                && is_of_its_token(record.kind)
            {
                tokens.insert(record.token.index());
                has_retracted |= record.kind == RepairKind::Retracted;
            }
        }
        Self { plan, tokens, has_retracted }
    }

    pub(super) fn has(&self, token: TokenId) -> bool {
        self.tokens.contains(token.index())
    }

    pub(super) fn has_repair(&self, repair: RepairId) -> bool {
        self.plan.left.contains(&repair)
    }
}
