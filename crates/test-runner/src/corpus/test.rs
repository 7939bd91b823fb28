//! A test: a case or a snapshot.

use std::fs;
use std::path::{Path, PathBuf};

use super::Expectation;
use super::case::Case;
use super::case_file::CaseFile;
use wishful_console::grammars;
use wishful_console::settings::folders_of_project;

/// A snapshot, existing or to be created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Snapshot {
    pub(super) document: PathBuf,
    pub(super) grammar: String,
    pub(super) format: Expectation,
}

impl Snapshot {
    /// Returns the file of the snapshot.
    pub(super) fn path(&self) -> PathBuf {
        self.sibling(self.format)
    }

    /// Returns the file of the same document and grammar in another format.
    pub(super) fn sibling(&self, format: Expectation) -> PathBuf {
        let name = self.document.as_os_str().to_string_lossy();
        PathBuf::from(format!("{name}.{}.{}", self.grammar, format.name()))
    }

    /// Returns the folders in which the file of the grammar is searched: that of the document, and
    /// those above it up to the one with the settings.
    pub(super) fn grammar_folders(&self) -> Vec<PathBuf> {
        folders_of_project(self.document.parent().unwrap_or(Path::new("")))
    }

    /// Returns the name of the grammar's file.
    pub(super) fn grammar_file(&self) -> String {
        format!("{}.grammar", self.grammar)
    }

    /// Returns the folder and the name for loading the grammar: the nearest file, otherwise the
    /// shipped one.
    pub(super) fn grammar_from(&self) -> (PathBuf, String) {
        let file = self.grammar_file();
        for folder in self.grammar_folders() {
            if folder.join(&file).is_file() {
                return (folder, file);
            }
        }
        let folder = self.document.parent().unwrap_or(Path::new(""));
        (grammars::home(folder, &self.grammar).to_owned(), self.grammar.clone())
    }
}

/// A grammar by name, which several tests may share.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SharedGrammar {
    /// The folder in which to search for it.
    pub(crate) folder: PathBuf,
    pub(crate) name: String,
    pub(crate) modes: Vec<String>,
}

/// A test.
#[derive(Clone, Debug)]
pub(crate) enum Test<'a> {
    /// A case: its file, the file's index, and the case's index in the file.
    Case { file: &'a CaseFile, at: (usize, usize) },
    /// A snapshot.
    Snapshot(&'a Snapshot),
}

/// The identity of a test between runs: its file, and for a case its title and the number of
/// earlier cases with that title.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct TestKey {
    pub(crate) path: PathBuf,
    title: Option<(String, usize)>,
}

impl TestKey {
    /// Returns the identity of a file as a whole.
    pub(crate) fn of_file(path: &Path) -> Self {
        Self { path: path.to_owned(), title: None }
    }
}

impl<'a> Test<'a> {
    /// Returns the case, if the test is one.
    pub(crate) fn case(&self) -> Option<&'a Case> {
        match self {
            Self::Case { file, at } => file.cases.get(at.1),
            Self::Snapshot(_) => None,
        }
    }

    pub(crate) fn key(&self) -> TestKey {
        let title = self.case().map(|case| (case.title.clone(), case.nth));
        TestKey { path: self.path(), title }
    }

    /// Returns the file of the test.
    pub(crate) fn path(&self) -> PathBuf {
        match self {
            Self::Case { file, .. } => file.path.clone(),
            Self::Snapshot(snapshot) => snapshot.path(),
        }
    }

    /// Returns the folder of the file.
    pub(crate) fn folder(&self) -> PathBuf {
        self.path().parent().unwrap_or(Path::new("")).to_owned()
    }

    /// Returns the document of a snapshot.
    pub(crate) fn document(&self) -> Option<&'a Path> {
        match self {
            Self::Case { .. } => None,
            Self::Snapshot(snapshot) => Some(&snapshot.document),
        }
    }

    /// Returns the line of a case's title, from 1.
    pub(crate) fn line(&self) -> Option<usize> {
        Some(self.case()?.line)
    }

    /// Returns the title of a case.
    pub(crate) fn title(&self) -> Option<&'a str> {
        Some(&self.case()?.title)
    }

    /// Returns the name of the grammar; `None` if the case contains its grammar.
    pub(crate) fn grammar(&self) -> Option<&'a str> {
        match self {
            Self::Case { .. } => self.case()?.grammar_name(),
            Self::Snapshot(snapshot) => Some(&snapshot.grammar),
        }
    }

    /// Returns the grammar by which the document is parsed. Returns `None` if the case contains its
    /// grammar, or parses no document.
    pub(crate) fn shared_grammar(&self) -> Option<SharedGrammar> {
        let (folder, named) = (self.folder(), self.grammar()?);
        match self {
            Self::Case { .. } => {
                let case = self.case()?;
                if !case.asks_of_document() {
                    return None;
                }
                let (folder, modes) = (grammars::home(&folder, named), case.modes.clone());
                Some(SharedGrammar { folder: folder.to_owned(), name: named.to_owned(), modes })
            }
            Self::Snapshot(snapshot) => {
                let (folder, name) = snapshot.grammar_from();
                Some(SharedGrammar { folder, name, modes: Vec::new() })
            }
        }
    }

    /// Returns the format of the expected result.
    pub(crate) fn format(&self) -> Expectation {
        match self {
            Self::Case { .. } => self.case().map_or(Expectation::Tree, Case::format),
            Self::Snapshot(snapshot) => snapshot.format,
        }
    }

    /// Reports whether a line of the file belongs to the test; all lines of a snapshot do.
    pub(crate) fn has_line(&self, line: usize) -> bool {
        self.case().is_none_or(|case| (case.line..case.end).contains(&line))
    }

    /// Returns the location: `corpus/cases.txt:12`, or the file of a snapshot.
    pub(crate) fn place(&self) -> String {
        let path = self.path();
        match self.line() {
            Some(line) => format!("{}:{line}", path.display()),
            None => path.display().to_string(),
        }
    }

    /// Returns the document and the grammar that other snapshots may share.
    pub(crate) fn group(&self) -> Option<(PathBuf, String)> {
        match self {
            Self::Case { .. } => None,
            Self::Snapshot(snapshot) => Some((snapshot.document.clone(), snapshot.grammar.clone())),
        }
    }

    /// Returns the list of repairs that a snapshot expects, if there is one.
    pub(crate) fn expected_repairs(&self) -> Option<String> {
        match self {
            Self::Case { .. } => None,
            Self::Snapshot(snapshot) => {
                fs::read_to_string(snapshot.sibling(Expectation::Repairs)).ok()
            }
        }
    }

    /// Returns the name in the report: the location, and the title of a case.
    pub(crate) fn name(&self) -> String {
        match self.title() {
            Some(title) => format!("{}: {title}", self.place()),
            None => self.place(),
        }
    }
}
