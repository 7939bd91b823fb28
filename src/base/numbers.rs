//! The conversions between widths of numbers: what an `as` would do, with the reason why it loses nothing.

/// A number of things in memory as 32 bits.
///
/// # Panics
/// If it does not fit; every table of this crate is bounded well below.
#[must_use]
pub const fn narrow(number: usize) -> u32 {
    assert!(number <= u32::MAX as usize, "a table of this crate holds at most 2^32 rows");
    number as u32
}

/// A number of 32 bits as an index. OK because a machine with less than 32 bits cannot run this crate.
#[must_use]
pub const fn wide(number: u32) -> usize {
    number as usize
}

/// A number of things in memory as a counter. OK because no machine has more than 64 bits.
#[must_use]
pub const fn counted(number: usize) -> u64 {
    number as u64
}
