//! The grammars for pages: one for parsing, and one for checking.

use std::cell::OnceCell;
use std::path::Path;

use super::super::files::EditorFiles;
use super::open_page::{CheckedPage, OpenPage};
use wishful::base::{Allowance, Finding, Location, Severity, Span};
use wishful::tree::Document;
use wishful::{Grammar, Parser};
use wishful_check::Checker;
use wishful_console::arguments::{CHECKING_GRAMMAR, DEFAULT_GRAMMAR};
use wishful_diagnosis::Diagnoser;
use wishful_template::Dialect;

/// The parser and the checker of pages, or the reasons why there is none. Computed on first use.
#[derive(Default)]
pub(super) struct PageRules {
    /// The chosen checking grammar: a path, or the name of a shipped one.
    chosen: Option<String>,
    /// The codes of findings that are not shown.
    allow: Vec<String>,
    /// The template language of files whose names do not tell it.
    pub(super) template: Option<Dialect>,
    parser: OnceCell<Result<Parser, String>>,
    diagnoser: OnceCell<Result<Diagnoser, String>>,
}

impl PageRules {
    /// Chooses a checking grammar. A path is relative to the root, if there is such a file.
    pub(super) fn new(grammar: Option<&str>, root: Option<&Path>, allow: Vec<String>) -> Self {
        let mut chosen = grammar.filter(|grammar| !grammar.is_empty()).map(str::to_owned);
        if let (Some(grammar), Some(root)) = (&chosen, root)
            && let Some(path) = root.join(grammar).to_str()
            && Path::new(path).is_file()
        {
            chosen = Some(path.to_owned());
        }
        Self { chosen, allow, ..Self::default() }
    }

    /// Creates rules by which no page can be checked, for a reason.
    pub(super) fn broken(reason: String) -> Self {
        Self { diagnoser: OnceCell::from(Err(reason)), ..Self::default() }
    }

    /// Forgets the checker, unless it is the shipped one, which no file changes. Reports whether
    /// it did.
    pub(super) fn refresh(&mut self) -> bool {
        if self.chosen.is_some() {
            self.diagnoser = OnceCell::new();
        }
        self.chosen.is_some()
    }

    /// Returns the parser.
    ///
    /// # Errors
    /// The reason why there is none.
    pub(super) fn parser(&self, files: &EditorFiles) -> Result<&Parser, &str> {
        let parser = self.parser.get_or_init(|| {
            Parser::new(load(DEFAULT_GRAMMAR, files)?).map_err(|error| error.to_string())
        });
        parser.as_ref().map_err(String::as_str)
    }

    /// Returns the checker.
    ///
    /// # Errors
    /// The mistakes of the chosen grammar.
    pub(super) fn checker(&self, files: &EditorFiles) -> Result<&Checker, &str> {
        self.diagnoser(files).map(Diagnoser::checker)
    }

    /// Returns the template language of a page.
    pub(super) fn template(&self, page: &OpenPage) -> Option<&Dialect> {
        Dialect::of_path(page.text.file.name()).or(self.template.as_ref())
    }

    /// Returns the diagnoser of pages.
    pub(super) fn diagnoser(&self, files: &EditorFiles) -> Result<&Diagnoser, &str> {
        let diagnoser = self.diagnoser.get_or_init(|| {
            let grammar = load(self.chosen.as_deref().unwrap_or(CHECKING_GRAMMAR), files)?;
            let checker = Checker::new(grammar).map_err(|report| report.text())?;
            Ok(Diagnoser::new(self.parser(files)?.clone(), checker))
        });
        diagnoser.as_ref().map_err(String::as_str)
    }

    /// Returns what is found in a page.
    ///
    /// # Errors
    /// The mistakes of the chosen grammar.
    pub(super) fn checked<'p>(
        &self,
        page: &'p OpenPage,
        files: &EditorFiles,
    ) -> Result<&'p CheckedPage, &str> {
        if let Some(known) = page.checked.get() {
            return Ok(known);
        }
        let checked = match page.document(self.parser(files)?) {
            Ok(document) => self.check(page, document, files)?,
            Err(message) => {
                CheckedPage { findings: vec![failure(page, message)], mistakes: Vec::new() }
            }
        };
        Ok(page.checked.get_or_init(|| checked))
    }

    fn check(
        &self,
        page: &OpenPage,
        document: &Document,
        files: &EditorFiles,
    ) -> Result<CheckedPage, &str> {
        let diagnoser = self.diagnoser(files)?;
        if let Some(dialect) = self.template(page) {
            let (file, options) = (&page.text.file, page.options());
            let mut findings = wishful_template::check(dialect, file, diagnoser, &options).findings;
            findings.retain(|finding| !self.allow.contains(&finding.code));
            return Ok(CheckedPage { findings, mistakes: Vec::new() });
        }
        let diagnosis = diagnoser.diagnose(document, &page.options());
        let mut findings = diagnoser.findings_of(&diagnosis, document, Allowance::OUTPUT);
        findings.retain(|finding| !self.allow.contains(&finding.code));
        if let Some(limit) = document.limit() {
            let message = format!("parsing stopped early: limit on the number of {limit} reached");
            findings.push(failure(page, &message));
        }
        Ok(CheckedPage { findings, mistakes: diagnosis.mistakes })
    }
}

/// Loads a grammar.
fn load(name: &str, files: &EditorFiles) -> Result<Grammar, String> {
    Grammar::named(name).loader(files).compile().map_err(|report| report.text())
}

/// Returns a finding at the start of a page that cannot be checked.
pub(super) fn failure(page: &OpenPage, message: &str) -> Finding {
    let place = Location::of(&page.text.file, Span::at(0));
    Finding::new(Severity::Error, "not-checked", message.to_owned(), place)
}
