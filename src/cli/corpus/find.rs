//! The tests of a folder.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::Expectation;
use super::case_file::{Case, CaseFile};
use crate::cli::arguments::DEFAULT_GRAMMAR;
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
    /// How many files `*.txt` are no case files.
    pub(in crate::cli) other_texts: usize,
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
        if !CaseFile::is_one(&text) {
            self.other_texts += 1;
            return;
        }
        match CaseFile::read(path.to_path_buf(), &text) {
            Ok(file) => self.files.push(file),
            Err(mistake) => self.mistakes.push(mistake.to_string()),
        }
    }

    /// Every file whose name is a document's and more is a snapshot of it.
    fn find_snapshots(&mut self, paths: &[PathBuf]) {
        let documents: HashSet<&PathBuf> = self.documents.iter().collect();
        for path in paths.iter().filter(|path| !inputs::is_document(path)) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let Some((document, rest)) =
                document_of(&name, |name| documents.contains(&path.with_file_name(name)))
            else {
                continue;
            };
            let is_there = documents.contains(&path.with_file_name(document));
            let parts = rest.rsplit_once('.');
            let format = parts.map(|(_, format)| Expectation::named(format));
            let mistake = match (parts, format) {
                (Some((grammar, _)), Some(Ok(format))) if is_there => {
                    let (document, grammar) = (path.with_file_name(document), grammar.to_owned());
                    self.snapshots.push(Snapshot { document, grammar, format });
                    continue;
                }
                (Some(_), Some(Ok(_))) => {
                    format!(
                        "it is named as a snapshot, and there is no document `{document}` beside it"
                    )
                }
                // Whatever else is called so without a document is no business of ours.
                _ if !is_there => continue,
                (Some(_), Some(Err(message))) => message,
                _ => "a snapshot is NAME.html.GRAMMAR.FORMAT".to_owned(),
            };
            self.mistakes.push(format!("{}: {mistake}", path.display()));
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

/// Splits a name in that of a document and what stands behind its dot: at the longest one that is there, else at the first
/// that would be one.
fn document_of(name: &str, is_there: impl Fn(&str) -> bool) -> Option<(&str, &str)> {
    let dots = name.match_indices('.').map(|(at, _)| (&name[..at], &name[at + 1..]));
    let named: Vec<_> =
        dots.filter(|(document, _)| inputs::is_document(Path::new(document))).collect();
    named.iter().rfind(|(document, _)| is_there(document)).or(named.first()).copied()
}

/// The input of a case, and how it is read.
pub(in crate::cli) struct CaseInput {
    pub(in crate::cli) line: usize,
    pub(in crate::cli) input: Vec<u8>,
    pub(in crate::cli) fragment: Option<String>,
    pub(in crate::cli) encoding: Option<String>,
    pub(in crate::cli) scripting: bool,
}

/// The inputs of the cases of a file that are of markup and by this grammar; none if it is no file of cases.
///
/// # Errors
/// If the file cannot be read, or is not written as such files are.
pub(in crate::cli) fn inputs_of_cases(
    path: &str,
    grammar: &str,
) -> Result<Vec<CaseInput>, Failure> {
    let text = inputs::read_text(path)?;
    if !CaseFile::is_one(&text) {
        return Ok(Vec::new());
    }
    let file = CaseFile::read(PathBuf::from(path), &text);
    let file = file.map_err(|mistake| Failure::refused(mistake.to_string()))?;
    let is_meant = |case: &Case| {
        let named = case.grammar.as_deref().unwrap_or(DEFAULT_GRAMMAR);
        case.grammar_text.is_none() && named == grammar && case.format != Some(Expectation::Check)
    };
    let cases = file.cases.into_iter().filter(is_meant);
    let input = |case: Case| CaseInput {
        scripting: case.modes.iter().any(|mode| mode == "scripting"),
        line: case.line,
        input: case.input,
        fragment: case.fragment,
        encoding: case.encoding,
    };
    Ok(cases.map(input).collect())
}
