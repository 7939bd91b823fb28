//! Diagnostics as data, and the only code that renders them with carets.
//!
//! ```text
//! error[undefined]: nothing is called `blok`
//!   --> mine.grammar:3:12
//!    |
//!  3 | <p> ::= blok* ;
//!    |         ^^^^ not defined in this grammar
//!    |
//!    = help: did you mean `block`?
//! ```

use super::code::Code;
use super::{FileId, FileSpan, Files};
use serde::Serialize;
use std::fmt;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The grammar is correct, but this version does not do all that it says.
    Note,
    /// The grammar is usable, but probably not as its author intended.
    Warning,
    /// The grammar is refused.
    Error,
}

/// A span of a file with a short text about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Label {
    /// The file and the span. A file without a name is not shown: then the mistake is in the
    /// arguments of a request, not in a file.
    pub place: FileSpan,
    /// The text.
    pub text: String,
}

/// One mistake: a code, a message, labelled spans and advice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// The severity; an error refuses the grammar.
    pub severity: Severity,
    /// The kind of mistake; `allow CODE` in a grammar refers to it.
    pub code: Code,
    /// The mistake in one sentence without a full stop.
    pub message: String,
    /// The span of the mistake, with a few words that are shown under the caret.
    pub primary: Label,
    /// Other relevant spans.
    pub secondary: Vec<Label>,
    /// The `note:` lines: what was acceptable here, and longer explanations.
    pub notes: Vec<String>,
    /// The `help:` lines: what to do about the mistake.
    pub help: Vec<String>,
    /// The names and tags that the diagnostic is about, as written in the grammar; empty if it is
    /// about the grammar as a whole.
    pub subjects: Vec<String>,
    /// The known name that the author most likely meant.
    pub meant: Option<String>,
    /// The span of the word to replace by that name, unless it is the primary one.
    pub meant_place: Option<FileSpan>,
}

impl Diagnostic {
    /// Returns an error at a span of a file.
    #[must_use]
    #[doc(hidden)]
    pub fn error(code: Code, place: FileSpan, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            primary: Label { place, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            subjects: Vec::new(),
            meant: None,
            meant_place: None,
        }
    }

    /// Returns a warning at a span of a file.
    #[must_use]
    #[doc(hidden)]
    pub fn warning(code: Code, place: FileSpan, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, place, message) }
    }

    /// Returns a note at a span of a file.
    #[must_use]
    #[doc(hidden)]
    pub fn remark(code: Code, place: FileSpan, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(code, place, message) }
    }

    /// Sets the words under the caret.
    #[must_use]
    #[doc(hidden)]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.primary.text = label.into();
        self
    }

    /// Adds another labelled span.
    #[must_use]
    #[doc(hidden)]
    pub fn also(mut self, place: FileSpan, label: impl Into<String>) -> Self {
        self.secondary.push(Label { place, text: label.into() });
        self
    }

    /// Adds a `note:` line.
    #[must_use]
    #[doc(hidden)]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a name or tag that the diagnostic is about.
    #[must_use]
    #[doc(hidden)]
    pub fn about(mut self, subject: impl Into<String>) -> Self {
        self.subjects.push(subject.into());
        self
    }

    /// Adds the help line "did you mean `name`?" and records the name. Without a name it does
    /// nothing.
    #[must_use]
    #[doc(hidden)]
    pub fn did_you_mean<'n>(self, name: impl Into<Option<&'n str>>) -> Self {
        let Some(name) = name.into() else { return self };
        let asking = self.help(format!("did you mean `{name}`?"));
        Self { meant: Some(name.to_owned()), ..asking }
    }

    /// Adds a `help:` line.
    #[must_use]
    #[doc(hidden)]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }
}

/// The diagnostics of one run, with the files that they refer to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The files.
    pub files: Files,
    /// The diagnostics, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Reports whether any diagnostic refuses the grammar.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Reports whether there are no diagnostics other than notes.
    #[must_use]
    pub fn is_faultless(&self) -> bool {
        self.diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Note)
    }

    /// Sorts the diagnostics by file and span.
    #[doc(hidden)]
    pub fn sort(&mut self) {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.primary.place);
    }

    /// Renders all diagnostics with source lines and carets; with ANSI colours if `colour` is set.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        self.render_most(colour, usize::MAX)
    }

    /// Renders the first `most` diagnostics, errors before warnings, and the number of those left
    /// out. Diagnostics that all fit are rendered in their own order.
    #[must_use]
    #[doc(hidden)]
    pub fn render_most(&self, colour: bool, most: usize) -> String {
        let left = self.diagnostics.len().saturating_sub(most);
        let mut shown: Vec<&Diagnostic> = self.diagnostics.iter().collect();
        if left > 0 {
            let (errors, others): (Vec<_>, Vec<_>) =
                shown.into_iter().partition(|diagnostic| diagnostic.severity == Severity::Error);
            shown = errors;
            shown.extend(others);
            shown.truncate(most);
        }
        let mut out = String::new();
        for diagnostic in shown {
            out.push_str(&render::render(&self.files, diagnostic, colour));
            out.push_str("\n\n");
        }
        if left > 0 {
            out.push_str(&format!("and {left} more\n\n"));
        }
        out
    }
}

/// The output of [`Report::render`] without colours.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.render(false).trim_end())
    }
}

impl std::error::Error for Report {}

pub(super) mod render {
    //! Rendering with `annotate-snippets`, the renderer of rustc.

    use std::ops::Range;

    use super::super::Span;
    use super::{Diagnostic, FileId, Files, Label, Severity};
    use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};

    pub(super) fn render(files: &Files, diagnostic: &Diagnostic, colour: bool) -> String {
        let title = level(diagnostic.severity)
            .primary_title(&diagnostic.message)
            .id(diagnostic.code.word());
        let group = title.elements(snippets(files, diagnostic));
        rendered(group, &diagnostic.notes, &diagnostic.help, colour)
    }

    pub(in crate::base) fn level(severity: Severity) -> Level<'static> {
        match severity {
            Severity::Note => Level::NOTE,
            Severity::Warning => Level::WARNING,
            Severity::Error => Level::ERROR,
        }
    }

    pub(in crate::base) fn rendered<'a>(
        group: Group<'a>,
        notes: &'a [String],
        help: &'a [String],
        colour: bool,
    ) -> String {
        let notes = notes.iter().map(|note| Element::from(Level::NOTE.message(note)));
        let help = help.iter().map(|help| Element::from(Level::HELP.message(help)));
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group.elements(notes).elements(help)])
    }

    /// Returns one snippet for each file, that of the primary label first.
    fn snippets<'a>(
        files: &'a Files,
        diagnostic: &'a Diagnostic,
    ) -> Vec<Snippet<'a, annotate_snippets::Annotation<'a>>> {
        let mut order: Vec<FileId> = vec![diagnostic.primary.place.file];
        for Label { place, .. } in &diagnostic.secondary {
            if !order.contains(&place.file) {
                order.push(place.file);
            }
        }
        let mut snippets = Vec::new();
        for file in order {
            let source = files.get(file);
            if source.name().is_empty() {
                continue;
            }
            let (mark, text_of_lines) = source.text_of_lines();
            let shifted = |span: Span| {
                let Range { start, end } = span.range();
                start.saturating_sub(mark)..end.saturating_sub(mark)
            };
            let mut snippet = Snippet::source(text_of_lines).path(source.name());
            let Label { place, text } = &diagnostic.primary;
            if place.file == file {
                let annotation = AnnotationKind::Primary.span(shifted(place.span));
                snippet = snippet.annotation(annotation.label(text));
            }
            for Label { place, text } in &diagnostic.secondary {
                if place.file == file {
                    let annotation = AnnotationKind::Context.span(shifted(place.span));
                    snippet = snippet.annotation(annotation.label(text));
                }
            }
            snippets.push(snippet);
        }
        snippets
    }
}
