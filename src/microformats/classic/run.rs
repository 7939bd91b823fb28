//! What is known while one root is read: what it sees, and what is gone from its copy.

use std::collections::{BTreeMap, HashSet};

use super::draft::Draft;
use super::lexicon::{FormatId, NameNumber};
use super::reader::Reader;
use super::stringify::Excerpts;
use super::values::Links;
use super::view::EntryId;

/// So many parts may stand in one another.
const PARTS_IN_PARTS: usize = 4;

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

impl Run {
    /// That of a root.
    pub(super) fn new(reader: &mut Reader<'_, '_, '_>, top: EntryId, format: FormatId) -> Self {
        let saves = reader.saves(format);
        let sight = reader.destroyer(top, &saves);
        Self::seeing(reader, top, format, saves, sight)
    }

    /// That of a part ("pivot: treating the property element as a microformat in its own right"): it sees of what is in `top` what
    /// the run around it sees. `None` if too many are around it.
    pub(super) fn part(
        &self,
        reader: &mut Reader<'_, '_, '_>,
        top: EntryId,
        format: FormatId,
    ) -> Option<Self> {
        let mut saves = reader.saves(format);
        saves.retain(|saved| self.saves.contains(saved));
        let inside = Self::inside(&self.sight, top, reader.view.end(top));
        let sight = reader.destroyed(&self.sight[inside], &saves);
        let (depth, removed) = (self.depth + 1, self.removed.clone());
        let left = Some(self.saves.clone());
        let part = Self::seeing(reader, top, format, saves, sight);
        (depth <= PARTS_IN_PARTS).then_some(Self { left, depth, removed, ..part })
    }

    fn seeing(
        reader: &Reader<'_, '_, '_>,
        top: EntryId,
        format: FormatId,
        saves: Vec<FormatId>,
        sight: Vec<EntryId>,
    ) -> Self {
        let with = |name: NameNumber| -> Vec<EntryId> {
            let has = |entry: &EntryId| reader.view.names(*entry).contains(&name);
            sight.iter().copied().filter(has).collect()
        };
        let (values, titles) = (with(reader.lexicon.value), with(reader.lexicon.value_title));
        let (removed, swept) = (HashSet::new(), BTreeMap::new());
        let (left, depth, excerpts, links) = (None, 0, None, None);
        Self {
            top,
            format,
            saves,
            left,
            depth,
            sight,
            values,
            titles,
            excerpts,
            links,
            removed,
            swept,
            destroyed: Vec::new(),
        }
    }

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

impl<'d> Reader<'d, '_, '_> {
    /// Steps 3 to 5 of the seed, and what follows from what they find.
    pub(super) fn read_run(&mut self, run: &mut Run) -> Draft<'d> {
        let mut draft = Draft::default();
        self.nested(run, &mut draft);
        self.properties(run, &mut draft);
        self.implied(run, &mut draft);
        draft
    }

    /// The formats that are saved from destruction in a format.
    fn saves(&self, format: FormatId) -> Vec<FormatId> {
        let saves = &self.lexicon.format(format).saves;
        saves.iter().filter_map(|saved| self.lexicon.format_of(saved)).collect()
    }
}
