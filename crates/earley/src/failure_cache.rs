//! A cache of failed searches, whose entries live as long as the frames that they concern.
//!
//! A failed search proves for each frame that it closed that closing it does not help to reach this
//! goal. That holds as long as the frame is open and nothing below it is edited. Likewise, a search
//! that found nothing or reached its limit does so again until the content of the innermost frame
//! moves.
//!
//! The cache has a slot for each depth, with a bit for each query. Invariant: a slot is valid if
//! and only if it has the serial number of the frame at that depth ([`FrameIdentity`]) and no flag
//! has changed since. The serial number covers edits below the frame, too. So closing a frame
//! invalidates nothing explicitly, no useful entry is evicted, and the memory is proportional to
//! the open frames.

use super::frames::FrameIdentity;
use super::intern::QuickMap;
use super::items::SetState;
use super::path::NoPath;
use super::symbols::Word;
use crate::util::{BitRow, wide};

/// A query: a wish row by its serial number, and the goal.
pub(super) type FailureQuestion = (u64, Word);

crate::id_type! {
    /// A query, numbered on first use.
    pub(super) QuestionId
}

/// The cached failures of one frame.
#[derive(Clone, Default)]
struct FrameFailures {
    serial: u64,
    era: u64,
    /// The queries for which closing the frame does not help.
    useless: BitRow,
    /// The state of its content when a search last failed while it was the innermost frame.
    state: Option<SetState>,
    /// The queries that failed in this state, for each kind of [`NoPath`].
    failed: [BitRow; 2],
}

/// The cached failures of all open frames.
#[derive(Clone, Default)]
pub(super) struct FailureCache {
    questions: QuickMap<FailureQuestion, QuestionId>,
    /// The slots by depth.
    slots: Vec<FrameFailures>,
    /// The current generation of the cache; slots of other generations are invalid.
    era: u64,
}

impl FailureCache {
    /// Invalidates all entries, since paths may exist now that did not before.
    pub(super) fn forget(&mut self) {
        self.era += 1;
    }

    pub(super) fn question(&mut self, question: FailureQuestion) -> QuestionId {
        let next = QuestionId::new(self.questions.len());
        *self.questions.entry(question).or_insert(next)
    }

    /// Reports whether closing `frame` is known not to help.
    pub(super) fn is_useless(&self, frame: FrameIdentity, question: QuestionId) -> bool {
        self.known(frame).is_some_and(|slot| slot.useless.contains(question.index()))
    }

    /// Records that closing `frame` does not help.
    pub(super) fn mark_useless(&mut self, frame: FrameIdentity, question: QuestionId) {
        let capacity = self.questions.len();
        insert(&mut self.slot(frame).useless, question, capacity);
    }

    /// Returns the way in which the search from `frame` failed before in the same state of its
    /// content. `state` is called only if necessary.
    pub(super) fn failure(
        &self,
        frame: FrameIdentity,
        question: QuestionId,
        state: impl FnOnce() -> SetState,
    ) -> Option<NoPath> {
        let slot = self.known(frame)?;
        let outcome = [NoPath::Hopeless, NoPath::GivenUp]
            .into_iter()
            .find(|&outcome| slot.failed[index_of(outcome)].contains(question.index()))?;
        if slot.state == Some(state()) { Some(outcome) } else { None }
    }

    /// Records the failure of the search from `frame` with its content at `state`.
    pub(super) fn mark_failure(
        &mut self,
        frame: FrameIdentity,
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

    fn known(&self, frame: FrameIdentity) -> Option<&FrameFailures> {
        let slot = self.slots.get(wide(frame.depth))?;
        let is_valid = (slot.serial, slot.era) == (frame.serial, self.era);
        if is_valid { Some(slot) } else { None }
    }

    /// Returns the slot of `frame`, after clearing what it knew of another frame.
    fn slot(&mut self, frame: FrameIdentity) -> &mut FrameFailures {
        let depth = wide(frame.depth);
        if self.slots.len() <= depth {
            self.slots.resize_with(depth + 1, FrameFailures::default);
        }
        let (slot, era) = (&mut self.slots[depth], self.era);
        if (slot.serial, slot.era) != (frame.serial, era) {
            *slot = FrameFailures { serial: frame.serial, era, ..FrameFailures::default() };
        }
        slot
    }
}

/// Adds a query to a row, after widening the row if necessary.
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
