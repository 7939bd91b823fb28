//! A cache of cheapest paths: for a question, and what a search for its answer looked at, the path
//! that it found.
//!
//! A search looks at the innermost frames of a stack, as many as its paths close, and what it finds
//! follows from them: their kinds, what is in force in them, where their contents stand, and which
//! flags are on. So paths are kept in a tree with a level for each frame, the innermost first;
//! looking one up goes down as many levels as the search had looked at. Where a content stands is
//! told by its set, if that is the same in every text (`cores/shared_sets.rs`); paths from other
//! sets, and answers that hang on what the frames further down are, are not kept. A search that its
//! limit would have ended is not answered from here: what is remembered changes no answer.
//!
//! `known_paths.rs` asks this cache and fills it.

use super::intern::{Interned, QuickMap};
use super::items::SetId;
use super::path::Path;
use super::rows::{MaskId, RowId};
use super::symbols::{FrameKindId, Word};
use crate::base::BitRow;

/// So many frames of a stack are told apart …
pub(super) const LEVELS: usize = 8;
/// … and so many nodes of the tree are kept.
const NODES: usize = 1 << 16;

crate::base::id_type! {
    /// A node of the tree: what is told of a stack by its innermost frames.
    PathNodeId
}

/// What a search sees of one frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SeenFrame {
    pub(super) kind: Option<FrameKindId>,
    pub(super) row: RowId,
    pub(super) mask: MaskId,
    /// Where its content stands.
    pub(super) set: SetId,
}

/// What is asked of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PathQuestion {
    /// The wishes' serial number.
    pub(super) wishes: u64,
    pub(super) goal: Word,
    /// The flags that are on, by [`PathCache::flags`].
    pub(super) flags: usize,
    /// The kind whose content the root reads.
    pub(super) within: Option<FrameKindId>,
    /// How many frames would stay open above the one that the goal closes, if it closes one.
    pub(super) above: Option<u32>,
}

/// A path, and how many nodes the search for it looked at.
#[derive(Clone)]
struct KnownPath {
    path: Path,
    looked_at: u64,
}

/// All paths that are remembered.
#[derive(Clone, Default)]
pub(super) struct PathCache {
    flags: Interned<BitRow>,
    roots: QuickMap<PathQuestion, PathNodeId>,
    deeper: QuickMap<(PathNodeId, SeenFrame), PathNodeId>,
    /// By node.
    paths: Vec<Option<KnownPath>>,
}

impl PathCache {
    /// The number of a set of flags.
    pub(super) fn flags(&mut self, flags: &BitRow) -> usize {
        self.flags.number(flags)
    }

    /// The path that was found for a question where the frames looked the same, from the innermost
    /// one out, if a search within `limit` finds it. A frame of which it cannot be told how it
    /// looks is `None`.
    pub(super) fn find(
        &self,
        question: PathQuestion,
        seen: impl Iterator<Item = Option<SeenFrame>>,
        limit: u64,
    ) -> Option<Path> {
        let mut node = *self.roots.get(&question)?;
        for frame in seen {
            node = *self.deeper.get(&(node, frame?))?;
            if let Some(KnownPath { path, looked_at }) = &self.paths[node.index()] {
                // The last node is looked at whatever the limit says.
                return (*looked_at <= limit.saturating_add(1)).then(|| path.clone());
            }
        }
        None
    }

    /// Remembers the path of a search that looked at so many nodes, and at these frames.
    pub(super) fn remember(
        &mut self,
        question: PathQuestion,
        seen: Vec<SeenFrame>,
        path: &Path,
        looked_at: u64,
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
        self.paths[node.index()] = Some(KnownPath { path: path.clone(), looked_at });
    }

    /// Starts anew if it is too large.
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
