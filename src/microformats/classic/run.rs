//! What is known while one root is read: what it sees, and what is gone from its copy.

use std::collections::{BTreeMap, HashSet};

use super::lexicon::{FormatId, NameNumber};
use super::view::EntryId;

/// See the module.
pub(super) struct Run {
    pub(super) top: EntryId,
    pub(super) format: FormatId,
    /// The formats that are saved from destruction.
    pub(super) saves: Vec<FormatId>,
    /// Of a part, the formats whose root classes the run around it has left.
    pub(super) left: Option<Vec<FormatId>>,
    /// Of a part, how many runs are around it.
    pub(super) depth: usize,
    /// The entries that keep their classes when DESTROYER has run.
    pub(super) sight: Vec<EntryId>,
    /// Of those, the ones with class `value`, and those with `value-title`.
    pub(super) values: Vec<EntryId>,
    pub(super) titles: Vec<EntryId>,
    /// The texts of the values, when somebody has asked for one.
    pub(super) excerpts: Option<Excerpts>,
    /// From each of the values on, the next that says an address; and the next that says one or has an id.
    pub(super) links: Option<Links>,
    /// Classes that were taken away.
    pub(super) removed: HashSet<(EntryId, NameNumber)>,
    /// By format and first entry, up to which entry all outermost roots of the format have been destroyed. No range stands in
    /// another one of its format.
    pub(super) swept: BTreeMap<(FormatId, usize), usize>,
    /// The formats in it.
    pub(super) destroyed: Vec<FormatId>,
}

/// The texts of the elements with class `value` that a run sees, one behind the other in the buffer; so those in any element are one
/// stretch, and so are their parts.
#[derive(Debug)]
pub(super) struct Excerpts {
    /// Where each begins, and where the last one ends.
    pub(super) starts: Vec<usize>,
    pub(super) first_part: usize,
}

/// From each of the `value` elements that a run sees on, the next that says an address, and the next that says one or has an id;
/// their number if there is none.
#[derive(Debug)]
pub(super) struct Links {
    pub(super) addresses: Vec<usize>,
    pub(super) identifiers: Vec<usize>,
}

impl Run {
    /// Those of some entries in order that stand in an entry, as indices.
    pub(super) fn inside(
        entries: &[EntryId],
        top: EntryId,
        behind: usize,
    ) -> std::ops::Range<usize> {
        let start = entries.partition_point(|&entry| entry <= top);
        let end = entries.partition_point(|entry| entry.index() < behind);
        start..end.max(start)
    }
}
