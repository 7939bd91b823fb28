//! The tags that may be virtual before the end of the input, by wishes and by remedies together.
//!
//! Any other token becomes cruft if nothing helps; the end of the input cannot. An element that is
//! open at the end and lacks content may need a wish for the content and a remedy for its end tag.
//! It may also need them the other way round. The rows of [`Tables`](super::tables::Tables) hold
//! one of the two kinds; the row made here holds both. The slippers try it last.

use super::grammar::{Grammar, TerminalKind};
use super::tables::{CompiledRemedy, Insert, RemedyLine};
use crate::earley::{TerminalId, WishRow};
use crate::grammar::ast::FileSpan;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Grammar {
    /// Returns the tags that may be virtual before the end of the input, by its wishes or by its
    /// unconditional inserting lines. Returns `None` if the end has no wishes.
    #[must_use]
    pub(crate) fn virtual_before_end(&self) -> Option<&Arc<WishRow>> {
        let row = self.before_end.get_or_init(|| {
            let end = self.terminal(TerminalKind::EndOfFile)?;
            let wished = self.permissions(end);
            if wished.is_empty() {
                return None;
            }
            let mut costs: BTreeMap<TerminalId, u32> = BTreeMap::new();
            for (insert, _) in self.inserted(end) {
                for &tag in &insert.tags {
                    costs.insert(tag, 1);
                }
            }
            for permission in wished {
                costs.insert(permission.tag, permission.cost);
            }
            Some(Arc::new(WishRow::new(&self.rules, costs)))
        });
        row.as_ref()
    }

    /// Iterates over the unconditional remedies of a rejected terminal that insert tags, each with
    /// its span.
    fn inserted(&self, rejected: TerminalId) -> impl Iterator<Item = (&Insert, FileSpan)> {
        self.remedies(rejected).filter_map(|line| match &line.remedy {
            CompiledRemedy::Insert(insert) if line.is_unconditional() => Some((insert, line.place)),
            _ => None,
        })
    }

    /// Returns the span of the first unconditional remedy of `rejected` that inserts `tag`.
    pub(crate) fn inserting(&self, rejected: TerminalId, tag: TerminalId) -> Option<FileSpan> {
        let mut lines = self.inserted(rejected);
        let (_, place) = lines.find(|(insert, _)| insert.tags.contains(&tag))?;
        Some(place)
    }
}

impl RemedyLine {
    /// Reports whether the remedy applies without any condition.
    fn is_unconditional(&self) -> bool {
        self.guards.is_empty() && self.wherever.is_none() && !self.excluded && self.within.is_none()
    }
}
