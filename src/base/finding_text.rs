//! Findings as text with source lines and carets.

use super::diagnostic::render;
use super::{Finding, Location, SourceFile, wide};
use annotate_snippets::{AnnotationKind, Snippet};

/// Renders a finding in `file` with its source line and carets, in colour if `colour` is set.
#[must_use]
#[doc(hidden)]
pub fn render_finding(finding: &Finding, file: &SourceFile, colour: bool) -> String {
    let title = render::level(finding.severity).primary_title(&finding.message).id(&*finding.code);
    let snippet = finding.place.as_ref().map(|place| {
        let (excerpt, before) = excerpt(file, place);
        let start = (wide(place.start.offset) - before).min(excerpt.len());
        let end = (wide(place.end.offset) - before).clamp(start, excerpt.len());
        let mut path = file.name().to_owned();
        if before > file.line_span(place.start.line).start {
            // The renderer counts columns from the start of the excerpt.
            path = format!("{path} (column {} of a long line)", place.start.column);
        }
        Snippet::source(excerpt)
            .path(path)
            .line_start(place.start.line)
            .annotation(AnnotationKind::Primary.span(start..end).label(&*finding.label))
    });
    render::rendered(title.elements(snippet), &finding.notes, &finding.help, colour)
}

/// The greatest number of bytes before and after a span that are rendered.
const AROUND: usize = 2000;

/// Returns the line on which a location starts, of a long line only a part, and its offset.
fn excerpt<'a>(file: &'a SourceFile, place: &Location) -> (&'a str, usize) {
    let text = file.text();
    let line = file.line_span(place.start.line);
    let at = wide(place.start.offset).clamp(line.start, line.end);
    let start = text.ceil_char_boundary(line.start.max(at.saturating_sub(AROUND)));
    let last = wide(place.end.offset).max(at).min(at + AROUND);
    let end = text.floor_char_boundary(line.end.min(last + AROUND));
    (&text[start..end.max(at)], start)
}
