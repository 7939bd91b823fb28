//! The entry points: a grammar by name, by path or as text.
//!
//! [`Grammar::load`] and [`Grammar::from_text`] read a grammar with all grammars that it uses and
//! compile it. Shipped grammars are already compiled (`stored`). Both refuse a
//! grammar that has an error. Their report has *all* of its mistakes, because the file is then
//! linted as well. [`check`] makes this report for any grammar; it includes warnings.

use super::ast::FileSpan;
use super::compile::{Modes, Stages, stages};
use super::load::{
    CachingLoader, FileSystem, Loader, Sources, load, load_text, load_text_without, shipped_as,
};
use super::model::Grammar;
use super::statements::{Change, Statements};
use super::{gaps, lint, quoted};
use crate::base::{Diagnostic, HashSet, Report, Severity};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// Compiles loaded sources for a set of modes that are on. Returns a grammar if and only if no
/// diagnostic is an error. The diagnostics do not include the lint's warnings; [`check`] does.
#[must_use]
pub(crate) fn compile(sources: &Sources, modes: &Modes) -> (Option<Grammar>, Vec<Diagnostic>) {
    let (stages, diagnostics) = stages(&sources.files, &sources.units, modes);
    (stages.grammar, diagnostics)
}

/// Returns all diagnostics of a grammar, given by the name of a shipped one or by a path.
#[must_use]
pub fn check(name_or_path: &str) -> Report {
    check_from(name_or_path, &FileSystem)
}

/// Returns all diagnostics like [`check`], with files from `loader`.
#[must_use]
pub fn check_from(name_or_path: &str, loader: &dyn Loader) -> Report {
    checked_from(name_or_path, loader).0
}

/// Returns all diagnostics like [`check_from`], and the grammar, compiled with no mode on, if there
/// is no error.
pub fn checked_from(name_or_path: &str, loader: &dyn Loader) -> (Report, Option<Grammar>) {
    let (sources, diagnostics) = load(name_or_path, loader);
    full_report(sources, diagnostics)
}

/// Returns all diagnostics of a grammar given as text.
#[must_use]
pub fn check_text(name: &str, text: &str, loader: &dyn Loader) -> Report {
    let (sources, diagnostics) = load_text(name, text, loader);
    full_report(sources, diagnostics).0
}

impl Grammar {
    /// Loads a shipped grammar by its name, or another one by its path; no mode is on.
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn load(name_or_path: &str) -> Result<Self, Report> {
        Self::load_with(name_or_path, &Modes::default())
    }

    /// Loads a grammar like [`Self::load`], with some modes on.
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn load_with(name_or_path: &str, modes: &Modes) -> Result<Self, Report> {
        Self::load_from(name_or_path, modes, &CachingLoader::new(FileSystem))
    }

    /// Loads a grammar like [`Self::load_with`], with files from `loader`. A file may be read more
    /// than once; wrap a loader whose files can be read only once in `CachingLoader`.
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn load_from(
        name_or_path: &str,
        modes: &Modes,
        loader: &dyn Loader,
    ) -> Result<Self, Report> {
        if *modes == Modes::default()
            && let Some(shipped) = shipped_as(name_or_path, loader)
            && let Some(ready) = shipped.ready()
        {
            return Ok(ready);
        }
        compiled(load(name_or_path, loader), modes)
    }

    /// Returns the stored compiled form of a shipped grammar (`stored`). Returns
    /// `None` if the name refers to a file, or if nothing of that name is stored.
    #[must_use]
    #[cfg(test)]
    pub(crate) fn ready_made(name_or_path: &str) -> Option<Self> {
        shipped_as(name_or_path, &FileSystem)?.ready()
    }

    /// Compiles a grammar given as text, called `name` in messages. A grammar that it uses is
    /// searched for beside the path `name`, then among the shipped ones. An untrusted text should
    /// read no files: give it to [`Self::from_text_from`] with
    /// [`EmbeddedOnly`](super::EmbeddedOnly).
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn from_text(name: &str, text: &str) -> Result<Self, Report> {
        Self::from_text_with(name, text, &Modes::default())
    }

    /// Compiles a text like [`Self::from_text`], with some modes on.
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn from_text_with(name: &str, text: &str, modes: &Modes) -> Result<Self, Report> {
        Self::from_text_from(name, text, modes, &FileSystem)
    }

    /// Compiles a text like [`Self::from_text_with`], with files from `loader`.
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn from_text_from(
        name: &str,
        text: &str,
        modes: &Modes,
        loader: &dyn Loader,
    ) -> Result<Self, Report> {
        compiled(load_text(name, text, loader), modes)
    }
}

impl Grammar {
    /// Returns the statements, which the first call parses again.
    #[must_use]
    #[doc(hidden)]
    pub fn statements(&self) -> &Arc<Statements> {
        self.statements.get_or_init(|| Arc::new(Statements::of(self.sources(None).units)))
    }

    /// Parses its files again, with the same numbers of files, perhaps without one statement.
    fn sources(&self, without: Option<FileSpan>) -> Sources {
        let mut texts: HashMap<PathBuf, String> = HashMap::new();
        for (_, file) in self.files().iter() {
            texts.insert(file.name().into(), file.text().to_owned());
        }
        let (name, text) = match self.files().iter().next() {
            Some((_, own)) => (own.name(), own.text()),
            None => ("", ""),
        };
        load_text_without(name, text, &texts, without).0
    }

    /// Compiles the grammar with a change of one statement in force. Returns `None` if the result
    /// has an error.
    #[must_use]
    #[doc(hidden)]
    pub fn with(&self, change: &Change) -> Option<Self> {
        self.made_of(Arc::new(self.statements().changed(change)), &self.modes_on())
    }

    /// Compiles the grammar with other modes on. Returns `None` if the result has an error.
    #[must_use]
    #[doc(hidden)]
    pub fn in_modes(&self, modes: &Modes) -> Option<Self> {
        self.made_of(self.statements().clone(), modes)
    }

    /// Compiles statements of the same files.
    fn made_of(&self, statements: Arc<Statements>, modes: &Modes) -> Option<Self> {
        let (stages, _) = stages(self.files(), &[statements.file()], modes);
        Some(Self { statements: OnceLock::from(statements), ..stages.grammar? })
    }

    /// Compiles the grammar without the written statement that has this span, before `use` and
    /// edits are resolved. Returns `None` if the result has an error.
    #[must_use]
    #[doc(hidden)]
    pub fn without_written(&self, place: FileSpan) -> Option<Self> {
        let sources = self.sources(Some(place));
        let grammar = compile(&sources, &self.modes_on()).0?;
        Some(Self {
            statements: OnceLock::from(Arc::new(Statements::of(sources.units))),
            ..grammar
        })
    }

    /// Returns the results of all passes over the statements in force.
    #[must_use]
    #[doc(hidden)]
    pub fn stages(&self) -> Stages {
        stages(self.files(), &[self.statements().file()], &self.modes_on()).0
    }

    /// Returns the modes that are on.
    #[doc(hidden)]
    pub fn modes_on(&self) -> Modes {
        Modes::on(self.modes().iter().filter(|mode| mode.on).map(|mode| mode.name.as_str()))
    }
}

fn compiled(loaded: (Sources, Vec<Diagnostic>), modes: &Modes) -> Result<Grammar, Report> {
    let (sources, mut diagnostics) = loaded;
    if !has_errors(&diagnostics) {
        let (grammar, found) = compile(&sources, modes);
        if let Some(grammar) = grammar {
            return Ok(grammar);
        }
        // The lint tries one mode at a time, so it may miss mistakes that only this combination
        // has.
        diagnostics.extend(found);
    }
    Err(full_report(sources, diagnostics).0)
}

/// Joins the diagnostics of loading with those of the lint that do not merely follow from them.
/// Returns the report, and the grammar if there is no error.
fn full_report(sources: Sources, mut diagnostics: Vec<Diagnostic>) -> (Report, Option<Grammar>) {
    // If the grammar itself is missing, nothing else can be reported.
    if sources.units.is_empty() {
        return (Report { files: sources.files, diagnostics }, None);
    }
    quoted::exclusions(&sources, &mut diagnostics);
    let (grammar, linted) = lint::check(&sources.files, &sources.units);
    let known: HashSet<&Diagnostic> = linted.iter().collect();
    diagnostics.retain(|diagnostic| !known.contains(diagnostic));
    let diagnostics = gaps::join(&sources, diagnostics, linted);
    let mut report = Report { files: sources.files, diagnostics };
    report.sort();
    let grammar = if report.has_errors() { None } else { grammar };
    (report, grammar)
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}
