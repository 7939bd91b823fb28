//! Limits on the size of an expression and on the work of its evaluation.

use wishful::base::Allowance;

/// The limits on an expression and on its evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum length of an expression, in bytes.
    pub size: usize,
    /// The maximum nesting depth of operations and pseudo-classes. Values over 256 have no effect.
    pub depth: usize,
    /// The number of steps of an evaluation, as a function of the document's length. A step is one
    /// visited node, or the equivalent in characters compared or copied.
    pub steps: Allowance,
    /// The size of the answer, in nodes and bytes of text.
    pub answer: Allowance,
}

wishful::base::setters! { Limits { size: usize, depth: usize, steps: Allowance, answer: Allowance } }

impl Limits {
    /// The hard limit on the depth, since the recursion of all passes over a plan is as deep as its
    /// operations.
    const DEEPEST: usize = 256;

    /// Returns the effective maximum depth.
    pub(super) fn deepest(&self) -> usize {
        self.depth.min(Self::DEEPEST)
    }

    /// Reports whether raising [`Limits::depth`] would have an effect.
    pub(super) fn may_be_deeper(&self) -> bool {
        self.depth < Self::DEEPEST
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            size: 1 << 16,
            depth: 128,
            steps: Allowance { at_least: 1 << 28, per_byte: 1 << 10 },
            answer: Allowance::OUTPUT,
        }
    }
}
