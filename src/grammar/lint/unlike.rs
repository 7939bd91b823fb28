//! `unlike`: one place that does not do what all its like do.
//!
//! Where a grammar does a thing again and again, the one place that leaves it out was most often forgotten. Here: a remedy line
//! that inserts `<a>` inserts `<b>`, too, in [`LINES`] or more lines without exception but this one. (A line for `<b>` itself is
//! none of them.) The habits of exclusions are in [`exclusions`](super::exclusions).

use super::subject::Subject;
use crate::base::{Code, IndexMap};
use crate::grammar::ast::{At, Item, Place, Rejected, Remedy, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::walk::spell;
use std::collections::BTreeMap;

/// So many other lines make a habit.
const LINES: usize = 6;

/// One remedy line: what it is for, and what it inserts.
struct Line<'s> {
    rejected: Vec<&'s Item>,
    inserts: IndexMap<String, Place>,
    place: Place,
}

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let lines: Vec<Line<'_>> = subject
        .stages
        .merged
        .statements
        .iter()
        .filter_map(|statement| match &statement.value {
            Statement::Remedy { rejected: Rejected { left, .. }, remedies } => Some(Line {
                rejected: left.terms.iter().map(|(_, item)| &item.value).collect(),
                inserts: remedies.iter().filter_map(inserted).collect(),
                place: statement.place,
            }),
            _ => None,
        })
        .collect();
    let mut pairs: IndexMap<(&str, &str), usize> = IndexMap::default();
    let mut totals: BTreeMap<&str, usize> = BTreeMap::new();
    for line in &lines {
        for first in line.inserts.keys() {
            *totals.entry(first).or_default() += 1;
            for second in line.inserts.keys().filter(|second| *second != first) {
                *pairs.entry((first, second)).or_default() += 1;
            }
        }
    }
    let habits: Vec<(&str, &str)> = pairs
        .iter()
        .filter(|((first, _), both)| **both >= LINES && totals[first] == **both + 1)
        .map(|(pair, _)| *pair)
        .collect();
    for line in &lines {
        let missing = habits.iter().find(|(first, second)| {
            line.inserts.contains_key(*first)
                && !line.inserts.contains_key(*second)
                && !line.rejected.iter().any(|item| spelled(item).as_deref() == Some(second))
        });
        if let Some((first, second)) = missing {
            let place = line.inserts.get(*first).copied().unwrap_or(line.place);
            let message = format!("all other lines that insert {first} insert {second}, too");
            mistakes.push(
                warning(Code::Unlike, place, message).label(format!("not together with {second}")),
            );
        }
    }
}

fn inserted(remedy: &At<Remedy>) -> Option<(String, Place)> {
    match &remedy.value {
        Remedy::Insert(item) => Some((spelled(item)?, remedy.place)),
        _ => None,
    }
}

fn spelled(item: &Item) -> Option<String> {
    match item {
        Item::Start(element) => Some(spell(element, false)),
        Item::End(element) => Some(spell(element, true)),
        Item::Name(name) => Some(format!("`{name}`")),
        _ => None,
    }
}
