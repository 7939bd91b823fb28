//! The repairs that are no mistakes: tags that the grammar lets an author omit.
//!
//! An `omissible` line of the grammar names virtual tags, and the words that may follow them. The
//! words are those of virtual HTML, in which every element has both of its tags:
//!
//! ```text
//! omissible </li> before <li> ends ;       <ul><li>One<li>Two</ul>
//!
//! open  <li>       token 1
//! text             token 2
//! close </li>      repair 0                allowed: next is <li>
//! open  <li>       token 3
//! text             token 4
//! close </li>      repair 1                allowed: next is </ul>, the end of the parent
//! close </ul>      token 5
//! ```
//!
//! The decision is made on request. The tree builder notes the next word of each such tag, so that
//! the events need not be computed again.

use crate::earley::Word;
use crate::grammar::ast::FileSpan;
use crate::grammar::model::Omission;
use crate::slippers::event::{RepairId, RepairKind};
use crate::tree::document::Document;

/// The suffix of an allowed repair in a list of repairs.
#[doc(hidden)]
pub const ALLOWED: &str = ", allowed";

impl Document {
    /// Reports whether a repair is a tag that the grammar lets an author omit there, hence no
    /// mistake.
    #[must_use]
    #[doc(hidden)]
    pub fn is_allowed(&self, repair: RepairId) -> bool {
        self.allowance(repair).is_some()
    }

    /// Returns [`ALLOWED`] for an allowed repair, else an empty string.
    #[doc(hidden)]
    pub fn allowed_mark(&self, repair: RepairId) -> &'static str {
        if self.is_allowed(repair) { ALLOWED } else { "" }
    }

    /// Returns a predicate for unremarkable repairs: tags that an author may omit, and those of the
    /// elements that every document has.
    #[doc(hidden)]
    pub fn unremarkable(&self) -> impl Fn(RepairId) -> bool {
        let skeleton = self.grammar.skeleton();
        move |repair| {
            if let Some(record) = self.repair(repair)
                && matches!(record.kind, RepairKind::VirtualStart | RepairKind::VirtualEnd)
                && let Some(tag) = record.inserted
                && skeleton.contains(tag.index())
            {
                return true;
            }
            self.is_allowed(repair)
        }
    }

    /// Returns the statement of the grammar that [allows](Document::is_allowed) a repair, if one
    /// does.
    #[must_use]
    #[doc(hidden)]
    pub fn allowance(&self, repair: RepairId) -> Option<FileSpan> {
        let record = self.repair(repair)?;
        if !matches!(record.kind, RepairKind::VirtualStart | RepairKind::VirtualEnd) {
            return None;
        }
        let tag = record.inserted?.index();
        let omissions = &self.tree_facts.omissions;
        let next = self.followed(repair)?;
        let label = next.map_or(0, |word| word.label);
        let name = self.parse.names.labelled(label).unwrap_or_default();
        for omission in omissions {
            if omission.tags.contains(tag)
                && !omission.not_named.fit(name)
                && is_allowed_before(omission, next)
            {
                return Some(omission.place);
            }
        }
        None
    }

    /// Returns the next word of virtual HTML after a tag that an author may omit, or `Some(None)`
    /// at the end; `None` if the repair did not insert such a tag.
    #[doc(hidden)]
    pub fn followed(&self, repair: RepairId) -> Option<Option<Word>> {
        // A repair that also moves its element is more than an omitted tag, and not listed.
        let followed = &self.tables.followed;
        let after = followed.partition_point(|&(other, _)| other <= repair);
        let &(_, next) = followed[..after].last().filter(|&&(found, _)| found == repair)?;
        Some(next)
    }
}

/// Reports whether a tag of an omission may be omitted before this word, or at the end.
fn is_allowed_before(omission: &Omission, next: Option<Word>) -> bool {
    match (&omission.before, next) {
        (None, _) => true,
        (Some(before), Some(next)) => before.contains(next.terminal.index()),
        (Some(_), None) => omission.at_end,
    }
}
