//! Step counters of the lints, and their limits.
//!
//! Most lints visit a grammar once. Some compare pairs: each content and all nonterminals that it
//! derives, each remedy and all before it. For grammars that people write, this is little work; for
//! one of ten thousand similar statements it could take hours. So such a lint announces the steps
//! of each query before it takes them. Its limit is [`LEAST`] steps plus [`PER_SYMBOL`] for each
//! symbol of the grammar. Only grammars made for this purpose need more, and the limit is
//! proportional to their size. A lint that reaches its limit stops and reports what it has found,
//! and a note says so.

use crate::base::{Code, Diagnostic};
use crate::grammar::ast::FileSpan;
use crate::grammar::compile::mistake::Mistakes;
use crate::grammar::compile::plain::NumberedGrammar;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The steps that each lint may take, however small the grammar is.
const LEAST: usize = 1 << 21;
/// The additional steps for each symbol of the grammar's rules.
const PER_SYMBOL: usize = 32;

/// The steps of each lint.
pub(super) struct LintSteps {
    most: usize,
    /// By the code that the lint reports; greater than `most` if and only if it has stopped.
    steps: RefCell<BTreeMap<Code, usize>>,
}

impl LintSteps {
    pub(super) fn of(plain: &NumberedGrammar) -> Self {
        Self { most: LEAST + PER_SYMBOL * plain.size(), steps: RefCell::default() }
    }

    /// Adds steps and reports whether the lint may take them. Once it may not, it never may again.
    pub(super) fn allows(&self, lint: Code, more: usize) -> bool {
        let mut steps = self.steps.borrow_mut();
        let steps = steps.entry(lint).or_default();
        *steps = steps.saturating_add(more);
        *steps <= self.most
    }

    /// Adds a note for each lint that has stopped.
    pub(super) fn report(&self, place: Option<FileSpan>, mistakes: &mut Mistakes) {
        let Some(place) = place else { return };
        for (&lint, &steps) in self.steps.borrow().iter() {
            if steps > self.most {
                mistakes.push(stopped(lint, place));
            }
        }
    }
}

/// Returns the note that a lint has not checked everything.
fn stopped(lint: Code, place: FileSpan) -> Diagnostic {
    let message = format!("the check `{lint}` stopped early: limit reached");
    Diagnostic::remark(Code::Stopped, place, message)
        .label("the grammar that begins here")
        .note("the search reached its limit: it would take much longer than compiling the grammar")
        .help("this is not a mistake; if many statements are nearly the same, replace them with one statement about a set")
}
