//! Which nonterminals are free: any number of some terminals in any order.
//!
//! A content such as `flow*` takes the same words after any of them, so it does not matter where it
//! stands. That is told from the shape of the rules: `L` is free if its rules are `L ->` and
//! `L -> L x`, with `x` a *choice*, a symbol that is always exactly one terminal; or if its only
//! rule is `L -> M` with `M` free. Other rules for the same language are not recognised, which
//! costs a search some detours and nothing else.

use super::productions::Productions;
use super::symbols::{NonterminalId, Symbol};
use crate::base::BitRow;

/// The free nonterminals.
pub(super) fn free(rules: &Productions) -> BitRow {
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

/// Adds to `row`, until nothing changes, each nonterminal all of whose rules are as `fits` says of
/// a right side, the number of rules and the row so far. A nonterminal without rules is never
/// added; one is asked about again when a nonterminal in its rules was added.
fn grown(
    rules: &Productions,
    row: &BitRow,
    fits: impl Fn(&[Symbol], usize, &BitRow) -> bool,
) -> BitRow {
    let users = users(rules);
    let mut row = row.clone();
    let mut open: Vec<usize> = (0..rules.nonterminal_count()).rev().collect();
    while let Some(left) = open.pop() {
        let of_left = rules.of(NonterminalId::new(left));
        let all = || of_left.iter().all(|&rule| fits(rules.right(rule), of_left.len(), &row));
        if !row.contains(left) && !of_left.is_empty() && all() {
            row.insert(left);
            open.extend(&users[left]);
        }
    }
    row
}

/// For each nonterminal, those whose rules consist of it and nothing else.
fn users(rules: &Productions) -> Vec<Vec<usize>> {
    let mut users = vec![Vec::new(); rules.nonterminal_count()];
    for rule in rules.rules() {
        if let [Symbol::Nonterminal(only)] = rule.right[..] {
            users[only.index()].push(rule.left.index());
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

fn is_list(rules: &Productions, choices: &BitRow, left: usize) -> bool {
    let left = NonterminalId::new(left);
    let itself = Symbol::Nonterminal(left);
    let rights = || rules.of(left).iter().map(|&rule| rules.right(rule));
    rights().any(<[Symbol]>::is_empty)
        && rights().all(|right| match right {
            [] => true,
            [list, symbol] => *list == itself && is_choice(choices, *symbol),
            _ => false,
        })
}
