//! A bounded cache of results, keyed by their inputs.
//!
//! An editor reads and checks a grammar anew with each keystroke, though hardly any of it has
//! changed. A result that depends only on one part of the grammar is computed once and cached.

use super::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Values by the inputs that they were computed from.
pub struct Memo<V> {
    /// The greatest total size. A cache that would exceed it is emptied first.
    room: usize,
    inside: Mutex<MemoEntries<V>>,
}

struct MemoEntries<V> {
    values: HashMap<Vec<usize>, V>,
    /// The total size of the values and their keys.
    size: usize,
}

impl<V> Default for MemoEntries<V> {
    fn default() -> Self {
        Self { values: HashMap::default(), size: 0 }
    }
}

impl<V: Clone> Memo<V> {
    /// Returns an empty cache with room for a total size of `room`. Sizes are counted in numbers:
    /// those of the keys and those that the callers of [`Memo::keep`] state for the values.
    pub fn new(room: usize) -> Self {
        Self { room, inside: Mutex::default() }
    }

    /// Returns the value that was computed from `from`.
    pub fn get(&self, from: &[usize]) -> Option<V> {
        self.inside().values.get(from).cloned()
    }

    /// Adds a value of this size, unless it alone exceeds the total size.
    pub fn keep(&self, from: Vec<usize>, value: V, size: usize) {
        let (size, mut inside) = (from.len() + size, self.inside());
        if size > self.room {
            return;
        }
        if inside.size + size > self.room {
            *inside = MemoEntries::default();
        }
        // Two threads may have computed the same value.
        if inside.values.insert(from, value).is_none() {
            inside.size += size;
        }
    }

    /// Locks the cache. A poisoned lock is used as it is, since a panic elsewhere leaves no update
    /// half done here.
    fn inside(&self) -> MutexGuard<'_, MemoEntries<V>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: usize = 100;

    #[test]
    fn stored_values_are_returned() {
        let kept = Memo::new(ROOM);
        assert_eq!(kept.get(&[1, 2]), None);
        kept.keep(vec![1, 2], 'a', 3);
        kept.keep(vec![1, 2], 'a', 3);
        kept.keep(vec![1], 'b', 0);
        assert_eq!((kept.get(&[1, 2]), kept.get(&[1])), (Some('a'), Some('b')));
        assert_eq!(kept.inside().size, 6);
    }

    #[test]
    fn the_number_of_stored_values_is_bounded() {
        let kept = Memo::new(ROOM);
        for key in 0..20 {
            kept.keep(vec![key; 5], key, 4);
            assert_eq!(kept.get(&[key; 5]), Some(key));
            assert!(kept.inside().size <= ROOM, "{}", kept.inside().size);
        }
        kept.keep(vec![0; ROOM], 0, 1);
        assert_eq!(kept.get(&[0; ROOM]), None, "too large to be kept");
        assert_eq!(kept.get(&[19; 5]), Some(19), "and nothing is lost for it");
    }
}
