//! A canonical form of a compiled grammar, independent of the names of its sets and rules and of
//! the layout of its files.

use super::facts::{Foster, TreeFacts};
use super::grammar::Grammar;
use super::tables::{Permitted, Remedies, RemedyLine, Tables, Wished};
use crate::base::{FileId, IndexSet, Span};
use crate::earley::{Automaton, Rules, TerminalId};
use crate::grammar::ast::Place;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The span that replaces all spans.
const NOWHERE: Place = Place { file: FileId::new(0), span: Span { start: 0, end: 0 } };

impl Grammar {
    /// Returns bytes that are equal for two grammars if they were compiled to the same tables,
    /// apart from spans and names. Then they parse every document the same way, with the same
    /// repairs. Grammars that are equivalent for a deeper reason have different bytes. Returns
    /// `None` if `postcard` fails, which no grammar has caused so far.
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

/// Merges the wishes and the remedies of each terminal into one list, however many statements they
/// come from.
fn tables(tables: &mut Tables) {
    let listed = |of: &Remedies| -> Vec<RemedyLine> {
        let lines = of.lines.iter().flat_map(|&line| &tables.lines[line]);
        of.grant.iter().chain(lines).cloned().collect()
    };
    tables.lines = tables.remedies.iter().map(listed).collect();
    tables.remedies =
        (0..tables.lines.len()).map(|list| Remedies { grant: None, lines: vec![list] }).collect();
    for line in tables.lines.iter_mut().flatten() {
        (line.place, line.line) = (NOWHERE, NOWHERE);
    }
    let rows = tables.permitted.iter().map(|permitted| {
        let row = tables.cheapest(&permitted.wishes);
        row.iter().map(|permission| (permission.tag, permission.cost)).collect()
    });
    let rows: Vec<Vec<(TerminalId, u32)>> = rows.collect();
    let rows_of: IndexSet<_> = rows.iter().cloned().collect();
    tables.permitted = (0..rows_of.len()).map(|row| Permitted::new(vec![row])).collect();
    for of_terminal in &mut tables.of_terminals {
        // OK because each row is one of the set.
        of_terminal.permitted = rows_of.get_index_of(&rows[of_terminal.permitted]).unwrap_or(0);
    }
    tables.wishes.clear();
    tables.lists.clear();
    for (list, row) in rows_of.into_iter().enumerate() {
        let costs: BTreeSet<u32> = row.iter().map(|&(_, cost)| cost).collect();
        let items: Vec<_> = costs.into_iter().map(|cost| (cost, NOWHERE)).collect();
        let item = |cost| items.partition_point(|&(other, _)| other < cost);
        tables.lists.push(row.into_iter().map(|(tag, cost)| (tag, item(cost))).collect());
        tables.wishes.push(Wished { list, items });
    }
    tables.for_all.clear();
}

fn tree_facts(facts: &mut TreeFacts) {
    facts.omissions.iter_mut().for_each(|omission| omission.place = NOWHERE);
    for attribute in facts.attributes.values_mut().flatten() {
        Arc::make_mut(attribute).place = NOWHERE;
    }
}
