//! What is said besides the expression and the document.

use crate::query::documents::Documents;
use crate::query::limits::Limits;
use crate::query::node::Node;
use crate::query::value::Value;
use crate::query::variables::Variables;
use crate::query::view::View;

/// Where an expression is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Context<'d> {
    pub(crate) node: Node<'d>,
    /// What `position()` gives outside predicates, from 1 on.
    pub(crate) position: usize,
    /// What `last()` gives there.
    pub(crate) size: usize,
}

impl<'d, N: Into<Node<'d>>> From<N> for Context<'d> {
    /// A node alone.
    fn from(node: N) -> Self {
        Self { node: node.into(), position: 1, size: 1 }
    }
}

/// How an expression is evaluated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings<'d> {
    pub(crate) view: View,
    pub(crate) limits: Limits,
    pub(crate) variables: Variables<'d>,
    /// Where `lib:html-document` has other documents from.
    pub(crate) documents: Option<&'d Documents<'d>>,
}

/// What an evaluation gives.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<'d> {
    /// If it is cut: some of the nodes, in document order, if the whole is a path or a union; else no number, no text, or false.
    pub(crate) value: Value<'d>,
    /// The limit that was met, if one was.
    pub(crate) cut: Option<Met>,
    /// How many steps were taken.
    pub(crate) steps: u64,
}

impl<'d> Answer<'d> {
    /// The value. If a limit was met: some of the nodes, in document order, if the whole is a path or a union; else no number,
    /// no text, or false.
    #[must_use]
    pub fn value(&self) -> &Value<'d> {
        &self.value
    }

    /// The limit that was met, if one was: then the value is a part.
    #[must_use]
    pub fn limit(&self) -> Option<Met> {
        self.cut
    }

    /// How many steps were taken: nodes looked at, or as much text as one look costs.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

/// A limit that was met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Met {
    /// [`Limits::steps`](crate::query::Limits::steps)
    Steps,
    /// [`Limits::answer`](crate::query::Limits::answer)
    Answer,
}

impl Met {
    /// What is said of an answer that a limit ended.
    pub(crate) fn wording(self) -> &'static str {
        match self {
            Self::Steps => "not all was looked for: the limit of steps was met",
            Self::Answer => "not all is in the answer: the limit of its size was met",
        }
    }
}
