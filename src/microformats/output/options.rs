//! How microformats are written in the formats of others.

use crate::Allowance;

/// How microformats are written as vCard, jCard, iCalendar, KML, JSON-LD and Turtle.
#[derive(Clone, Copy, Debug)]
pub struct FormatOptions {
    /// How long the text may be, for a document of so many bytes. Where items stand in one another, a text may be part of
    /// many; what is over is left out, and the result says so (`X-CUT`, or `cut`).
    pub bytes: Allowance,
}

impl Default for FormatOptions {
    fn default() -> Self {
        Self { bytes: Allowance::OUTPUT }
    }
}
