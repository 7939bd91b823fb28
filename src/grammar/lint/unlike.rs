//! `unlike`: one place that does not do what all its like do.
//!
//! Where a grammar does a thing again and again, the one place that leaves it out was most often
//! forgotten. Three habits are looked at here, and those of exclusions in [`exclusions`](super::exclusions), each only where
//! it is plain enough that there is one:
//!
//! * Wishes say `for`: of ten or more at most one in ten does not.
//! * A remedy line that inserts `<a>` inserts `<b>`, too: in [`LINES`] or more lines without exception but this one.
//!   (A line for `<b>` itself is none of them.)
//! * Comments, declarations, blanks and cruft stand in the contents of elements: of ten or more at
//!   most one in ten has no room for that token. Raw text holds none of them and is left out.

use super::Subject;
use crate::base::{Code, IndexMap};
use crate::grammar::ast::{At, Atom, Item, Place, Rejected, Remedy, Statement, facts};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::TerminalKey;
use crate::grammar::compile::walk::spell;
use crate::grammar::schema::Head;
use std::collections::BTreeMap;

/// So many other lines make a habit.
const LINES: usize = 6;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    wishes(subject, mistakes);
    remedies(subject, mistakes);
    contents(subject, mistakes);
}

/// Whether so few of so many are an oversight.
pub(super) fn is_oversight(without: usize, all: usize) -> bool {
    without > 0 && all >= 10 && without * 10 <= all
}

/// Wishes that are for the sake of any token.
fn wishes(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let wishes = facts(&subject.stages.merged.statements, Head::Wish);
    let all: Vec<(bool, Place)> = wishes.map(|wish| (wish.value.says("for"), wish.place)).collect();
    let without: Vec<Place> =
        all.iter().filter(|(says, _)| !says).map(|(_, place)| *place).collect();
    if is_oversight(without.len(), all.len()) {
        mistakes.extend(without.into_iter().map(|place| {
            warning(Code::Unlike, place, "this wish is for the sake of any token")
                .label("no `for`, which nearly all others have")
                .help("say for which tokens: `for …`")
        }));
    }
}

/// One remedy line: what it is for, and what it inserts.
struct Line<'s> {
    rejected: Vec<&'s Item>,
    inserts: IndexMap<String, Place>,
    place: Place,
}

fn remedies(subject: &Subject<'_>, mistakes: &mut Mistakes) {
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

/// A content by the statement that says it.
struct OfStatement {
    /// The first element that has it.
    element: usize,
    place: Place,
    spelling: String,
}

fn contents(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let containment = &subject.containment;
    let mut contents: IndexMap<usize, OfStatement> = IndexMap::default();
    for (number, element) in plain.elements.iter().enumerate() {
        let is_data = !subject.stages.symbols.lexical.contains_key(&element.occurrence.element);
        let (Some(statement), Some(place), Some(_)) =
            (element.statement, element.place, &element.kind)
        else {
            continue;
        };
        if subject.reach.elements[number] && is_data {
            contents.entry(statement).or_insert_with(|| OfStatement {
                element: number,
                place,
                spelling: super::spelling_of(element),
            });
        }
    }
    // An empty content is meant.
    let is_filled = containment.holding(|own| !own.terminals.is_empty());
    for name in ["COMMENT", "DOCTYPE", "SPACE", "CRUFT"] {
        let Some(token) = plain.terminals.get_index_of(&TerminalKey::Named(name.to_owned())) else {
            continue;
        };
        let has_room = containment.holding_terminal(Some(token));
        let lacks = |of: &OfStatement| is_filled[of.element] && !has_room[of.element];
        let without: Vec<_> = contents.iter().filter(|(_, of)| lacks(of)).collect();
        if is_oversight(without.len(), contents.len()) {
            for (&statement, of) in without {
                let message = format!("{name} has no place in {}", of.spelling);
                let mistake = warning(Code::Unlike, of.place, message)
                    .label(format!("nearly all other contents have room for {name}"));
                let sets = sets_of(subject, statement).into_iter();
                mistakes.push(sets.fold(mistake, |mistake, place| {
                    mistake.also(place.file, place.span, "what it is made of")
                }));
            }
        }
    }
}

/// Where the sets are defined that a rule is made of.
fn sets_of(subject: &Subject<'_>, statement: usize) -> Vec<Place> {
    let mut places = Vec::new();
    let found = subject.stages.merged.statements.get(statement).map(|found| &found.value);
    if let Some(Statement::Rule { content, .. }) = found {
        for factor in content.alternatives.iter().flat_map(|alternative| &alternative.factors) {
            if let Atom::Item(Item::Name(name)) = &factor.value.atom {
                places.extend(subject.stages.names.sets.get(name).map(|(place, _)| *place));
            }
        }
    }
    places
}
