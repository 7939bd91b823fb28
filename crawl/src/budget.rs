//! How many bytes of pages may be in memory at once.
//!
//! A pool bounds how many pages wait, but pages differ by a factor of a million. So whoever reads a page charges its
//! length to a budget, and waits while there is none; the charge travels with the page, and is given back where that goes.
//! One page is always let in, however long it is: so the readers go on, and the bound is the budget or the longest page.
//!
//! Invariant: `held` is the sum of the charges that live.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// So many bytes at once.
#[derive(Debug)]
pub(crate) struct Budget {
    most: usize,
    held: Mutex<usize>,
    returned: Condvar,
}

/// A part of a budget, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Charge {
    budget: Arc<Budget>,
    bytes: usize,
}

impl Budget {
    /// So many bytes.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, held: Mutex::new(0), returned: Condvar::new() })
    }

    /// Waits until there is room for so many bytes, or nothing is held.
    pub(crate) fn charge(self: &Arc<Self>, bytes: usize) -> Charge {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |held: &mut usize| *held > 0 && held.saturating_add(bytes) > self.most;
        let waited = self.returned.wait_while(held, is_full);
        *waited.unwrap_or_else(PoisonError::into_inner) += bytes;
        Charge { budget: self.clone(), bytes }
    }

    fn change(&self, before: usize, after: usize) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        // OK because what is given back was held.
        *held = *held - before + after;
        self.returned.notify_all();
    }
}

impl Charge {
    /// What it is for is now so long. (That never waits: who holds a part must not wait for the rest.)
    pub(crate) fn becomes(&mut self, bytes: usize) {
        self.budget.change(self.bytes, bytes);
        self.bytes = bytes;
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.budget.change(self.bytes, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charge_waits_until_another_is_given_back() {
        let budget = Budget::new(10);
        let mut first = budget.charge(6);
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let other = budget.clone();
            scope.spawn(move || {
                let second = other.charge(6);
                sender.send(()).unwrap();
                drop(second);
            });
            assert!(receiver.recv_timeout(std::time::Duration::from_millis(50)).is_err());
            first.becomes(4);
            receiver.recv().unwrap();
        });
        drop(first);
        assert_eq!(*budget.held.lock().unwrap(), 0);
    }

    #[test]
    fn what_is_longer_than_the_budget_is_let_in_alone() {
        let budget = Budget::new(10);
        drop(budget.charge(1_000));
        assert_eq!(*budget.held.lock().unwrap(), 0);
    }
}
