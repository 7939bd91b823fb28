//! A cache of word lists that many explanations share. For example, if the end of the input closes
//! a thousand elements, the same tokens are acceptable at each. Each list is stored once, as an
//! `Arc`.

use std::cell::RefCell;
use std::hash::Hash;
use std::sync::Arc;

use crate::base::HashMap;

/// The capacity of the cache. A full cache is cleared, since mostly neighbouring rounds have equal
/// lists.
const CAPACITY: usize = 256;

/// A cache of word lists by key.
pub(super) struct ListCache<K>(RefCell<HashMap<K, Arc<[String]>>>);

impl<K> Default for ListCache<K> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: Eq + Hash> ListCache<K> {
    /// Returns the list of a key, and makes it if it is not cached.
    pub(super) fn of(&self, key: K, make: impl FnOnce(&K) -> Vec<String>) -> Arc<[String]> {
        if let Some(list) = self.0.borrow().get(&key) {
            return list.clone();
        }
        let list: Arc<[String]> = make(&key).into();
        let mut lists = self.0.borrow_mut();
        if lists.len() == CAPACITY {
            lists.clear();
        }
        lists.insert(key, list.clone());
        list
    }
}
