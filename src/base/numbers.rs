//! The conversions between widths of numbers: what an `as` would do, with the reason why it loses
//! nothing.

/// A number of things in memory as 32 bits.
///
/// # Panics
/// If it does not fit; every table of this crate is bounded well below.
#[must_use]
pub const fn narrow(number: usize) -> u32 {
    assert!(number <= u32::MAX as usize, "a table of this crate holds at most 2^32 rows");
    number as u32
}

/// A number of 32 bits as one of 8.
///
/// # Panics
/// If it does not fit.
#[must_use]
pub(crate) const fn short(number: u32) -> u8 {
    assert!(number <= u8::MAX as u32, "what is numbered with 8 bits is few");
    number as u8
}

/// A number of 32 bits as an index. OK because a machine with less than 32 bits cannot run this
/// crate.
#[must_use]
pub const fn wide(number: u32) -> usize {
    number as usize
}

/// A number of things in memory as a counter. OK because no machine has more than 64 bits.
#[must_use]
pub const fn counted(number: usize) -> u64 {
    number as u64
}

/// A number of things in memory as a number of IEEE 754, the nearest.
#[must_use]
pub(crate) const fn real(number: usize) -> f64 {
    number as f64
}

/// The whole part of a number of IEEE 754; what is below zero or no number is 0, what is too large the greatest.
#[must_use]
pub(crate) const fn whole(number: f64) -> usize {
    number as usize
}

/// The same with a sign.
#[must_use]
pub(crate) const fn signed(number: f64) -> i64 {
    number as i64
}

/// A signed number as one of IEEE 754, the nearest.
#[must_use]
pub(crate) const fn real_signed(number: i64) -> f64 {
    number as f64
}
