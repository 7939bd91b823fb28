//! Rules together with a pool of caches that recognisers share.
//!
//! [`Rules`] never change. While a recogniser reads, it computes states of the corresponding
//! automaton lazily and stores them in [`Caches`], which it owns exclusively. It takes the caches
//! of an earlier recogniser from the pool, extends them, and returns them when it is dropped. So
//! threads share caches without waiting for each other.

use super::caches::Caches;
use super::cores;
use super::rules::Rules;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of pooled caches; further threads start with empty ones.
const KEPT: usize = 64;

/// Rules, and the caches of the recognisers that have used them. A clone refers to the same rules
/// and caches.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Rules"))]
pub struct Automaton(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    rules: Rules,
    pool: Pool,
}

/// The caches that are not in use.
#[derive(Default)]
struct Pool(Mutex<Vec<Caches>>);

impl Automaton {
    /// Creates an automaton with an empty cache pool.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self(Arc::new(Shared { rules, pool: Pool::default() }))
    }

    /// Prints the cache that a fast recogniser last returned: cores, steps and shared sets. Unless
    /// `all` is set, it only counts unused start sets, and abbreviates long lists of expected
    /// terminals.
    #[must_use]
    pub fn remembered(&self, all: bool) -> String {
        let caches = self.take_caches();
        let text = cores::print(self, &caches.chart.cores, all);
        self.put_caches(caches);
        text
    }

    /// Takes caches out of the pool, or creates empty ones.
    pub(super) fn take_caches(&self) -> Caches {
        let known = self.0.pool.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        known.unwrap_or_else(|| Caches::empty(self))
    }

    /// Returns caches to the pool for the next recogniser.
    pub(super) fn put_caches(&self, caches: Caches) {
        if !caches.is_small() {
            return;
        }
        let mut kept = self.0.pool.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT {
            kept.push(caches);
        }
    }
}

impl Deref for Automaton {
    type Target = Rules;

    #[inline(always)]
    fn deref(&self) -> &Rules {
        &self.0.rules
    }
}

impl From<Rules> for Automaton {
    fn from(rules: Rules) -> Self {
        Self::new(rules)
    }
}

/// Serialises the rules alone.
#[cfg(feature = "serde")]
impl Serialize for Automaton {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.rules.serialize(serializer)
    }
}

impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.rules.fmt(f)
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pool")
    }
}
