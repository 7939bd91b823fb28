//! A mistake, and the span of what it is about.

use std::borrow::Cow;
use wishful::base::{FileSpan, Severity, Span};
use wishful::tree::{NodeRef, TagOrigin};

/// A mistake of an author in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConformanceError {
    /// The kind: one of the checker's codes, or the name of a `forbid` or `warn` statement.
    pub code: Cow<'static, str>,
    /// The span in the document's text.
    pub span: Span,
    /// A sentence without a full stop.
    pub message: String,
    /// The severity: a warning is about something that the standard permits.
    pub severity: Severity,
    /// Advice; may be empty.
    pub help: Vec<String>,
    /// The position of the rule in the grammar, if one rule is broken.
    pub(crate) place: Option<FileSpan>,
}

impl ConformanceError {
    pub(super) const fn new(
        code: &'static str,
        span: Span,
        message: String,
        help: Vec<String>,
        place: Option<FileSpan>,
    ) -> Self {
        Self { code: Cow::Borrowed(code), span, message, severity: Severity::Error, help, place }
    }
}

/// Returns the span of the start tag of an element, or of another node. A virtual tag has the
/// position where it was inserted.
pub(super) fn span_of_node(node: NodeRef<'_>) -> Span {
    match node.start_tag() {
        Some(TagOrigin::Written(span) | TagOrigin::Copied { of: Some(span), .. }) => span,
        Some(TagOrigin::Virtual(repair)) => {
            let at = node.document().repair(repair).map_or(0, |repair| repair.span.start);
            Span { start: at, end: at }
        }
        _ => node.spans().first().copied().unwrap_or_default(),
    }
}
