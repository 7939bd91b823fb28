//! Groups of mistakes that are written or left together: those that the parser made for one token.
//!
//! At the end of the source each mistake is a group, since the missing end tags there have nothing
//! in common but their position.

use std::collections::BTreeMap;

use wishful::base::Span;
use wishful::slippers::event::RepairId;
use wishful::tree::Document;
use wishful::tree::rewrite::{Part, RewrittenSource};

/// The groups, numbered in the order of the source.
pub(super) struct Groups {
    groups: Vec<Vec<RepairId>>,
    of: BTreeMap<RepairId, usize>,
}

impl Groups {
    pub(super) fn of(document: &Document) -> Self {
        let end = document.text().len();
        let mut by_offset: BTreeMap<(u32, Option<RepairId>), Vec<RepairId>> = BTreeMap::new();
        for repair in document.mistakes() {
            let start = document.repairs()[repair.index()].span.start;
            let own = if Span::at(end).start == start { Some(repair) } else { None };
            by_offset.entry((start, own)).or_default().push(repair);
        }
        let groups: Vec<Vec<RepairId>> = by_offset.into_values().collect();
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
            offsets.push((copies.in_proposal(start), group));
        }
        offsets.sort_unstable();
        offsets
    }
}

/// A copied span of the source, and its offset in the proposal.
type Copied = (Span, usize);

/// The copied spans of a proposal: a map between the offsets of the two texts.
pub(super) struct Copies {
    /// In the order of the proposal.
    copies: Vec<Copied>,
    /// In the order of the source.
    by_source: Vec<Copied>,
    /// The length of the proposal.
    length: usize,
    /// The length of the source.
    source_length: u32,
}

impl Copies {
    pub(super) fn of(document: &Document, parts: &[Part]) -> Self {
        let (mut copies, mut length) = (Vec::new(), 0);
        for part in parts {
            match part {
                Part::Copy(span) => {
                    copies.push((*span, length));
                    length += span.range().len();
                }
                Part::Write(text) => length += text.len(),
            }
        }
        let mut by_source = copies.clone();
        by_source.sort_unstable_by_key(|(span, _)| span.start);
        let source_length = Span::at(document.text().len()).end;
        Self { copies, by_source, length, source_length }
    }

    /// Returns the length of the proposal.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Returns the offset in the source of an offset in the proposal; `None` if that text is new.
    pub(super) fn in_source(&self, offset: usize) -> Option<u32> {
        if offset >= self.length {
            return Some(self.source_length);
        }
        let before = self.copies.partition_point(|&(_, start)| start <= offset);
        let (span, start) = *self.copies[..before].last()?;
        let within = span.range().start + (offset - start);
        if within < span.range().end { Some(Span::at(within).start) } else { None }
    }

    /// Returns the offset in the proposal of an offset in the source. For text that is not copied,
    /// it is the end of the copied text before it.
    fn in_proposal(&self, offset: u32) -> usize {
        if offset == self.source_length {
            return self.length;
        }
        let before = self.by_source.partition_point(|&(span, _)| span.start <= offset);
        let Some((span, start)) = self.by_source[..before].last() else { return 0 };
        start + (Span { start: span.start, end: offset.min(span.end) }).range().len()
    }
}
