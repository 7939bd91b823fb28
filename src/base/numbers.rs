//! Conversions between integers and IEEE 754 numbers: what an `as` does, with its rounding and its
//! bounds. (The engine's crate has those between widths of integers.)

/// Converts a number of things in memory to the nearest IEEE 754 number.
#[must_use]
pub const fn real(number: usize) -> f64 {
    number as f64
}

/// Returns the whole part of an IEEE 754 number. Negative numbers and NaN become 0; numbers too
/// large become the greatest `usize`.
#[must_use]
pub const fn whole(number: f64) -> usize {
    number as usize
}

/// Returns the whole part of an IEEE 754 number as a signed number. NaN becomes 0; numbers out of
/// range become the nearest bound.
#[must_use]
pub const fn signed(number: f64) -> i64 {
    number as i64
}

/// Converts a signed number to the nearest IEEE 754 number.
#[must_use]
pub const fn real_signed(number: i64) -> f64 {
    number as f64
}
