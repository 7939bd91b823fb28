//! What searches have found to be in vain, with the same life as the frames that it is about.
//!
//! A search that finds nothing has shown of each frame that it closed that closing it for this goal leads
//! nowhere; what is below a frame does not change while it is open, so that stays true as long as it is.
//! A search that was given up at its limit would be given up again, until the innermost frame has moved on.
//! Both are kept in a slot for each depth: a row of questions, one bit each, valid if and only if the slot has the
//! serial number of the frame that stands there. So nothing has to be taken back when frames close, nothing is ever
//! forgotten while it can be of use, and the memory is that of the open frames.

use super::chart::SetState;
use super::frames::Frame;
use super::intern::QuickMap;
use super::rules::Word;
use crate::base::BitRow;

/// What is asked of a search: a wish row by its serial number, and the goal.
pub(super) type Question = (u64, Word);

crate::id_type! {
    /// A question, numbered when it was first asked.
    pub(super) QuestionId
}

/// What is known of one frame.
#[derive(Clone, Default)]
struct Slot {
    serial: u64,
    /// The questions for which closing it is in vain.
    vain: BitRow,
    /// The questions that were given up while it was the innermost frame, and where its content stood.
    given_up: Vec<(QuestionId, SetState)>,
}

/// What is known of all open frames.
#[derive(Clone, Default)]
pub(super) struct Hopeless {
    questions: QuickMap<Question, QuestionId>,
    /// By depth.
    slots: Vec<Slot>,
}

impl Hopeless {
    pub(super) fn question(&mut self, question: Question) -> QuestionId {
        let next = QuestionId::new(self.questions.len());
        *self.questions.entry(question).or_insert(next)
    }

    /// Whether it is in vain to close `frame`.
    pub(super) fn is_vain(&self, frame: &Frame, question: QuestionId) -> bool {
        self.known(frame).is_some_and(|slot| slot.vain.contains(question.index()))
    }

    /// Remembers that it is in vain to close `frame`.
    pub(super) fn mark_vain(&mut self, frame: &Frame, question: QuestionId) {
        let capacity = self.questions.len();
        let row = &mut self.slot(frame).vain;
        if question.index() >= row.capacity() {
            *row = BitRow::of(capacity, row.iter());
        }
        row.insert(question.index());
    }

    /// Whether a search from `frame` with its content at `state` was given up.
    pub(super) fn is_given_up(&self, frame: &Frame, state: &SetState, question: QuestionId) -> bool {
        let same = |(other, at): &(QuestionId, SetState)| *other == question && at == state;
        self.known(frame).is_some_and(|slot| slot.given_up.iter().any(same))
    }

    /// Whether anything was given up while `frame` was the innermost one.
    pub(super) fn has_given_up(&self, frame: &Frame) -> bool {
        self.known(frame).is_some_and(|slot| !slot.given_up.is_empty())
    }

    /// Remembers that a search from `frame` with its content at `state` was given up.
    pub(super) fn mark_given_up(&mut self, frame: &Frame, state: SetState, question: QuestionId) {
        self.slot(frame).given_up.push((question, state));
    }

    fn known(&self, frame: &Frame) -> Option<&Slot> {
        self.slots.get(depth(frame)).filter(|slot| slot.serial == frame.serial)
    }

    /// The slot of `frame`; what it knew of another frame is forgotten.
    fn slot(&mut self, frame: &Frame) -> &mut Slot {
        let depth = depth(frame);
        if self.slots.len() <= depth {
            self.slots.resize_with(depth + 1, Slot::default);
        }
        let slot = &mut self.slots[depth];
        if slot.serial != frame.serial {
            *slot = Slot { serial: frame.serial, ..Slot::default() };
        }
        slot
    }
}

fn depth(frame: &Frame) -> usize {
    frame.depth as usize
}
