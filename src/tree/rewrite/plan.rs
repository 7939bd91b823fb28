//! What is asked for, and what comes out.

use std::collections::BTreeMap;

use super::super::node::NodeId;
use crate::base::Span;

/// What is to be done otherwise than at first, by element; all in it is meant.
pub(crate) type Plan = BTreeMap<NodeId, Manner>;

/// How an element is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Manner {
    /// With all tags, those too that may be left out.
    Explicit,
    /// As it stands in the source, from the first thing in it to the last.
    Left,
}

/// An element that cannot be left as it stands, since what stands between its first and its last byte is not all in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scattered(pub(crate) NodeId);

/// A source written anew.
pub(crate) struct Spelled {
    /// What it is made of, in order.
    pub(crate) parts: Vec<Part>,
    /// Whether its end takes in all that would stand behind it, so that end tags are missing.
    pub(crate) unended: bool,
}

/// A part of what is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// What stands in the source there.
    Copy(Span),
    /// Something else.
    Write(String),
}
