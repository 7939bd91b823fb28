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
    /// The first byte.
    pub start: u32,
    /// The end, one past the last byte; never before `start`.
    pub end: u32,
}

impl Span {
    /// Returns the span `start..end`.
    ///
    /// # Panics
    /// If `end` is before `start` or past 4 GiB (the decoder refuses texts of that size).
    #[must_use]
    #[inline(always)]
    pub fn new(start: usize, end: usize) -> Self {
        const SIZE: &str = "texts over 4 GiB are refused earlier";
        assert!(start <= end, "a span ends where it starts or later");
        Self { start: u32::try_from(start).expect(SIZE), end: u32::try_from(end).expect(SIZE) }
    }

    /// Returns the empty span at `offset`.
    #[must_use]
    #[doc(hidden)]
    pub fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// Returns the length in bytes.
    #[must_use]
    #[doc(hidden)]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Reports whether the span is empty.
    #[must_use]
    #[doc(hidden)]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the span as a range of `usize`, for indexing.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the part of `text` that the span covers.
    ///
    /// # Panics
    /// If the span is not within `text` or not on character boundaries.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }

    /// Returns the smallest span that covers both.
    #[must_use]
    #[doc(hidden)]
    pub fn join(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
