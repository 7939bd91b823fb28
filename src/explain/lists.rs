//! Lists of words that one explanation after the other has: where a thousand elements are closed at the end of the input, each is closed
//! where the same was acceptable. Each list is kept once, and shared.

use std::cell::RefCell;
use std::hash::Hash;
use std::sync::Arc;

use crate::base::HashMap;

/// So many lists are known at a time: those of rounds that are near one another are alike.
const KNOWN: usize = 256;

/// Lists of words, by what they are made of.
pub(super) struct Lists<K>(RefCell<HashMap<K, Arc<[String]>>>);

impl<K> Default for Lists<K> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: Eq + Hash> Lists<K> {
    /// The list of a key; made if it is not known.
    pub(super) fn of(&self, key: K, make: impl FnOnce(&K) -> Vec<String>) -> Arc<[String]> {
        if let Some(list) = self.0.borrow().get(&key) {
            return list.clone();
        }
        let list: Arc<[String]> = make(&key).into();
        let mut known = self.0.borrow_mut();
        if known.len() == KNOWN {
            known.clear();
        }
        known.insert(key, list.clone());
        list
    }
}
