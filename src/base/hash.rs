//! Two quick hashes: one for keys that no input chooses, since an input that did could make all of them collide; and maps and
//! sets for keys that are written by people, whose hash has a seed ([`foldhash`]).

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

/// A number that tells these bytes from others: from any that differ within one word only, and from
/// nearly all.
pub(crate) fn fingerprint<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut hasher = QuickHasher::default();
    for part in parts {
        hasher.write_usize(part.len());
        hasher.write(part);
    }
    hasher.finish()
}

/// A number that is the same for what is equal, and hardly ever for anything else.
pub(crate) fn hash_of(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// A map with the quick hash.
pub(crate) type QuickMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// A map of names.
pub(crate) type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// A set of names.
pub(crate) type HashSet<K> = std::collections::HashSet<K, RandomState>;

/// A map of names, in the order of insertion.
pub(crate) type IndexMap<K, V> = indexmap::IndexMap<K, V, RandomState>;

/// A set of names, in the order of insertion.
pub(crate) type IndexSet<K> = indexmap::IndexSet<K, RandomState>;
