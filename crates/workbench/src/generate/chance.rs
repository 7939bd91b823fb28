//! Random numbers that are the same on every machine.
//!
//! `fastrand` draws an index with as many bits as `usize` has. So the same seed would make other
//! sentences on a 32-bit machine. Here an index always takes 64 bits.

use std::ops::{Deref, DerefMut};
use wishful::base::counted;

/// A seeded generator of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Rng(fastrand::Rng);

impl Rng {
    pub(super) fn with_seed(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// Returns another generator, seeded by this one's next number.
    pub(super) fn fork(&mut self) -> Self {
        Self(self.0.fork())
    }

    /// Returns an index below `end`, which must not be 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        // OK because it is less than `end`, which is a `usize`.
        usize::try_from(self.0.u64(..counted(end))).unwrap_or_default()
    }

    /// Returns one of several items; `None` if there are none.
    pub(super) fn choice<I>(&mut self, of: I) -> Option<I::Item>
    where
        I: IntoIterator<IntoIter: ExactSizeIterator>,
    {
        let mut of = of.into_iter();
        let count = of.len();
        if count == 0 {
            return None;
        }
        of.nth(self.below(count))
    }

    /// Shuffles a slice (Fisher and Yates).
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
