//! Merged grammars: `use` is resolved and edits are applied.

use super::index::Index;
use super::symbol::Symbol;
use crate::base::Span;
use crate::grammar::ast::Item;
use crate::grammar::compile::names::names;
use crate::grammar::compile::sets::{Sets, sets};
use crate::grammar::compile::{Modes, merged};
use crate::grammar::entry::merged_file;
use crate::grammar::load::Sources;
use crate::grammar::print;

/// A grammar with `use` resolved and edits applied.
#[derive(Debug)]
pub(super) struct InForce {
    text: String,
    index: Index,
    sets: Sets,
}

impl InForce {
    pub(super) fn of(sources: &Sources) -> Self {
        let merged = merged(&sources.units);
        let mut mistakes = Vec::new();
        let names = names(&merged, &mut mistakes);
        let sets = sets(&merged, &names, &Modes::default(), &mut mistakes);
        let text = print::file(&merged_file(sources));
        Self { index: Index::of(&text), text, sets }
    }

    /// Returns the statements that mention a symbol, those that define it first.
    pub(super) fn about(&self, symbol: &Symbol) -> Vec<(bool, &str)> {
        let spots = self.index.spots.iter().filter(|spot| spot.symbol == *symbol);
        let mut found: Vec<(bool, Span)> = spots
            .filter_map(|spot| {
                let stretches = &self.index.stretches;
                let next =
                    stretches.partition_point(|stretch| stretch.span.start <= spot.span.start);
                Some((spot.defines, stretches.get(next.checked_sub(1)?)?.span))
            })
            .collect();
        found.sort_by_key(|&(defines, span)| (span, !defines));
        found.dedup_by_key(|(_, span)| *span);
        found.sort_by_key(|&(defines, _)| !defines);
        found.into_iter().map(|(defines, span)| (defines, span.of(&self.text))).collect()
    }

    /// Returns the members of a set.
    pub(super) fn members(&self, name: &str) -> Option<Vec<String>> {
        let members = self.sets.members_of(&Item::Name(name.to_owned()));
        let is_set = self.sets.is_set(name);
        is_set.then(|| members.iter().map(|member| member.spelling()).collect())
    }
}
