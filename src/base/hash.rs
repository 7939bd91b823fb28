//! Maps and sets for keys that people write: their hash has a seed ([`foldhash`]).

use foldhash::fast::RandomState;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Returns a hash; equal values have equal hashes.
pub(crate) fn hash_of(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// A map with the seeded hash, for names.
pub(crate) type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// A set with the seeded hash, for names.
pub(crate) type HashSet<K> = std::collections::HashSet<K, RandomState>;

/// An insertion-ordered map with the seeded hash, for names.
pub(crate) type IndexMap<K, V> = indexmap::IndexMap<K, V, RandomState>;

/// An insertion-ordered set with the seeded hash, for names.
pub(crate) type IndexSet<K> = indexmap::IndexSet<K, RandomState>;
