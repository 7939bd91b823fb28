//! The vocabulary of rules: symbols, rules, frame kinds, context lines, and the words that are
//! read.
//!
//! A *frame kind* declares that a terminal opens an element. In a right side, that terminal denotes
//! the whole element. The element's content is another nonterminal, recognised in a separate chart.
//! A *context line* forbids or admits terminals at any depth inside a frame. A grammar without
//! frame kinds is an ordinary context-free grammar.
//!
//! A terminal is plain, or opens frames of one kind, or closes frames; never two of these.

use crate::util::BitRow;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

crate::id_type! {
    /// A terminal.
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    pub TerminalId, pub new
}
crate::id_type! {
    /// A nonterminal.
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    pub NonterminalId, pub new
}
crate::id_type! {
    /// A rule; the order of rules ranks the trees of an ambiguous text.
    pub RuleId, pub new
}
crate::id_type! {
    /// A frame kind.
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    pub FrameKindId, pub new
}
crate::id_type! {
    /// A context line.
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    pub ContextId, pub new
}

crate::id_type! {
    /// A flag: a boolean that some words of the text switch on and others off, independent of the
    /// rules.
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    pub FlagId, pub new
}

crate::id_type! {
    /// A name for one or more context lines.
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    pub LabelId, pub new
}

/// A condition on which a context line depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Guard {
    /// The condition itself.
    pub condition: Condition,
    /// True if the condition must be false.
    pub negated: bool,
}

/// The condition of a [`Guard`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Condition {
    /// A line with this label is in force in the same frame.
    Label(LabelId),
    /// The flag is on.
    Flag(FlagId),
}

/// The maximum number of nonterminals.
pub(super) const NONTERMINALS: usize = 1 << 24;

/// A set of terminals.
pub type TerminalSet = BitRow;

/// One symbol of a right side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Symbol {
    /// A terminal.
    Terminal(TerminalId),
    /// A nonterminal.
    Nonterminal(NonterminalId),
}

/// The side to which operators of one level group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Associativity {
    /// `a - b - c` is `(a - b) - c`.
    Left,
    /// `a ^ b ^ c` is `a ^ (b ^ c)`.
    Right,
    /// `a < b < c` is refused.
    None,
}

/// One unit of input to the recogniser: a terminal, and the name of a wildcard element.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Word {
    /// The terminal.
    pub terminal: TerminalId,
    /// The name of a labelled frame, numbered by the caller; 0 for every other word.
    pub label: u32,
}

impl Word {
    /// Returns a word without a label.
    #[must_use]
    pub const fn plain(terminal: TerminalId) -> Self {
        Self { terminal, label: 0 }
    }
}

/// A kind of element: its opening terminal, its content and its closing terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct FrameKind {
    /// The terminal that opens frames of this kind and of no other.
    pub open: TerminalId,
    /// The terminal that closes frames of this kind; several kinds may share it.
    pub close: TerminalId,
    /// The nonterminal between the opening and the closing terminal.
    pub content: NonterminalId,
    /// True if the closing word must have the label of the opening one.
    pub labelled: bool,
    /// The context lines that come into force inside a frame of this kind.
    pub adds: Vec<ContextId>,
}

/// A constraint that a frame imposes on everything inside it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum ContextLine {
    /// Terminals that are not acceptable inside the frame.
    Exclusion {
        /// The forbidden terminals.
        forbids: BitRow,
        /// The kinds of the innermost frame in which the terminals are forbidden; `None` for all
        /// kinds.
        directly_in: Option<BitRow>,
        /// The frame kinds inside which the line is no longer in force.
        until: BitRow,
    },
    /// Terminals that are acceptable anywhere inside and move no content model (SGML's inclusions).
    Inclusion {
        /// The admitted terminals.
        admits: BitRow,
        /// The frame kinds inside which the line is no longer in force.
        until: BitRow,
    },
}

impl ContextLine {
    /// Returns the frame kinds inside which the line is no longer in force.
    #[must_use]
    pub fn until(&self) -> &BitRow {
        match self {
            Self::Exclusion { until, .. } | Self::Inclusion { until, .. } => until,
        }
    }
}

/// The role of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TerminalRole {
    Plain,
    Opens(FrameKindId),
    Closes,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub(super) struct Rule {
    pub(super) left: NonterminalId,
    pub(super) right: Vec<Symbol>,
}
