//! The outcome of a remedy.

use crate::grammar::ast::FileSpan;

/// The outcome of a remedy.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum RemedyOutcome {
    /// A new try at the token, because tags were inserted or the token was rewritten.
    Retry,
    /// The end of the token, which leaves no node.
    Done,
    /// Cruft, as the line at this place demands, or because no remedy applies.
    SetAside(Option<FileSpan>),
}
