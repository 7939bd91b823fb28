//! Free nonterminals: any number of some terminals in any order.
//!
//! A content such as `flow*` accepts the same words after each of them, so its position does not
//! matter. The shape of the rules decides. `L` is free if its rules are `L ->` and `L -> L x`,
//! where `x` is a *choice*, a symbol that always derives exactly one terminal. `L` is also free if
//! its only rule is `L -> M` with `M` free. Other rules for the same language are not recognised;
//! this only costs a search some detours.

use super::productions::Productions;
use super::symbols::{NonterminalId, Symbol};
use crate::util::BitRow;

/// Returns the free nonterminals.
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

/// Computes a least fixpoint with a worklist: adds to `row` each nonterminal all of whose rules
/// satisfy `fits`. `fits` takes a right side, the number of rules of the nonterminal, and the row
/// so far. A nonterminal without rules is never added. A nonterminal is tested again when one in
/// its unit rules has been added.
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
        if row.contains(left) || of_left.is_empty() {
            continue;
        }
        if of_left.iter().all(|&rule| fits(rules.right(rule), of_left.len(), &row)) {
            row.insert(left);
            open.extend(&users[left]);
        }
    }
    row
}

/// Returns, for each nonterminal, those that have a unit rule deriving it.
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
    let mut may_be_empty = false;
    for &rule in rules.of(left) {
        match rules.right(rule) {
            [] => may_be_empty = true,
            [list, symbol] if *list == itself && is_choice(choices, *symbol) => {}
            _ => return false,
        }
    }
    may_be_empty
}
