//! Mistakes as data, and the one place that renders them with carets.
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
use super::{FileId, Files, Place};
use serde::Serialize;
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Nothing is wrong with the grammar, but this version does not do all that it says.
    Note,
    /// The grammar works, but probably not as meant.
    Warning,
    /// The grammar is refused.
    Error,
}

/// A place in a file, and a few words about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The place. In a file without a name it is not shown: that of a mistake in what was asked
    /// for, not in a file.
    pub place: Place,
    /// The words.
    pub text: String,
}

/// One mistake: a code, what is wrong, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// Whether it refuses the grammar.
    pub severity: Severity,
    /// What sort of mistake it is; what `allow CODE` names.
    pub code: Code,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where, with a few words under the caret.
    pub primary: Label,
    /// Other places that matter.
    pub secondary: Vec<Label>,
    /// What was acceptable here, longer explanations: `note:` lines.
    pub notes: Vec<String>,
    /// What to do: `help:` lines.
    pub help: Vec<String>,
    /// What it is about, as it is written; nothing if it is about the whole.
    pub subjects: Vec<String>,
    /// A known name that was most likely meant.
    pub meant: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub(crate) fn error(code: Code, place: Place, message: impl Into<String>) -> Self {
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
        }
    }

    /// A warning at a place.
    #[must_use]
    pub(crate) fn warning(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, place, message) }
    }

    /// A note at a place.
    #[must_use]
    pub(crate) fn remark(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(code, place, message) }
    }

    /// Puts words under the caret.
    #[must_use]
    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.primary.text = label.into();
        self
    }

    /// Points at another place.
    #[must_use]
    pub(crate) fn also(mut self, place: Place, label: impl Into<String>) -> Self {
        self.secondary.push(Label { place, text: label.into() });
        self
    }

    /// Adds a `note:` line.
    #[must_use]
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Says what it is about.
    #[must_use]
    pub(crate) fn about(mut self, subject: impl Into<String>) -> Self {
        self.subjects.push(subject.into());
        self
    }

    /// Asks whether a known name was meant.
    #[must_use]
    pub(crate) fn did_you_mean(self, name: &str) -> Self {
        let asking = self.help(format!("did you mean `{name}`?"));
        Self { meant: Some(name.to_owned()), ..asking }
    }

    /// Adds a `help:` line.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }
}

/// All mistakes found in one go, with the files that they speak of.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The files.
    pub files: Files,
    /// The mistakes, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Whether any of them refuses the grammar.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Whether all of them are notes, or there is none.
    #[must_use]
    pub fn is_faultless(&self) -> bool {
        self.diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Note)
    }

    /// Orders the mistakes by file and place.
    pub(crate) fn sort(&mut self) {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.primary.place);
    }

    /// Renders all mistakes with source lines and carets; with ANSI colours if `colour`.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        self.render_most(colour, usize::MAX)
    }

    /// The same, but of many mistakes the first `most` only, and how many are left: errors before
    /// warnings.
    #[must_use]
    pub(crate) fn render_most(&self, colour: bool, most: usize) -> String {
        let left = self.diagnostics.len().saturating_sub(most);
        let is_error = |one: &&Diagnostic| one.severity == Severity::Error;
        let (errors, warnings): (Vec<_>, Vec<_>) = self.diagnostics.iter().partition(is_error);
        let shown: Vec<&Diagnostic> = match left {
            0 => self.diagnostics.iter().collect(),
            _ => errors.into_iter().chain(warnings).take(most).collect(),
        };
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

/// Without colours, as [`Report::render`] has it.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.render(false).trim_end())
    }
}

impl std::error::Error for Report {}

mod render {
    //! Rendering with `annotate-snippets`, the renderer of rustc.

    use super::{Diagnostic, FileId, Files, Label, Severity};
    use annotate_snippets::{AnnotationKind, Element, Level, Renderer, Snippet};

    pub(super) fn render(files: &Files, diagnostic: &Diagnostic, colour: bool) -> String {
        let level = match diagnostic.severity {
            Severity::Note => Level::NOTE,
            Severity::Warning => Level::WARNING,
            Severity::Error => Level::ERROR,
        };
        let title = level.primary_title(&diagnostic.message).id(diagnostic.code.word());
        let notes = diagnostic.notes.iter().map(|note| Element::from(Level::NOTE.message(note)));
        let help = diagnostic.help.iter().map(|help| Element::from(Level::HELP.message(help)));
        let group = title.elements(snippets(files, diagnostic)).elements(notes).elements(help);
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }

    /// One snippet a file: the primary place's first.
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
        let snippet = |file: FileId| {
            let source = files.get(file);
            let mut snippet = Snippet::source(source.text()).path(source.name());
            let primary = [(AnnotationKind::Primary, &diagnostic.primary)];
            let secondary = diagnostic.secondary.iter().map(|one| (AnnotationKind::Context, one));
            for (kind, Label { place, text }) in primary.into_iter().chain(secondary) {
                if place.file == file {
                    snippet = snippet.annotation(kind.span(place.span.range()).label(text));
                }
            }
            snippet
        };
        order.into_iter().filter(|&file| !files.get(file).name().is_empty()).map(snippet).collect()
    }
}
