//! Plain numbered rules: what a grammar is when the engine sees it.
//!
//! In: symbols with names, rules, frame kinds and context lines, from a [`RulesBuilder`]. Out:
//! immutable [`Rules`] with everything derived that a step needs (`closure.rs`). Repetitions and
//! options have been expanded by the caller.
//!
//! A *frame kind* says that a terminal opens an element: in a right side that terminal stands for the
//! whole element, whose content is another nonterminal, read in a chart of its own. A *context line*
//! is what a frame forbids or admits at any depth inside. A grammar without frame kinds is an ordinary
//! context-free grammar.
//!
//! A terminal is plain, or opens frames of one kind, or closes frames; never two of these.

use super::closure::Analysis;
use super::pool::Pool;
use super::rules_builder::RulesBuilder;
use crate::base::BitRow;
use serde::{Deserialize, Serialize};

crate::id_type! {
    /// A terminal.
    #[derive(Serialize, Deserialize)]
    pub TerminalId
}
crate::id_type! {
    /// A nonterminal.
    #[derive(Serialize, Deserialize)]
    pub NonterminalId
}
crate::id_type! {
    /// A rule; the order of rules ranks the trees of an ambiguous text.
    pub RuleId
}
crate::id_type! {
    /// A frame kind.
    #[derive(Serialize, Deserialize)]
    pub FrameKindId
}
crate::id_type! {
    /// A context line.
    #[derive(Serialize, Deserialize)]
    pub ContextId
}

crate::id_type! {
    /// A flag: what is true of the text from some word on until another, and no rule says.
    #[derive(Serialize, Deserialize)]
    pub FlagId
}

crate::id_type! {
    /// A name for one or more context lines.
    #[derive(Serialize, Deserialize)]
    pub LabelId
}

/// What must be so for a context line to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guard {
    /// What is asked.
    pub condition: Condition,
    /// Whether it must not be so.
    pub negated: bool,
}

/// What a [`Guard`] asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Condition {
    /// Whether a line of this label is in force in the same frame.
    Label(LabelId),
    /// Whether this flag is on.
    Flag(FlagId),
}

/// There may be so many nonterminals.
pub(super) const NONTERMINALS: usize = 1 << 24;

/// A set of terminals.
pub type TerminalSet = BitRow;

/// One symbol of a right side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Symbol {
    /// A terminal.
    Terminal(TerminalId),
    /// A nonterminal.
    Nonterminal(NonterminalId),
}

/// What the recogniser reads: a terminal, and the name of a wildcard element.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Word {
    /// The terminal.
    pub terminal: TerminalId,
    /// The name of a labelled frame, numbered by the caller; 0 for every other word.
    pub label: u32,
}

impl Word {
    /// A word without a label.
    #[must_use]
    pub const fn plain(terminal: TerminalId) -> Self {
        Self { terminal, label: 0 }
    }
}

/// How one kind of element is opened, filled and closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FrameKind {
    /// Opens it; of this kind only.
    pub open: TerminalId,
    /// Closes it; kinds may share it.
    pub close: TerminalId,
    /// What stands in between.
    pub content: NonterminalId,
    /// Whether the closing word must have the label of the opening one.
    pub labelled: bool,
    /// The context lines that begin here.
    pub adds: Vec<ContextId>,
}

/// What a frame says about everything below it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ContextLine {
    /// Terminals that are not acceptable inside.
    Exclusion {
        /// Those terminals.
        forbids: BitRow,
        /// If given, they are forbidden only where the innermost frame is of one of these kinds.
        directly_in: Option<BitRow>,
        /// The frame kinds that end it.
        until: BitRow,
    },
    /// Terminals that are acceptable anywhere inside and move no content model (SGML's inclusions).
    Inclusion {
        /// Those terminals.
        admits: BitRow,
        /// The frame kinds that end it.
        until: BitRow,
    },
}

impl ContextLine {
    /// The frame kinds that end it.
    #[must_use]
    pub fn until(&self) -> &BitRow {
        match self {
            Self::Exclusion { until, .. } | Self::Inclusion { until, .. } => until,
        }
    }
}

/// What a terminal does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duty {
    Plain,
    Opens(FrameKindId),
    Closes,
}

/// One rule.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Rule {
    pub(super) left: NonterminalId,
    pub(super) right: Vec<Symbol>,
}

/// Immutable, analysed rules. Stored, they are what their builder collected: [`RulesBuilder::build`] looks at them again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "RulesBuilder", into = "RulesBuilder")]
pub struct Rules {
    pub(super) collected: RulesBuilder,
    pub(super) start: NonterminalId,
    pub(super) duties: Vec<Duty>,
    pub(super) by_left: Vec<Vec<RuleId>>,
    pub(super) analysis: Analysis,
    /// What recognisers have learnt of them.
    pub(super) pool: Pool,
}

impl Rules {
    /// The symbol that the whole input is.
    #[must_use]
    pub fn start(&self) -> NonterminalId {
        self.start
    }

    /// How many terminals there are.
    #[must_use]
    pub fn terminal_count(&self) -> usize {
        self.collected.terminals.len()
    }

    /// How many nonterminals there are.
    #[must_use]
    pub fn nonterminal_count(&self) -> usize {
        self.collected.nonterminals.len()
    }

    /// How many rules there are.
    #[must_use]
    pub fn rule_count(&self) -> usize {
        self.collected.rules.len()
    }

    /// How many frame kinds there are.
    #[must_use]
    pub fn frame_kind_count(&self) -> usize {
        self.collected.kinds.len()
    }

    /// How many context lines there are.
    #[must_use]
    pub fn context_count(&self) -> usize {
        self.collected.contexts.len()
    }

    /// The name of a terminal.
    #[must_use]
    pub fn terminal_name(&self, terminal: TerminalId) -> &str {
        &self.collected.terminals[terminal.index()]
    }

    /// The name of a nonterminal.
    #[must_use]
    pub fn nonterminal_name(&self, nonterminal: NonterminalId) -> &str {
        &self.collected.nonterminals[nonterminal.index()]
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
        self.collected.rules[rule.index()].left
    }

    /// The right side of a rule.
    #[must_use]
    pub fn right(&self, rule: RuleId) -> &[Symbol] {
        &self.collected.rules[rule.index()].right
    }

    /// A frame kind.
    #[must_use]
    pub fn frame_kind(&self, kind: FrameKindId) -> &FrameKind {
        &self.collected.kinds[kind.index()]
    }

    /// A context line.
    #[must_use]
    pub fn context(&self, line: ContextId) -> &ContextLine {
        &self.collected.contexts[line.index()]
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

    /// An unknown terminal is plain, and expected nowhere.
    pub(super) fn duty(&self, terminal: TerminalId) -> Duty {
        self.duties.get(terminal.index()).copied().unwrap_or(Duty::Plain)
    }

    pub(super) fn kinds(&self) -> &[FrameKind] {
        &self.collected.kinds
    }

    pub(super) fn contexts(&self) -> &[ContextLine] {
        &self.collected.contexts
    }

    /// The guards of a context line.
    #[must_use]
    pub fn guards(&self, line: ContextId) -> &[Guard] {
        &self.collected.guards[line.index()]
    }

    /// The terminals that may come next where a nonterminal is predicted.
    pub(super) fn first(&self, nonterminal: NonterminalId) -> &BitRow {
        &self.analysis.closure(self, nonterminal).first
    }

    /// The terminals in what a nonterminal derives.
    pub(super) fn occurs(&self, nonterminal: NonterminalId) -> &BitRow {
        self.analysis.occurs(self, nonterminal)
    }

    /// Whether what a kind of frames reads is any number of some terminals in any order, all of these among them. False if that
    /// is not told from the shape of the rules.
    #[must_use]
    pub fn takes_in_any_order(&self, kind: FrameKindId, terminals: &[TerminalId]) -> bool {
        let content = self.frame_kind(kind).content;
        let takes = |terminal: &TerminalId| self.occurs(content).contains(terminal.index());
        self.analysis.free.contains(content.index()) && terminals.iter().all(takes)
    }

    /// Whether a context line has a label.
    #[must_use]
    pub fn has_label(&self, line: ContextId, label: LabelId) -> bool {
        self.collected.labels[label.index()].contains(&line)
    }

    /// Whether a line of a label is among those in force.
    pub(super) fn is_in_force(&self, label: LabelId, row: &BitRow) -> bool {
        self.collected.labels[label.index()].iter().any(|line| row.contains(line.index()))
    }

    /// How many flags there are.
    #[must_use]
    pub fn flag_count(&self) -> usize {
        self.collected.flags
    }
}
