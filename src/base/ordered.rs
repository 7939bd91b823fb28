//! Numbers in ascending order, of which some are exchanged.

use super::{narrow, wide};
use std::collections::BTreeSet;
use std::ops::Range;

/// So many are moved without a thought.
const FEW: usize = 64;

/// So many are kept where the list is.
const NEAR: usize = 5;

/// Numbers in ascending order, put in and taken out at their end, and sometimes elsewhere: a
/// vector, until a change elsewhere would move many; a tree from then on.
#[derive(Clone, Debug)]
pub(crate) enum Ascending {
    /// As many as fit here: that spares most lists their memory.
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
    /// Adds one that is greater than the others.
    #[inline(always)]
    pub(crate) fn push(&mut self, number: u32) {
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

    /// Takes the greatest out.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        match self {
            Self::Near(count, numbers) => {
                *count = count.checked_sub(1)?;
                Some(numbers[*count])
            }
            Self::Vector(numbers) => numbers.pop(),
            Self::Tree(numbers) => numbers.pop_last(),
        }
    }

    pub(crate) fn last(&self) -> Option<u32> {
        match self {
            Self::Near(count, numbers) => numbers[..*count].last().copied(),
            Self::Vector(numbers) => numbers.last().copied(),
            Self::Tree(numbers) => numbers.last().copied(),
        }
    }

    /// The smallest one from a number on.
    pub(crate) fn first_from(&self, number: u32) -> Option<u32> {
        let among = |numbers: &[u32]| {
            numbers.get(numbers.partition_point(|&other| other < number)).copied()
        };
        match self {
            Self::Near(count, numbers) => among(&numbers[..*count]),
            Self::Vector(numbers) => among(numbers),
            Self::Tree(numbers) => numbers.range(number..).next().copied(),
        }
    }

    /// Puts others where the numbers in `range` were, to which they belong, too, in order.
    pub(crate) fn replace(&mut self, range: Range<u32>, others: &[u32]) {
        if let Self::Near(count, numbers) = self {
            *self = Self::Vector(numbers[..*count].to_vec());
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

/// Such lists by number, few of which are used.
#[derive(Clone, Debug, Default)]
pub(crate) struct AscendingLists {
    /// By number: one more than the index of the list; 0 if there is none.
    indices: Vec<u32>,
    lists: Vec<Ascending>,
}

impl AscendingLists {
    /// A list, if something was ever put there.
    pub(crate) fn get(&self, number: usize) -> Option<&Ascending> {
        self.lists.get(wide(self.indices.get(number)?.checked_sub(1)?))
    }

    /// A list to be changed.
    #[inline(always)]
    pub(crate) fn list(&mut self, number: usize) -> &mut Ascending {
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
    fn a_tree_answers_as_a_vector_does() {
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
