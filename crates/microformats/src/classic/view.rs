//! The view: a flat list in the place of the seed's copy of the tree, with includes replaced.
//!
//! Only elements with a name that the vocabulary knows are in the list, as an [`ViewEntry`] each.
//! Invariant: entries are in preorder, so the entries inside an entry have the indices from its own
//! up to its end.

use super::lexicon::{FormatId, NameNumber};
pub(super) use wishful::base::{QuickMap, Span, id_type, narrow, wide};
use wishful::tree::NodeId;

id_type! {
    /// The index of an entry.
    pub(super) EntryId
}

/// An element with names that the vocabulary knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewEntry {
    pub(super) node: NodeId,
    /// The index after the last entry inside this one.
    pub(super) end: u32,
    /// For a root, the innermost enclosing roots, by format, in [`View::around`].
    around: (u32, u32),
    /// The distinct names, in [`View::names`].
    names: (u32, u32),
    /// The span of the text in the buffer.
    pub(super) text: Span,
    /// The entry is here because of an include.
    pub(super) is_copy: bool,
    /// One of the names is a root class.
    pub(super) is_root: bool,
}

/// A flat list of entries.
#[derive(Debug, Default)]
pub(super) struct View {
    pub(super) entries: Vec<ViewEntry>,
    names: Vec<NameNumber>,
    /// The formats with roots, numbered in order of appearance.
    met: QuickMap<FormatId, usize>,
    around: Vec<Option<EntryId>>,
    /// For each name, one more than the last entry with it; this removes duplicate names.
    last_with: Vec<usize>,
}

impl View {
    pub(super) fn entry(&self, id: EntryId) -> &ViewEntry {
        &self.entries[id.index()]
    }

    pub(super) fn names(&self, id: EntryId) -> &[NameNumber] {
        let (start, end) = self.entry(id).names;
        &self.names[wide(start)..wide(end)]
    }

    /// Returns the index after the last entry inside an entry.
    pub(super) fn end(&self, id: EntryId) -> usize {
        wide(self.entry(id).end)
    }

    pub(super) fn ids(&self) -> impl DoubleEndedIterator<Item = EntryId> + use<> {
        (0..self.entries.len()).map(EntryId::new)
    }

    /// Begins an entry. Its end and its text become known when it [ends](Self::close).
    pub(super) fn open(&mut self, opening: Opening<'_>) -> EntryId {
        let start = self.names.len();
        for &name in opening.names {
            self.add_name(name);
        }
        let around = self.around.len();
        self.around.extend_from_slice(opening.around);
        self.entries.push(ViewEntry {
            node: opening.node,
            end: 0,
            around: (narrow(around), narrow(self.around.len())),
            names: (narrow(start), narrow(self.names.len())),
            text: Span::default(),
            is_copy: opening.is_copy,
            is_root: opening.is_root,
        });
        EntryId::new(self.entries.len() - 1)
    }

    /// Adds a name to the entry that begins, unless it already has it.
    fn add_name(&mut self, name: NameNumber) {
        if self.last_with.len() <= name.index() {
            self.last_with.resize(name.index() + 1, 0);
        }
        let mark = self.entries.len() + 1;
        if std::mem::replace(&mut self.last_with[name.index()], mark) != mark {
            self.names.push(name);
        }
    }

    /// Returns the number of a format; assigns one at its first appearance.
    pub(super) fn meet(&mut self, format: FormatId) -> usize {
        let number = self.met.len();
        *self.met.entry(format).or_insert(number)
    }

    /// Returns the innermost root of a format that encloses a root.
    pub(super) fn root_around(&self, id: EntryId, format: FormatId) -> Option<EntryId> {
        let (start, end) = self.entry(id).around;
        let around = &self.around[wide(start)..wide(end)];
        *around.get(*self.met.get(&format)?)?
    }

    pub(super) fn close(&mut self, id: EntryId) {
        self.entries[id.index()].end = narrow(self.entries.len());
    }
}

/// The data of an entry at its beginning.
pub(super) struct Opening<'a> {
    pub(super) node: NodeId,
    pub(super) names: &'a [NameNumber],
    /// For a root, the innermost enclosing roots, by the numbers of the formats.
    pub(super) around: &'a [Option<EntryId>],
    pub(super) is_copy: bool,
    pub(super) is_root: bool,
}
