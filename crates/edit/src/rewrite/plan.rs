//! The input and the output of a rewriting: the plan, and the parts of the new source.

use std::collections::BTreeSet;

use wishful::base::{Span, narrow};
use wishful::slippers::event::RepairId;
use wishful::tree::NodeId;

/// The exceptions from the default manner of writing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Plan {
    /// The elements that are written with all tags in their subtrees, including omissible ones.
    pub explicit: BTreeSet<NodeId>,
    /// The repairs that are not written. Their tokens stay as they are, where they are, and a parse
    /// of the new source makes these repairs again.
    pub left: BTreeSet<RepairId>,
}

/// A rewritten source.
pub(crate) struct RewrittenSource {
    /// The parts, in order.
    pub parts: Vec<Part>,
    /// The tags that are written and the pieces that are moved, each with its offset in the text of
    /// the new source and the repair that is the reason, in order.
    pub changes: Vec<(usize, RepairId)>,
}

/// Returns the parts of a text of some length in which spans are replaced. These are in order; in a
/// replaced span, only text is added. (An empty copy separates adjacent ones, as [`Copies`] need.)
///
/// [`Copies`]: super::Copies
pub(crate) fn parts_of(
    length: usize,
    replacements: impl IntoIterator<Item = (Span, String)>,
) -> Vec<Part> {
    let (mut parts, mut copied) = (Vec::new(), 0);
    for (span, text) in replacements {
        if copied <= span.start {
            parts.push(Part::Copy(Span { start: copied, end: span.start }));
        }
        if !text.is_empty() {
            parts.push(Part::Write(text));
        }
        copied = copied.max(span.end);
    }
    parts.push(Part::Copy(Span { start: copied, end: narrow(length) }));
    parts
}

/// A part of the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A span of the source.
    Copy(Span),
    /// New text.
    Write(String),
}
