//! Which nonterminals are free: any number of some terminals in any order.
//!
//! A content such as `flow*` takes the same words after any of them, so it does not matter where it stands.
//! That is told from the shape of the rules: `L` is free if its rules are `L ->` and `L -> L x`, with `x` a
//! *choice*, a symbol that is always exactly one terminal; or if its only rule is `L -> M` with `M` free. Other
//! rules for the same language are not recognised, which costs a search some detours and nothing else.

use super::rules::{NonterminalId, Rules, Symbol};
use crate::base::BitRow;

/// The free nonterminals.
pub(super) fn free(rules: &Rules) -> BitRow {
    let choices = grown(
        rules,
        &BitRow::new(rules.nonterminal_count()),
        |right, _, choices| matches!(right, [symbol] if is_choice(choices, *symbol)),
    );
    let lists = (0..rules.nonterminal_count()).filter(|&left| is_list(rules, &choices, left));
    let lists = BitRow::of(rules.nonterminal_count(), lists);
    grown(rules, &lists, |right, count, free| match right {
        [Symbol::Nonterminal(only)] => count == 1 && free.contains(only.index()),
        _ => false,
    })
}

/// Adds to `row`, until nothing changes, each nonterminal all of whose rules are as `fits` says of a right side,
/// the number of rules and the row so far. A nonterminal without rules is never added; one is asked about again when a
/// nonterminal in its rules was added.
fn grown(rules: &Rules, row: &BitRow, fits: impl Fn(&[Symbol], usize, &BitRow) -> bool) -> BitRow {
    let users = users(rules);
    let mut row = row.clone();
    let mut open: Vec<usize> = (0..rules.nonterminal_count()).rev().collect();
    while let Some(left) = open.pop() {
        let of_left = &rules.by_left[left];
        let all = || of_left.iter().all(|&rule| fits(rules.right(rule), of_left.len(), &row));
        if !row.contains(left) && !of_left.is_empty() && all() {
            row.insert(left);
            open.extend(&users[left]);
        }
    }
    row
}

/// For each nonterminal, those whose rules consist of it and nothing else.
fn users(rules: &Rules) -> Vec<Vec<usize>> {
    let mut users = vec![Vec::new(); rules.nonterminal_count()];
    for (left, of_left) in rules.by_left.iter().enumerate() {
        for &rule in of_left {
            if let [Symbol::Nonterminal(only)] = rules.right(rule) {
                users[only.index()].push(left);
            }
        }
    }
    users
}

fn is_choice(choices: &BitRow, symbol: Symbol) -> bool {
    match symbol {
        Symbol::Terminal(_) => true,
        Symbol::Nonterminal(nonterminal) => choices.contains(nonterminal.index()),
    }
}

fn is_list(rules: &Rules, choices: &BitRow, left: usize) -> bool {
    let itself = Symbol::Nonterminal(NonterminalId::new(left));
    let rights = || rules.by_left[left].iter().map(|&rule| rules.right(rule));
    rights().any(<[Symbol]>::is_empty)
        && rights().all(|right| match right {
            [] => true,
            [list, symbol] => *list == itself && is_choice(choices, *symbol),
            _ => false,
        })
}
