//! Groups of mistakes that are written or left together.
//!
//! * Those that a token itself is about: it is set aside, moved, or read as another one.
//! * The end of a formatting element and the start of its next copy. If the end is written, the
//!   parser reopens no copy. The copies before and after these two do not matter:
//!
//!   ```text
//!   <p><b>1<p>2<p>3        <p><b>1</b><p><b>2</b><p><b>3
//!                                 ─1──── ─1─ ─2──── ─2─
//!   ```
//!
//! Any other mistake is a group of its own.

use std::collections::{BTreeMap, BTreeSet};

use crate::rewrite::{Copies, RewrittenSource};
use wishful::slippers::event::{InsertionLocation, RepairId, RepairKind};
use wishful::tree::{Document, TagOrigin};

/// The kind of the last repair of a group, and the terminal that was rejected.
pub(super) type GroupKind = (RepairKind, Option<usize>);

/// The groups, numbered in the order of the source.
pub(super) struct Groups {
    groups: Vec<Vec<RepairId>>,
    of: BTreeMap<RepairId, usize>,
}

impl Groups {
    pub(super) fn of(document: &Document) -> Self {
        let mut joined = JoinedRepairs::of(document);
        joined.join_tokens(document);
        joined.join_copies(document);
        let mut by_first: BTreeMap<(u32, RepairId), Vec<RepairId>> = BTreeMap::new();
        let mistakes: Vec<RepairId> = document.mistakes().collect();
        for repair in mistakes {
            let first = joined.first(repair);
            let start = document.repairs()[first.index()].span.start;
            by_first.entry((start, first)).or_default().push(repair);
        }
        let groups: Vec<Vec<RepairId>> = by_first.into_values().collect();
        let mut of = BTreeMap::new();
        for (number, group) in groups.iter().enumerate() {
            of.extend(group.iter().map(|&repair| (repair, number)));
        }
        Self { groups, of }
    }

    pub(super) fn len(&self) -> usize {
        self.groups.len()
    }

    pub(super) fn repairs(&self, group: usize) -> &[RepairId] {
        &self.groups[group]
    }

    pub(super) fn kind(&self, document: &Document, group: usize) -> GroupKind {
        let last = self.groups[group].last().map_or(0, |repair| repair.index());
        let record = document.repairs()[last];
        (record.kind, record.rejected.map(|terminal| terminal.index()))
    }

    /// Returns the location that the group moves something to, if it does.
    pub(super) fn target(&self, document: &Document, group: usize) -> Option<InsertionLocation> {
        for &repair in &self.groups[group] {
            let location = document.insertion_location(repair);
            if location != InsertionLocation::Here {
                return Some(location);
            }
        }
        None
    }

    /// Returns the group of a repair; `None` if the repair is no mistake.
    pub(super) fn group_of(&self, repair: RepairId) -> Option<usize> {
        self.of.get(&repair).copied()
    }

    /// Returns the groups with the offsets in a proposal where their repairs change the source,
    /// sorted by offset.
    pub(super) fn offsets(
        &self,
        document: &Document,
        rewritten: &RewrittenSource,
        copies: &Copies,
    ) -> Vec<(usize, usize)> {
        let mut offsets = Vec::new();
        for &(offset, repair) in &rewritten.changes {
            offsets.extend(self.group_of(repair).map(|group| (offset, group)));
        }
        for (&repair, &group) in &self.of {
            let start = document.repairs()[repair.index()].span.start;
            let (Ok(offset) | Err(offset)) = copies.in_new(start);
            offsets.push((offset, group));
        }
        offsets.sort_unstable();
        offsets
    }
}

/// Sets of repairs: a union-find structure in which the first repair represents a set.
struct JoinedRepairs(Vec<usize>);

impl JoinedRepairs {
    fn of(document: &Document) -> Self {
        Self((0..document.repairs().len()).collect())
    }

    fn first(&mut self, repair: RepairId) -> RepairId {
        let mut at = repair.index();
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        RepairId::new(at)
    }

    fn join(&mut self, one: RepairId, other: RepairId) {
        let (one, other) = (self.first(one), self.first(other));
        self.0[one.max(other).index()] = one.min(other).index();
    }

    fn join_tokens(&mut self, document: &Document) {
        let mut at_token: BTreeMap<u32, RepairId> = BTreeMap::new();
        for repair in document.repair_ids() {
            let record = document.repairs()[repair.index()];
            if !is_of_a_tag(record.kind) {
                let first = *at_token.entry(record.span.start).or_insert(repair);
                self.join(first, repair);
            }
        }
    }

    fn join_copies(&mut self, document: &Document) {
        // For each copied tag the repairs that made copies of it, and those that ended one.
        let mut starts: BTreeSet<(u32, RepairId)> = BTreeSet::new();
        let mut ends = Vec::new();
        for node in document.nodes() {
            let tag = match node.start_tag() {
                Some(TagOrigin::Written(span)) => span.start,
                Some(TagOrigin::Copied { of: Some(span), repair }) => {
                    if let Some(repair) = repair {
                        starts.insert((span.start, repair));
                    }
                    span.start
                }
                _ => continue,
            };
            if let Some(end) = node.end_tag().and_then(TagOrigin::repair) {
                ends.push((tag, end));
            }
        }
        for (tag, end) in ends {
            if let Some(&(next, start)) = starts.range((tag, end)..).next()
                && next == tag
            {
                self.join(end, start);
            }
        }
    }
}

/// Reports whether a repair of this kind inserts a tag or ends an element, and leaves its token
/// where it is.
fn is_of_a_tag(kind: RepairKind) -> bool {
    matches!(
        kind,
        RepairKind::VirtualStart
            | RepairKind::VirtualEnd
            | RepairKind::Reopened
            | RepairKind::Unfinished
    )
}
