//! How much of a document is written: most formats are as long as the tree and the text, but not all of them, and not always.
//!
//! `html5lib` indents every line by its depth, so that nested elements make it quadratic. An element that was opened again is
//! written with the attributes of the tag that it is a copy of, as often as it is opened. And a repair names the tag in
//! whose way the parse was, which may have a long name, for each tag that was inserted before it. So every writer asks for
//! [`room`](Metered::room) before each node, line or attribute that it writes; where there is none, it ends. What is
//! written is never more than the bound, the last thing that still had room, and what closes all that is open.
//!
//! The formats say that they are cut as they can: [`remark`].

use std::cell::Cell;
use std::fmt::{self, Write};

use super::options::Format;
use crate::base::counted;

/// How much of a document was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All of it.
    Whole,
    /// Its beginning: the bound of [`WriteOptions::bytes`](super::WriteOptions::bytes) was met.
    Cut,
}

/// Counts what is written.
pub(super) struct Meter {
    most: u64,
    written: Cell<u64>,
    cut: Cell<bool>,
    /// Whether what is written to has failed.
    failed: Cell<bool>,
}

impl Meter {
    pub(super) fn new(most: u64) -> Self {
        Self { most, written: Cell::new(0), cut: Cell::new(false), failed: Cell::new(false) }
    }

    /// Whether something more may be written; if not, what is written is cut.
    pub(super) fn has_room(&self) -> bool {
        let room = self.written.get() < self.most;
        if !room {
            self.cut.set(true);
        }
        room
    }

    /// Counts so many bytes.
    pub(super) fn add(&self, bytes: usize) {
        self.written.set(self.written.get().saturating_add(counted(bytes)));
    }

    pub(super) fn is_cut(&self) -> bool {
        self.cut.get()
    }

    /// Whether an error of a writer says no more than that there was no room.
    pub(super) fn is_full_only(&self) -> bool {
        self.is_cut() && !self.failed.get()
    }

    pub(super) fn extent(&self) -> Extent {
        if self.is_cut() { Extent::Cut } else { Extent::Whole }
    }
}

/// Writes through, and counts.
pub(super) struct Metered<'m, W> {
    pub(super) out: &'m mut W,
    pub(super) meter: &'m Meter,
}

impl<W> Metered<'_, W> {
    /// Asked before each thing that is written.
    ///
    /// # Errors
    /// If there is no room: the writer ends, and [`Meter::is_full_only`] tells this from an error of what it writes to.
    pub(super) fn room(&self) -> fmt::Result {
        if self.meter.has_room() { Ok(()) } else { Err(fmt::Error) }
    }
}

impl<W: Write> Metered<'_, W> {
    /// Writes what was counted before.
    pub(super) fn write_counted(&mut self, text: &str) -> fmt::Result {
        self.out.write_str(text).inspect_err(|_| self.meter.failed.set(true))
    }
}

impl<W: Write> Write for Metered<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.meter.add(text.len());
        self.write_counted(text)
    }

    fn write_char(&mut self, letter: char) -> fmt::Result {
        self.meter.add(letter.len_utf8());
        self.out.write_char(letter).inspect_err(|_| self.meter.failed.set(true))
    }
}

/// What stands behind the last thing that a format has room for, if it can say that it is cut: `json` has a member for
/// it, and in the fixed source (where the tags end and the source does not) nothing may stand that is not a tag.
pub(super) fn remark(format: Format, bytes: u64) -> Option<String> {
    let sentence = not_written(bytes);
    Some(match format {
        Format::Tree => format!("\n{sentence}\n"),
        Format::Html => format!("<!-- wishful: {sentence} -->"),
        #[cfg(feature = "sgml")]
        Format::Esis => format!("# {sentence}\n"),
        Format::Html5lib | Format::Events | Format::Tokens => format!("# {sentence}\n"),
        Format::Dot => format!("  // {sentence}\n}}\n"),
        Format::Json | Format::Fix => return None,
    })
}

/// That an output of so many bytes is cut, in words.
#[must_use]
pub fn not_written(bytes: u64) -> String {
    format!("not written to its end: the limit of {bytes} bytes of output was met")
}
