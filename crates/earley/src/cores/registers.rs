//! The registers of a cached step: the sets that it has visited.

use super::super::items::SetId;
use super::all_sets::AllSets;
use super::steps::{QUESTIONS, SlotRef};

/// The visited sets, by register.
#[derive(Clone)]
pub(super) struct Registers {
    /// An array that is indexed modulo its length, so that indexing needs no bounds check. It is
    /// short, since it moves with the chart.
    sets: [SetId; REGISTERS],
    met: u8,
}

/// The number of registers.
const REGISTERS: usize = 64;

const _: () = assert!(QUESTIONS + 1 < REGISTERS, "a question meets one set at most");

impl Default for Registers {
    fn default() -> Self {
        Self { sets: [SetId::new(0); REGISTERS], met: 0 }
    }
}

impl Registers {
    pub(super) fn start(&mut self, from: SetId) {
        (self.sets[0], self.met) = (from, 1);
    }

    pub(super) fn set(&self, register: u8) -> SetId {
        self.sets[usize::from(register) % REGISTERS]
    }

    pub(super) fn push(&mut self, set: SetId) -> u8 {
        let register = self.met;
        self.sets[usize::from(register) % REGISTERS] = set;
        self.met += 1;
        register
    }

    /// Returns the register of a set, allocating one if necessary. A linear search suffices, since
    /// a cached step has few registers.
    pub(super) fn of(&mut self, set: SetId) -> u8 {
        let known = (0..self.met).find(|&register| self.set(register) == set);
        known.unwrap_or_else(|| self.push(set))
    }

    /// Returns the set of a register, or the set that one of its slots refers to.
    #[inline(always)]
    pub(super) fn at(&self, sets: AllSets<'_>, SlotRef { register, slot }: SlotRef) -> SetId {
        sets.parent(self.set(register), u32::from(slot))
    }
}
