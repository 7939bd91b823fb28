//! A piecewise mapping from offsets in a derived text to offsets in its source.
//!
//! ```text
//! source "a\u0062c"   derived abc   joints   0 = 1   (a)   1 = 2   (b)   2 = 8   (c)
//! ```

use wishful::base::Span;

/// A mapping of offsets by joints. Between two joints the derived text is a copy of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Offsets {
    /// Pairs of an offset in the derived text and one in the source, both in ascending order.
    /// Before the first joint both texts are equal.
    joints: Vec<(usize, usize)>,
}

impl Offsets {
    /// Records that the text from `here` on is a copy of the source from `there` on.
    pub(super) fn join(&mut self, here: usize, there: usize) {
        self.joints.push((here, there));
    }

    /// Returns the offset in the source.
    pub(super) fn of(&self, here: usize) -> usize {
        let after = self.joints.partition_point(|&(joint, _)| joint <= here);
        let (joint, there) = if after == 0 { (0, 0) } else { self.joints[after - 1] };
        let offset = there + (here - joint);
        match self.joints.get(after) {
            Some(&(_, next)) => offset.min(next),
            None => offset,
        }
    }

    /// Maps both ends of a span. A span of inserted text becomes empty.
    pub(super) fn span(&self, span: Span) -> Span {
        let range = span.range();
        let start = self.of(range.start);
        Span::new(start, self.of(range.end).max(start))
    }
}
