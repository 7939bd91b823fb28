//! Where a text that was made of another one stands in that.
//!
//! ```text
//! "a\u0062c"   made of it: abc     joints   0 = 1   (a)   1 = 2   (b)   2 = 8   (c)
//! ```

use crate::base::Span;

/// Offsets of a text, and those of what it was made of. Between two joints the one is a copy of the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Offsets {
    /// Neither offset of a joint is less than that of the one before. Before the first one both texts are alike.
    joints: Vec<(usize, usize)>,
}

impl Offsets {
    /// From `here` on the text is a copy of what stands at `there`.
    pub(super) fn join(&mut self, here: usize, there: usize) {
        self.joints.push((here, there));
    }

    /// The offset in what the text was made of.
    pub(super) fn of(&self, here: usize) -> usize {
        let after = self.joints.partition_point(|&(joint, _)| joint <= here);
        let (joint, there) = after.checked_sub(1).map_or((0, 0), |index| self.joints[index]);
        let next = self.joints.get(after).map_or(usize::MAX, |&(_, there)| there);
        (there + (here - joint)).min(next)
    }

    /// The same of both ends of a span; what was put in stands nowhere, and is empty.
    pub(super) fn span(&self, span: Span) -> Span {
        let range = span.range();
        let start = self.of(range.start);
        Span::new(start, self.of(range.end).max(start))
    }
}
