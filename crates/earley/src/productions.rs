//! Collected and checked rules, indexed by left side: the input of the analysis, and all that
//! printing needs.

use super::rules_builder::RulesBuilder;
use super::symbols::{
    ContextId, ContextLine, FrameKind, FrameKindId, NonterminalId, Rule, RuleId, Symbol,
    TerminalId, TerminalRole,
};

/// Collected rules in which every number is defined and every terminal has one role.
#[derive(Clone, Debug)]
pub(super) struct Productions {
    pub(super) collected: RulesBuilder,
    pub(super) start: NonterminalId,
    pub(super) roles: Vec<TerminalRole>,
    by_left: Vec<Vec<RuleId>>,
}

impl Productions {
    /// Indexes checked rules, given their start symbol and the role of each terminal.
    pub(super) fn new(
        collected: RulesBuilder,
        start: NonterminalId,
        roles: Vec<TerminalRole>,
    ) -> Self {
        let mut by_left = vec![Vec::new(); collected.nonterminals.len()];
        for (index, rule) in collected.rules.iter().enumerate() {
            by_left[rule.left.index()].push(RuleId::new(index));
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

    /// Returns the rules of a nonterminal.
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
