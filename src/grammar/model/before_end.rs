//! What may be virtual before the end of the input, by wishes and by remedies.
//!
//! Every other token can be set aside where nothing helps; the end cannot. So what is open then, and lacks something, may be given it by
//! a wish although it takes a remedy to close it, or the other way round. The rows of [`Tables`](super::tables::Tables) are of the one or
//! of the other; this one is of both, and is asked for last.

use super::grammar::{Grammar, TerminalKind};
use super::tables::{CompiledRemedy, Insert, RemedyLine};
use crate::earley::{TerminalId, WishRow};
use crate::grammar::ast::Place;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Grammar {
    /// What may be virtual before the end of the input, by its wishes or by lines that insert it whatever is around; none if it
    /// has no wishes.
    #[must_use]
    pub(crate) fn virtual_before_end(&self) -> Option<&Arc<WishRow>> {
        let row = || {
            let end = self.terminal(TerminalKind::EndOfFile)?;
            let wished = self.permissions(end);
            let mut costs: BTreeMap<TerminalId, u32> = self
                .inserted(end)
                .flat_map(|(insert, _)| &insert.tags)
                .map(|&tag| (tag, 1))
                .collect();
            costs.extend(wished.iter().map(|permission| (permission.tag, permission.cost)));
            (!wished.is_empty()).then(|| Arc::new(WishRow::new(&self.rules, costs)))
        };
        self.before_end.get_or_init(row).as_ref()
    }

    /// The lines that insert tags before a rejected terminal whatever is around, each with its place.
    fn inserted(&self, rejected: TerminalId) -> impl Iterator<Item = (&Insert, Place)> {
        let lines = self.remedies(rejected).filter(|line| line.is_unconditional());
        lines.filter_map(|line| match &line.remedy {
            CompiledRemedy::Insert(insert) => Some((insert, line.place)),
            _ => None,
        })
    }

    /// The place of such a line that inserts a tag.
    pub(crate) fn inserting(&self, rejected: TerminalId, tag: TerminalId) -> Option<Place> {
        let mut lines = self.inserted(rejected);
        lines.find(|(insert, _)| insert.tags.contains(&tag)).map(|(_, place)| place)
    }
}

impl RemedyLine {
    /// Whether it applies whatever is around.
    fn is_unconditional(&self) -> bool {
        self.guards.is_empty() && self.wherever.is_none() && !self.excluded && self.within.is_none()
    }
}
