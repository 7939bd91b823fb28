//! How much work a question may make: a counter with a bound.
//!
//! A step is a node that is looked at, or so many bytes of text that are compared or copied as one look costs. Who asks for
//! more than is left gets [`Cut`], hands it up, and what was found by then is the answer, which says that it is cut.

use crate::base::counted;

/// Counts steps, of which there are so many and no more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Steps {
    most: u64,
    left: u64,
}

/// That there are no steps left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cut;

impl Steps {
    /// So many.
    pub(crate) fn new(most: u64) -> Self {
        Self { most, left: most }
    }

    /// Takes `n` of them.
    ///
    /// # Errors
    /// If there are not so many left; then there are none from now on.
    #[inline]
    pub(crate) fn take(&mut self, n: usize) -> Result<(), Cut> {
        let left = self.left.checked_sub(counted(n));
        self.left = left.unwrap_or_default();
        left.map(|_| ()).ok_or(Cut)
    }

    /// Takes what bytes of text cost that are compared or copied.
    pub(crate) fn take_bytes(&mut self, bytes: usize) -> Result<(), Cut> {
        self.take(bytes / BYTES + 1)
    }

    /// How many were taken.
    pub(crate) fn taken(&self) -> u64 {
        self.most - self.left
    }
}

/// So many bytes are compared or copied while one node is looked at.
const BYTES: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_not_given() {
        let mut steps = Steps::new(3);
        assert_eq!((steps.take(2), steps.taken()), (Ok(()), 2));
        assert_eq!((steps.take(2), steps.taken()), (Err(Cut), 3));
        assert_eq!((steps.take(1), steps.take(0)), (Err(Cut), Ok(())));
        assert_eq!(
            (Steps::new(1).take_bytes(15), Steps::new(1).take_bytes(16)),
            (Ok(()), Err(Cut))
        );
    }
}
