//! The options of a recogniser: its engine, its start, what it keeps, and its search limits.

use super::symbols::FrameKindId;

/// The implementation that reads. A program has no reason to choose: both give the same answers.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Engine {
    /// Lazily determinised Earley sets.
    #[default]
    Fast,
    /// The textbook algorithm, to be read beside the papers and to check the fast engine against.
    Reference,
}

/// The options of a recogniser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The frame kind whose content is read, as if a frame of this kind had just been opened;
    /// `None` reads from the start symbol.
    pub within: Option<FrameKindId>,
    /// The frame kind whose context lines are in force around that content.
    pub around: Option<FrameKindId>,
    /// True to keep all sets, for
    /// [`Recogniser::forest`](super::Recogniser::forest).
    pub keeps_chart: bool,
    /// The implementation that reads; the answers do not depend on it.
    #[doc(hidden)]
    pub engine: Engine,
    /// The maximum number of nodes that one search expands, before the addition for open frames.
    pub search_nodes: u64,
    /// The number of nodes that each open frame adds to this limit.
    pub search_nodes_per_frame: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            within: None,
            around: None,
            keeps_chart: false,
            engine: Engine::Fast,
            search_nodes: 10_000,
            search_nodes_per_frame: 16,
        }
    }
}
