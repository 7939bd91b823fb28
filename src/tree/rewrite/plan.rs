//! The input and the output of a rewriting: the plan, and the parts of the new source.

use std::collections::BTreeSet;

use super::super::node::NodeId;
use crate::base::Span;
use crate::slippers::event::RepairId;

/// The exceptions from the default manner of writing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The elements that are written with all tags in their subtrees, including omissible ones.
    pub explicit: BTreeSet<NodeId>,
    /// The repairs that are not written. Their tokens stay as they are, where they are, and a parse
    /// of the new source makes these repairs again.
    pub left: BTreeSet<RepairId>,
}

/// A rewritten source.
pub struct RewrittenSource {
    /// The parts, in order.
    pub parts: Vec<Part>,
    /// The tags that are written and the pieces that are moved, each with its offset in the text of
    /// the new source and the repair that is the reason, in order.
    pub changes: Vec<(usize, RepairId)>,
}

/// A part of the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A span of the source.
    Copy(Span),
    /// New text.
    Write(String),
}
