//! What bounds an expression, and the work of evaluating it.

use crate::base::Allowance;

/// How large an expression may be, and how much work it may make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of an expression.
    pub size: usize,
    /// How deep operations and pseudo-classes may stand in one another; more than 256 are never read.
    pub depth: usize,
    /// Nodes that are looked at, characters that are compared or copied: steps, of which a document allows so many by its length.
    pub steps: Allowance,
    /// Nodes and bytes of text in the answer.
    pub answer: Allowance,
}

impl Limits {
    /// What no option raises, since whoever walks an expression goes as deep as its operations.
    const DEEPEST: usize = 256;

    /// How deep an expression may be.
    pub(super) fn deepest(&self) -> usize {
        self.depth.min(Self::DEEPEST)
    }

    /// Whether a larger [`Limits::depth`] would be heeded.
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
