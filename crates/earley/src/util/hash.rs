//! A multiplicative hash for keys that no input chooses: an input that did could make all of them
//! collide.

use super::numbers::counted;
use std::hash::{BuildHasherDefault, Hasher};

/// A multiplicative hash for keys made of a few small numbers.
#[derive(Default)]
pub struct QuickHasher(u64);

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

/// A map with the unseeded hash.
pub type QuickMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// A set with [`QuickHasher`].
pub type QuickSet<K> = std::collections::HashSet<K, BuildHasherDefault<QuickHasher>>;
