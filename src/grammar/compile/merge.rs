//! Pass 1: merging of several files to one list of statements.
//!
//! The input is the files, used ones before those that use them. The output is [`Merged`], which
//! has no `use`, `replace`, `remove` or `|=` (except sets that a mode extends). So it can be
//! printed as one file (`wishful grammar show`), and later passes need not know that there were
//! several.
//!
//! The statements that are not edits are listed first, file after file, each tagged with its file.
//! Then the edits are carried out in order, those of sets first: "take `<td>` out of the rule for
//! `cell`" needs the final `cell`. An edit sees the statements of its own file and of the files
//! before it. If one element is taken out of a rule, a `void` or a `wish` for a *set*, that becomes
//! one for `{cell - <td>}`.
//!
//! Remedies are ranked, and so are tokens and tests of document types. Those of a variant precede
//! those of the grammar that it uses. So these lines are sorted by file, last file first, within
//! the positions that lines of their kind have in the list.

use super::edit::{Editor, edits_a_set};
use super::flat::{Entry, only_name};
use super::mistake::{Mistakes, twice};
use super::walk;
use crate::base::{HashSet, IndexMap};
use crate::grammar::ast::{At, Edit, Fact, File, Item, Place, Statement};
use crate::grammar::print;
use crate::grammar::schema::{Head, Role};
use std::cmp::Reverse;

/// One list of statements without `use`, `replace`, `remove` and `|=`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merged {
    /// The statements in order; remedies, tokens and tests of document types of a file precede
    /// those of the files that it uses.
    pub(crate) statements: Vec<At<Statement>>,
    /// By statement: the spans of the edits that changed it, in order.
    pub(crate) edits: Vec<Vec<Place>>,
    /// The names in braces on the left of `|=`, which may no longer occur in the statements.
    pub(crate) edited: HashSet<String>,
}

/// Merges the files.
pub(crate) fn merge(units: &[File], mistakes: &mut Mistakes) -> Merged {
    let mut entries = lay_out(units);
    for sets_only in [true, false] {
        for (unit, file) in units.iter().enumerate() {
            for statement in &file.statements {
                if edits_a_set(&mut entries, &statement.value) == sets_only {
                    let place = statement.place;
                    Editor { entries: &mut entries, unit, place }.apply(statement, mistakes);
                }
            }
        }
    }
    rank(&mut entries, |statement| matches!(statement, Statement::Remedy { .. }));
    for head in [Head::Token, Head::Doctype] {
        rank(&mut entries, |statement| statement.fact(head).is_some());
    }
    let (statements, edits): (Vec<_>, Vec<_>) =
        entries.into_iter().map(|entry| (entry.statement, entry.edits)).unzip();
    report_duplicates(&statements, mistakes);
    Merged { statements, edits, edited: edited(units) }
}

fn edited(units: &[File]) -> HashSet<String> {
    let mut names = HashSet::default();
    for statement in units.iter().flat_map(|file| &file.statements) {
        let Statement::Edit(Edit::Extend, rule) = &statement.value else { continue };
        let Statement::Rule { left, .. } = &rule.value else { continue };
        for item in &left.items {
            let Item::Braces { items, .. } = &item.value else { continue };
            walk::each(items, Role::Left, &mut |item, _, _| {
                if let Item::Name(name) = item {
                    names.insert(name.clone());
                }
            });
        }
    }
    names
}

fn lay_out(units: &[File]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (unit, file) in units.iter().enumerate() {
        let plain = file.statements.iter().filter(|statement| {
            !matches!(statement.value, Statement::Edit(..))
                && statement.value.fact(Head::Use).is_none()
        });
        entries.extend(plain.map(|statement| Entry::new(unit, statement.clone())));
    }
    entries
}

/// Sorts the lines of one kind by file, last file first, within the positions of such lines.
fn rank(entries: &mut [Entry], is_ranked: impl Fn(&Statement) -> bool) {
    let slots: Vec<usize> =
        (0..entries.len()).filter(|&at| is_ranked(&entries[at].statement.value)).collect();
    let mut ranked: Vec<Entry> = slots.iter().map(|&at| entries[at].clone()).collect();
    ranked.sort_by_key(|entry| Reverse(entry.unit));
    slots.into_iter().zip(ranked).for_each(|(slot, line)| entries[slot] = line);
}

/// Advice for a second statement.
const EDIT: &str = "`|=` extends what is there, `replace` puts this in its place";
const REPLACE: &str = "`replace` puts this in the place of the other";
const TAKE_AWAY: &str = "take one of the two away";

/// Reports names that two statements define. A later pass, which knows the sets, finds elements
/// with two rules.
fn report_duplicates(statements: &[At<Statement>], mistakes: &mut Mistakes) {
    let mut seen: IndexMap<(&'static str, String), Place> = IndexMap::default();
    let mut define = |kind: &'static str, name: &str, place: Place, help: &str| {
        let first = *seen.entry((kind, name.to_owned())).or_insert(place);
        if first != place {
            let what = if name.is_empty() { kind.to_owned() } else { format!("{kind} `{name}`") };
            let message = format!("there is a {what} already");
            mistakes.push(twice(place, message, "the second", first).help(help));
        }
    };
    for statement in statements {
        match &statement.value {
            Statement::Set { name, .. } => define("set", &name.value, name.place, EDIT),
            Statement::Rule { left, .. } => {
                only_name(left).into_iter().for_each(|At { value, place }| {
                    define("rule", value, place, EDIT);
                });
            }
            Statement::Fact(fact) => defined(fact, statement.place, &mut define),
            _ => {}
        }
    }
}

/// Passes the definitions of a fact to `define`. A fact of which there can be only one defines
/// itself; others define the names in their slots, each by itself or all together.
fn defined(
    fact: &Fact,
    place: Place,
    define: &mut dyn FnMut(&'static str, &str, Place, &'static str),
) {
    let row = fact.row();
    let Some(slots) = row.unique else { return };
    let says_more = row.replaced.is_some() && row.slots.len() > slots.len();
    let help = if says_more { REPLACE } else { TAKE_AWAY };
    let place_of = |slot| fact.text(slot).map_or(place, |name| name.place);
    match slots {
        [] => {
            define(row.noun, "", row.slots.first().map_or(place, |slot| place_of(slot.name)), help)
        }
        [slot] => {
            let names = fact.texts(slot).iter();
            names.for_each(|name| define(row.noun, &name.value, name.place, help));
        }
        [first, ..] => define(row.noun, &print::operands(fact, slots), place_of(first), help),
    }
}
