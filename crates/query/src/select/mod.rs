//! Matching of selectors on a document: all matching nodes, or a test of one node.
//!
//! ```text
//! Plan ──► bind ──► Program      for one document: names as ids, ids and classes as lists
//!                     │
//!     select ─────────┤  right to left: each candidate, its way up and to the left       chain
//!                     │  left to right: one compound after the other                     sweep
//!     matches ────────┤  right to left, until that has cost as much as a sweep           chain
//!                     └─ :has  the same relations in the opposite direction              relative
//! ```
//!
//! A compound has *candidates*: the shortest of the document's lists of elements for its name, its
//! id and its classes, or all elements without such a test. Lists are in document order, and
//! filtering preserves the order.
//!
//! **Right to left**, as in browsers, each candidate of the last compound is followed up and to the
//! left; after a failure, matching resumes at the nearest choice that can change the outcome. This
//! is the fastest way for most selectors. In deep or flat documents, some selectors take a step for
//! each pair of nodes. So this way has a budget: the cost of the other way.
//!
//! **Left to right**, a sweep computes for each compound the set of all elements that match the
//! selector up to it. The next set consists of the candidates of the next compound that have an
//! ancestor, a parent or an earlier sibling in the last set. Each relation takes one pass over the
//! candidates, or over the nodes between. A walk ends at a marked node, since the walk that marked
//! it has continued from there.
//!
//! Bound: every selector costs at most nodes times compounds, and the answer needs no sorting.
//!
//! Arguments of pseudo-classes are selector lists, too. Elements are tested one by one at first.
//! Once these tests have cost as much as computing all matches, all matches are computed, and each
//! further test reads a bit. `:has` works in the same way, in the direction from the matches back
//! to their anchors. Positions among siblings, languages, directions and texts are tables, computed
//! on first use, or once single lookups have cost as much.
//!
//! All work is counted in [`Steps`].
//!
//! `notes/dependencies.md` explains why Servo's crate `selectors` is not used.

mod bind;
mod caches;
mod chain;
mod compound;
mod controls;
mod direction;
mod groups;
mod language;
mod places;
mod program;
mod relative;
mod run;
mod structure;
mod sweep;
mod texts;
mod values;

#[cfg(test)]
mod tests;

pub(crate) use language::declared_language;

use super::plan::{Plan, SelectorsId};
use super::steps::{BudgetExhausted, Steps};
use super::view::View;
use caches::MatchCaches;
use program::Program;
use run::MatchRun;
use wishful::tree::{Document, NodeId, NodeRef};

/// The selectors of a plan, bound to a document, with the caches of their use.
pub(crate) struct Matcher<'d> {
    program: Program<'d>,
    caches: MatchCaches<'d>,
}

impl<'d> Matcher<'d> {
    /// Creates a matcher. `:scope` is the element `scope`; if that node is not an element, `:scope`
    /// means `:root`.
    pub(crate) fn new(
        document: &'d Document,
        plan: &'d Plan,
        view: View,
        scope: NodeRef<'d>,
    ) -> Self {
        let program = bind::program(document, plan, view, scope);
        let caches = MatchCaches::new(&program);
        Self { program, caches }
    }

    /// Changes the element for `:scope`, and drops the caches that may depend on it.
    pub(crate) fn rescope(&mut self, scope: NodeRef<'d>) {
        if self.program.scope != scope {
            self.program.scope = scope;
            self.caches.forget_scope();
        }
    }

    /// Returns the nodes below `root`, within its tree, that match a selector list, in document
    /// order.
    ///
    /// # Errors
    /// If the steps do not suffice.
    pub(crate) fn select(
        &mut self,
        selectors: SelectorsId,
        root: NodeRef<'d>,
        steps: &mut Steps,
    ) -> Result<Vec<NodeId>, BudgetExhausted> {
        self.run(steps).select(selectors, root)
    }

    /// Reports whether a node matches a selector list.
    ///
    /// # Errors
    /// If the steps do not suffice.
    pub(crate) fn matches(
        &mut self,
        selectors: SelectorsId,
        node: NodeId,
        steps: &mut Steps,
    ) -> Result<bool, BudgetExhausted> {
        let Some(node) = self.program.document.node(node) else { return Ok(false) };
        self.run(steps).matches(selectors, node)
    }

    fn run<'r>(&'r mut self, steps: &'r mut Steps) -> MatchRun<'r, 'd> {
        MatchRun { program: &self.program, caches: &mut self.caches, steps }
    }
}
