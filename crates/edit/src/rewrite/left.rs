//! The tokens that repairs are about which are not written.

use super::plan::Plan;
use wishful::base::BitRow;
use wishful::slippers::event::{RepairId, RepairKind, TokenId};
use wishful::tree::Document;

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
                && record.kind.is_of_its_token()
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
