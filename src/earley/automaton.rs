//! Rules together with the caches of those who read by them: what recognisers share.
//!
//! [`Rules`] never change. What a recogniser works out while it reads by them (the states of the
//! automaton that they amount to, met one by one) goes into [`Caches`], which one recogniser has
//! for itself: it takes those of one before it out of the pool here, adds to them, and puts them
//! back when it is dropped. So threads share them without waiting.

use super::caches::Caches;
use super::cores;
use super::rules::Rules;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

/// So many caches are kept: more threads than that start cold.
const KEPT: usize = 64;

/// Rules, and the caches of the recognisers that have read by them. A clone is the same automaton.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Rules")]
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
    /// Of rules that nobody has read by.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self(Arc::new(Shared { rules, pool: Pool::default() }))
    }

    /// What the last fast recogniser remembered and left, for printing: cores, steps and shared
    /// sets. Unless `all` of it is wanted, start sets where nothing was read are counted only, and
    /// a core shows some of what it expects if that is much.
    #[must_use]
    pub fn remembered(&self, all: bool) -> String {
        let caches = self.take_caches();
        let text = cores::print(self, &caches.cores, all);
        self.put_caches(caches);
        text
    }

    /// The caches of a recogniser that is gone, or empty ones.
    pub(super) fn take_caches(&self) -> Caches {
        let known = self.0.pool.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        known.unwrap_or_else(|| Caches::empty(self))
    }

    /// Keeps caches for the next recogniser.
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

/// Stored, it is its rules.
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
