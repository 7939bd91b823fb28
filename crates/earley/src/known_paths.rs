//! Cheapest paths without a search: those that an earlier search found from equal frames
//! (`path_cache.rs`).

use super::frames::{Frame, FrameId};
use super::machine::Machine;
use super::path::Path;
use super::path_cache::{LEVELS, PathQuestion, SeenFrame};
use super::symbols::Word;
use super::wishes::WishRow;
use crate::util::wide;

/// The goal of a search and the means that it may use.
#[derive(Clone, Copy)]
pub(super) struct WantedPath<'w> {
    /// The permitted virtual words.
    pub(super) wishes: &'w WishRow,
    /// The word that is to become acceptable; `None` for the end of the text.
    pub(super) goal: Option<Word>,
    /// The depth of the frame that the goal closes, if it closes one.
    pub(super) closes: Option<u32>,
}

/// The extent of a search.
#[derive(Clone, Copy)]
pub(super) struct SearchExtent {
    /// The depth of the outermost frame that it inspected.
    pub(super) lowest: u32,
    /// The number of nodes that it expanded.
    pub(super) nodes: u64,
}

impl Machine {
    /// Returns the cached path for the same query and equal frames, if a search within `limit`
    /// would find it; see [`PathCache::find`](super::path_cache::PathCache::find).
    pub(super) fn known_path(
        &mut self,
        top: FrameId,
        query: WantedPath<'_>,
        limit: u64,
    ) -> Option<(Path, usize, u64)> {
        let question = self.path_question(top, query)?;
        self.paths.find(question, self.seen(top), limit)
    }

    /// Caches the path that a search found from `top`, by its query and the frames that it
    /// inspected. Two kinds of paths are not cached: those of searches that inspected more than
    /// [`LEVELS`] frames, and those with labels, whose meaning differs between texts.
    pub(super) fn remember_path(
        &mut self,
        top: FrameId,
        query: WantedPath<'_>,
        extent: SearchExtent,
        path: &Path,
    ) {
        let levels = wide(self.frames.at(top).depth - extent.lowest);
        if levels >= LEVELS || path.words.iter().any(|word| word.label != 0) {
            return;
        }
        self.paths.make_room();
        let Some(question) = self.path_question(top, query) else { return };
        let seen: Option<Vec<SeenFrame>> = self.seen(top).take(levels + 1).collect();
        if let Some(seen) = seen {
            self.paths.remember(question, seen, path, extent.nodes);
        }
    }

    /// Returns the key of a query; `None` if labels matter, since their meaning differs between
    /// texts, or if the goal is the end.
    fn path_question(&mut self, top: FrameId, query: WantedPath<'_>) -> Option<PathQuestion> {
        let WantedPath { wishes, goal, closes } = query;
        let goal = goal.filter(|goal| goal.label == 0)?;
        let above = closes.map(|depth| self.frames.at(top).depth - depth);
        let (wishes, flags, within) = (wishes.serial, self.flags_id, self.within());
        Some(PathQuestion { wishes, goal, flags, within, above })
    }

    /// Iterates over the frames from `top` down as a search sees them, each as if all frames inside
    /// it were closed. A frame whose content is not at a shared set is `None`.
    fn seen(&self, top: FrameId) -> impl Iterator<Item = Option<SeenFrame>> {
        let top = self.frames.at(top);
        let frames = std::iter::successors(Some((top, top.set)), |&(frame, _)| {
            if frame.depth == 0 {
                return None;
            }
            Some((self.frames.at(frame.below), frame.after))
        });
        frames.map(|(&Frame { kind, row, mask, .. }, set)| {
            let is_shared = self.chart.is_shared(set);
            if is_shared { Some(SeenFrame { kind, row, mask, set }) } else { None }
        })
    }
}
