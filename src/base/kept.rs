//! What was found out before, by what it was found out of, as long as there is room for it.
//!
//! Whoever edits a grammar has it read and checked with each key, and nearly all of it is as it was. What is said of a
//! part of it, and depends on that part alone, is found out once.

use super::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Values by what they were made of.
pub(crate) struct Kept<V> {
    /// How large they may be together; where they are larger, it begins anew.
    room: usize,
    inside: Mutex<Inside<V>>,
}

struct Inside<V> {
    values: HashMap<Vec<usize>, V>,
    /// How large they and what they were made of are.
    size: usize,
}

impl<V> Default for Inside<V> {
    fn default() -> Self {
        Self { values: HashMap::default(), size: 0 }
    }
}

impl<V: Clone> Kept<V> {
    /// Room for as much as this, counted in numbers of what the values are made of.
    pub(crate) fn new(room: usize) -> Self {
        Self { room, inside: Mutex::default() }
    }

    /// The value that was made of this.
    pub(crate) fn get(&self, from: &[usize]) -> Option<V> {
        self.inside().values.get(from).cloned()
    }

    /// Keeps a value of this size, if it is not too large for all the room.
    pub(crate) fn keep(&self, from: Vec<usize>, value: V, size: usize) {
        let (size, mut inside) = (from.len() + size, self.inside());
        if size > self.room {
            return;
        }
        if inside.size + size > self.room {
            *inside = Inside::default();
        }
        // Two threads may have made the same.
        if inside.values.insert(from, value).is_none() {
            inside.size += size;
        }
    }

    /// A panic elsewhere leaves nothing half done here.
    fn inside(&self) -> MutexGuard<'_, Inside<V>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: usize = 100;

    #[test]
    fn what_was_made_is_there() {
        let kept = Kept::new(ROOM);
        assert_eq!(kept.get(&[1, 2]), None);
        kept.keep(vec![1, 2], 'a', 3);
        kept.keep(vec![1, 2], 'a', 3);
        kept.keep(vec![1], 'b', 0);
        assert_eq!((kept.get(&[1, 2]), kept.get(&[1])), (Some('a'), Some('b')));
        assert_eq!(kept.inside().size, 6);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let kept = Kept::new(ROOM);
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
