//! What has been learnt of some rules, kept from one text to the next and shared by threads.
//!
//! A recogniser takes what one before it learnt (cores and steps, context rows, sets of frame kinds, grants), learns more, and puts it
//! back when it is dropped. Nothing of it depends on a text, so what is remembered changes no answer.

use super::cores::Cores;
use super::grants::Grants;
use super::kinds::KindSets;
use super::rows::Rows;
use super::rules::Rules;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// So many are kept: more threads than that start cold.
const KEPT: usize = 64;
/// Context rows or sets of kinds.
const LARGE: usize = 1 << 14;

/// What one recogniser learns.
#[derive(Clone)]
pub(super) struct Learnt {
    pub(super) cores: Cores,
    pub(super) rows: Rows,
    pub(super) kinds: KindSets,
    pub(super) grants: Grants,
}

impl Learnt {
    /// Texts that were made for it meet ever new rows and sets: what they taught is not worth its memory.
    fn is_small(&self) -> bool {
        self.rows.len().max(self.kinds.len()) <= LARGE
    }

    fn nothing(rules: &Rules) -> Self {
        Self {
            cores: Cores::default(),
            rows: Rows::new(rules),
            kinds: KindSets::new(rules),
            grants: Grants::default(),
        }
    }
}

/// What is not in use.
#[derive(Default)]
pub(super) struct Pool(Mutex<Vec<Learnt>>);

impl Pool {
    /// What an earlier recogniser of these rules learnt, if one has.
    pub(super) fn take(&self, rules: &Rules) -> Learnt {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        known.unwrap_or_else(|| Learnt::nothing(rules))
    }

    pub(super) fn put(&self, learnt: Learnt) {
        if !learnt.is_small() {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT {
            kept.push(learnt);
        }
    }
}

/// Copied rules start cold.
impl Clone for Pool {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pool")
    }
}
