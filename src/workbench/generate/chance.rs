//! Chance that is the same on every machine.
//!
//! `fastrand` draws an index with as many bits as the machine's addresses have, so where those have 32 a seed would have other
//! sentences. Here they always have 64.

use crate::base::counted;
use std::ops::{Deref, DerefMut};

/// Seeded random numbers.
#[derive(Clone, Debug)]
pub(super) struct Rng(fastrand::Rng);

impl Rng {
    pub(super) fn with_seed(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// Another sequence of numbers, which the next number of this one determines.
    pub(super) fn fork(&mut self) -> Self {
        Self(self.0.fork())
    }

    /// An index below a number that is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        // OK because it is less than what is an index itself.
        usize::try_from(self.0.u64(..counted(end))).unwrap_or_default()
    }

    /// One of several things; `None` if there are none.
    pub(super) fn choice<I>(&mut self, of: I) -> Option<I::Item>
    where
        I: IntoIterator<IntoIter: ExactSizeIterator>,
    {
        let mut of = of.into_iter();
        let count = of.len();
        (count > 0).then(|| of.nth(self.below(count))).flatten()
    }

    /// Puts some in any order.
    pub(super) fn shuffle<T>(&mut self, some: &mut [T]) {
        for last in 1..some.len() {
            some.swap(last, self.below(last + 1));
        }
    }
}

impl Deref for Rng {
    type Target = fastrand::Rng;

    fn deref(&self) -> &fastrand::Rng {
        &self.0
    }
}

impl DerefMut for Rng {
    fn deref_mut(&mut self) -> &mut fastrand::Rng {
        &mut self.0
    }
}
