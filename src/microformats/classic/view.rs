//! The seed's copy of the tree: what is in roots as a flat list, with includes replaced.
//!
//! Only elements with a name that the vocabulary knows are on the list: an [`Entry`] each, in the order of the copy, so that the
//! entries in an entry have the numbers from its own up to its end, as nodes have in a document.

use super::lexicon::{FormatId, NameNumber};
use crate::base::{QuickMap, Span, id_type, narrow, wide};
use crate::tree::NodeId;

id_type! {
    /// An entry, by its number.
    pub(super) EntryId
}

/// An element with names that the vocabulary knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) node: NodeId,
    /// The number behind the last entry in it.
    pub(super) end: u32,
    /// Of a root, the innermost roots around it, by format, in [`View::around`].
    around: (u32, u32),
    /// Its names, in [`View::names`]: each once.
    names: (u32, u32),
    /// Its text, in the buffer.
    pub(super) text: Span,
    /// Whether it stands here because an include points to it.
    pub(super) is_copy: bool,
    /// Whether one of its names is a root class.
    pub(super) is_root: bool,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct View {
    pub(super) entries: Vec<Entry>,
    names: Vec<NameNumber>,
    /// The formats that were met as roots, numbered.
    met: QuickMap<FormatId, usize>,
    around: Vec<Option<EntryId>>,
    /// By name, one more than the last entry that has it: so each name is written once.
    last_with: Vec<usize>,
}

impl View {
    pub(super) fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[id.index()]
    }

    pub(super) fn names(&self, id: EntryId) -> &[NameNumber] {
        let (start, end) = self.entry(id).names;
        &self.names[wide(start)..wide(end)]
    }

    /// The number behind the last entry in an entry.
    pub(super) fn end(&self, id: EntryId) -> usize {
        wide(self.entry(id).end)
    }

    pub(super) fn ids(&self) -> impl DoubleEndedIterator<Item = EntryId> + use<> {
        (0..self.entries.len()).map(EntryId::new)
    }

    /// Begins an entry; its end and its text are known when it [ends](Self::close).
    pub(super) fn open(&mut self, opening: Opening<'_>) -> EntryId {
        let start = self.names.len();
        for &name in opening.names {
            self.add_name(name);
        }
        let around = self.around.len();
        self.around.extend_from_slice(opening.around);
        self.entries.push(Entry {
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

    /// Adds a name to the entry that begins, unless it has it.
    fn add_name(&mut self, name: NameNumber) {
        if self.last_with.len() <= name.index() {
            self.last_with.resize(name.index() + 1, 0);
        }
        let mark = self.entries.len() + 1;
        if std::mem::replace(&mut self.last_with[name.index()], mark) != mark {
            self.names.push(name);
        }
    }

    /// The number of a format among those that were met.
    pub(super) fn meet(&mut self, format: FormatId) -> usize {
        let number = self.met.len();
        *self.met.entry(format).or_insert(number)
    }

    /// The innermost root of a format around a root.
    pub(super) fn root_around(&self, id: EntryId, format: FormatId) -> Option<EntryId> {
        let (start, end) = self.entry(id).around;
        let around = &self.around[wide(start)..wide(end)];
        *around.get(*self.met.get(&format)?)?
    }

    pub(super) fn close(&mut self, id: EntryId) {
        self.entries[id.index()].end = narrow(self.entries.len());
    }
}

/// What is known of an entry when it begins.
pub(super) struct Opening<'a> {
    pub(super) node: NodeId,
    pub(super) names: &'a [NameNumber],
    /// Of a root, the innermost roots around it, by the numbers of the formats that were met.
    pub(super) around: &'a [Option<EntryId>],
    pub(super) is_copy: bool,
    pub(super) is_root: bool,
}
