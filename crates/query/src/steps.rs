//! A budget of work for an evaluation: a counter with a bound.
//!
//! A step is one visited node, or the number of bytes that are compared or copied at the same cost.
//! A caller that asks for more than the remainder gets [`BudgetExhausted`] and propagates it. The
//! results so far become the answer, which is marked as cut off.

use wishful::base::counted;

/// A counter of steps with an upper bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Steps {
    most: u64,
    left: u64,
}

/// The error of an exhausted budget.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BudgetExhausted;

impl Steps {
    /// Creates a budget of `most` steps.
    pub fn new(most: u64) -> Self {
        Self { most, left: most }
    }

    /// Takes `n` steps from the budget.
    ///
    /// # Errors
    /// If fewer than `n` steps are left; the budget is then empty.
    #[inline]
    pub fn take(&mut self, n: usize) -> Result<(), BudgetExhausted> {
        match self.left.checked_sub(counted(n)) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(BudgetExhausted)
            }
        }
    }

    /// Takes the cost of comparing or copying this many bytes of text.
    pub fn take_bytes(&mut self, bytes: usize) -> Result<(), BudgetExhausted> {
        self.take(bytes / BYTES + 1)
    }

    /// Returns the number of steps taken.
    pub fn taken(&self) -> u64 {
        self.most - self.left
    }
}

/// The number of bytes that are compared or copied at the cost of one visited node.
const BYTES: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_never_goes_below_zero() {
        let mut steps = Steps::new(3);
        assert_eq!((steps.take(2), steps.taken()), (Ok(()), 2));
        assert_eq!((steps.take(2), steps.taken()), (Err(BudgetExhausted), 3));
        assert_eq!((steps.take(1), steps.take(0)), (Err(BudgetExhausted), Ok(())));
        assert_eq!(
            (Steps::new(1).take_bytes(15), Steps::new(1).take_bytes(16)),
            (Ok(()), Err(BudgetExhausted))
        );
    }
}
