//! One test: a case or a snapshot.

use std::path::{Path, PathBuf};

use super::Expectation;
use super::case::Case;
use super::case_file::CaseFile;
use crate::cli::grammars;

/// A snapshot, or one that is to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::cli) struct Snapshot {
    pub(super) document: PathBuf,
    pub(super) grammar: String,
    pub(super) format: Expectation,
}

impl Snapshot {
    /// The file that it is in.
    pub(super) fn path(&self) -> PathBuf {
        self.sibling(self.format)
    }

    /// The snapshot of the same document and grammar in another format.
    pub(super) fn sibling(&self, format: Expectation) -> PathBuf {
        let name = self.document.as_os_str().to_string_lossy();
        PathBuf::from(format!("{name}.{}.{}", self.grammar, format.name()))
    }

    /// The file beside the document that is its grammar, if there is one.
    pub(super) fn own_grammar(&self) -> PathBuf {
        self.document.with_file_name(format!("{}.grammar", self.grammar))
    }

    /// From where its grammar is looked for, and by what name: as the file beside the document, else as the shipped one.
    pub(super) fn grammar_from<'f>(&self, folder: &'f Path) -> (&'f Path, String) {
        let own = self.own_grammar();
        let own = own.is_file().then(|| own.file_name()).flatten();
        let name = own.map_or_else(|| self.grammar.clone(), |own| own.to_string_lossy().into());
        (grammars::home(folder, &name), name)
    }
}

/// A grammar by its name, which several tests may share.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::cli) struct SharedGrammar {
    /// From where it is looked for.
    pub(in crate::cli) folder: PathBuf,
    pub(in crate::cli) name: String,
    pub(in crate::cli) modes: Vec<String>,
}

/// One test.
#[derive(Clone, Debug)]
pub(in crate::cli) enum Test<'a> {
    /// A case: the file, its index among the files, and the case's index in the file.
    Case { file: &'a CaseFile, at: (usize, usize) },
    /// A snapshot.
    Snapshot(&'a Snapshot),
}

/// What a test is known by from one run to the next: its file, and of a case the title and how many of that title stand above it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::cli) struct Key {
    pub(in crate::cli) path: PathBuf,
    title: Option<(String, usize)>,
}

impl<'a> Test<'a> {
    /// The case, if it is one.
    pub(in crate::cli) fn case(&self) -> Option<&'a Case> {
        match self {
            Self::Case { file, at } => file.cases.get(at.1),
            Self::Snapshot(_) => None,
        }
    }

    pub(in crate::cli) fn key(&self) -> Key {
        let title = self.case().map(|case| (case.title.clone(), case.nth));
        Key { path: self.path(), title }
    }

    /// The file that it is in.
    pub(in crate::cli) fn path(&self) -> PathBuf {
        match self {
            Self::Case { file, .. } => file.path.clone(),
            Self::Snapshot(snapshot) => snapshot.path(),
        }
    }

    /// The document of a snapshot.
    pub(in crate::cli) fn document(&self) -> Option<&'a Path> {
        match self {
            Self::Case { .. } => None,
            Self::Snapshot(snapshot) => Some(&snapshot.document),
        }
    }

    /// The line of a case's title, from 1.
    pub(in crate::cli) fn line(&self) -> Option<usize> {
        self.case().map(|case| case.line)
    }

    /// The title of a case.
    pub(in crate::cli) fn title(&self) -> Option<&'a str> {
        self.case().map(|case| case.title.as_str())
    }

    /// The grammar as it is named; none if it is the case's own.
    pub(in crate::cli) fn grammar(&self) -> Option<&'a str> {
        match self {
            Self::Case { .. } => self.case()?.grammar_name(),
            Self::Snapshot(snapshot) => Some(&snapshot.grammar),
        }
    }

    /// The grammar that its document is parsed by; none if that is the case's own, or it asks of no document.
    pub(in crate::cli) fn shared_grammar(&self) -> Option<SharedGrammar> {
        let (path, named) = (self.path(), self.grammar()?);
        let folder = path.parent().unwrap_or(Path::new(""));
        match self {
            Self::Case { .. } => {
                let case = self.case().filter(|case| case.asks_of_document())?;
                let (folder, modes) = (grammars::home(folder, named), case.modes.clone());
                Some(SharedGrammar { folder: folder.to_owned(), name: named.to_owned(), modes })
            }
            Self::Snapshot(snapshot) => {
                let (folder, name) = snapshot.grammar_from(folder);
                Some(SharedGrammar { folder: folder.to_owned(), name, modes: Vec::new() })
            }
        }
    }

    /// What is compared.
    pub(in crate::cli) fn format(&self) -> Expectation {
        match self {
            Self::Case { .. } => self.case().map_or(Expectation::Tree, Case::format),
            Self::Snapshot(snapshot) => snapshot.format,
        }
    }

    /// Whether a line of its file is a line of it; all lines of a snapshot are.
    pub(in crate::cli) fn has_line(&self, line: usize) -> bool {
        self.case().is_none_or(|case| (case.line..case.end).contains(&line))
    }

    /// Where it is: `corpus/cases.txt:12`, or the file of a snapshot.
    pub(in crate::cli) fn place(&self) -> String {
        let path = self.path();
        match self.line() {
            Some(line) => format!("{}:{line}", path.display()),
            None => path.display().to_string(),
        }
    }

    /// What it is called in the report: the place, and the title of a case.
    pub(in crate::cli) fn name(&self) -> String {
        match self.title() {
            Some(title) => format!("{}: {title}", self.place()),
            None => self.place(),
        }
    }
}
