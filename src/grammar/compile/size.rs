//! A bound on the expanded size of a grammar.
//!
//! Sets make a grammar short: `<x>/inline ::= TEXT* ;` is one line and one rule for each member of
//! `inline`. Many such lines over large sets expand to the product of both. The passes after `sets`
//! ask [`Size::allows`] before they write out a list; where the answer is no, they leave it out,
//! and the grammar is refused with one error instead of filling the memory.

use super::mistake::error;
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::FileSpan;
use std::cell::Cell;

/// The largest expansion: members of lists, elements with rules, and rules, all together.
/// (`whatwg` has 8,000.)
const LARGEST: usize = 500_000;

/// The expansion so far.
#[derive(Debug, Default)]
pub(crate) struct Size {
    expanded: Cell<usize>,
    /// The span of the statement that exceeded the bound.
    exceeded_by: Cell<Option<FileSpan>>,
}

impl Size {
    /// Reports whether a list was left out.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.exceeded_by.get().is_some()
    }

    /// Adds to the size, and reports whether it is within the bound. Once it is not, it never is.
    pub(crate) fn allows(&self, more: usize, place: FileSpan) -> bool {
        self.expanded.set(self.expanded.get().saturating_add(more));
        let is_allowed = self.expanded.get() <= LARGEST;
        if !is_allowed && self.exceeded_by.get().is_none() {
            self.exceeded_by.set(Some(place));
        }
        is_allowed
    }

    /// The error for a grammar that exceeds the bound.
    pub(crate) fn error(&self) -> Option<Diagnostic> {
        let message =
            format!("with its sets expanded, this grammar exceeds the limit of {LARGEST} parts");
        let place = self.exceeded_by.get()?;
        let mistake = error(Code::Limit, place, message)
            .label("the statement that exceeds the limit")
            .help("replace statements that repeat a large set by one about `<*>` or about a set");
        Some(mistake)
    }
}
