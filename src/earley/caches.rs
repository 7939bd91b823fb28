//! What recognisers remember of some rules: caches that no text is in, so what is in them changes
//! no answer.

use super::cores::Cores;
use super::kinds::KindSets;
use super::path_cache::PathCache;
use super::rows::Rows;
use super::rules::Rules;

/// So many context rows or sets of kinds are too many to keep.
const LARGE: usize = 1 << 14;

/// The caches of one recogniser: cores and steps, context rows, sets of frame kinds, cheapest
/// paths.
#[derive(Clone)]
pub(super) struct Caches {
    pub(super) cores: Cores,
    pub(super) rows: Rows,
    pub(super) kinds: KindSets,
    pub(super) paths: PathCache,
}

impl Caches {
    /// Nothing is remembered yet.
    pub(super) fn empty(rules: &Rules) -> Self {
        Self {
            cores: Cores::default(),
            rows: Rows::new(rules),
            kinds: KindSets::new(rules.frame_kind_count()),
            paths: PathCache::default(),
        }
    }

    /// Texts that were made for it meet ever new rows and sets: what is remembered of them is not
    /// worth its memory.
    pub(super) fn is_small(&self) -> bool {
        self.rows.len().max(self.kinds.len()) <= LARGE
    }
}
