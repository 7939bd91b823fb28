//! What comes of fixing a source.

use std::fmt;

use crate::base::Position;
use crate::tree::Extent;

/// What came of fixing a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// The source, fixed.
    pub bytes: Vec<u8>,
    /// The mistakes that stay, in the order of the source; empty if and only if it has none any more.
    pub left: Vec<Left>,
    /// How many times something was parsed.
    pub parses: usize,
    /// Whether there was room for all that had to be written; if not, all stays as it was.
    pub extent: Extent,
}

/// A mistake that stays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// Where it is in the source that was to be fixed.
    pub position: Position,
    /// The kind of its repair, as the output formats call it.
    pub kind: &'static str,
    /// What the parser does about it.
    pub repair: String,
    /// Why it cannot be written otherwise.
    pub reason: String,
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, repair, reason, .. } = self;
        write!(f, "{position}: left as it is ({repair}): {reason}")
    }
}
