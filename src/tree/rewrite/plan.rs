//! The input and the output of a rewriting: the plan, and the parts of the new source.

use std::collections::BTreeMap;

use super::super::node::NodeId;
use crate::base::Span;

/// The exceptions from the default manner of writing, by element; each applies to the whole
/// subtree.
pub type Plan = BTreeMap<NodeId, WriteMode>;

/// The manner in which an element is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WriteMode {
    /// With all tags, including omissible ones.
    Explicit,
    /// Verbatim as in the source, from its first byte to its last.
    Left,
}

/// The error for an element that cannot be copied verbatim, since the span from its first to its
/// last byte also holds other nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScatteredElement(pub NodeId);

/// A rewritten source.
pub struct RewrittenSource {
    /// The parts, in order.
    pub parts: Vec<Part>,
    /// Set if the end absorbs everything that would follow it, so that end tags are missing.
    pub unended: bool,
}

/// A part of the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A span of the source.
    Copy(Span),
    /// New text.
    Write(String),
}
