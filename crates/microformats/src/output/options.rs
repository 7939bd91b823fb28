//! Options of writing microformats in other formats.

use wishful::Allowance;

/// The options of writing microformats as vCard, iCalendar, JSON-LD and Turtle.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FormatOptions {
    /// The maximum size of the text, for a document of a given size. If items are nested, a text
    /// may be repeated many times. Anything beyond the limit is left out, and the result reports it
    /// (`X-CUT`, or `cut`).
    pub bytes: Allowance,
}

wishful::base::setters! { FormatOptions { bytes: Allowance } }

impl Default for FormatOptions {
    fn default() -> Self {
        Self { bytes: Allowance::OUTPUT }
    }
}
