//! Reasons for which an evaluation ends without a value.

use std::fmt;

use super::settings::ReachedLimit;
use crate::function::{Arity, Function};
use crate::names::names;
use crate::steps::BudgetExhausted;
use crate::variables::Variables;
use wishful::base::Span;
use wishful::grammar::nearest;

/// An error in an expression: the reason, and the operation at fault. No partial result exists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    kind: FailureKind,
    span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum FailureKind {
    /// An operand that must be nodes and is not, described in words.
    NoNodes(String),
    MixedUnion,
    UnknownVariable {
        name: String,
        /// The most similar bound variable.
        near: Option<String>,
    },
    UnknownPrefix(String),
    Refused(&'static str, &'static str),
    Arity {
        function: Function,
        wanted: Arity,
        found: usize,
    },
    Pattern(String),
    Flags(char, &'static str),
    Replacement(&'static str),
    NumberFormat(String),
    Fetch {
        address: String,
        why: String,
    },
}

impl Failure {
    /// Creates the error for an operand that must be nodes and is not.
    pub(crate) fn no_nodes(what: impl Into<String>, span: Span) -> Self {
        Self { kind: FailureKind::NoNodes(what.into()), span }
    }

    pub(crate) fn mixed_union(span: Span) -> Self {
        Self { kind: FailureKind::MixedUnion, span }
    }

    pub(crate) fn unknown_variable(name: &str, known: &Variables<'_>, span: Span) -> Self {
        let near = nearest(name, known.names()).map(str::to_owned);
        Self { kind: FailureKind::UnknownVariable { name: name.to_owned(), near }, span }
    }

    pub(crate) fn unknown_prefix(prefix: &str, span: Span) -> Self {
        Self { kind: FailureKind::UnknownPrefix(prefix.to_owned()), span }
    }

    pub(crate) fn refused(name: &'static str, why: &'static str, span: Span) -> Self {
        Self { kind: FailureKind::Refused(name, why), span }
    }

    pub(crate) fn arity(function: Function, wanted: Arity, found: usize, span: Span) -> Self {
        Self { kind: FailureKind::Arity { function, wanted, found }, span }
    }

    pub(crate) fn pattern(why: impl Into<String>, span: Span) -> Self {
        Self { kind: FailureKind::Pattern(why.into()), span }
    }

    pub(crate) fn flags(flag: char, known: &'static str, span: Span) -> Self {
        Self { kind: FailureKind::Flags(flag, known), span }
    }

    pub(crate) fn replacement(why: &'static str, span: Span) -> Self {
        Self { kind: FailureKind::Replacement(why), span }
    }

    pub(crate) fn number_format(why: impl Into<String>, span: Span) -> Self {
        Self { kind: FailureKind::NumberFormat(why.into()), span }
    }

    pub(crate) fn fetch(address: &str, why: impl Into<String>, span: Span) -> Self {
        Self { kind: FailureKind::Fetch { address: address.to_owned(), why: why.into() }, span }
    }

    /// Returns the function that is called with a wrong number of arguments, if this is the error.
    pub(crate) fn of_arity(&self) -> Option<Function> {
        match self.kind {
            FailureKind::Arity { function, .. } => Some(function),
            _ => None,
        }
    }

    /// Returns the bound variable most similar to the unbound one, if this is the error.
    pub(crate) fn of_variable(&self) -> Option<Option<&str>> {
        match &self.kind {
            FailureKind::UnknownVariable { near, .. } => Some(near.as_deref()),
            _ => None,
        }
    }

    /// Returns the unknown prefix, if this is the error.
    pub(crate) fn of_prefix(&self) -> Option<&str> {
        match &self.kind {
            FailureKind::UnknownPrefix(prefix) => Some(prefix),
            _ => None,
        }
    }

    /// Returns the span of the operation in the expression.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// Reports whether a document could not be fetched.
    #[must_use]
    pub fn is_fetch_error(&self) -> bool {
        matches!(self.kind, FailureKind::Fetch { .. })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            FailureKind::NoNodes(what) => write!(f, "{what} must be a node-set"),
            FailureKind::MixedUnion => f.write_str(
                "a node-set cannot mix nodes of a document with texts that a function returned",
            ),
            FailureKind::UnknownVariable { name, .. } => {
                write!(f, "the variable `${name}` has no value")
            }
            FailureKind::UnknownPrefix(prefix) => f.write_str(&names().no_prefix(prefix)),
            FailureKind::Refused(name, why) => write!(f, "`{name}` is not available: {why}"),
            FailureKind::Arity { function, wanted, found } => {
                write!(f, "`{}` takes {}, not {found}", function.name(), arguments(*wanted))
            }
            FailureKind::Pattern(why) => write!(f, "bad pattern: {why}"),
            FailureKind::Flags(flag, known) => {
                let known: Vec<String> = known.chars().map(|flag| format!("`{flag}`")).collect();
                write!(f, "unknown pattern flag `{flag}`, expected one of {}", known.join(", "))
            }
            FailureKind::Replacement(why) => write!(f, "bad replacement: {why}"),
            FailureKind::NumberFormat(why) => write!(f, "bad number format: {why}"),
            FailureKind::Fetch { address, why } => write!(f, "{address} cannot be read: {why}"),
        }
    }
}

fn arguments(Arity { least, most }: Arity) -> String {
    match most {
        Some(0) => "no arguments".to_owned(),
        None => format!("{least} arguments or more"),
        Some(1) if least == 1 => "1 argument".to_owned(),
        Some(most) if least == most => format!("{least} arguments"),
        Some(most) => format!("{least} to {most} arguments"),
    }
}

impl std::error::Error for Failure {}

/// The reason for the early end of an evaluation.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// A limit was reached.
    Cut(ReachedLimit),
    Failed(Failure),
}

impl From<BudgetExhausted> for Stop {
    fn from(_: BudgetExhausted) -> Self {
        Self::Cut(ReachedLimit::Steps)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// The result of an evaluation step.
pub type Eval<T> = Result<T, Stop>;
