//! `replace` of statements that are facts.
//!
//! Part of [`edit`](super::edit).

use crate::grammar::ast::{Statement, TreeFact};
use std::mem::discriminant;

/// Whether `new` stands for exactly what `old` says now.
pub(super) fn replaces(new: &Statement, old: &Statement) -> bool {
    match (new, old) {
        (Statement::Latch { name: a, .. }, Statement::Latch { name: b, .. }) => a.value == b.value,
        (
            Statement::Doctype { latch: a, test: x, .. },
            Statement::Doctype { latch: b, test: y, .. },
        ) => a.value == b.value && x == y,
        (Statement::Tree(a), Statement::Tree(b)) => same_fact(a, b),
        (
            Statement::Rename { attributes: x, namespace: a, .. },
            Statement::Rename { attributes: y, namespace: b, .. },
        ) => x == y && a.value == b.value,
        // What stands in a grammar once.
        (Statement::Fragment { .. }, Statement::Fragment { .. })
        | (Statement::Formatting { .. }, Statement::Formatting { .. })
        | (Statement::Soft { .. }, Statement::Soft { .. }) => true,
        _ => false,
    }
}

/// Whether two facts of the tree have the same word.
fn same_fact(new: &TreeFact, old: &TreeFact) -> bool {
    match (new, old) {
        (TreeFact::Of(new, _), TreeFact::Of(old, _)) => new == old,
        _ => discriminant(new) == discriminant(old),
    }
}
