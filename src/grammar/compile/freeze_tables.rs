//! Wishes and remedies, frozen: for each terminal the tags that are permitted for its sake, and its
//! remedies in order.

use super::freeze::Freezer;
use super::tables::{Line, ResolvedRemedy};
use crate::base::{BitRow, IndexMap, IndexSet};
use crate::earley::TerminalId;
use crate::grammar::ast::{At, Place};
use crate::grammar::model::Rewriting;
use crate::grammar::model::{
    CompiledRemedy, Insert, OfTerminal, Permission, Permitted, RemedyLine, Tables,
};

impl Freezer<'_> {
    /// For each terminal what is permitted for its sake, and what is done when it is rejected.
    pub(super) fn of_terminals(&self) -> Tables {
        let resolve = |line| self.remedy_lines(line);
        let resolved: Vec<Vec<RemedyLine>> = self.tables.remedies.iter().map(resolve).collect();
        // Few goals are permitted other tags than any other goal: by the statements that permit
        // them, then by the tags.
        let mut by_statements: IndexMap<&[usize], usize> = IndexMap::default();
        let mut by_tags: IndexSet<Vec<Permission>> = IndexSet::default();
        let mut by_lines: IndexMap<(&[usize], Option<Place>), Vec<RemedyLine>> =
            IndexMap::default();
        let mut of_terminals = Vec::new();
        for goal in 0..self.plain.terminals.len() {
            let (statements, lines) = (self.tables.wishes_of(goal), self.tables.lines_of(goal));
            let tags = || by_tags.insert_full(self.permitted(goal)).0;
            let permitted = *by_statements.entry(statements).or_insert_with(tags);
            let granted = by_tags[permitted].first().map(|permission| permission.place);
            let entry = by_lines.entry((lines, granted));
            let remedies = entry.index();
            entry.or_insert_with_key(|(lines, granted)| {
                with_grant(lines.iter().flat_map(|&line| &resolved[line]), *granted)
            });
            of_terminals.push(OfTerminal { remedies, permitted });
        }
        let permitted = by_tags.into_iter().map(Permitted::new).collect();
        let remedies = by_lines.into_values().collect();
        Tables { of_terminals, remedies, permitted }
    }

    /// The tags that are permitted for the sake of a goal, in order.
    fn permitted(&self, goal: usize) -> Vec<Permission> {
        let permitted = self.tables.permitted(goal).into_iter();
        let permission =
            |(tag, (cost, place))| Permission { tag: TerminalId::new(tag), cost, place };
        let mut tags: Vec<_> = permitted.map(permission).collect();
        tags.sort_unstable();
        tags
    }

    /// The remedies of one line.
    fn remedy_lines(&self, line: &Line) -> Vec<RemedyLine> {
        let within = line.within.as_ref().map(|elements| self.row_of(elements));
        let guards: Vec<_> = line.guards.iter().filter_map(|guard| self.condition(guard)).collect();
        let compiled = |remedy: &At<ResolvedRemedy>| RemedyLine {
            remedy: self.remedy(&remedy.value),
            guards: guards.clone(),
            wherever: line.wherever.map(TerminalId::new),
            excluded: line.excluded,
            within: within.clone(),
            place: remedy.place,
            line: line.place,
        };
        line.remedies.iter().map(compiled).collect()
    }

    fn row_of(&self, elements: &[usize]) -> BitRow {
        self.kinds_row(elements.iter().copied())
    }

    fn insert(&self, tags: &[usize]) -> Insert {
        Insert { tags: ids(tags), row: self.terminals_row(tags.iter().copied()) }
    }

    fn remedy(&self, resolved: &ResolvedRemedy) -> CompiledRemedy {
        let row = |elements: &Vec<usize>| self.row_of(elements);
        resolved.map(
            |tags| self.insert(tags),
            row,
            |made| match made {
                Rewriting::Start(tags) => Rewriting::Start(ids(tags)),
                Rewriting::Ends(tags) => Rewriting::Ends(ids(tags)),
                Rewriting::Text(text) => Rewriting::Text(text.clone()),
            },
        )
    }
}

/// The remedies of a terminal: those of its lines, and first of all its wishes, if some are
/// `granted`, unless a line says when.
fn with_grant<'a>(
    remedies: impl Iterator<Item = &'a RemedyLine>,
    granted: Option<Place>,
) -> Vec<RemedyLine> {
    let mut remedies: Vec<RemedyLine> = remedies.cloned().collect();
    let says_grant = remedies.iter().any(|remedy| remedy.remedy == CompiledRemedy::Grant);
    if let (false, Some(place)) = (says_grant, granted) {
        remedies.insert(0, grant(place));
    }
    remedies
}

fn grant(place: Place) -> RemedyLine {
    let (remedy, guards, line) = (CompiledRemedy::Grant, Vec::new(), place);
    RemedyLine { remedy, guards, wherever: None, excluded: false, within: None, place, line }
}

fn ids(terminals: &[usize]) -> Vec<TerminalId> {
    terminals.iter().map(|&terminal| TerminalId::new(terminal)).collect()
}
