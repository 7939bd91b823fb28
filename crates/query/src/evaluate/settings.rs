//! Parameters of an evaluation, and its answer.

use crate::documents::Documents;
use crate::limits::Limits;
use crate::node::Node;
use crate::patterns::WrittenPatterns;
use crate::value::Value;
use crate::variables::Variables;
use crate::view::View;
use std::sync::Arc;

/// The context of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context<'d> {
    pub(crate) node: Node<'d>,
    /// The value of `position()` outside predicates, from 1.
    pub(crate) position: usize,
    /// The value of `last()` outside predicates.
    pub(crate) size: usize,
}

impl<'d, N: Into<Node<'d>>> From<N> for Context<'d> {
    /// Creates a context of a single node.
    fn from(node: N) -> Self {
        Self { node: node.into(), position: 1, size: 1 }
    }
}

/// The parameters of an evaluation.
#[derive(Clone, Debug, Default)]
pub struct Settings<'d> {
    pub view: View,
    pub limits: Limits,
    pub variables: Variables<'d>,
    /// The source of other documents for `lib:html-document`.
    pub documents: Option<&'d Documents<'d>>,
    /// The cache of the patterns that the expression contains.
    pub patterns: Option<Arc<WrittenPatterns>>,
}

/// The result of an evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<'d> {
    /// The value. If a limit was reached, a path or a union has some of its nodes, in document
    /// order; other values are NaN, the empty text, or false.
    pub(crate) value: Value<'d>,
    /// The limit that was reached, if any.
    pub(crate) cut: Option<ReachedLimit>,
    /// The number of steps taken.
    pub(crate) steps: u64,
}

impl<'d> Answer<'d> {
    /// Returns the value. If a limit was reached, a path or a union has some of its nodes, in
    /// document order; other values are NaN, the empty text, or false.
    #[must_use]
    pub fn value(&self) -> &Value<'d> {
        &self.value
    }

    /// Returns the limit that was reached, if any; the value is then partial.
    #[must_use]
    pub fn limit(&self) -> Option<ReachedLimit> {
        self.cut
    }

    /// Returns the number of steps taken. A step is a visited node, or the amount of text that
    /// costs the same.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

/// A limit that an evaluation reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReachedLimit {
    /// [`Limits::steps`](crate::Limits::steps)
    Steps,
    /// [`Limits::answer`](crate::Limits::answer)
    Answer,
}

impl ReachedLimit {
    /// Returns the message about a partial answer.
    #[doc(hidden)]
    pub fn wording(self) -> &'static str {
        match self {
            Self::Steps => "result is incomplete: limit of steps reached",
            Self::Answer => "result is incomplete: limit of the size of the answer reached",
        }
    }
}
