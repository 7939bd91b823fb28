//! Wishes and remedies, frozen: for each terminal the tags that are permitted for its sake, and its remedies in order.

use super::freeze::Freezer;
use super::tables::{Deed, Line, Rewritten};
use crate::base::BitRow;
use crate::earley::{Rules, TerminalId, WishRow};
use crate::grammar::ast::{At, Place};
use crate::grammar::compiled::{Action, Insert, OfTerminal, Permission, RemedyLine};
use crate::grammar::compiled_words::Rewriting;
use indexmap::IndexMap;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Freezer<'_> {
    /// For each terminal what is permitted for its sake, and what is done when it is rejected.
    pub(super) fn of_terminals(&self, kinds: &[usize], rules: &Rules) -> Vec<OfTerminal> {
        let terminals = self.plain.terminals.len();
        let mut lines: Vec<Vec<&[RemedyLine]>> = vec![Vec::new(); terminals];
        let resolve = |line| (line, self.remedy_lines(line, kinds));
        let resolved: Vec<(&Line, Vec<RemedyLine>)> =
            self.tables.remedies.iter().map(resolve).collect();
        for (line, remedies) in &resolved {
            let left: BTreeSet<usize> = line.left.iter().copied().collect();
            left.into_iter().for_each(|rejected| lines[rejected].push(remedies));
        }
        // Few goals are permitted other tags than any other goal: by the statements that permit them, then by the tags.
        let mut by_statements: IndexMap<Vec<usize>, OfTerminal> = IndexMap::new();
        let mut by_tags: IndexMap<Vec<(usize, u32, Place)>, OfTerminal> = IndexMap::new();
        let mut tags = |goal: usize| {
            let permitted = self.tables.permitted(goal).into_iter();
            let mut key: Vec<(usize, u32, Place)> =
                permitted.map(|(tag, (cost, place))| (tag, cost, place)).collect();
            key.sort_unstable();
            by_tags.entry(key).or_insert_with_key(|key| wishes(key, rules)).clone()
        };
        let mut all = Vec::new();
        for (goal, lines) in lines.iter().enumerate() {
            let statements = self.tables.permitting(goal).collect();
            let shared = by_statements.entry(statements).or_insert_with(|| tags(goal)).clone();
            all.push(OfTerminal { remedies: remedies(lines, &shared.permissions), ..shared });
        }
        all
    }

    /// The remedies of one line.
    fn remedy_lines(&self, line: &Line, kinds: &[usize]) -> Vec<RemedyLine> {
        let element_row = |elements: &Vec<usize>| self.elements_row(kinds, elements);
        let within = line.within.as_ref().map(element_row);
        let guards: Vec<_> = line.guards.iter().filter_map(|guard| self.condition(guard)).collect();
        let remedy = |deed: &At<Deed>| RemedyLine {
            action: self.action(&deed.value, kinds),
            guards: guards.clone(),
            wherever: line.wherever.map(TerminalId::new),
            excluded: line.excluded,
            within: within.clone(),
            place: deed.place,
            line: line.place,
        };
        line.deeds.iter().map(remedy).collect()
    }

    fn elements_row(&self, kinds: &[usize], elements: &[usize]) -> BitRow {
        self.kinds_row(kinds, |number| elements.contains(&number))
    }

    fn insert(&self, tags: &[usize]) -> Insert {
        Insert { tags: ids(tags), row: self.terminals_row(tags.iter().copied()) }
    }

    fn action(&self, deed: &Deed, kinds: &[usize]) -> Action {
        match deed {
            Deed::Insert(tags) => Action::Insert(self.insert(tags)),
            Deed::Grant => Action::Grant,
            Deed::Drop => Action::Drop,
            Deed::Admit => Action::Admit,
            Deed::Ignore => Action::Ignore,
            Deed::Close(tags, unless) => Action::Close(
                self.insert(tags),
                unless.as_ref().map(|u| self.elements_row(kinds, u)),
            ),
            Deed::Adopt(elements) => Action::Adopt(self.elements_row(kinds, elements)),
            Deed::Reopen => Action::Reopen,
            Deed::Unlink(elements) => Action::Unlink(self.elements_row(kinds, elements)),
            Deed::Retract(elements) => Action::Retract(self.elements_row(kinds, elements)),
            Deed::Merge => Action::Merge,
            Deed::Rewrite(Rewritten::Start(tags)) => Action::Rewrite(Rewriting::Start(ids(tags))),
            Deed::Rewrite(Rewritten::Ends(tags)) => Action::Rewrite(Rewriting::Ends(ids(tags))),
            Deed::Rewrite(Rewritten::Text(text)) => Action::Rewrite(Rewriting::Text(text.clone())),
        }
    }
}

/// The remedies of a terminal: those of its lines, and first of all its wishes, unless a line says when.
fn remedies(lines: &[&[RemedyLine]], permissions: &[Permission]) -> Vec<RemedyLine> {
    let mut remedies = lines.concat();
    let says_grant = remedies.iter().any(|remedy| remedy.action == Action::Grant);
    if let (false, Some(permission)) = (says_grant, permissions.first()) {
        let place = permission.place;
        let (action, excluded) = (Action::Grant, false);
        remedies.insert(
            0,
            RemedyLine {
                action,
                guards: Vec::new(),
                wherever: None,
                excluded,
                within: None,
                place,
                line: place,
            },
        );
    }
    remedies
}

fn ids(terminals: &[usize]) -> Vec<TerminalId> {
    terminals.iter().map(|&terminal| TerminalId::new(terminal)).collect()
}

fn wishes(row: &[(usize, u32, Place)], rules: &Rules) -> OfTerminal {
    let permission =
        |&(tag, place): &(usize, Place)| Permission { tag: TerminalId::new(tag), place };
    let tags: Vec<(usize, Place)> = row.iter().map(|&(tag, _, place)| (tag, place)).collect();
    let mut costs = vec![None; rules.terminal_count()];
    for &(tag, cost, _) in row {
        costs[tag] = Some(cost);
    }
    let wishes = (!row.is_empty()).then(|| Arc::new(WishRow::new(rules, &costs)));
    let permissions = Arc::new(tags.iter().map(permission).collect());
    OfTerminal { remedies: Vec::new(), wishes, permissions }
}
