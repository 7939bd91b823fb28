//! Maps and sets for keys that people write: their hash has a seed ([`foldhash`]). Hashes of values
//! and fingerprints of texts.

use foldhash::fast::RandomState;
use std::hash::{DefaultHasher, Hash, Hasher};
use wishful_earley::util::QuickHasher;

/// Returns a fingerprint of `parts`. Parts that differ within one word only have different
/// fingerprints; any other two collide rarely.
pub fn fingerprint<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut hasher = QuickHasher::default();
    for part in parts {
        hasher.write_usize(part.len());
        hasher.write(part);
    }
    hasher.finish()
}

/// Returns a hash; equal values have equal hashes.
pub fn hash_of(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// A map with the seeded hash, for names.
pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// A set with the seeded hash, for names.
pub type HashSet<K> = std::collections::HashSet<K, RandomState>;

/// An insertion-ordered map with the seeded hash, for names.
pub type IndexMap<K, V> = indexmap::IndexMap<K, V, RandomState>;

/// An insertion-ordered set with the seeded hash, for names.
pub type IndexSet<K> = indexmap::IndexSet<K, RandomState>;
