//! Half-open ranges of byte offsets into one text.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;

/// A half-open range `start..end` of byte offsets into one text.
///
/// ```
/// use wishful::diagnostics::Span;
/// let span = Span::new(3, 5);
/// assert_eq!(span.of("abcdefg"), "de");
/// assert_eq!(span.range(), 3..5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte; never before `start`.
    pub end: u32,
}

impl Span {
    /// The span `start..end`.
    ///
    /// # Panics
    /// If `end` lies before `start` or past 4 GiB (texts of that size are refused when they are
    /// decoded).
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        assert!(start <= end, "a span ends where it starts or later");
        let narrow = |offset| u32::try_from(offset).expect("texts over 4 GiB are refused earlier");
        Self { start: narrow(start), end: narrow(end) }
    }

    /// The empty span at `offset`.
    #[must_use]
    pub(crate) fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// Length in bytes.
    #[must_use]
    pub(crate) fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether nothing lies in it.
    #[must_use]
    pub(crate) fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// As a range of `usize`, to index with.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The piece of `text` that it covers.
    ///
    /// # Panics
    /// If the span does not lie in `text` on character boundaries.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }

    /// The smallest span that covers both.
    #[must_use]
    pub(crate) fn join(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
