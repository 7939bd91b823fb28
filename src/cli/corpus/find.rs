//! The tests of a folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::Expectation;
use super::case_file::{Case, CaseFile};
use crate::cli::failure::Failure;
use crate::cli::inputs;

/// All that a folder holds.
#[derive(Debug, Default)]
pub(in crate::cli) struct Corpus {
    pub(super) files: Vec<CaseFile>,
    pub(super) snapshots: Vec<Snapshot>,
    /// The documents, with a snapshot or without.
    pub(super) documents: Vec<PathBuf>,
    /// What cannot be read as a test: each a message.
    pub(in crate::cli) mistakes: Vec<String>,
}

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

    /// The grammar as it is loaded: the file of that name beside the document, or the shipped one.
    pub(super) fn grammar_source(&self) -> String {
        let file = self.document.with_file_name(format!("{}.grammar", self.grammar));
        if file.is_file() { file.to_string_lossy().into_owned() } else { self.grammar.clone() }
    }
}

/// One test.
#[derive(Clone, Debug)]
pub(in crate::cli) enum Test<'a> {
    /// A case: the file, its index among the files, and the case's index in the file.
    Case { file: &'a CaseFile, at: (usize, usize) },
    /// A snapshot.
    Snapshot(&'a Snapshot),
}

impl<'a> Test<'a> {
    /// The case, if it is one.
    pub(super) fn case(&self) -> Option<&'a Case> {
        match self {
            Self::Case { file, at } => file.cases.get(at.1),
            Self::Snapshot(_) => None,
        }
    }

    /// What it is called in the report.
    pub(in crate::cli) fn name(&self) -> String {
        match self {
            Self::Case { file, at } => {
                let case = &file.cases[at.1];
                format!("{}:{}: {}", file.path.display(), case.line, case.title)
            }
            Self::Snapshot(snapshot) => snapshot.path().display().to_string(),
        }
    }
}

impl Corpus {
    /// Reads the tests of a folder.
    ///
    /// # Errors
    /// If the folder cannot be read. What is wrong inside is among the `mistakes`.
    pub(in crate::cli) fn find(folder: &Path) -> Result<Self, Failure> {
        let mut corpus = Self::default();
        let paths = inputs::walk(folder)?;
        corpus.documents = paths.iter().filter(|path| inputs::is_document(path)).cloned().collect();
        for path in &paths {
            if path.extension().is_some_and(|extension| extension == "txt") {
                corpus.read_cases(path);
            }
        }
        corpus.find_snapshots(&paths);
        corpus.check_titles();
        Ok(corpus)
    }

    fn read_cases(&mut self, path: &Path) {
        let text = match inputs::read_text(&path.to_string_lossy()) {
            Ok(text) => text,
            Err(failure) => return self.mistakes.push(failure.to_string()),
        };
        // A folder may hold other texts, and tests in other formats: a case has a title and a named section.
        let begins = |start: &str| text.lines().any(|line| line.starts_with(start));
        if !begins("===") || !begins("--- ") {
            return;
        }
        match CaseFile::read(path.to_path_buf(), &text) {
            Ok(file) => self.files.push(file),
            Err(mistake) => self.mistakes.push(mistake.to_string()),
        }
    }

    /// Every file whose name is a document's and more is a snapshot of it.
    fn find_snapshots(&mut self, paths: &[PathBuf]) {
        for path in paths.iter().filter(|path| !inputs::is_document(path)) {
            let name = path.as_os_str().to_string_lossy();
            let of = self.documents.iter().find_map(|document| {
                let rest = name.strip_prefix(&*document.as_os_str().to_string_lossy())?;
                Some((document.clone(), rest.strip_prefix('.')?.to_owned()))
            });
            let Some((document, rest)) = of else { continue };
            let Some((grammar, format)) = rest.rsplit_once('.') else {
                self.mistakes.push(format!("{name}: a snapshot is NAME.html.GRAMMAR.FORMAT"));
                continue;
            };
            match Expectation::named(format) {
                Ok(format) => {
                    self.snapshots.push(Snapshot { document, grammar: grammar.to_owned(), format });
                }
                Err(message) => self.mistakes.push(format!("{name}: {message}")),
            }
        }
    }

    /// Titles are how a case is spoken of: no two are alike.
    fn check_titles(&mut self) {
        let mut seen: HashMap<&str, String> = HashMap::new();
        let mut mistakes = Vec::new();
        for file in &self.files {
            for case in &file.cases {
                let place = format!("{}:{}", file.path.display(), case.line);
                if let Some(first) = seen.insert(&case.title, place.clone()) {
                    let title = &case.title;
                    mistakes.push(format!("{place}: the title `{title}` stands at {first} too"));
                }
            }
        }
        self.mistakes.append(&mut mistakes);
    }

    /// Adds the snapshots of all documents by a grammar in a format that are not there yet.
    pub(in crate::cli) fn add_snapshots(&mut self, grammar: &str, format: Expectation) {
        for document in &self.documents {
            for format in [format, Expectation::Repairs] {
                let (document, grammar) = (document.clone(), grammar.to_owned());
                let snapshot = Snapshot { document, grammar, format };
                if !self.snapshots.contains(&snapshot) {
                    self.snapshots.push(snapshot);
                }
            }
        }
    }

    /// The tests whose name has `only` in it, in order.
    pub(in crate::cli) fn tests(&self, only: Option<&str>) -> Vec<Test<'_>> {
        let cases = self.files.iter().enumerate().flat_map(|(index, file)| {
            (0..file.cases.len()).map(move |case| Test::Case { file, at: (index, case) })
        });
        let snapshots = self.snapshots.iter().map(Test::Snapshot);
        cases
            .chain(snapshots)
            .filter(|test| only.is_none_or(|text| test.name().contains(text)))
            .collect()
    }
}
