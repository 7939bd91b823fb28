//! The state of reading one root: the entries that it sees, and the changes to its copy.

use std::collections::{BTreeMap, HashSet};

use super::lexicon::{FormatId, NameNumber};
use super::view::EntryId;

/// The state of reading one root.
pub(super) struct ItemRun {
    pub(super) top: EntryId,
    pub(super) format: FormatId,
    /// The formats that are saved from destruction.
    pub(super) saves: Vec<FormatId>,
    /// For a part, the formats whose root classes survive in the enclosing run.
    pub(super) left: Option<Vec<FormatId>>,
    /// For a part, the number of enclosing runs.
    pub(super) depth: usize,
    /// The entries that keep their classes after DESTROYER.
    pub(super) sight: Vec<EntryId>,
    /// The entries of `sight` with class `value`, and those with class `value-title`.
    pub(super) values: Vec<EntryId>,
    pub(super) titles: Vec<EntryId>,
    /// The texts of `values`, computed at the first use.
    pub(super) excerpts: Option<Excerpts>,
    /// The next links after each of `values`, computed at the first use.
    pub(super) links: Option<Links>,
    /// The removed classes.
    pub(super) removed: HashSet<(EntryId, NameNumber)>,
    /// The ranges of destroyed roots: by format and first entry, the end of the range. Invariant:
    /// no range is inside another one of the same format.
    pub(super) swept: BTreeMap<(FormatId, usize), usize>,
    /// The formats with an entry in `swept`.
    pub(super) destroyed: Vec<FormatId>,
}

/// The texts of the elements with class `value` that a run sees, contiguous in the buffer. So the
/// excerpt of any element is one slice, and so are its parts.
#[derive(Debug)]
pub(super) struct Excerpts {
    /// The start of each text, and the end of the last one.
    pub(super) starts: Vec<usize>,
    pub(super) first_part: usize,
}

/// For each `value` element that a run sees: the next one with an address, and the next one with an
/// address or an id. Both are indices; the number of elements means none.
#[derive(Debug)]
pub(super) struct Links {
    pub(super) addresses: Vec<usize>,
    pub(super) identifiers: Vec<usize>,
}

impl ItemRun {
    /// Returns the index range of those entries that are inside an entry.
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
