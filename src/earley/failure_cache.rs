//! A cache of failures: what searches have found to be in vain, with the same life as the frames
//! that it is about.
//!
//! A search that finds nothing has shown of each frame that it closed that closing it for this goal
//! leads nowhere; that stays true as long as it is open and nothing below it is edited. And until
//! the innermost frame moves on, the same search would end the same way, be that by finding nothing
//! or at its limit. Both are kept in a slot for each depth, a bit for each question; a slot is
//! valid if and only if it has the serial number of the frame that stands there, on frames below it
//! that were not edited since ([`Stand`]), and no flag was turned since. So nothing has to be taken
//! back when frames close, nothing is forgotten while it can be of use, and the memory is that of
//! the open frames.

use super::frames::Stand;
use super::intern::QuickMap;
use super::items::SetState;
use super::path::NoPath;
use super::symbols::Word;
use crate::base::{BitRow, wide};

/// What is asked of a search: a wish row by its serial number, and the goal.
pub(super) type Question = (u64, Word);

crate::base::id_type! {
    /// A question, numbered when it was first asked.
    pub(super) QuestionId
}

/// What is known of one frame.
#[derive(Clone, Default)]
struct Slot {
    serial: u64,
    era: u64,
    /// The questions for which closing it is in vain.
    vain: BitRow,
    /// Where its content stood when a search last failed while it was the innermost frame …
    state: Option<SetState>,
    /// … and the questions that were answered there by each [`NoPath`].
    failed: [BitRow; 2],
}

/// What is known of all open frames.
#[derive(Clone, Default)]
pub(super) struct FailureCache {
    questions: QuickMap<Question, QuestionId>,
    /// By depth.
    slots: Vec<Slot>,
    /// What was found in another era counts no more.
    era: u64,
}

impl FailureCache {
    /// Forgets everything: what was in vain may be possible now.
    pub(super) fn forget(&mut self) {
        self.era += 1;
    }

    pub(super) fn question(&mut self, question: Question) -> QuestionId {
        let next = QuestionId::new(self.questions.len());
        *self.questions.entry(question).or_insert(next)
    }

    /// Whether it is in vain to close `frame`.
    pub(super) fn is_vain(&self, frame: Stand, question: QuestionId) -> bool {
        self.known(frame).is_some_and(|slot| slot.vain.contains(question.index()))
    }

    /// Remembers that it is in vain to close `frame`.
    pub(super) fn mark_vain(&mut self, frame: Stand, question: QuestionId) {
        let capacity = self.questions.len();
        insert(&mut self.slot(frame).vain, question, capacity);
    }

    /// How the search from `frame` failed the last time; `state` tells where its content stands,
    /// and is asked only if need be.
    pub(super) fn failure(
        &self,
        frame: Stand,
        question: QuestionId,
        state: impl FnOnce() -> SetState,
    ) -> Option<NoPath> {
        let slot = self.known(frame)?;
        let of = |outcome: &NoPath| slot.failed[index_of(*outcome)].contains(question.index());
        let outcome = [NoPath::Hopeless, NoPath::GivenUp].into_iter().find(of)?;
        (slot.state == Some(state())).then_some(outcome)
    }

    /// Remembers how the search from `frame` with its content at `state` failed.
    pub(super) fn mark_failure(
        &mut self,
        frame: Stand,
        question: QuestionId,
        state: SetState,
        outcome: NoPath,
    ) {
        let capacity = self.questions.len();
        let slot = self.slot(frame);
        if slot.state.as_ref() != Some(&state) {
            slot.failed.iter_mut().for_each(BitRow::clear);
            slot.state = Some(state);
        }
        insert(&mut slot.failed[index_of(outcome)], question, capacity);
    }

    fn known(&self, frame: Stand) -> Option<&Slot> {
        let is_valid = |slot: &&Slot| (slot.serial, slot.era) == (frame.serial, self.era);
        self.slots.get(wide(frame.depth)).filter(is_valid)
    }

    /// The slot of `frame`; what it knew of another frame is forgotten.
    fn slot(&mut self, frame: Stand) -> &mut Slot {
        let depth = wide(frame.depth);
        if self.slots.len() <= depth {
            self.slots.resize_with(depth + 1, Slot::default);
        }
        let (slot, era) = (&mut self.slots[depth], self.era);
        if (slot.serial, slot.era) != (frame.serial, era) {
            *slot = Slot { serial: frame.serial, era, ..Slot::default() };
        }
        slot
    }
}

/// Adds a question to a row, which is made wider if need be.
fn insert(row: &mut BitRow, question: QuestionId, capacity: usize) {
    if question.index() >= row.capacity() {
        *row = BitRow::of(capacity, row.iter());
    }
    row.insert(question.index());
}

const fn index_of(outcome: NoPath) -> usize {
    match outcome {
        NoPath::Hopeless => 0,
        NoPath::GivenUp => 1,
    }
}
