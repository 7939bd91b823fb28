//! The tests of folders and files.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::Expectation;
use super::case::Case;
use super::case_file::CaseFile;
use super::test::{Snapshot, Test};
use crate::cli::arguments::DEFAULT_GRAMMAR;
use crate::cli::failure::Failure;
use crate::cli::inputs;

/// All that some folders and files hold.
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

impl Corpus {
    /// Reads the tests of folders and files. A document is named with its snapshots, a snapshot with its document.
    ///
    /// # Errors
    /// If a folder cannot be read. What is wrong inside is among the `mistakes`.
    pub(in crate::cli) fn find<'p>(
        places: impl IntoIterator<Item = &'p PathBuf>,
    ) -> Result<Self, Failure> {
        let places: BTreeSet<&PathBuf> = places.into_iter().collect();
        let mut corpus = Self::default();
        let mut paths = BTreeSet::new();
        for place in &places {
            match place.is_dir() {
                true => paths.extend(inputs::walk(place)?),
                false => paths.extend(family(place)?),
            }
        }
        let paths: Vec<PathBuf> = paths.into_iter().collect();
        corpus.documents = paths.iter().filter(|path| inputs::is_document(path)).cloned().collect();
        corpus.find_snapshots(&paths);
        let snapshots: HashSet<PathBuf> = corpus.snapshots.iter().map(Snapshot::path).collect();
        for path in paths.iter().filter(|path| !inputs::is_document(path)) {
            let is_named = places.contains(path) && !snapshots.contains(path);
            if is_named || path.extension().is_some_and(|extension| extension == "txt") {
                corpus.read_cases(path, is_named);
            }
        }
        corpus.check_titles();
        Ok(corpus)
    }

    /// Reads a file's cases, if it has some; one that is named has.
    fn read_cases(&mut self, path: &Path, is_named: bool) {
        let text = match inputs::read_text(&path.to_string_lossy()) {
            Ok(text) => text,
            Err(failure) => return self.mistakes.push(failure.to_string()),
        };
        if !is_named && !CaseFile::is_one(&text) {
            self.other_texts += 1;
            return;
        }
        let (file, mistakes) = CaseFile::read(path.to_path_buf(), &text);
        self.mistakes.extend(mistakes.iter().map(ToString::to_string));
        if is_named && file.cases.is_empty() && mistakes.is_empty() {
            let message = "it has no cases: one begins with a line `=== what it is about`";
            self.mistakes.push(format!("{}: {message}", path.display()));
        }
        self.files.push(file);
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

    /// All tests, in order.
    pub(in crate::cli) fn tests(&self) -> impl Iterator<Item = Test<'_>> {
        let cases = self.files.iter().enumerate().flat_map(|(index, file)| {
            (0..file.cases.len()).map(move |case| Test::Case { file, at: (index, case) })
        });
        cases.chain(self.snapshots.iter().map(Test::Snapshot))
    }
}

/// A file, and those beside it that belong to it: to a document its snapshots, to a snapshot its document.
fn family(file: &Path) -> Result<Vec<PathBuf>, Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut family = vec![file.to_owned()];
    if inputs::is_document(file) {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let shown = folder.unwrap_or(Path::new("."));
        let beside = fs::read_dir(shown)
            .map_err(|error| inputs::unreadable(&shown.to_string_lossy(), &error))?;
        let names = beside.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let dotted = format!("{name}.");
        family.extend(
            names.filter(|name| name.starts_with(&dotted)).map(|name| file.with_file_name(name)),
        );
    } else if let Some((document, _)) =
        document_of(&name, |name| file.with_file_name(name).is_file())
    {
        family.extend(Some(file.with_file_name(document)).filter(|document| document.is_file()));
    }
    Ok(family)
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

/// The inputs of the cases in the text of a file that are documents, and by this grammar if one is named; none if it is no file of cases.
///
/// # Errors
/// If it is not written as such files are.
pub(in crate::cli) fn inputs_of_cases(
    path: &str,
    text: &str,
    grammar: Option<&str>,
) -> Result<Vec<CaseInput>, Failure> {
    if !CaseFile::is_one(text) {
        return Ok(Vec::new());
    }
    let (file, mistakes) = CaseFile::read(PathBuf::from(path), text);
    if !mistakes.is_empty() {
        let mistakes: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        return Err(Failure::refused(mistakes.join("\n")));
    }
    let is_meant = |case: &Case| {
        let named = case.grammar.as_deref().unwrap_or(DEFAULT_GRAMMAR);
        let is_by = |grammar| case.grammar_text.is_none() && named == grammar;
        case.asks_of_document() && grammar.is_none_or(is_by)
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
