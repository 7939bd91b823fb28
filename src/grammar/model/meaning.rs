//! A canonical form of a compiled grammar, independent of the names of its sets and rules and of
//! the layout of its files.

use super::facts::{Foster, TreeFacts};
use super::grammar::Grammar;
use super::tables::{Permitted, Remedies, RemedyLine, ResolvedWish, Tables};
use crate::base::{FileId, IndexSet, Span};
use crate::earley::{Automaton, Rules, TerminalId};
use crate::grammar::ast::FileSpan;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The span that replaces all spans.
const NOWHERE: FileSpan = FileSpan { file: FileId::new(0), span: Span { start: 0, end: 0 } };

impl Grammar {
    /// Returns bytes that are equal for two grammars if they were compiled to the same tables,
    /// apart from spans and names. Then they parse every document the same way, with the same
    /// repairs. Grammars that are equivalent for a deeper reason have different bytes. Returns
    /// `None` if `postcard` fails, which no grammar has caused so far.
    #[must_use]
    #[doc(hidden)]
    pub fn meaning(&self) -> Option<Vec<u8>> {
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
    let mut lines: Vec<Vec<RemedyLine>> = Vec::with_capacity(tables.remedies.len());
    for remedies in &tables.remedies {
        let mut listed: Vec<RemedyLine> = remedies.implied.iter().cloned().collect();
        for &line in &remedies.lines {
            listed.extend_from_slice(&tables.lines[line]);
        }
        lines.push(listed);
    }
    tables.lines = lines;
    tables.remedies =
        (0..tables.lines.len()).map(|list| Remedies { implied: None, lines: vec![list] }).collect();
    for line in tables.lines.iter_mut().flatten() {
        (line.place, line.line) = (NOWHERE, NOWHERE);
    }
    let mut rows: Vec<Vec<(TerminalId, u32)>> = Vec::with_capacity(tables.permitted.len());
    for permitted in &tables.permitted {
        let row = tables.cheapest(&permitted.wishes);
        rows.push(row.iter().map(|permission| (permission.tag, permission.cost)).collect());
    }
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
        let mut tags = Vec::with_capacity(row.len());
        for (tag, cost) in row {
            tags.push((tag, items.partition_point(|&(other, _)| other < cost)));
        }
        tables.lists.push(tags);
        tables.wishes.push(ResolvedWish { list, items });
    }
    tables.for_all.clear();
}

fn tree_facts(facts: &mut TreeFacts) {
    facts.omissions.iter_mut().for_each(|omission| omission.place = NOWHERE);
    for pattern in facts.datatypes.iter_mut().chain(&mut facts.forbidden) {
        pattern.place = NOWHERE;
    }
    for attribute in facts.attributes.values_mut().flatten() {
        Arc::make_mut(attribute).place = NOWHERE;
    }
}
