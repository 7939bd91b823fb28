//! The entry points: a grammar by name, by path or as text.
//!
//! A [`GrammarSource`] is compiled with all grammars that it uses. Shipped grammars are already
//! compiled (`stored`). A grammar that has an error is refused. The report has *all* of its
//! mistakes, because the file is then linted as well. [`GrammarSource::check`] makes this report
//! for any grammar; it includes warnings.

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
/// diagnostic is an error. The diagnostics do not include the lint's warnings;
/// [`GrammarSource::check`] does.
#[must_use]
pub(crate) fn compile(sources: &Sources, modes: &Modes) -> (Option<Grammar>, Vec<Diagnostic>) {
    let (stages, diagnostics) = stages(&sources.files, &sources.units, modes);
    (stages.grammar, diagnostics)
}

/// A grammar to be read: where its text is, for which modes it is compiled, and where the files
/// that it uses are. [`Grammar::named`] and [`Grammar::source`] create one.
///
/// ```
/// use wishful::Grammar;
/// use wishful::grammar::{EmbeddedOnly, Modes};
/// let mine = Grammar::source("mine", "use \"marpa\" ; block |= <card> ;");
/// let grammar = mine.modes(&Modes::on(["scripting"])).loader(&EmbeddedOnly).compile()?;
/// assert_eq!(grammar.name(), "mine");
/// // A report has warnings, too.
/// assert!(Grammar::source("empty", "").check().has_errors());
/// # Ok::<(), wishful::diagnostics::Report>(())
/// ```
#[derive(Clone)]
pub struct GrammarSource<'a> {
    name: &'a str,
    text: Option<&'a str>,
    modes: Modes,
    loader: Option<&'a dyn Loader>,
}

impl<'a> GrammarSource<'a> {
    /// Sets the text; `None` searches for the grammar by its name. A grammar that the text uses is
    /// searched for beside the path `name`, then among the shipped ones.
    #[must_use]
    pub fn text(self, text: impl Into<Option<&'a str>>) -> Self {
        Self { text: text.into(), ..self }
    }

    /// Sets the modes that are on; by default, none is.
    #[must_use]
    pub fn modes(self, modes: &Modes) -> Self {
        Self { modes: modes.clone(), ..self }
    }

    /// Sets the loader of files; by default, the file system. An untrusted text should read no
    /// files: give it [`EmbeddedOnly`](super::EmbeddedOnly). A file may be read more than once;
    /// wrap a loader whose files can be read only once in `CachingLoader`.
    #[must_use]
    pub fn loader(self, loader: &'a dyn Loader) -> Self {
        Self { loader: Some(loader), ..self }
    }

    /// Compiles the grammar.
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn compile(self) -> Result<Grammar, Report> {
        // One loader for both steps, so that each file is read once.
        self.with_loader(Self::compile_from)
    }

    fn compile_from(&self, loader: &dyn Loader) -> Result<Grammar, Report> {
        if let Some(ready) = self.ready(loader) {
            return Ok(ready);
        }
        let (sources, mut diagnostics) = self.load(loader);
        if !has_errors(&diagnostics) {
            let (grammar, found) = compile(&sources, &self.modes);
            if let Some(grammar) = grammar {
                return Ok(grammar);
            }
            // The lint tries one mode at a time, so it may miss mistakes that only this combination
            // has.
            diagnostics.extend(found);
        }
        Err(full_report(sources, diagnostics).0)
    }

    /// Returns all diagnostics, in all modes.
    #[must_use]
    pub fn check(self) -> Report {
        self.checked().0
    }

    /// Returns all diagnostics, and the grammar, compiled with no mode on, if there is no error.
    #[must_use]
    pub fn checked(self) -> (Report, Option<Grammar>) {
        let (sources, diagnostics) = self.with_loader(Self::load);
        full_report(sources, diagnostics)
    }

    fn with_loader<T>(&self, work: impl FnOnce(&Self, &dyn Loader) -> T) -> T {
        match self.loader {
            Some(loader) => work(self, loader),
            None => work(self, &CachingLoader::new(FileSystem)),
        }
    }

    /// Returns the stored compiled form of a shipped grammar; `None` if the name refers to a file,
    /// or a mode is on.
    fn ready(&self, loader: &dyn Loader) -> Option<Grammar> {
        if self.text.is_some() || self.modes != Modes::default() {
            return None;
        }
        shipped_as(self.name, loader)?.ready()
    }

    fn load(&self, loader: &dyn Loader) -> (Sources, Vec<Diagnostic>) {
        match self.text {
            Some(text) => load_text(self.name, text, loader),
            None => load(self.name, loader),
        }
    }
}

impl Grammar {
    /// Loads a shipped grammar by its name, or another one by its path; no mode is on. This is
    /// [`Grammar::named`] with its defaults.
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn load(name_or_path: &str) -> Result<Self, Report> {
        Self::named(name_or_path).compile()
    }

    /// Begins to read a shipped grammar by its name, or another one by its path.
    #[must_use]
    pub fn named(name_or_path: &str) -> GrammarSource<'_> {
        GrammarSource { name: name_or_path, text: None, modes: Modes::default(), loader: None }
    }

    /// Begins to read a grammar given as text, called `name` in messages.
    #[must_use]
    pub fn source<'a>(name: &'a str, text: &'a str) -> GrammarSource<'a> {
        Self::named(name).text(text)
    }

    /// Returns the stored compiled form of a shipped grammar (`stored`). Returns `None` if the name
    /// refers to a file, or if nothing of that name is stored.
    #[must_use]
    #[cfg(test)]
    pub(crate) fn ready_made(name_or_path: &str) -> Option<Self> {
        Self::named(name_or_path).ready(&FileSystem)
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
