//! Bounds that grow with the input. A fixed bound that is harmless for a large document would be
//! far too high for a small one.

use super::counted;

/// An upper bound on a count for a text: the greater of a fixed minimum and a multiple of the
/// text's length in bytes.
///
/// ```
/// use wishful::Allowance;
/// let nodes = Allowance { at_least: 1_000, per_byte: 8 };
/// assert_eq!((nodes.of(10), nodes.of(1_000)), (1_000, 8_000));
/// assert_eq!(Allowance::fixed(7).of(1_000), 7);
/// assert_eq!(Allowance::UNBOUNDED.of(0), u64::MAX);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The bound for short texts: as many are always allowed.
    pub at_least: u64,
    /// The number allowed for each byte of the text.
    pub per_byte: u64,
}

impl Allowance {
    /// No bound.
    pub const UNBOUNDED: Self = Self::fixed(u64::MAX);

    /// The default bound on the bytes written for one document. No output of a document written by
    /// a person reaches it (`notes/formats.md` has the measurements).
    #[doc(hidden)]
    pub const OUTPUT: Self = Self { at_least: 1 << 26, per_byte: 256 };

    /// Returns a bound that does not depend on the text's length.
    #[must_use]
    pub const fn fixed(most: u64) -> Self {
        Self { at_least: most, per_byte: 0 }
    }

    /// Returns the bound for a text of `bytes` bytes.
    #[must_use]
    pub fn of(self, bytes: usize) -> u64 {
        self.at_least.max(counted(bytes).saturating_mul(self.per_byte))
    }
}
