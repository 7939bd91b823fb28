//! The way in: a grammar by name, by path or as text.
//!
//! [`Grammar::load`] and [`Grammar::from_text`] read a grammar with all that it uses and compile
//! it; a shipped one was compiled before ([`stored`](super::stored)). They refuse it if anything in
//! it is an error, with *all* its mistakes in one report: the file is linted then, too. [`check`]
//! is the same question asked for its own sake: it reports warnings as well.

use super::compile::{Modes, merged, stages};
use super::load::{FileSystem, Loader, Remembered, Sources, load, load_text, shipped_as};
use super::load_embedded::Embedded;
use super::model::Grammar;
use super::{ast, gaps, lint, parse::parse, quoted};
use crate::base::{Diagnostic, HashSet, Report, Severity};
use std::collections::HashMap;
use std::path::PathBuf;

/// Compiles what was loaded, for a set of modes that are on. There is a grammar if and only if no
/// diagnostic is an error. Warnings of the lint are not among them: [`check`] gives those.
#[must_use]
pub(crate) fn compile(sources: &Sources, modes: &Modes) -> (Option<Grammar>, Vec<Diagnostic>) {
    let (stages, diagnostics) = stages(&sources.files, &sources.units, modes);
    (stages.grammar, diagnostics)
}

/// Everything that is wrong with a grammar: a shipped one's name, or a path.
#[must_use]
pub fn check(name_or_path: &str) -> Report {
    check_from(name_or_path, &FileSystem)
}

/// The same, with files from elsewhere.
#[must_use]
pub fn check_from(name_or_path: &str, loader: &dyn Loader) -> Report {
    checked_from(name_or_path, loader).0
}

/// The same, and what was compiled on the way, if it has no error: no mode is on.
pub(crate) fn checked_from(name_or_path: &str, loader: &dyn Loader) -> (Report, Option<Grammar>) {
    let (sources, diagnostics) = load(name_or_path, loader);
    full_report(sources, diagnostics)
}

/// Everything that is wrong with a grammar whose text is at hand.
#[must_use]
pub fn check_text(name: &str, text: &str, loader: &dyn Loader) -> Report {
    let (sources, diagnostics) = load_text(name, text, loader);
    full_report(sources, diagnostics).0
}

/// The statements of a grammar and of all that it uses, as one file: what `grammar show` prints.
///
/// # Errors
/// A report of what could not be read.
pub(crate) fn show_from(name_or_path: &str, loader: &dyn Loader) -> Result<ast::File, Report> {
    let (sources, diagnostics) = load(name_or_path, loader);
    if has_errors(&diagnostics) {
        return Err(Report { files: sources.files, diagnostics });
    }
    Ok(merged_file(&sources))
}

/// The statements of all files as one, with the legend of the file that was asked for.
#[must_use]
pub fn merged_file(sources: &Sources) -> ast::File {
    let own = sources.units.last();
    ast::File {
        id: own.map_or(crate::base::FileId::new(0), |unit| unit.id),
        legend: own.map(|unit| unit.legend.clone()).unwrap_or_default(),
        statements: merged(&sources.units).statements,
        lost: Vec::new(),
    }
}

impl Grammar {
    /// The statements of all of its files, as they are written there.
    #[must_use]
    pub(crate) fn statements(&self) -> Vec<ast::At<ast::Statement>> {
        let files = self.files().iter();
        files.flat_map(|(file, _)| parse(file, self.files()).0.statements).collect()
    }

    /// A shipped grammar by its name, or one by its path; no mode is on.
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn load(name_or_path: &str) -> Result<Self, Report> {
        Self::load_with(name_or_path, &Modes::default())
    }

    /// The same, with some modes on.
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn load_with(name_or_path: &str, modes: &Modes) -> Result<Self, Report> {
        Self::load_from(name_or_path, modes, &Remembered::new(FileSystem))
    }

    /// The same, with files from elsewhere. They are asked for more than once: one that can be read
    /// but once is to be `Remembered`.
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn load_from(
        name_or_path: &str,
        modes: &Modes,
        loader: &dyn Loader,
    ) -> Result<Self, Report> {
        let none_is_on = *modes == Modes::default();
        let shipped = none_is_on.then(|| shipped_as(name_or_path, loader)).flatten();
        let ready = shipped.and_then(Embedded::ready);
        ready.map_or_else(|| compiled(load(name_or_path, loader), modes), Ok)
    }

    /// A shipped grammar by its name, as it was compiled when it was written
    /// ([`stored`](super::stored)); none if the name is of a file, or nothing of that name is
    /// ready.
    #[must_use]
    #[cfg(test)]
    pub(crate) fn ready_made(name_or_path: &str) -> Option<Self> {
        shipped_as(name_or_path, &FileSystem)?.ready()
    }

    /// A grammar whose text is at hand, called `name` in messages; what it uses is looked for
    /// beside the path `name`, then among the shipped ones. A text that is not to be trusted should
    /// read no files: give it to [`Self::from_text_from`] with [`EmbeddedOnly`](super::EmbeddedOnly).
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn from_text(name: &str, text: &str) -> Result<Self, Report> {
        Self::from_text_with(name, text, &Modes::default())
    }

    /// The same, with some modes on.
    ///
    /// # Errors
    /// A report of all its mistakes, if one of them is an error.
    pub fn from_text_with(name: &str, text: &str, modes: &Modes) -> Result<Self, Report> {
        Self::from_text_from(name, text, modes, &FileSystem)
    }

    /// The same, with files from elsewhere.
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
    /// The files that it was compiled of, parsed again, with the same numbers.
    pub(crate) fn sources(&self) -> Sources {
        let files = self.files().iter();
        let texts: HashMap<PathBuf, String> =
            files.map(|(_, file)| (PathBuf::from(file.name()), file.text().to_owned())).collect();
        let own =
            self.files().iter().next().map_or(("", ""), |(_, file)| (file.name(), file.text()));
        load_text(own.0, own.1, &texts).0
    }

    /// The modes that are on in it.
    pub(crate) fn modes_on(&self) -> Modes {
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
        // The lint tries one mode at a time: it may not see what is wrong with these.
        diagnostics.extend(found);
    }
    Err(full_report(sources, diagnostics).0)
}

/// What loading found, and what the lint finds in what was loaded and cannot follow from that; and the grammar, if nothing is an error.
fn full_report(sources: Sources, mut diagnostics: Vec<Diagnostic>) -> (Report, Option<Grammar>) {
    // Of a grammar that is not there nothing else can be said.
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
    let grammar = grammar.filter(|_| !report.has_errors());
    (report, grammar)
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}
