//! Plain numbered rules: what a grammar is when the engine sees it.
//!
//! In: symbols with names, rules, frame kinds and context lines (`symbols.rs`), from a
//! [`RulesBuilder`]. Out: immutable [`Rules`] with everything derived that a step needs
//! (`closure.rs`). Repetitions and options have been expanded by the caller.

use super::closure::{Analysis, Dotted};
use super::kinds::Kinds;
use super::productions::Productions;
use super::rules_builder::{RulesBuilder, RulesError};
use super::symbols::{
    ContextId, ContextLine, Duty, FrameKind, FrameKindId, Guard, LabelId, NonterminalId, RuleId,
    Symbol, TerminalId,
};
use crate::base::BitRow;
use serde::{Deserialize, Serialize};

/// Immutable, analysed rules. Stored, they are what their builder collected:
/// [`RulesBuilder::build`] looks at them again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "RulesBuilder", into = "RulesBuilder")]
pub struct Rules {
    productions: Productions,
    pub(super) analysis: Analysis,
}

impl Rules {
    /// The same rules, whose nonterminals have no names.
    ///
    /// # Errors
    /// Never: what was built can be built again.
    pub(crate) fn without_names(self) -> Result<Self, RulesError> {
        let mut collected = RulesBuilder::from(self);
        collected.nonterminals.iter_mut().for_each(String::clear);
        Self::try_from(collected)
    }

    /// The symbol that the whole input is.
    #[must_use]
    pub fn start(&self) -> NonterminalId {
        self.productions.start
    }

    /// How many terminals there are.
    #[must_use]
    pub fn terminal_count(&self) -> usize {
        self.productions.terminal_count()
    }

    /// How many nonterminals there are.
    #[must_use]
    pub fn nonterminal_count(&self) -> usize {
        self.productions.nonterminal_count()
    }

    /// How many rules there are.
    #[must_use]
    pub fn rule_count(&self) -> usize {
        self.productions.rules().len()
    }

    /// How many frame kinds there are.
    #[must_use]
    pub fn frame_kind_count(&self) -> usize {
        self.productions.kinds().len()
    }

    /// How many context lines there are.
    #[must_use]
    pub fn context_count(&self) -> usize {
        self.productions.collected.contexts.len()
    }

    /// The name of a terminal.
    #[must_use]
    pub fn terminal_name(&self, terminal: TerminalId) -> &str {
        &self.productions.collected.terminals[terminal.index()]
    }

    /// The name of a nonterminal.
    #[must_use]
    pub fn nonterminal_name(&self, nonterminal: NonterminalId) -> &str {
        &self.productions.collected.nonterminals[nonterminal.index()]
    }

    /// The name of a symbol.
    #[must_use]
    pub fn name(&self, symbol: Symbol) -> &str {
        match symbol {
            Symbol::Terminal(terminal) => self.terminal_name(terminal),
            Symbol::Nonterminal(nonterminal) => self.nonterminal_name(nonterminal),
        }
    }

    /// The left side of a rule.
    #[must_use]
    pub fn left(&self, rule: RuleId) -> NonterminalId {
        self.productions.rules()[rule.index()].left
    }

    /// The right side of a rule.
    #[must_use]
    pub fn right(&self, rule: RuleId) -> &[Symbol] {
        self.productions.right(rule)
    }

    /// A frame kind.
    #[must_use]
    pub fn frame_kind(&self, kind: FrameKindId) -> &FrameKind {
        self.productions.kind(kind)
    }

    /// A context line.
    #[must_use]
    pub fn context(&self, line: ContextId) -> &ContextLine {
        self.productions.context(line)
    }

    /// The kind of frame that a terminal opens, if it opens one.
    #[must_use]
    pub fn opens(&self, terminal: TerminalId) -> Option<FrameKindId> {
        match self.duty(terminal) {
            Duty::Opens(kind) => Some(kind),
            Duty::Plain | Duty::Closes => None,
        }
    }

    /// Whether a terminal closes frames.
    #[must_use]
    pub fn closes(&self, terminal: TerminalId) -> bool {
        self.duty(terminal) == Duty::Closes
    }

    /// Whether a nonterminal derives the empty string.
    #[must_use]
    pub fn is_nullable(&self, nonterminal: NonterminalId) -> bool {
        self.analysis.nullable.contains(nonterminal.index())
    }

    #[inline(always)]
    pub(super) fn duty(&self, terminal: TerminalId) -> Duty {
        self.productions.duty(terminal)
    }

    pub(super) fn kinds(&self) -> &[FrameKind] {
        self.productions.kinds()
    }

    pub(super) fn contexts(&self) -> &[ContextLine] {
        &self.productions.collected.contexts
    }

    /// The guards of a context line.
    #[must_use]
    pub fn guards(&self, line: ContextId) -> &[Guard] {
        &self.productions.collected.guards[line.index()]
    }

    /// The rules of a nonterminal.
    pub(crate) fn of(&self, left: NonterminalId) -> &[RuleId] {
        self.productions.of(left)
    }

    /// The kinds of frames by what they have in common.
    pub(super) fn kinds_by_content(&self) -> &Kinds {
        self.analysis.kinds(&self.productions)
    }

    /// The terminals that may come next where a nonterminal is predicted.
    pub(crate) fn first(&self, nonterminal: NonterminalId) -> &BitRow {
        &self.analysis.closure(&self.productions, nonterminal).first
    }

    /// The terminals in what a nonterminal derives.
    pub(crate) fn occurs(&self, nonterminal: NonterminalId) -> &BitRow {
        self.analysis.occurs(&self.productions, nonterminal)
    }

    /// The dotted rules before a terminal that follow from predicting a nonterminal.
    pub(super) fn scanning(
        &self,
        seed: NonterminalId,
        terminal: TerminalId,
    ) -> impl Iterator<Item = Dotted> {
        self.analysis.scanning(&self.productions, seed, terminal)
    }

    /// The dotted rules before a nonterminal that follow from predicting another one.
    pub(super) fn waiting(
        &self,
        seed: NonterminalId,
        nonterminal: NonterminalId,
    ) -> impl Iterator<Item = Dotted> {
        self.analysis.waiting(&self.productions, seed, nonterminal)
    }

    /// All dotted rules before nonterminals that follow from predicting one, with what they wait
    /// for.
    pub(super) fn all_waiting(
        &self,
        seed: NonterminalId,
    ) -> impl Iterator<Item = (NonterminalId, Dotted)> {
        self.analysis.all_waiting(&self.productions, seed)
    }

    /// All dotted rules before terminals that follow from predicting a nonterminal.
    pub(super) fn all_scanning(&self, seed: NonterminalId) -> impl Iterator<Item = Dotted> {
        self.analysis.all_scanning(&self.productions, seed)
    }

    /// A dotted rule with the dot one symbol further, or what stands for all that are complete with
    /// its left side.
    pub(super) fn past(&self, dotted: Dotted) -> Dotted {
        self.analysis.past(&self.productions, dotted)
    }

    /// Whether what a kind of frames reads is any number of some terminals in any order, all of
    /// these among them. False if that is not told from the shape of the rules.
    #[must_use]
    pub fn takes_in_any_order(&self, kind: FrameKindId, terminals: &[TerminalId]) -> bool {
        let content = self.frame_kind(kind).content;
        let takes = |terminal: &TerminalId| self.occurs(content).contains(terminal.index());
        self.analysis.free.contains(content.index()) && terminals.iter().all(takes)
    }

    /// Whether a context line has a label.
    #[must_use]
    pub fn has_label(&self, line: ContextId, label: LabelId) -> bool {
        self.productions.collected.labels[label.index()].contains(&line)
    }

    /// Whether a line of a label is among those in force.
    pub(super) fn is_in_force(&self, label: LabelId, row: &BitRow) -> bool {
        self.productions.collected.labels[label.index()]
            .iter()
            .any(|line| row.contains(line.index()))
    }

    /// How many flags there are.
    #[must_use]
    pub fn flag_count(&self) -> usize {
        self.productions.collected.flags
    }
}

impl RulesBuilder {
    /// The rules, analysed.
    ///
    /// # Errors
    /// If there is no start symbol, if there are more than 2^24 nonterminals, if a number names
    /// nothing, or if a terminal both opens and closes, opens two kinds, or closes and stands in a
    /// right side.
    pub fn build(mut self) -> Result<Rules, RulesError> {
        let (start, duties) = self.check()?;
        let productions = Productions::new(self, start, duties);
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
