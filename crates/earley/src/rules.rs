//! Plain numbered rules: the form of a grammar that the engine works with.
//!
//! A [`RulesBuilder`] collects named symbols, rules, frame kinds and context lines (`symbols.rs`).
//! The result is immutable [`Rules`], with everything derived that a step needs (`closure.rs`). The
//! caller has already expanded repetitions and options.

use super::closure::{Analysis, Dotted, OwnRules};
use super::kinds::Kinds;
use super::productions::Productions;
use super::reach::Units;
use super::rules_builder::{RulesBuilder, RulesError};
use super::symbols::{
    ContextId, ContextLine, FrameKind, FrameKindId, Guard, LabelId, NonterminalId, RuleId, Symbol,
    TerminalId, TerminalRole,
};
use crate::util::BitRow;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Immutable, analysed rules. They serialise as the contents of their builder; deserialising runs
/// [`RulesBuilder::build`] and with it the analysis again.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "RulesBuilder", into = "RulesBuilder"))]
pub struct Rules {
    productions: Productions,
    pub(super) analysis: Analysis,
}

impl Rules {
    /// Returns these rules with the names of all nonterminals removed.
    ///
    /// # Errors
    /// None: rules that were built once can be built again.
    pub fn without_names(self) -> Result<Self, RulesError> {
        let mut collected = RulesBuilder::from(self);
        collected.nonterminals.iter_mut().for_each(String::clear);
        Self::try_from(collected)
    }

    /// Returns the start symbol.
    #[must_use]
    pub fn start(&self) -> NonterminalId {
        self.productions.start
    }

    /// Returns the number of terminals.
    #[must_use]
    pub fn terminal_count(&self) -> usize {
        self.productions.terminal_count()
    }

    /// Returns the number of nonterminals.
    #[must_use]
    pub fn nonterminal_count(&self) -> usize {
        self.productions.nonterminal_count()
    }

    /// Returns the number of rules.
    #[must_use]
    pub fn rule_count(&self) -> usize {
        self.productions.rules().len()
    }

    /// Returns the number of frame kinds.
    #[must_use]
    pub fn frame_kind_count(&self) -> usize {
        self.productions.kinds().len()
    }

    /// Returns the number of context lines.
    #[must_use]
    pub fn context_count(&self) -> usize {
        self.productions.collected.contexts.len()
    }

    /// Returns the name of a terminal.
    #[must_use]
    pub fn terminal_name(&self, terminal: TerminalId) -> &str {
        &self.productions.collected.terminals[terminal.index()]
    }

    /// Returns the name of a nonterminal.
    #[must_use]
    pub fn nonterminal_name(&self, nonterminal: NonterminalId) -> &str {
        &self.productions.collected.nonterminals[nonterminal.index()]
    }

    /// Returns the name of a symbol.
    #[must_use]
    pub fn name(&self, symbol: Symbol) -> &str {
        match symbol {
            Symbol::Terminal(terminal) => self.terminal_name(terminal),
            Symbol::Nonterminal(nonterminal) => self.nonterminal_name(nonterminal),
        }
    }

    /// Returns the terminal of a name, if there is one.
    #[must_use]
    pub fn terminal_named(&self, name: &str) -> Option<TerminalId> {
        let names = &self.productions.collected.terminals;
        names.iter().position(|other| other == name).map(TerminalId::new)
    }

    /// Returns the name that the builder gave to a rule; it is empty for a rule without a name, and
    /// in stored rules.
    #[must_use]
    pub fn rule_name(&self, rule: RuleId) -> &str {
        self.productions.collected.names.get(&rule).map_or("", String::as_str)
    }

    /// Reports whether the builder added a rule for a repetition or a precedence; false in stored
    /// rules.
    #[must_use]
    pub fn is_helper(&self, rule: RuleId) -> bool {
        self.productions.collected.helpers.contains(&rule)
    }

    /// Returns the left side of a rule.
    #[must_use]
    pub fn left(&self, rule: RuleId) -> NonterminalId {
        self.productions.rules()[rule.index()].left
    }

    /// Returns the right side of a rule.
    #[must_use]
    pub fn right(&self, rule: RuleId) -> &[Symbol] {
        self.productions.right(rule)
    }

    /// Returns a frame kind.
    #[must_use]
    pub fn frame_kind(&self, kind: FrameKindId) -> &FrameKind {
        self.productions.kind(kind)
    }

    /// Returns a context line.
    #[must_use]
    pub fn context(&self, line: ContextId) -> &ContextLine {
        self.productions.context(line)
    }

    /// Returns the kind of frame that a terminal opens, if it opens one.
    #[must_use]
    pub fn opens(&self, terminal: TerminalId) -> Option<FrameKindId> {
        match self.role(terminal) {
            TerminalRole::Opens(kind) => Some(kind),
            TerminalRole::Plain | TerminalRole::Closes => None,
        }
    }

    /// Reports whether a terminal closes frames.
    #[must_use]
    pub fn closes(&self, terminal: TerminalId) -> bool {
        self.role(terminal) == TerminalRole::Closes
    }

    /// Reports whether a nonterminal derives the empty string.
    #[must_use]
    pub fn is_nullable(&self, nonterminal: NonterminalId) -> bool {
        self.analysis.nullable.contains(nonterminal.index())
    }

    /// Returns the role of a terminal.
    #[inline(always)]
    pub(super) fn role(&self, terminal: TerminalId) -> TerminalRole {
        self.productions.role(terminal)
    }

    pub(super) fn kinds(&self) -> &[FrameKind] {
        self.productions.kinds()
    }

    pub(super) fn contexts(&self) -> &[ContextLine] {
        &self.productions.collected.contexts
    }

    /// Returns the guards of a context line.
    #[must_use]
    pub fn guards(&self, line: ContextId) -> &[Guard] {
        &self.productions.collected.guards[line.index()]
    }

    /// Returns the rules of a nonterminal that derive a string.
    pub fn of(&self, left: NonterminalId) -> &[RuleId] {
        self.productions.of(left)
    }

    /// Returns the frame kinds grouped by content.
    pub(super) fn kinds_by_content(&self) -> &Kinds {
        self.analysis.kinds(&self.productions)
    }

    pub(super) fn productions(&self) -> &Productions {
        &self.productions
    }

    /// Returns the unit derivations of these rules.
    pub(super) fn units(&self) -> &Units {
        self.analysis.units(&self.productions)
    }

    /// Returns the FIRST set of a nonterminal: the terminals that may come next where it is
    /// predicted.
    pub fn first(&self, nonterminal: NonterminalId) -> &BitRow {
        &self.analysis.closure(&self.productions, nonterminal).first
    }

    /// Returns the terminals that occur in derivations of a nonterminal.
    pub fn occurs(&self, nonterminal: NonterminalId) -> &BitRow {
        self.analysis.occurs(&self.productions, nonterminal)
    }

    /// Returns the dotted rules before a terminal that follow from predicting a nonterminal.
    pub(super) fn scanning(
        &self,
        seed: NonterminalId,
        terminal: TerminalId,
    ) -> impl Iterator<Item = Dotted> {
        self.analysis.scanning(&self.productions, seed, terminal)
    }

    /// Returns the dotted rules before a nonterminal that follow from predicting another one.
    pub(super) fn waiting(
        &self,
        seed: NonterminalId,
        nonterminal: NonterminalId,
    ) -> impl Iterator<Item = Dotted> {
        self.analysis.waiting(&self.productions, seed, nonterminal)
    }

    /// Returns the predictions by the rules of one nonterminal alone.
    pub(super) fn own(&self, nonterminal: NonterminalId) -> &OwnRules {
        self.analysis.own(&self.productions, nonterminal)
    }

    /// Returns all dotted rules before nonterminals that follow from predicting a nonterminal, each
    /// with the nonterminal that it waits for.
    pub(super) fn all_waiting(
        &self,
        seed: NonterminalId,
    ) -> impl Iterator<Item = (NonterminalId, Dotted)> {
        self.analysis.all_waiting(&self.productions, seed)
    }

    /// Returns all dotted rules before terminals that follow from predicting a nonterminal.
    pub(super) fn all_scanning(&self, seed: NonterminalId) -> impl Iterator<Item = Dotted> {
        self.analysis.all_scanning(&self.productions, seed)
    }

    /// Returns a dotted rule with the dot moved one symbol on. A complete rule is replaced by the
    /// representative of all complete rules with the same left side.
    pub(super) fn past(&self, dotted: Dotted) -> Dotted {
        self.analysis.past(&self.productions, dotted)
    }

    /// Reports whether the content of a frame kind is any number of some terminals in any order,
    /// with all the given `terminals` among them. Also returns false if the shape of the rules does
    /// not show it.
    #[must_use]
    pub fn takes_in_any_order(&self, kind: FrameKindId, terminals: &[TerminalId]) -> bool {
        let content = self.frame_kind(kind).content;
        let takes = |terminal: &TerminalId| self.occurs(content).contains(terminal.index());
        self.analysis.free.contains(content.index()) && terminals.iter().all(takes)
    }

    /// Reports whether a context line has a label.
    #[must_use]
    pub fn has_label(&self, line: ContextId, label: LabelId) -> bool {
        self.productions.collected.labels[label.index()].contains(&line)
    }

    /// Reports whether a row of lines in force contains a line with this label.
    pub(super) fn is_in_force(&self, label: LabelId, row: &BitRow) -> bool {
        self.productions.collected.labels[label.index()]
            .iter()
            .any(|line| row.contains(line.index()))
    }

    /// Returns the number of flags.
    #[must_use]
    pub fn flag_count(&self) -> usize {
        self.productions.collected.flags
    }
}

impl RulesBuilder {
    /// Checks and analyses the collected rules.
    ///
    /// # Errors
    /// If there is no start symbol, if there are more than 2^24 nonterminals, or if a number refers
    /// to nothing. Also if a terminal both opens and closes, opens two kinds, or closes and occurs
    /// in a right side.
    pub fn build(mut self) -> Result<Rules, RulesError> {
        let (start, roles) = self.finish()?;
        let productions = Productions::new(self, start, roles);
        Ok(Rules { analysis: Analysis::of(&productions), productions })
    }
}

impl TryFrom<RulesBuilder> for Rules {
    type Error = RulesError;

    fn try_from(builder: RulesBuilder) -> Result<Self, RulesError> {
        builder.build()
    }
}

impl From<Rules> for RulesBuilder {
    fn from(rules: Rules) -> Self {
        rules.productions.collected
    }
}
