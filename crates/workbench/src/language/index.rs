//! The index of the names in one file.

use super::symbol::{SymbolOccurrence, spots};
use wishful::grammar::pieces::{StatementTokens, stretches};

/// The statements of a file and the symbols in them.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) stretches: Vec<StatementTokens>,
    /// The symbols, in order.
    pub(super) spots: Vec<SymbolOccurrence>,
}

impl Index {
    pub(super) fn of(text: &str) -> Self {
        let stretches = stretches(text);
        let mut found = Vec::new();
        for stretch in &stretches {
            for at in 0..stretch.pieces.len() {
                found.extend(spots(text, stretch, at));
            }
        }
        Self { stretches, spots: found }
    }

    /// Returns the symbol at an offset. An offset right after a symbol counts, too, since the
    /// cursor is there after typing.
    pub(super) fn at(&self, offset: usize) -> Option<&SymbolOccurrence> {
        self.spots.iter().rfind(|spot| {
            let range = spot.span.range();
            range.start <= offset && offset <= range.end
        })
    }
}
