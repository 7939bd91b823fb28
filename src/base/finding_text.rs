//! Findings as text with source lines and carets.

use super::diagnostic::render;
use super::{Finding, Location, Point, Related, SourceFile, wide};
use annotate_snippets::{AnnotationKind, Origin, Snippet};
use std::ops::Range;

/// Renders a finding in `file` with its source line and carets, in colour if `colour` is set.
#[must_use]
#[doc(hidden)]
pub fn render_finding(finding: &Finding, file: &SourceFile, colour: bool) -> String {
    let title = render::level(finding.severity).primary_title(&finding.message).id(&*finding.code);
    let is_related = |related: &&Related| related.place.file == file.name();
    let related: Vec<&Related> = finding.related.iter().filter(is_related).take(RELATED).collect();
    let (beside, elsewhere): (Vec<&Related>, Vec<&Related>) =
        related.into_iter().partition(|related| is_beside(file, finding, related));
    let mut origin = None;
    let snippet = finding.place.as_ref().map(|place| {
        let (excerpt, before) = excerpt(file, place);
        let mut path = Some(file.name());
        if before > file.line_span(place.start.line).start {
            // The renderer counts columns from the start of the excerpt.
            let Point { line, column, .. } = place.start;
            origin = path.take().map(|name| Origin::path(name).line(line).char_column(column));
        }
        Snippet::source(excerpt)
            .path(path)
            .line_start(place.start.line)
            .annotation(
                AnnotationKind::Primary.span(within(place, excerpt, before)).label(&*finding.label),
            )
            .annotations(beside.iter().map(|related| {
                let span = within(&related.place, excerpt, before);
                AnnotationKind::Context.span(span).label(&*related.label)
            }))
    });
    let elsewhere = elsewhere.iter().map(|related| {
        let place = &related.place;
        let (excerpt, before) = excerpt(file, place);
        let span = within(place, excerpt, before);
        Snippet::source(excerpt)
            .path(file.name())
            .line_start(place.start.line)
            .annotation(AnnotationKind::Context.span(span).label(&*related.label))
    });
    render::rendered(
        title.elements(origin).elements(snippet).elements(elsewhere),
        &finding.notes,
        &finding.help,
        colour,
    )
}

/// Returns the part of a location that is in an excerpt, which starts at the offset `before`.
fn within(place: &Location, excerpt: &str, before: usize) -> Range<usize> {
    let start = wide(place.start.offset).saturating_sub(before).min(excerpt.len());
    start..wide(place.end.offset).saturating_sub(before).clamp(start, excerpt.len())
}

/// The greatest number of related locations that are rendered.
const RELATED: usize = 3;

/// Reports whether a related location is rendered on the line of the finding.
fn is_beside(file: &SourceFile, finding: &Finding, related: &Related) -> bool {
    let Some(place) = &finding.place else { return false };
    let (excerpt, before) = excerpt(file, place);
    let (start, end) = (wide(related.place.start.offset), wide(related.place.end.offset));
    start >= before && end <= before + excerpt.len()
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
