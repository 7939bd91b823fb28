//! Bounds that grow with the input: what is harmless for a large document would be a trap in a
//! small one.

use super::numbers::counted;

/// How many of something there may be for a text: so many whatever its length, or so many for each
/// of its bytes, whichever is more.
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
    /// So many are always allowed.
    pub at_least: u64,
    /// And so many for each byte of the text.
    pub per_byte: u64,
}

impl Allowance {
    /// No bound at all.
    pub const UNBOUNDED: Self = Self::fixed(u64::MAX);

    /// How much is written of a document unless somebody says otherwise: as many bytes as no output of a document has that
    /// anybody wrote (`notes/formats.md` has the count).
    pub(crate) const OUTPUT: Self = Self { at_least: 1 << 26, per_byte: 256 };

    /// The same for every text.
    #[must_use]
    pub const fn fixed(most: u64) -> Self {
        Self { at_least: most, per_byte: 0 }
    }

    /// How many there may be for a text of so many bytes.
    #[must_use]
    pub fn of(self, bytes: usize) -> u64 {
        self.at_least.max(counted(bytes).saturating_mul(self.per_byte))
    }
}
