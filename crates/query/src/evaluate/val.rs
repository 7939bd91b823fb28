//! Intermediate values of an evaluation. They differ from [`Value`](crate::Value) in that
//! nodes are [`EvalNode`]s and texts are borrowed where possible.

use std::borrow::Cow;
use std::rc::Rc;

use super::place::{EvalDocuments, EvalNode};
use crate::value::{boolean_text, number_boolean, number_text, text_number};

/// An intermediate value.
#[derive(Clone, Debug, PartialEq)]
pub enum Val<'e> {
    /// Nodes in document order.
    Nodes(Rc<Vec<EvalNode>>),
    Boolean(bool),
    Number(f64),
    Text(Cow<'e, str>),
}

impl Val<'_> {
    pub(crate) fn nodes(nodes: Vec<EvalNode>) -> Self {
        Self::Nodes(Rc::new(nodes))
    }

    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(Cow::Owned(text.into()))
    }

    pub(crate) fn to_boolean(&self) -> bool {
        match self {
            Self::Nodes(nodes) => !nodes.is_empty(),
            Self::Boolean(boolean) => *boolean,
            Self::Number(number) => number_boolean(*number),
            Self::Text(text) => !text.is_empty(),
        }
    }
}

impl<'e> Val<'e> {
    pub fn to_text<'d: 'e>(&self, world: &EvalDocuments<'d>) -> Cow<'e, str> {
        match self {
            Self::Nodes(nodes) => match nodes.first() {
                Some(first) => world.string_value(*first),
                None => Cow::Borrowed(""),
            },
            Self::Boolean(boolean) => Cow::Borrowed(boolean_text(*boolean)),
            Self::Number(number) => number_text(*number).into(),
            Self::Text(text) => text.clone(),
        }
    }

    pub(crate) fn to_number<'d: 'e>(&self, world: &EvalDocuments<'d>) -> f64 {
        match self {
            Self::Boolean(boolean) => f64::from(u8::from(*boolean)),
            Self::Number(number) => *number,
            _ => text_number(&self.to_text(world)),
        }
    }
}
