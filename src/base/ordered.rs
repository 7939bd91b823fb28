//! Vectors in ascending order.

use std::ops::Range;

/// Puts others in the place of the members that are in `range`, to which they belong, too, in order. If they are as many, the
/// rest stays where it is.
pub(crate) fn replace_within<T: Ord>(members: &mut Vec<T>, range: Range<T>, others: Vec<T>) {
    let start = members.partition_point(|member| *member < range.start);
    let end = members.partition_point(|member| *member < range.end);
    members.splice(start..end, others);
}
