//! `replace` of statements that are facts, and the comparison of left sides of remedies.
//!
//! Part of [`edit`](super::edit).

use super::edit::same_option;
use super::flat::same_items;
use crate::grammar::ast::{Guard, Rejected, Single, Statement, TreeFact, TreeWord};

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
