//! A fixed-length bit set.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;

/// A fixed-length row of bits: a set of small numbers below [`BitRow::capacity`].
///
/// ```
/// use wishful_earley::util::BitRow;
/// let mut row = BitRow::new(100);
/// row.insert(3);
/// row.insert(70);
/// assert!(row.contains(70) && !row.contains(4));
/// assert_eq!(row.iter().collect::<Vec<_>>(), [3, 70]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct BitRow {
    words: Box<[u64]>,
}

impl BitRow {
    /// Returns the empty row for numbers below `capacity`.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { words: vec![0; capacity.div_ceil(64)].into_boxed_slice() }
    }

    /// Returns the row for numbers below `capacity` that holds `members`.
    #[must_use]
    pub fn of(capacity: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut row = Self::new(capacity);
        for member in members {
            row.insert(member);
        }
        row
    }

    /// Returns the capacity in bits, a multiple of 64.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.words.len() * 64
    }

    /// Adds `bit` and reports whether it is new.
    ///
    /// # Panics
    /// If `bit` is not below the capacity.
    pub fn insert(&mut self, bit: usize) -> bool {
        let word = &mut self.words[bit / 64];
        let before = *word;
        *word |= 1 << (bit % 64);
        *word != before
    }

    /// Removes `bit`.
    pub fn remove(&mut self, bit: usize) {
        if let Some(word) = self.words.get_mut(bit / 64) {
            *word &= !(1 << (bit % 64));
        }
    }

    /// Reports whether the row contains `bit`; false for any number past the capacity.
    #[must_use]
    #[inline]
    pub fn contains(&self, bit: usize) -> bool {
        self.words.get(bit / 64).is_some_and(|word| word & (1 << (bit % 64)) != 0)
    }

    /// Reports whether the row is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns the number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Removes all members.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds all members of `other`, a row of the same capacity, and reports whether any is new.
    pub fn union_with(&mut self, other: &Self) -> bool {
        debug_assert_eq!(self.words.len(), other.words.len());
        let mut changed = false;
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// Adds the intersection of two rows of the same capacity.
    pub fn union_with_common(&mut self, one: &Self, other: &Self) {
        debug_assert_eq!(self.words.len(), one.words.len());
        let common = one.words.iter().zip(&other.words);
        for (word, (one, other)) in self.words.iter_mut().zip(common) {
            *word |= one & other;
        }
    }

    /// Removes all members of `other`.
    pub fn subtract(&mut self, other: &Self) {
        for (word, &less) in self.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
    }

    /// Reports whether the two rows have a common member.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Reports whether all members are in `other`.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        self.words.iter().zip(others).all(|(&word, other)| word & !other == 0)
    }

    /// Iterates over the members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors((word != 0).then_some(word), |&rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| index * 64 + rest.trailing_zeros() as usize)
        })
    }
}

impl fmt::Debug for BitRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
