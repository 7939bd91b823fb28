//! What the lints have looked at, step by step, and where that ends.
//!
//! Most lints go through a grammar once. Some ask about pairs: each content and all that it is made
//! of, each remedy and all before it. Of grammars as people write them that is little; of one that
//! is made of ten thousand alike statements it could be hours. So such a lint says how many steps
//! each of its questions takes before it takes them, and has [`LEAST`] of them and [`PER_SYMBOL`] for
//! each symbol of the grammar: more than any grammar needs that is not made for it, and in
//! proportion to its size. A lint that would need more stops, keeps what it has found, and a note
//! says so.

use crate::base::{Code, Diagnostic};
use crate::grammar::ast::Place;
use crate::grammar::compile::mistake::Mistakes;
use crate::grammar::compile::plain::Plain;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Each lint may take so many steps, however small the grammar is …
const LEAST: usize = 1 << 21;
/// … and so many for each symbol of its rules.
const PER_SYMBOL: usize = 32;

/// The steps of each lint.
pub(super) struct Work {
    most: usize,
    /// By the code that the lint reports; more than `most` if and only if it has stopped.
    steps: RefCell<BTreeMap<Code, usize>>,
}

impl Work {
    pub(super) fn of(plain: &Plain) -> Self {
        Self { most: LEAST + PER_SYMBOL * plain.size(), steps: RefCell::default() }
    }

    /// Whether a lint may take so many steps more; once it may not, it never may.
    pub(super) fn allows(&self, lint: Code, more: usize) -> bool {
        let mut steps = self.steps.borrow_mut();
        let steps = steps.entry(lint).or_default();
        *steps = steps.saturating_add(more);
        *steps <= self.most
    }

    /// Says which lints have stopped.
    pub(super) fn report(&self, place: Option<Place>, mistakes: &mut Mistakes) {
        for (&lint, _) in self.steps.borrow().iter().filter(|(_, steps)| **steps > self.most) {
            mistakes.extend(place.map(|place| stopped(lint, place)));
        }
    }
}

/// That a lint has not looked at everything.
fn stopped(lint: Code, place: Place) -> Diagnostic {
    let message = format!("not all of this grammar was searched for what is {lint}");
    Diagnostic::remark(Code::Stopped, place, message)
        .label("the grammar that begins here")
        .note("the search would take much longer than compiling the grammar, so it was ended")
        .help("nothing is wrong with the grammar for that; where many statements say nearly the same, one for a set says it, too")
}
