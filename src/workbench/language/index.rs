//! The index of the names in one file.

use super::symbol::{Spot, spots};
use crate::grammar::pieces::{Stretch, stretches};

/// The statements of a file and the symbols in them.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) stretches: Vec<Stretch>,
    /// The symbols, in order.
    pub(super) spots: Vec<Spot>,
}

impl Index {
    pub(super) fn of(text: &str) -> Self {
        let stretches = stretches(text);
        let of_stretch = |stretch: &Stretch| -> Vec<Spot> {
            (0..stretch.pieces.len()).flat_map(|at| spots(text, stretch, at)).collect()
        };
        let spots = stretches.iter().flat_map(of_stretch).collect();
        Self { stretches, spots }
    }

    /// Returns the symbol at an offset. An offset right after a symbol counts, too, since the
    /// cursor is there after typing.
    pub(super) fn at(&self, offset: usize) -> Option<&Spot> {
        let holds =
            |spot: &&Spot| spot.span.range().start <= offset && offset <= spot.span.range().end;
        self.spots.iter().rfind(holds)
    }
}
