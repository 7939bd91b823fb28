//! Conversions between number types: an `as` each, with the reason why it is lossless or how it
//! rounds.

/// Converts a number of things in memory to 32 bits.
///
/// # Panics
/// If it does not fit; every table of this crate is bounded well below.
#[must_use]
pub const fn narrow(number: usize) -> u32 {
    assert!(number <= u32::MAX as usize, "a table of this crate holds at most 2^32 rows");
    number as u32
}

/// Converts a number from 32 to 8 bits.
///
/// # Panics
/// If it does not fit.
#[must_use]
pub const fn short(number: u32) -> u8 {
    assert!(number <= u8::MAX as u32, "what is numbered with 8 bits is few");
    number as u8
}

/// Converts a number of 32 bits to an index. OK because a machine with less than 32 bits cannot run
/// this crate.
#[must_use]
pub const fn wide(number: u32) -> usize {
    number as usize
}

/// Converts a number of things in memory to a counter. OK because no machine has more than 64 bits.
#[must_use]
pub const fn counted(number: usize) -> u64 {
    number as u64
}
