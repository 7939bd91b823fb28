//! What a grammar comes to, whatever its sets and rules are called and wherever in its files it says so.

use super::facts::{Foster, TreeFacts};
use super::grammar::Grammar;
use super::tables::Tables;
use crate::base::{FileId, Span};
use crate::earley::{Automaton, Rules};
use crate::grammar::ast::Place;
use std::sync::Arc;

/// The place of everything.
const NOWHERE: Place = Place { file: FileId::new(0), span: Span { start: 0, end: 0 } };

impl Grammar {
    /// The same bytes for grammars by which everything is parsed alike, with the same repairs: those that were compiled to the
    /// same but for places and names. Grammars that parse alike for a deeper reason have other bytes. None if it
    /// cannot be written, which can be said of none so far.
    #[must_use]
    pub(crate) fn meaning(&self) -> Option<Vec<u8>> {
        let mut bare = self.clone();
        bare.name.clear();
        bare.rules = Automaton::new(Rules::clone(&bare.rules).without_names().ok()?);
        bare.context_places.clear();
        for element in &mut bare.elements {
            element.place = NOWHERE;
            nowhere(&mut element.fosters);
        }
        nowhere(&mut bare.root_fosters);
        bare.latches.iter_mut().for_each(|latch| latch.place = NOWHERE);
        bare.doctype_lines.iter_mut().for_each(|line| line.place = NOWHERE);
        bare.formatting.iter_mut().for_each(|formatting| formatting.place = NOWHERE);
        bare.soft.iter_mut().for_each(|soft| soft.place = NOWHERE);
        tables(&mut bare.tables);
        tree_facts(Arc::make_mut(&mut bare.tree_facts));
        postcard::to_extend(&bare, Vec::new()).ok()
    }
}

fn nowhere(fosters: &mut [Foster]) {
    fosters.iter_mut().for_each(|foster| foster.place = NOWHERE);
}

fn tables(tables: &mut Tables) {
    for line in tables.remedies.iter_mut().flatten() {
        (line.place, line.line) = (NOWHERE, NOWHERE);
    }
    for permission in tables.permitted.iter_mut().flat_map(|permitted| &mut permitted.tags) {
        permission.place = NOWHERE;
    }
}

fn tree_facts(facts: &mut TreeFacts) {
    facts.omissions.iter_mut().for_each(|omission| omission.place = NOWHERE);
    for attribute in facts.attributes.values_mut().flatten() {
        Arc::make_mut(attribute).place = NOWHERE;
    }
}
