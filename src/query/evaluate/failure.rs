//! What ends an evaluation before it has a value.

use std::fmt;

use super::settings::Met;
use crate::base::Span;
use crate::query::function::Arity;
use crate::query::names::names;
use crate::query::steps::Cut;

/// That an expression cannot be evaluated: why, and which of its operations. Nothing was found then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    kind: Kind,
    span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// A function, a number of its argument from 1 on, what was found there.
    NoNodes(String),
    MixedUnion,
    UnknownVariable(String),
    UnknownPrefix(String),
    Refused(&'static str, &'static str),
    Arity {
        name: &'static str,
        wanted: Arity,
        found: usize,
    },
    Pattern(String),
    Flags(char),
    NumberFormat(String),
    Fetch {
        address: String,
        why: String,
    },
}

impl Failure {
    /// Where nodes are wanted, is something else.
    pub(crate) fn no_nodes(what: impl Into<String>, span: Span) -> Self {
        Self { kind: Kind::NoNodes(what.into()), span }
    }

    pub(crate) fn mixed_union(span: Span) -> Self {
        Self { kind: Kind::MixedUnion, span }
    }

    pub(crate) fn unknown_variable(name: &str, span: Span) -> Self {
        Self { kind: Kind::UnknownVariable(name.to_owned()), span }
    }

    pub(crate) fn unknown_prefix(prefix: &str, span: Span) -> Self {
        Self { kind: Kind::UnknownPrefix(prefix.to_owned()), span }
    }

    pub(crate) fn refused(name: &'static str, why: &'static str, span: Span) -> Self {
        Self { kind: Kind::Refused(name, why), span }
    }

    pub(crate) fn arity(name: &'static str, wanted: Arity, found: usize, span: Span) -> Self {
        Self { kind: Kind::Arity { name, wanted, found }, span }
    }

    pub(crate) fn pattern(why: impl Into<String>, span: Span) -> Self {
        Self { kind: Kind::Pattern(why.into()), span }
    }

    pub(crate) fn flags(flag: char, span: Span) -> Self {
        Self { kind: Kind::Flags(flag), span }
    }

    pub(crate) fn number_format(why: impl Into<String>, span: Span) -> Self {
        Self { kind: Kind::NumberFormat(why.into()), span }
    }

    pub(crate) fn fetch(address: &str, why: impl Into<String>, span: Span) -> Self {
        Self { kind: Kind::Fetch { address: address.to_owned(), why: why.into() }, span }
    }

    /// The function that has a wrong number of arguments, if that is what is wrong.
    pub(crate) fn of_arity(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Arity { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The prefix that nobody knows, if that is what is wrong.
    pub(crate) fn of_prefix(&self) -> Option<&str> {
        match &self.kind {
            Kind::UnknownPrefix(prefix) => Some(prefix),
            _ => None,
        }
    }

    /// Where in the expression the operation stands.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// Whether a document could not be had.
    #[must_use]
    pub fn is_of_fetch(&self) -> bool {
        matches!(self.kind, Kind::Fetch { .. })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::NoNodes(what) => write!(f, "{what} must be nodes"),
            Kind::MixedUnion => f.write_str(
                "nodes of a document and texts that a function made cannot be in one set",
            ),
            Kind::UnknownVariable(name) => write!(f, "nobody said what ${name} is"),
            Kind::UnknownPrefix(prefix) => f.write_str(&names().no_prefix(prefix)),
            Kind::Refused(name, why) => write!(f, "`{name}` cannot be had: {why}"),
            Kind::Arity { name, wanted, found } => {
                write!(f, "`{name}` takes {}, not {found}", arguments(*wanted))
            }
            Kind::Pattern(why) => write!(f, "bad pattern: {why}"),
            Kind::Flags(flag) => write!(f, "`{flag}` is no flag of patterns: they are `g` and `i`"),
            Kind::NumberFormat(why) => write!(f, "bad format of numbers: {why}"),
            Kind::Fetch { address, why } => write!(f, "{address} cannot be read: {why}"),
        }
    }
}

fn arguments(Arity { least, most }: Arity) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    match most {
        Some(0) => "no arguments".to_owned(),
        None => format!("{least} arguments or more"),
        Some(most) if least == most => format!("{least} argument{}", plural(least)),
        Some(most) => format!("{least} to {most} arguments"),
    }
}

impl std::error::Error for Failure {}

/// Why an evaluation ended.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stop {
    /// A limit was met.
    Cut(Met),
    Failed(Failure),
}

impl From<Cut> for Stop {
    fn from(_: Cut) -> Self {
        Self::Cut(Met::Steps)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// What an evaluation has, or why it ended.
pub(crate) type Eval<T> = Result<T, Stop>;
