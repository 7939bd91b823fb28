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
    /// Other places, with a few words about each.
    pub related: Vec<(Span, String)>,
    /// The position of the rule in the grammar, if one rule is broken.
    pub(crate) place: Option<FileSpan>,
}

impl ConformanceError {
    pub(super) fn new(
        code: &'static str,
        span: Span,
        message: String,
        help: Vec<String>,
        place: Option<FileSpan>,
    ) -> Self {
        let (code, severity, related) = (Cow::Borrowed(code), Severity::Error, Vec::new());
        Self { code, span, message, severity, help, related, place }
    }

    /// Marks the start tag of the element around, if it is written.
    pub(super) fn around(mut self, element: Option<NodeRef<'_>>) -> Self {
        if let Some(element) = element
            && let Some(TagOrigin::Written(span)) = element.start_tag()
            && let Some(name) = element.name()
        {
            self.related.push((span, format!("this `<{name}>`")));
        }
        self
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
