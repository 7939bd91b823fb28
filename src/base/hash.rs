//! Two fast hashes. The first is unseeded, for keys that no input chooses: an input that chose keys
//! could make all of them collide. The second is seeded ([`foldhash`]), for keys that people write;
//! the maps and sets here use it.

use super::numbers::counted;
use foldhash::fast::RandomState;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

/// A multiplicative hash for keys made of a few small numbers.
#[derive(Default)]
pub(crate) struct QuickHasher(u64);

impl QuickHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|&word| self.mix(u64::from_le_bytes(word)));
        self.mix(rest.iter().fold(0, |word, &byte| (word << 8) | u64::from(byte)));
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(counted(word));
    }
}

/// Returns a fingerprint of `parts`. Parts that differ within one word only have different
/// fingerprints; any other two collide rarely.
pub(crate) fn fingerprint<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut hasher = QuickHasher::default();
    for part in parts {
        hasher.write_usize(part.len());
        hasher.write(part);
    }
    hasher.finish()
}

/// Returns a hash; equal values have equal hashes.
pub(crate) fn hash_of(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// A map with the unseeded hash.
pub(crate) type QuickMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// A map with the seeded hash, for names.
pub(crate) type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// A set with the seeded hash, for names.
pub(crate) type HashSet<K> = std::collections::HashSet<K, RandomState>;

/// An insertion-ordered map with the seeded hash, for names.
pub(crate) type IndexMap<K, V> = indexmap::IndexMap<K, V, RandomState>;

/// An insertion-ordered set with the seeded hash, for names.
pub(crate) type IndexSet<K> = indexmap::IndexSet<K, RandomState>;
