//! The byte limit of outputs.
//!
//! Most formats are linear in the tree and the text, with three exceptions:
//!
//! * `html5lib` indents every line by its depth, so nested elements make it quadratic.
//! * A reopened element is written with the attributes of the tag that it is a copy of, each time.
//! * A repair names the rejected tag, perhaps with a long name, for each tag inserted before it.
//!
//! So every writer calls [`room`](Metered::room) before each node, line or attribute, and stops if
//! there is no room. Invariant: the output never exceeds the limit by more than the last item that
//! began below it and the closing of everything open.
//!
//! A cut output says so as far as its format can: see [`remark`].

use std::cell::Cell;
use std::fmt::{self, Write};

use super::options::Format;
use crate::base::counted;

/// The extent of a document's output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// A complete output.
    Whole,
    /// An output cut at the limit [`WriteOptions::bytes`](crate::tree::WriteOptions::bytes).
    Cut,
}

/// A counter of the bytes of an output.
pub(super) struct Meter {
    most: u64,
    written: Cell<u64>,
    cut: Cell<bool>,
    /// Set if the underlying writer has failed.
    failed: Cell<bool>,
}

impl Meter {
    pub(super) fn new(most: u64) -> Self {
        Self { most, written: Cell::new(0), cut: Cell::new(false), failed: Cell::new(false) }
    }

    /// Reports whether more may be written. If not, the output counts as cut.
    pub(super) fn has_room(&self) -> bool {
        let room = self.written.get() < self.most;
        if !room {
            self.cut.set(true);
        }
        room
    }

    /// Adds to the count of bytes.
    pub(super) fn add(&self, bytes: usize) {
        self.written.set(self.written.get().saturating_add(counted(bytes)));
    }

    pub(super) fn is_cut(&self) -> bool {
        self.cut.get()
    }

    /// Reports whether a writer's error only means that there was no room.
    pub(super) fn is_full_only(&self) -> bool {
        self.is_cut() && !self.failed.get()
    }

    pub(super) fn extent(&self) -> Extent {
        if self.is_cut() { Extent::Cut } else { Extent::Whole }
    }
}

/// A writer that counts the bytes that pass through.
pub(super) struct Metered<'m, W> {
    pub(super) out: &'m mut W,
    pub(super) meter: &'m Meter,
}

impl<W> Metered<'_, W> {
    /// Checks for room before the next item of an output.
    ///
    /// # Errors
    /// If there is no room: the format's writer stops. [`Meter::is_full_only`] distinguishes this
    /// from an error of the underlying writer.
    pub(super) fn room(&self) -> fmt::Result {
        if self.meter.has_room() { Ok(()) } else { Err(fmt::Error) }
    }
}

impl<W: Write> Metered<'_, W> {
    /// Writes text that was counted before.
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

/// Returns the remark that follows the last item of a cut output, if the format has one. `json` has
/// a member for it. The fixed source may contain nothing but tags and the source, so it has no
/// remark.
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

/// Returns a sentence which says that an output was cut at this number of bytes.
#[must_use]
#[doc(hidden)]
pub fn not_written(bytes: u64) -> String {
    format!("output truncated: limit of {bytes} bytes of output reached")
}
