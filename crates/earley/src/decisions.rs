//! A cache of the caller's decisions about words that are not acceptable.
//!
//! A caller asks a *question* at a site: eight numbers, which name the word and what was done for
//! it so far. Its answer, numbers too, means nothing to the engine. An answer is cached together
//! with its [`Basis`], which is all that it depends on besides the question:
//!
//! * the sites of the innermost frames, down to the outermost one that was inspected, each as if
//!   the frames inside it were closed;
//! * the words that no open frame at all is closed by;
//! * the number of nodes that a search may expand.
//!
//! So the cache is a trie, like that of `path_cache.rs`:
//!
//! ```text
//! question    sites of the innermost frames    unless open    answer
//! </div>      <span> in <div>                                 </span>
//! <p>         the root, after a doctype                       <html> <head> </head> <body>
//! ```
//!
//! `recall.rs` queries and fills this cache. A cached answer is that which the caller would compute
//! again. It is found by one look-up for each frame that it depends on, usually one or two.

use super::intern::QuickMap;
use super::items::SiteId;
use super::symbols::{FrameKindId, TerminalId};
use std::sync::Arc;

/// A question of the caller; equal numbers mean an equal question.
pub type Question = [u32; 8];

/// The number of nodes beyond which the trie is cleared.
pub(super) const NODES: usize = 1 << 14;
/// The maximum number of depths that an answer may depend on. A decision that depends on more is
/// rarely asked for again.
pub(super) const LEVELS: usize = 12;

crate::id_type! {
    /// A node of the trie: a question and the sites of some innermost frames.
    pub DecisionId
}

/// The part of a recogniser's state that an answer depends on.
#[derive(Clone, Debug)]
pub struct Basis {
    /// The depth of the outermost frame that was inspected.
    pub lowest: usize,
    /// The closing words, without labels, that no open frame is closed by.
    pub absent: Vec<TerminalId>,
    /// The greatest number of nodes that a search expanded.
    pub expanded: u64,
}

/// An answer with its conditions.
#[derive(Clone)]
pub(super) struct Decision {
    pub(super) absent: Vec<TerminalId>,
    pub(super) expanded: u64,
    pub(super) answer: Arc<[u32]>,
}

/// The trie of answers.
#[derive(Clone, Default)]
pub(super) struct Decisions {
    pub(super) roots: QuickMap<(Question, Option<FrameKindId>, SiteId), DecisionId>,
    pub(super) deeper: QuickMap<(DecisionId, SiteId), DecisionId>,
    pub(super) known: Vec<Option<Decision>>,
}

impl Decisions {
    /// Adds a node, and returns its number.
    pub(super) fn add(known: &mut Vec<Option<Decision>>) -> DecisionId {
        known.push(None);
        DecisionId::new(known.len() - 1)
    }
}
