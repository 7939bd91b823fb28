//! Selectors on a document: which nodes match, and whether one does.
//!
//! ```text
//! Plan ──► bind ──► Program      names as numbers, ids and classes as lists of elements, for one document
//!                     │
//!     select ─────────┤  from the right: each candidate, its way up and to the left      chain
//!                     │  from the left: a whole compound after the other                 sweep
//!     matches ────────┤  from the right, until that has cost as much as a sweep          chain
//!                     └─ :has  the same the other way round                              relative
//! ```
//!
//! A compound has *candidates*: the shortest of the lists of elements that the document keeps for the name, the id and the
//! classes it asks for; all elements if it asks for none. A list is in document order, and so is all that is made from it by
//! leaving out.
//!
//! *From the right*, a candidate of the last compound is followed to the left, as browsers do it: what fails goes on at the
//! nearest choice that can make a difference. For most selectors that is the shortest way, and for some, in deep or flat
//! documents, one with a step for each pair of nodes. So it has a budget: what *from the left* costs. That way keeps, for
//! each compound, the set of all elements that match the selector so far; the next set is those of the next compound's
//! candidates that have one of the last set around them, as parent, before them. Each of these relations takes one pass over
//! candidates or over the nodes between (a mark that is met ends the way, since whoever left it went on from there). So any
//! selector costs no more than nodes times compounds, and an answer needs no sorting.
//!
//! The arguments of pseudo-classes are lists of selectors, too. One element after the other is asked whether it matches one;
//! when that has cost as much as it costs to find all that do, all are found, and from then on it is a look at a bit. `:has` is
//! answered in the same way, from the elements found back to those that have them. Places among siblings, languages, directions
//! and texts are tables, each made when it is asked for first or, where a look nearby may do, when that has cost as much.
//!
//! Everything is counted in [`Steps`].
//!
//! The crate `selectors` of Servo was the other choice; `notes/dependencies.md` says why it is not used.

mod bind;
mod chain;
mod compound;
mod direction;
mod groups;
mod known;
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

use super::plan::{Plan, SelectorsId};
use super::steps::{Cut, Steps};
use super::view::View;
use crate::tree::{Document, NodeId, NodeRef};
use known::Known;
use program::Program;
use run::Run;

/// The selectors of a plan, made ready for a document, with what was found out about it by their use.
pub(crate) struct Matcher<'d> {
    program: Program<'d>,
    known: Known<'d>,
}

impl<'d> Matcher<'d> {
    /// `:scope` is the element `scope`; if that is another node, as the document is, it is the root.
    pub(crate) fn new(
        document: &'d Document,
        plan: &'d Plan,
        view: View,
        scope: NodeRef<'d>,
    ) -> Self {
        let program = bind::program(document, plan, view, scope);
        let known = Known::new(&program);
        Self { program, known }
    }

    /// Makes another element `:scope`; what may have hung on it is forgotten.
    pub(crate) fn rescope(&mut self, scope: NodeRef<'d>) {
        if self.program.scope != scope {
            self.program.scope = scope;
            self.known.forget_scope();
        }
    }

    /// The nodes below `root`, in its tree, that match one of the selectors; in document order.
    ///
    /// # Errors
    /// If there are not enough steps.
    pub(crate) fn select(
        &mut self,
        selectors: SelectorsId,
        root: NodeRef<'d>,
        steps: &mut Steps,
    ) -> Result<Vec<NodeId>, Cut> {
        self.run(steps).select(selectors, root)
    }

    /// Whether a node matches one of the selectors.
    ///
    /// # Errors
    /// If there are not enough steps.
    pub(crate) fn matches(
        &mut self,
        selectors: SelectorsId,
        node: NodeId,
        steps: &mut Steps,
    ) -> Result<bool, Cut> {
        let Some(node) = self.program.document.node(node) else { return Ok(false) };
        self.run(steps).matches(selectors, node)
    }

    fn run<'r>(&'r mut self, steps: &'r mut Steps) -> Run<'r, 'd> {
        Run { program: &self.program, known: &mut self.known, steps }
    }
}
