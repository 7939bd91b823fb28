//! Reading of one item: the entries that its root sees, the steps in order, and its row in the
//! tables.

use std::collections::{BTreeMap, HashSet};

use super::draft::Draft;
use super::lexicon::{FormatId, NameNumber};
use super::reader::ClassicReader;
use super::run::ItemRun;
use super::view::EntryId;
use crate::results::{Group, ItemId, ItemRow, Range};
use wishful::tree::NodeId;

/// The maximum depth of nested parts.
const PARTS_IN_PARTS: usize = 4;

impl<'d> ClassicReader<'d, '_, '_> {
    /// Applies the general algorithm of the seed to one root.
    pub(super) fn read_item(&mut self, item: ItemId, entry: EntryId, format: FormatId) {
        if self.account.has_room() {
            let saves = self.saves(format);
            let sight = self.destroyer(entry, &saves);
            let mut run = self.run(entry, format, saves, sight);
            let draft = self.read_run(&mut run);
            self.store(item, format, draft);
        }
    }

    /// Applies steps 3 to 5 of the seed, and adds the implied properties.
    pub(super) fn read_run(&mut self, run: &mut ItemRun) -> Draft<'d> {
        let mut draft = Draft::default();
        self.nested(run, &mut draft);
        self.properties(run, &mut draft);
        self.implied(run, &mut draft);
        draft
    }

    /// Creates the run of a part ("pivot: treating the property element as a microformat in its own
    /// right"). It sees those entries in `top` that the enclosing run sees. Returns `None` if parts
    /// nest too deeply.
    pub(super) fn part_run(
        &mut self,
        around: &ItemRun,
        top: EntryId,
        part: FormatId,
    ) -> Option<ItemRun> {
        let depth = around.depth + 1;
        if depth > PARTS_IN_PARTS {
            return None;
        }
        let mut saves = self.saves(part);
        saves.retain(|saved| around.saves.contains(saved));
        let inside = ItemRun::inside(&around.sight, top, self.view.end(top));
        let sight = self.destroyed(&around.sight[inside], &saves);
        let mut removed = HashSet::new();
        for &entry in &sight {
            for &name in self.view.names(entry) {
                if around.removed.contains(&(entry, name)) {
                    removed.insert((entry, name));
                }
            }
        }
        let left = Some(around.saves.clone());
        Some(ItemRun { left, depth, removed, ..self.run(top, part, saves, sight) })
    }

    fn run(
        &self,
        top: EntryId,
        format: FormatId,
        saves: Vec<FormatId>,
        sight: Vec<EntryId>,
    ) -> ItemRun {
        let values = self.entries_with(&sight, self.lexicon.value);
        let titles = self.entries_with(&sight, self.lexicon.value_title);
        ItemRun {
            top,
            format,
            saves,
            left: None,
            depth: 0,
            sight,
            values,
            titles,
            excerpts: None,
            links: None,
            removed: HashSet::new(),
            swept: BTreeMap::new(),
            destroyed: Vec::new(),
        }
    }

    /// Returns the entries that have a name.
    fn entries_with(&self, entries: &[EntryId], name: NameNumber) -> Vec<EntryId> {
        let entries = entries.iter().copied();
        entries.filter(|&entry| self.view.names(entry).contains(&name)).collect()
    }

    /// Returns the formats that are saved from destruction inside a format.
    fn saves(&self, format: FormatId) -> Vec<FormatId> {
        let saves = &self.lexicon.format(format).saves;
        saves.iter().filter_map(|saved| self.lexicon.format_of(saved)).collect()
    }

    /// Adds an item that is a part of another one, or substitutes for one.
    pub(super) fn part_item(&mut self, node: NodeId, format: FormatId, draft: Draft<'d>) -> ItemId {
        let item = self.new_item(node, format);
        self.store(item, format, draft);
        item
    }

    /// Adds an empty row for an item.
    pub(super) fn new_item(&mut self, node: NodeId, format: FormatId) -> ItemId {
        let term = self.tables.term(&self.lexicon.format(format).root);
        self.tables.types.push(term);
        let types = Range::new(self.tables.types.len() - 1, self.tables.types.len());
        let (groups, children) = (Range::default(), Range::default());
        self.tables.items.push(ItemRow {
            node,
            types,
            groups,
            children,
            is_valid: false,
            is_classic: true,
        });
        ItemId::new(self.tables.items.len() - 1)
    }

    /// Stores an item in the tables. Its properties are sorted by the elements of their first
    /// values.
    pub(super) fn store(&mut self, item: ItemId, format: FormatId, mut draft: Draft<'d>) {
        let mut required = self.lexicon.required(format);
        let is_valid = required.all(|property| draft.has(&property.name));
        draft.groups.sort_by_key(|_, group| group.rows.first().map(|row| row.node));
        let start = self.tables.groups.len();
        for (name, group) in draft.groups {
            let first = self.tables.values.len();
            self.tables.values.extend(group.rows);
            let term = self.tables.term(&name);
            let values = Range::new(first, self.tables.values.len());
            self.tables.groups.push(Group { term, values, is_singular: group.is_singular });
        }
        let groups = Range::new(start, self.tables.groups.len());
        let row = &mut self.tables.items[item.index()];
        (row.groups, row.is_valid) = (groups, is_valid);
    }
}
