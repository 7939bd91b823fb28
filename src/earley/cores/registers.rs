//! The sets that a step meets on its way.

use super::super::items::SetId;
use super::all_sets::AllSets;
use super::steps::{QUESTIONS, SlotRef};

/// The sets that a step has met, by register.
#[derive(Clone)]
pub(super) struct Registers {
    /// As many as there are numbers, so that no number needs to be looked at.
    sets: [SetId; 1 << u8::BITS],
    met: u8,
}

const _: () = assert!(QUESTIONS + 1 < 1 << u8::BITS, "a question meets one set at most");

impl Default for Registers {
    fn default() -> Self {
        Self { sets: [SetId::new(0); 1 << u8::BITS], met: 0 }
    }
}

impl Registers {
    pub(super) fn start(&mut self, from: SetId) {
        (self.sets[0], self.met) = (from, 1);
    }

    pub(super) fn set(&self, register: u8) -> SetId {
        self.sets[usize::from(register)]
    }

    pub(super) fn push(&mut self, set: SetId) -> u8 {
        let register = self.met;
        self.sets[usize::from(register)] = set;
        self.met += 1;
        register
    }

    /// The register of a set, a new one if it has none: a step that is remembered has few.
    pub(super) fn of(&mut self, set: SetId) -> u8 {
        let known = (0..self.met).find(|&register| self.set(register) == set);
        known.unwrap_or_else(|| self.push(set))
    }

    /// The set that a slot of a register names, or that of the register.
    #[inline(always)]
    pub(super) fn at(&self, sets: AllSets<'_>, SlotRef { register, slot }: SlotRef) -> SetId {
        sets.parent(self.set(register), u32::from(slot))
    }
}
