//! What rules are made of: symbols, rules, frame kinds, context lines, and the words that are read.
//!
//! A *frame kind* says that a terminal opens an element: in a right side that terminal stands for
//! the whole element, whose content is another nonterminal, read in a chart of its own. A *context
//! line* is what a frame forbids or admits at any depth inside. A grammar without frame kinds is an
//! ordinary context-free grammar.
//!
//! A terminal is plain, or opens frames of one kind, or closes frames; never two of these.

use crate::base::BitRow;
use serde::{Deserialize, Serialize};

crate::base::id_type! {
    /// A terminal.
    #[derive(Serialize, Deserialize)]
    pub TerminalId, pub new
}
crate::base::id_type! {
    /// A nonterminal.
    #[derive(Serialize, Deserialize)]
    pub NonterminalId, pub new
}
crate::base::id_type! {
    /// A rule; the order of rules ranks the trees of an ambiguous text.
    pub RuleId, pub new
}
crate::base::id_type! {
    /// A frame kind.
    #[derive(Serialize, Deserialize)]
    pub FrameKindId, pub new
}
crate::base::id_type! {
    /// A context line.
    #[derive(Serialize, Deserialize)]
    pub ContextId, pub new
}

crate::base::id_type! {
    /// A flag: what is true of the text from some word on until another, and no rule says.
    #[derive(Serialize, Deserialize)]
    pub FlagId, pub new
}

crate::base::id_type! {
    /// A name for one or more context lines.
    #[derive(Serialize, Deserialize)]
    pub LabelId, pub new
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
