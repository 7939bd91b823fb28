//! Collected and checked rules, indexed by left side: the input of the analysis, and all that
//! printing needs.

use super::rules_builder::RulesBuilder;
use super::symbols::{
    ContextId, ContextLine, FrameKind, FrameKindId, NonterminalId, Rule, RuleId, Symbol,
    TerminalId, TerminalRole,
};
use crate::util::BitRow;

/// Collected rules in which every number is defined and every terminal has one role.
#[derive(Clone, Debug)]
pub(super) struct Productions {
    pub(super) collected: RulesBuilder,
    pub(super) start: NonterminalId,
    pub(super) roles: Vec<TerminalRole>,
    /// By nonterminal: its rules that derive a string. The others are never predicted.
    by_left: Vec<Vec<RuleId>>,
}

impl Productions {
    /// Indexes checked rules, given their start symbol and the role of each terminal.
    pub(super) fn new(
        collected: RulesBuilder,
        start: NonterminalId,
        roles: Vec<TerminalRole>,
    ) -> Self {
        let count = collected.nonterminals.len();
        let productive = derivable(&collected.rules, count, true);
        let mut by_left = vec![Vec::new(); count];
        for (index, rule) in collected.rules.iter().enumerate() {
            if rule.right.iter().all(|symbol| match symbol {
                Symbol::Terminal(_) => true,
                Symbol::Nonterminal(nonterminal) => productive.contains(nonterminal.index()),
            }) {
                by_left[rule.left.index()].push(RuleId::new(index));
            }
        }
        Self { collected, start, roles, by_left }
    }

    pub(super) fn terminal_count(&self) -> usize {
        self.collected.terminals.len()
    }

    pub(super) fn nonterminal_count(&self) -> usize {
        self.collected.nonterminals.len()
    }

    /// Returns the rules, in the order of their numbers.
    pub(super) fn rules(&self) -> &[Rule] {
        &self.collected.rules
    }

    /// Returns the rules of a nonterminal that derive a string.
    pub(super) fn of(&self, left: NonterminalId) -> &[RuleId] {
        &self.by_left[left.index()]
    }

    pub(super) fn right(&self, rule: RuleId) -> &[Symbol] {
        &self.collected.rules[rule.index()].right
    }

    pub(super) fn kinds(&self) -> &[FrameKind] {
        &self.collected.kinds
    }

    pub(super) fn kind(&self, kind: FrameKindId) -> &FrameKind {
        &self.collected.kinds[kind.index()]
    }

    pub(super) fn context(&self, line: ContextId) -> &ContextLine {
        &self.collected.contexts[line.index()]
    }

    /// Returns the role of a terminal. An unknown terminal is plain, and expected nowhere.
    pub(super) fn role(&self, terminal: TerminalId) -> TerminalRole {
        self.roles.get(terminal.index()).copied().unwrap_or(TerminalRole::Plain)
    }
}

/// Computes the nonterminals that derive the empty string, or any string if `has_terminals`, with a
/// worklist: a rule is revisited only when one of its symbols has become derivable. A terminal that
/// opens a frame derives a string, whatever the content of the frame.
pub(super) fn derivable(rules: &[Rule], nonterminals: usize, has_terminals: bool) -> BitRow {
    let mut users = vec![Vec::new(); nonterminals];
    let mut missing = Vec::with_capacity(rules.len());
    let mut ready = Vec::new();
    for (index, rule) in rules.iter().enumerate() {
        let mut count = 0;
        for symbol in &rule.right {
            if let Symbol::Nonterminal(nonterminal) = symbol {
                users[nonterminal.index()].push(index);
                count += 1;
            } else if !has_terminals {
                count += 1;
            }
        }
        missing.push(count);
        if count == 0 {
            ready.push(index);
        }
    }
    let mut row = BitRow::new(nonterminals);
    while let Some(rule) = ready.pop() {
        let left = rules[rule].left.index();
        if !row.insert(left) {
            continue;
        }
        for &user in &users[left] {
            missing[user] -= 1;
            if missing[user] == 0 {
                ready.push(user);
            }
        }
    }
    row
}
