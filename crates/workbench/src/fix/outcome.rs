//! The result of fixing a source.

use std::fmt;

use wishful::base::Position;
use wishful::tree::Extent;

/// The result of fixing a source.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The fixed source.
    pub bytes: Vec<u8>,
    /// The remaining mistakes, in the order of the source; empty if and only if the result has no
    /// mistake.
    pub left: Vec<RemainingMistake>,
    /// The number of parses.
    pub parses: usize,
    /// `Cut` if the output was too long, so that the source was left as it is.
    pub extent: Extent,
}

/// A mistake that remains.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RemainingMistake {
    /// The position in the source that was to be fixed.
    pub position: Position,
    /// The name of the repair's kind in the output formats.
    pub kind: &'static str,
    /// The parser's repair, as a sentence.
    pub repair: String,
    /// The reason why the mistake cannot be fixed.
    pub reason: String,
}

impl fmt::Display for RemainingMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, repair, reason, .. } = self;
        write!(f, "{position}: left as it is ({repair}): {reason}")
    }
}
