//! What a recogniser is to keep, where it begins, and how far it may search.

use super::symbols::FrameKindId;

/// Which implementation reads.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Engine {
    /// Earley sets, determinised lazily. Where a chart is kept, the other one reads.
    #[default]
    Fast,
    /// The textbook, to be read beside the papers and to hold the other one against.
    Reference,
}

/// What a recogniser is to keep, and how far it may search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Read the content of a frame of this kind, as if it had just been opened; `None`: from the
    /// start symbol.
    pub within: Option<FrameKindId>,
    /// The context lines of a frame of this kind are in force around that content.
    pub around: Option<FrameKindId>,
    /// Keep all sets and their links, for [`Recogniser::forest`](super::Recogniser::forest).
    pub keeps_chart: bool,
    /// Which implementation reads; the answers are the same.
    pub engine: Engine,
    /// How many nodes one search may look at …
    pub search_nodes: u64,
    /// … and how many more for each open frame.
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
