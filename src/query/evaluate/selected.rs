//! Selectors as legs of paths.

use super::evaluator::Evaluator;
use super::failure::{Eval, Failure};
use super::place::Place;
use crate::query::plan::SelectorsId;

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// The nodes below some that match.
    pub(super) fn select(&mut self, selectors: SelectorsId, _from: &[Place]) -> Eval<Vec<Place>> {
        let span = self.plan.selectors(selectors).span;
        Err(Failure::no_nodes("what selectors choose", span).into())
    }
}
