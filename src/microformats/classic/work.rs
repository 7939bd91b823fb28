//! How much may be done, and how much was.

use crate::base::{Allowance, IndexMap, counted};
use crate::tree::Document;

/// See [`ClassicOptions::lines`].
pub(super) type Lines = IndexMap<String, String>;

/// What the classic algorithm leaves open, and how far it may go.
///
/// The bounds are for documents that nobody wrote by hand: whatever is cut by them, [`Microformats::is_cut`](crate::microformats::Microformats::is_cut)
/// says so.
#[derive(Clone, Debug)]
pub struct ClassicOptions {
    /// The refinement of white space that the seed leaves open: elements that are a line of their own in a text, each with what stands
    /// before it, such as an asterisk and a blank for items of lists.
    pub lines: Lines,
    /// How many nodes and bytes of text may be read a second time because an include or a cell's `headers` point to them. An include
    /// beyond that is left as it is.
    pub copies: Allowance,
    /// The limit on the entries that are looked at and the bytes of text that are written to read
    /// the items. A value counts as 16 bytes. Items beyond the limit have no properties.
    pub work: Allowance,
}

impl Default for ClassicOptions {
    /// No lines, and bounds that are far above what any page has that somebody wrote.
    fn default() -> Self {
        Self {
            lines: Lines::default(),
            copies: Allowance { at_least: 1 << 18, per_byte: 4 },
            work: Allowance { at_least: 1 << 20, per_byte: 24 },
        }
    }
}

/// What was done, and what may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Work {
    /// Nodes of the view.
    pub(crate) nodes: u64,
    /// Nodes and bytes of text that includes have copied.
    pub(crate) copies: u64,
    /// Entries that were looked at.
    pub(crate) looks: u64,
    /// Bytes of text that were written.
    pub(crate) letters: u64,
    /// Values that were found.
    pub(crate) values: u64,
}

impl Work {
    /// All that was done.
    pub(crate) fn total(&self) -> u64 {
        self.counters().into_iter().map(|(_, count)| count).sum()
    }

    /// All of them with their names.
    pub(crate) fn counters(&self) -> [(&'static str, u64); 5] {
        [
            ("nodes", self.nodes),
            ("copies", self.copies),
            ("looks", self.looks),
            ("letters", self.letters),
            ("values", self.values),
        ]
    }
}

/// A value counts as so many bytes of text: about as much memory as its rows take.
const VALUE: u64 = 16;

/// Counts work, and knows when it is too much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account {
    pub(super) work: Work,
    most_copies: u64,
    most: u64,
    /// Whether a bound was met.
    pub(super) is_cut: bool,
}

impl Account {
    pub(super) fn new(document: &Document, options: &ClassicOptions) -> Self {
        let bytes = document.text().len();
        let (most_copies, most) = (options.copies.of(bytes), options.work.of(bytes));
        Self { work: Work::default(), most_copies, most, is_cut: false }
    }

    /// Counts entries that are looked at.
    pub(super) fn look(&mut self, entries: usize) {
        self.work.looks += counted(entries);
    }

    /// Counts text that is written.
    pub(super) fn write(&mut self, bytes: usize) {
        self.work.letters += counted(bytes);
    }

    /// Whether more items may be read.
    pub(super) fn has_room(&mut self) -> bool {
        let rows = self.work.values * VALUE;
        let has_room = self.work.looks + self.work.letters + rows < self.most;
        self.is_cut |= !has_room;
        has_room
    }

    /// Counts what an include copies; `false` if there is no room for it.
    pub(super) fn copy(&mut self, amount: usize) -> bool {
        let copies = self.work.copies + counted(amount);
        let has_room = copies <= self.most_copies;
        self.is_cut |= !has_room;
        if has_room {
            self.work.copies = copies;
        }
        has_room
    }
}
