//! The grammar that a request names: a shipped one by its name, or a text with the files that it
//! uses.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use wishful::diagnostics::Report;
use wishful::grammar::{Loader, Modes};
use wishful::{Grammar, Parser};

use crate::answer::Problem;
use crate::findings::FindingRow;

/// A grammar in a request.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct Choice {
    pub(crate) name: String,
    /// The grammar's text; `None` for a shipped grammar.
    pub(crate) text: Option<String>,
    #[serde(default)]
    modes: Vec<String>,
    /// The files that it may `use` besides the shipped grammars.
    #[serde(default)]
    pub(crate) files: GrammarFiles,
}

/// An in-memory file system: texts by file name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct GrammarFiles(BTreeMap<String, String>);

impl Loader for GrammarFiles {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        Ok(path.to_str().and_then(|name| self.0.get(name)).cloned())
    }
}

impl Choice {
    /// Compiles the grammar.
    ///
    /// # Errors
    /// All errors of the grammar, or modes that it does not declare.
    pub(crate) fn parser(&self) -> Result<Parser, Problem> {
        let modes = Modes::on(self.modes.iter().map(String::as_str));
        let grammar = self.grammar(&modes).map_err(refused)?;
        modes.declared_by(&grammar).map_err(Problem::impossible)?;
        Parser::new(grammar).map_err(Problem::impossible)
    }

    /// Compiles the grammar with some modes on.
    pub(crate) fn grammar(&self, modes: &Modes) -> Result<Grammar, Report> {
        let source = Grammar::named(&self.name).text(self.text.as_deref());
        source.modes(modes).loader(&self.files).compile()
    }
}

/// Creates the problem of a rejected grammar.
pub(crate) fn refused(report: Report) -> Problem {
    let findings = FindingRow::all(&report);
    let message = match findings.iter().find(|finding| finding.is_error()) {
        Some(first) => first.message().to_owned(),
        None => String::new(),
    };
    Problem::refused(message, findings)
}
