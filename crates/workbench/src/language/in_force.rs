//! Merged grammars: `use` is resolved and edits are applied.

use super::index::Index;
use super::symbol::Symbol;
use wishful::base::Span;
use wishful::grammar::ast::Item;
use wishful::grammar::compile::Modes;
use wishful::grammar::compile::names::names;
use wishful::grammar::compile::sets::{Sets, sets};
use wishful::grammar::load::Sources;
use wishful::grammar::print;
use wishful::grammar::statements::Statements;

/// A grammar with `use` resolved and edits applied.
#[derive(Debug)]
pub(super) struct InForce {
    text: String,
    index: Index,
    sets: Sets,
}

impl InForce {
    pub(super) fn of(sources: &Sources) -> Self {
        let statements = Statements::of(sources.units.clone());
        let merged = statements.merged();
        let mut mistakes = Vec::new();
        let names = names(merged, &mut mistakes);
        let sets = sets(merged, &names, &Modes::default(), &mut mistakes);
        let text = print::file(&statements.file());
        Self { index: Index::of(&text), text, sets }
    }

    /// Returns the statements that mention a symbol, those that define it first.
    pub(super) fn about(&self, symbol: &Symbol) -> Vec<(bool, &str)> {
        let stretches = &self.index.stretches;
        let mut found: Vec<(bool, Span)> = Vec::new();
        for spot in &self.index.spots {
            if spot.symbol != *symbol {
                continue;
            }
            let next = stretches.partition_point(|stretch| stretch.span.start <= spot.span.start);
            if next > 0 {
                found.push((spot.defines, stretches[next - 1].span));
            }
        }
        found.sort_unstable_by_key(|&(defines, span)| (span, !defines));
        found.dedup_by_key(|(_, span)| *span);
        let (defining, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|&(defines, _)| defines);
        defining
            .into_iter()
            .chain(others)
            .map(|(defines, span)| (defines, span.of(&self.text)))
            .collect()
    }

    /// Returns the members of a set.
    pub(super) fn members(&self, name: &str) -> Option<Vec<String>> {
        if !self.sets.is_set(name) {
            return None;
        }
        let members = self.sets.members_of(&Item::Name(name.to_owned()));
        Some(members.iter().map(|&member| self.sets.member(member).spelling()).collect())
    }
}
