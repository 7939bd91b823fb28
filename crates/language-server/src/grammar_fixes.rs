//! Quick fixes of grammars: the name or word that a diagnostic proposes ("did you mean …?").
//!
//! A diagnostic names the proposed word and its own span, which may be a whole item. So the fix
//! replaces that span, or the subject of the diagnostic within it. It is offered only if the
//! diagnostic is gone afterwards.

use lsp_types::{CodeAction, CodeActionKind, CodeActionParams, TextEdit};

use super::files::{EditorFiles, OpenText};
use super::places;
use wishful::base::{Diagnostic, SourceFile, Span};
use wishful_workbench::language::Project;

/// The greatest number of diagnostics for which fixes are tried; each takes a check.
const TRIED: usize = 3;

/// Returns the fixes of the diagnostics that touch the range of a request.
pub(super) fn fixes(
    name: &str,
    open: &OpenText,
    request: &CodeActionParams,
    files: &EditorFiles,
) -> Vec<CodeAction> {
    let (file, range) = (&open.file, request.range);
    let (start, end) = (places::offset(file, range.start), places::offset(file, range.end));
    let asked = Span::new(start.min(end), start.max(end));
    let report = Project::new(name, file.text(), files).check();
    let (mut actions, mut tried) = (Vec::new(), 0);
    for diagnostic in &report.diagnostics {
        let place = diagnostic.meant_place.unwrap_or(diagnostic.primary.place);
        let touches = |span: Span| asked.start <= span.end && span.start <= asked.end;
        let Some(meant) = &diagnostic.meant else { continue };
        if report.files.get(place.file).name() != name
            || !(touches(place.span) || touches(diagnostic.primary.place.span))
            || tried == TRIED
        {
            continue;
        }
        tried += 1;
        let (span, text) = replacement(file, place.span, meant, diagnostic);
        let mut changed = file.text().to_owned();
        changed.replace_range(span.range(), &text);
        let after = Project::new(name, &changed, files).check();
        let [before, after] = [&report, &after].map(|report| {
            report.diagnostics.iter().filter(|one| one.message == diagnostic.message).count()
        });
        if after >= before {
            continue;
        }
        let written = span.of(file.text());
        let found = places::range(file, diagnostic.primary.place.span);
        let solved = request.context.diagnostics.iter().filter(|one| one.range == found);
        let edit = TextEdit { range: places::range(file, span), new_text: text.clone() };
        actions.push(CodeAction {
            title: format!("Replace `{written}` with `{text}`"),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(solved.cloned().collect()),
            edit: Some(places::workspace_edit(open.uri.clone(), vec![edit])),
            ..CodeAction::default()
        });
    }
    actions
}

/// Returns the span of the misspelt name within the span of a diagnostic, and its replacement.
fn replacement(
    file: &SourceFile,
    span: Span,
    meant: &str,
    diagnostic: &Diagnostic,
) -> (Span, String) {
    let written = span.of(file.text());
    for subject in &diagnostic.subjects {
        if let Some(at) = written.find(subject.as_str()) {
            let start = span.range().start + at;
            return (Span::new(start, start + subject.len()), meant.to_owned());
        }
    }
    let quote = if written.starts_with('"') { "\"" } else { "" };
    (span, format!("{quote}{meant}{quote}"))
}
