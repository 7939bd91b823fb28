//! Ascending lists of numbers, of which ranges can be replaced.

use super::{narrow, wide};
use std::collections::BTreeSet;
use std::ops::Range;

/// The number of entries that a vector may shift for one replacement; a list that would shift more
/// becomes a tree.
const FEW: usize = 64;

/// The number of entries stored inline.
const NEAR: usize = 5;

/// An ascending list of numbers, mostly changed at its end: an inline array, then a vector. The
/// first replacement that would shift many entries of the vector turns it into a tree for good.
#[derive(Clone, Debug)]
pub enum Ascending {
    /// The number of entries and an inline array of them, which saves most lists an allocation.
    Near(usize, [u32; NEAR]),
    Vector(Vec<u32>),
    Tree(BTreeSet<u32>),
}

impl Default for Ascending {
    fn default() -> Self {
        Self::Near(0, [0; NEAR])
    }
}

impl Ascending {
    /// Appends a number that is greater than all others.
    #[inline(always)]
    pub fn push(&mut self, number: u32) {
        match self {
            Self::Near(count, numbers) if *count < NEAR => {
                numbers[*count] = number;
                *count += 1;
            }
            _ => self.push_far(number),
        }
    }

    fn push_far(&mut self, number: u32) {
        match self {
            Self::Near(count, numbers) => {
                let all = numbers[..*count].iter().copied().chain([number]);
                *self = Self::Vector(all.collect());
            }
            Self::Vector(numbers) => numbers.push(number),
            Self::Tree(numbers) => {
                numbers.insert(number);
            }
        }
    }

    /// Removes and returns the greatest number.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<u32> {
        match self {
            Self::Near(count, numbers) => {
                *count = count.checked_sub(1)?;
                Some(numbers[*count])
            }
            Self::Vector(numbers) => numbers.pop(),
            Self::Tree(numbers) => numbers.pop_last(),
        }
    }

    pub fn last(&self) -> Option<u32> {
        match self {
            Self::Near(count, numbers) => numbers[..*count].last().copied(),
            Self::Vector(numbers) => numbers.last().copied(),
            Self::Tree(numbers) => numbers.last().copied(),
        }
    }

    /// Returns the smallest number that is at least `number`.
    pub fn first_from(&self, number: u32) -> Option<u32> {
        let numbers = match self {
            Self::Near(count, numbers) => &numbers[..*count],
            Self::Vector(numbers) => numbers.as_slice(),
            Self::Tree(numbers) => return numbers.range(number..).next().copied(),
        };
        numbers.get(numbers.partition_point(|&other| other < number)).copied()
    }

    /// Replaces the numbers in `range` by `others`, which are ascending and within `range`.
    pub fn replace(&mut self, range: Range<u32>, others: &[u32]) {
        if let Self::Near(count, numbers) = self {
            let few = &numbers[..*count];
            let start = few.partition_point(|&number| number < range.start);
            let end = few.partition_point(|&number| number < range.end);
            let (next, after) = (start + others.len(), start + others.len() + *count - end);
            if after <= NEAR {
                numbers.copy_within(end..*count, next);
                numbers[start..next].copy_from_slice(others);
                *count = after;
                return;
            }
            *self = Self::Vector(few.to_vec());
        }
        if let Self::Vector(numbers) = self {
            let start = numbers.partition_point(|&number| number < range.start);
            let end = numbers.partition_point(|&number| number < range.end);
            if end - start == others.len() || numbers.len() - start <= FEW {
                numbers.splice(start..end, others.iter().copied());
                return;
            }
            *self = Self::Tree(numbers.iter().copied().collect());
        }
        if let Self::Tree(numbers) = self {
            while let Some(gone) = numbers.range(range.clone()).next().copied() {
                numbers.remove(&gone);
            }
            numbers.extend(others);
        }
    }
}

/// A sparse table of [`Ascending`] lists by number.
#[derive(Clone, Debug, Default)]
pub struct AscendingLists {
    /// By number: one more than the index of its list; 0 if it has none.
    indices: Vec<u32>,
    lists: Vec<Ascending>,
}

impl AscendingLists {
    /// Removes all lists. The table keeps its memory, which its largest number bounds.
    pub fn clear(&mut self) {
        self.indices.clear();
        self.lists.clear();
    }

    /// Returns the list of a number, if it was ever written to.
    pub fn get(&self, number: usize) -> Option<&Ascending> {
        self.lists.get(wide(self.indices.get(number)?.checked_sub(1)?))
    }

    /// Returns the list of a number for changes, creating it if necessary.
    #[inline(always)]
    pub fn list(&mut self, number: usize) -> &mut Ascending {
        let index = match self.indices.get(number) {
            Some(&index) if index > 0 => wide(index) - 1,
            _ => self.make(number),
        };
        &mut self.lists[index]
    }

    #[cold]
    fn make(&mut self, number: usize) -> usize {
        if self.indices.len() <= number {
            self.indices.resize(number + 1, 0);
        }
        self.lists.push(Ascending::default());
        self.indices[number] = narrow(self.lists.len());
        self.lists.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_list_is_replaced_inline() {
        let mut numbers = Ascending::default();
        [2, 4, 6].into_iter().for_each(|number| numbers.push(number));
        numbers.replace(3..5, &[3, 4]);
        assert!(matches!(numbers, Ascending::Near(4, [2, 3, 4, 6, _])), "{numbers:?}");
        numbers.replace(0..4, &[1]);
        assert!(matches!(numbers, Ascending::Near(3, [1, 4, 6, ..])), "{numbers:?}");
        numbers.replace(2..3, &[2, 3, 3]);
        assert!(matches!(&numbers, Ascending::Vector(all) if *all == [1, 2, 3, 3, 4, 6]));
    }

    #[test]
    fn the_tree_agrees_with_a_vector() {
        let mut numbers = Ascending::default();
        (0..5).for_each(|number| numbers.push(2 * number));
        assert_eq!((numbers.first_from(3), numbers.last()), (Some(4), Some(8)));
        assert_eq!((numbers.pop(), numbers.last()), (Some(8), Some(6)));
        (4..200).for_each(|number| numbers.push(2 * number));
        numbers.replace(10..20, &[11, 13, 15, 17, 18]);
        assert!(matches!(numbers, Ascending::Vector(_)), "as many");
        numbers.replace(20..30, &[21]);
        assert!(matches!(numbers, Ascending::Tree(_)), "fewer, and many above");
        assert_eq!(
            [19, 22, 398, 399].map(|from| numbers.first_from(from)),
            [Some(21), Some(30), Some(398), None]
        );
        assert_eq!((numbers.pop(), numbers.last()), (Some(398), Some(396)));
        numbers.push(500);
        assert_eq!(numbers.last(), Some(500));
        numbers.replace(0..500, &[]);
        assert_eq!((numbers.pop(), numbers.pop(), numbers.last()), (Some(500), None, None));
    }
}
