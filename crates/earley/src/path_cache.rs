//! A cache of cheapest paths, as a trie over the frames that a search inspected.
//!
//! A search inspects the innermost frames of a stack, as many as its paths close. Its result
//! depends on these frames alone: on their kinds, context rows and content states, and on the
//! flags. So the trie has a level for each frame, the innermost first. A lookup descends as many
//! levels as the search had inspected.
//!
//! A shared set identifies the state of a content (`cores/shared_sets.rs`). Paths from other sets,
//! and answers that depend on frames further down, are not cached. A lookup also fails if a search
//! would have been stopped by its limit, so the cache never changes an answer.
//!
//! `known_paths.rs` queries and fills this cache.

use super::intern::QuickMap;
use super::items::SetId;
use super::path::Path;
use super::rows::{MaskId, RowId};
use super::sites::FlagsId;
use super::symbols::{FrameKindId, Word};

/// The maximum number of frames that a cached path may depend on.
pub(super) const LEVELS: usize = 64;
/// The number of nodes beyond which the trie is cleared.
const NODES: usize = 1 << 16;

crate::id_type! {
    /// A node of the trie: a sequence of innermost frames.
    PathNodeId
}

/// The part of a frame that a search depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SeenFrame {
    pub(super) kind: Option<FrameKindId>,
    pub(super) row: RowId,
    pub(super) mask: MaskId,
    /// The state of its content.
    pub(super) set: SetId,
}

/// The query that a search answers, apart from the frames.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PathQuestion {
    /// The serial number of the wish row.
    pub(super) wishes: u64,
    pub(super) goal: Word,
    /// The flags that are on.
    pub(super) flags: FlagsId,
    /// The kind whose content the root reads.
    pub(super) within: Option<FrameKindId>,
    /// The number of frames above the one that the goal closes, if it closes one.
    pub(super) above: Option<u32>,
}

/// A path, and the number of nodes that the search for it expanded.
#[derive(Clone)]
struct KnownPath {
    path: Path,
    expanded: u64,
}

/// The trie of cached paths.
#[derive(Clone, Default)]
pub(super) struct PathCache {
    roots: QuickMap<PathQuestion, PathNodeId>,
    deeper: QuickMap<(PathNodeId, SeenFrame), PathNodeId>,
    /// For each node, the path cached there.
    paths: Vec<Option<KnownPath>>,
}

impl PathCache {
    /// Returns the cached path for a query and the frames from the innermost one out, if a search
    /// within `limit` would find it, with the number of frames inspected besides the innermost one,
    /// and of nodes expanded. `None` in `seen` is a frame whose state is not comparable between
    /// texts.
    pub(super) fn find(
        &self,
        question: PathQuestion,
        seen: impl Iterator<Item = Option<SeenFrame>>,
        limit: u64,
    ) -> Option<(Path, usize, u64)> {
        let mut node = *self.roots.get(&question)?;
        for (level, frame) in seen.enumerate() {
            node = *self.deeper.get(&(node, frame?))?;
            if let Some(KnownPath { path, expanded }) = &self.paths[node.index()] {
                // A search accepts a goal at its last node before it checks the limit.
                let is_within = *expanded <= limit.saturating_add(1);
                return is_within.then(|| (path.clone(), level, *expanded));
            }
        }
        None
    }

    /// Caches the path of a search that inspected these frames and expanded `expanded` nodes.
    pub(super) fn remember(
        &mut self,
        question: PathQuestion,
        seen: Vec<SeenFrame>,
        path: &Path,
        expanded: u64,
    ) {
        let known = self.roots.get(&question).copied();
        let mut node = known.unwrap_or_else(|| self.node());
        self.roots.insert(question, node);
        for frame in seen {
            let known = self.deeper.get(&(node, frame)).copied();
            let next = known.unwrap_or_else(|| self.node());
            self.deeper.insert((node, frame), next);
            node = next;
        }
        self.paths[node.index()] = Some(KnownPath { path: path.clone(), expanded });
    }

    /// Clears the trie if it is too large.
    pub(super) fn make_room(&mut self) {
        if self.paths.len() > NODES {
            *self = Self::default();
        }
    }

    fn node(&mut self) -> PathNodeId {
        self.paths.push(None);
        PathNodeId::new(self.paths.len() - 1)
    }
}
