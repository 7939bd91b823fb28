//! A counting semaphore over the bytes of pages in memory.
//!
//! A pool bounds the number of waiting pages, but page sizes differ by a factor of a million. So
//! the reader charges the length of each page to a budget, and blocks while the budget is
//! exhausted. The [`Reservation`] travels with the page and is returned when it is dropped.
//!
//! A single page is always admitted, however long it is. So readers make progress, and the bound is
//! the budget or the longest page.
//!
//! Invariant: `held` is the sum of all live charges.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// A budget of bytes.
#[derive(Debug)]
pub(crate) struct Budget {
    most: usize,
    held: Mutex<usize>,
    returned: Condvar,
}

/// A part of a budget. Dropping it returns the bytes.
#[derive(Debug)]
pub(crate) struct Reservation {
    budget: Arc<Budget>,
    bytes: usize,
}

impl Budget {
    /// Creates a budget of `most` bytes.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, held: Mutex::new(0), returned: Condvar::new() })
    }

    /// Waits until the budget has room for `bytes`, or until nothing is held.
    pub(crate) fn charge(self: &Arc<Self>, bytes: usize) -> Reservation {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let held = self.returned.wait_while(held, |held| {
            let is_full = held.saturating_add(bytes) > self.most;
            *held > 0 && is_full
        });
        *held.unwrap_or_else(PoisonError::into_inner) += bytes;
        Reservation { budget: self.clone(), bytes }
    }

    fn change(&self, before: usize, after: usize) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        // OK because every byte that is returned was held.
        *held = *held - before + after;
        self.returned.notify_all();
    }
}

impl Reservation {
    /// Changes the number of bytes. This never blocks, because waiting while holding a charge could
    /// deadlock.
    pub(crate) fn becomes(&mut self, bytes: usize) {
        self.budget.change(self.bytes, bytes);
        self.bytes = bytes;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.budget.change(self.bytes, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charge_waits_for_free_budget() {
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
    fn an_oversized_charge_is_admitted_alone() {
        let budget = Budget::new(10);
        drop(budget.charge(1_000));
        assert_eq!(*budget.held.lock().unwrap(), 0);
    }
}
