//! What is missing before a word, and what that depends on.

use wishful::base::BitRow;
use wishful_earley::{FrameKindId, TerminalId, Word};

/// The content that the search for a path to a word found missing.
#[derive(Clone)]
pub(super) enum Missing {
    /// These words before it.
    Before(Vec<Word>),
    /// These open elements around it.
    Around(Vec<TerminalId>),
}

/// The state that determines the content that is missing before a word.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct AdvicePlace {
    pub(super) set: usize,
    pub(super) kind: Option<FrameKindId>,
    pub(super) restrictions: BitRow,
    pub(super) word: Word,
}
