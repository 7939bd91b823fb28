//! `replace` and `remove` of what is taken whole: remedy lines, and statements that are facts.
//!
//! Part of [`edit`](super::edit).

use super::edit::{Missing, found, same_option};
use super::flat::same_items;
use super::merge::Entry;
use crate::grammar::ast::{
    At, Guard, Place, Rejected, Removal, Single, Statement, TreeFact, TreeWord,
};

/// Whether `new` stands for exactly what `old` says now.
pub(super) fn replaces(new: &Statement, old: &Statement) -> bool {
    match (new, old) {
        (Statement::Latch { name: a, .. }, Statement::Latch { name: b, .. }) => a.value == b.value,
        (
            Statement::Doctype { latch: a, test: x, .. },
            Statement::Doctype { latch: b, test: y, .. },
        ) => a.value == b.value && x == y,
        (Statement::Tree(a), Statement::Tree(b)) => word_of(a) == word_of(b),
        (
            Statement::Rename { attributes: x, namespace: a, .. },
            Statement::Rename { attributes: y, namespace: b, .. },
        ) => x == y && a.value == b.value,
        _ => single_of(new).is_some_and(|single| single_of(old) == Some(single)),
    }
}

/// Which fact of the tree it is; none for `hide` and `mirror`, which have no list.
fn word_of(fact: &TreeFact) -> (Option<TreeWord>, bool) {
    match fact {
        TreeFact::Of(word, _) => (Some(*word), false),
        TreeFact::Hide(_) => (None, false),
        TreeFact::Mirror(_) => (None, true),
    }
}

/// Which of the statements that stand once it is, if one.
fn single_of(statement: &Statement) -> Option<Single> {
    match statement {
        Statement::Fragment { .. } => Some(Single::Fragment),
        Statement::Formatting { .. } => Some(Single::Formatting),
        Statement::Soft { .. } => Some(Single::Soft),
        _ => None,
    }
}

/// Carries out a removal of whole statements.
pub(super) fn remove(
    entries: &mut Vec<Entry>,
    unit: usize,
    removal: &Removal,
    place: Place,
) -> Result<(), Missing> {
    let mut take_out = |is: &dyn Fn(&Statement) -> bool| {
        let before = entries.len();
        entries.retain(|entry| entry.unit > unit || !is(&entry.statement.value));
        entries.len() < before
    };
    match removal {
        Removal::Remedy(wanted) => {
            let taken = take_out(
                &|statement| matches!(statement, Statement::Remedy { rejected, .. } if same_rejected(rejected, wanted)),
            );
            found(taken, || Missing::of("remedy line with this left side", place))
        }
        Removal::Latch(wanted) => {
            let taken = take_out(
                &|statement| matches!(statement, Statement::Latch { name, .. } if name.value == wanted.value),
            );
            found(taken, || Missing::named("latch", wanted))
        }
        Removal::Doctype(wanted) => {
            let taken = take_out(
                &|statement| matches!(statement, Statement::Doctype { latch, .. } if latch.value == wanted.value),
            );
            found(taken, || Missing::named("`doctype` line of", wanted))
        }
        Removal::Single(single) => {
            let taken = take_out(&|statement| single_of(statement) == Some(*single));
            found(taken, || Missing::of(format!("`{}` statement", single.word()), place))
        }
        Removal::Mark(names) => names.iter().try_for_each(|name| remove_mark(entries, unit, name)),
        _ => Ok(()),
    }
}

/// Takes a name out of the `mark` statements.
fn remove_mark(entries: &mut Vec<Entry>, unit: usize, mark: &At<String>) -> Result<(), Missing> {
    let mut taken = false;
    entries.retain_mut(|entry| {
        let Statement::Mark(names) = &mut entry.statement.value else { return true };
        if entry.unit <= unit {
            let before = names.len();
            names.retain(|name| name.value != mark.value);
            taken |= names.len() < before;
        }
        !names.is_empty()
    });
    found(taken, || Missing::named("mark", mark))
}

/// Equal but for places.
pub(super) fn same_rejected(a: &Rejected, b: &Rejected) -> bool {
    let guards = |rejected: &Rejected| -> Vec<(bool, String)> {
        let plain = |guard: &Guard| (guard.negated, guard.name.value.clone());
        rejected.guards.iter().map(plain).collect()
    };
    let wherever = |rejected: &Rejected| rejected.wherever.as_ref().map(|name| name.value.clone());
    same_items(&a.left, &b.left)
        && guards(a) == guards(b)
        && a.excluded == b.excluded
        && same_option(a.within.as_ref(), b.within.as_ref())
        && wherever(a) == wherever(b)
}
