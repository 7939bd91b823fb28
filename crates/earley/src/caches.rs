//! The caches of a recogniser. They contain facts about the rules, and nothing that depends on a
//! text, so they never change an answer. `notes/engine.md` lists all caches, the questions that
//! they answer, and their bounds.

use super::closable::Closable;
use super::cores::CoreChart;
use super::decisions::Decisions;
use super::frames::Frames;
use super::kinds::KindSets;
use super::path_cache::PathCache;
use super::rows::Rows;
use super::rules::Rules;
use super::sites::Sites;
use crate::util::BitRow;

/// The limit on context rows or sets of kinds; larger caches are discarded.
const LARGE: usize = 1 << 14;

/// The caches of one recogniser: cores and steps (in the emptied chart), context rows, sets of
/// frame kinds (in the emptied arena of frames), cheapest paths, sites, decisions. The emptied
/// index of closable frames and the row of flags are there for their memory.
#[derive(Clone)]
pub(super) struct Caches {
    pub(super) chart: Box<CoreChart>,
    pub(super) rows: Rows,
    pub(super) frames: Frames,
    pub(super) closable: Closable,
    pub(super) paths: PathCache,
    pub(super) sites: Sites,
    pub(super) decisions: Decisions,
    /// The flags, which are all off.
    pub(super) flags: BitRow,
}

impl Caches {
    pub(super) fn empty(rules: &Rules) -> Self {
        let flags = BitRow::new(rules.flag_count());
        Self {
            chart: Box::new(CoreChart::new()),
            rows: Rows::new(rules),
            frames: Frames::new(KindSets::new(rules.frame_kind_count())),
            closable: Closable::default(),
            paths: PathCache::default(),
            sites: Sites::new(&flags),
            decisions: Decisions::default(),
            flags,
        }
    }

    /// Reports whether the caches are worth keeping. Adversarial texts create ever new rows and
    /// sets of kinds, which are unlikely to be reused.
    pub(super) fn is_small(&self) -> bool {
        self.rows.len().max(self.frames.kind_sets()) <= LARGE
    }
}
