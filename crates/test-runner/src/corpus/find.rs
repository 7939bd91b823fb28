//! Discovery of the tests of folders and files.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::Expectation;
use super::case_file::CaseFile;
use super::test::{Snapshot, Test};
use wishful_console::failure::Failure;
use wishful_console::inputs;
use wishful_console::output::complain;

/// The number of unreadable tests that are reported one by one.
const MISTAKES: usize = 10;

/// The tests and documents of folders and files.
#[derive(Debug, Default)]
pub(crate) struct Corpus {
    pub(super) files: Vec<CaseFile>,
    pub(super) snapshots: Vec<Snapshot>,
    /// The documents, with or without snapshots.
    pub(super) documents: Vec<PathBuf>,
    /// Messages about files that cannot be read as tests.
    pub(crate) mistakes: Vec<String>,
    /// The number of `*.txt` files that are not case files.
    pub(crate) other_texts: usize,
}

impl Corpus {
    /// Reads the tests of folders and files. A named document includes its snapshots, a named
    /// snapshot its document.
    ///
    /// # Errors
    /// If a folder cannot be read. Mistakes in files go to `mistakes`.
    pub(crate) fn find<'p>(places: impl IntoIterator<Item = &'p PathBuf>) -> Result<Self, Failure> {
        let places: BTreeSet<&PathBuf> = places.into_iter().collect();
        let mut corpus = Self::default();
        let mut paths = BTreeSet::new();
        for place in &places {
            paths.extend(if place.is_dir() { inputs::walk(place)? } else { family(place)? });
        }
        let (documents, others): (Vec<PathBuf>, Vec<PathBuf>) =
            paths.into_iter().partition(|path| inputs::is_document(path));
        corpus.documents = documents;
        corpus.find_snapshots(&others);
        let snapshots: HashSet<PathBuf> = corpus.snapshots.iter().map(Snapshot::path).collect();
        for path in &others {
            let is_named = places.contains(path) && !snapshots.contains(path);
            if is_named || inputs::extension(path) == Some("txt") {
                corpus.read_cases(path, is_named);
            }
        }
        corpus.check_titles();
        Ok(corpus)
    }

    /// Reads the cases of a file, if it is a case file. A file that is named must be one.
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
            let message = "no cases found; a case begins with a line `=== TITLE`";
            self.mistakes.push(format!("{}: {message}", path.display()));
        }
        self.files.push(file);
    }

    /// Collects the snapshots among files that are not documents: their names extend that of a
    /// document.
    fn find_snapshots(&mut self, paths: &[PathBuf]) {
        let documents: HashSet<&PathBuf> = self.documents.iter().collect();
        let mut orphans: BTreeMap<PathBuf, Vec<&PathBuf>> = BTreeMap::new();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let Some((document, rest)) =
                document_of(&name, |name| documents.contains(&path.with_file_name(name)))
            else {
                continue;
            };
            let is_there = documents.contains(&path.with_file_name(document));
            let parts = rest.rsplit_once('.');
            let parts = parts.map(|(grammar, format)| (grammar, Expectation::named(format)));
            let mistake = match parts {
                Some((grammar, Ok(format))) if is_there => {
                    let (document, grammar) = (path.with_file_name(document), grammar.to_owned());
                    self.snapshots.push(Snapshot { document, grammar, format });
                    continue;
                }
                Some((_, Ok(_))) => {
                    orphans.entry(path.with_file_name(document)).or_default().push(path);
                    continue;
                }
                // Other files with a similar name and no document are ignored.
                _ if !is_there => continue,
                Some((_, Err(message))) => message,
                None => "a snapshot file is named NAME.html.GRAMMAR.FORMAT".to_owned(),
            };
            self.mistakes.push(format!("{}: {mistake}", path.display()));
        }
        self.mistakes.extend(orphans.iter().map(|(document, paths)| orphaned(document, paths)));
    }

    /// Prints the first messages about unreadable tests, and the number of the others.
    pub(crate) fn complain(&self) {
        for mistake in self.mistakes.iter().take(MISTAKES) {
            complain(mistake);
        }
        if self.mistakes.len() > MISTAKES {
            complain(&format!("and {} more", self.mistakes.len() - MISTAKES));
        }
    }

    /// Returns the number of documents without a snapshot, or without one by a grammar.
    pub(crate) fn bare_documents(&self, grammar: Option<&str>) -> usize {
        let mut bare: HashSet<&PathBuf> = self.documents.iter().collect();
        for snapshot in &self.snapshots {
            if grammar.is_none_or(|grammar| snapshot.grammar == grammar) {
                bare.remove(&snapshot.document);
            }
        }
        bare.len()
    }

    /// Reports duplicate titles, since a title identifies a case.
    fn check_titles(&mut self) {
        let mut seen: HashMap<&str, String> = HashMap::new();
        let mut mistakes = Vec::new();
        for file in &self.files {
            for case in &file.cases {
                let place = format!("{}:{}", file.path.display(), case.line);
                if let Some(first) = seen.insert(&case.title, place.clone()) {
                    let title = &case.title;
                    mistakes
                        .push(format!("{place}: duplicate title `{title}`, first used at {first}"));
                }
            }
        }
        self.mistakes.append(&mut mistakes);
    }

    /// Adds missing snapshots of all documents, by a grammar in a format.
    pub(crate) fn add_snapshots(&mut self, grammar: &str, format: Expectation) {
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

    /// Returns all tests, in order.
    pub(crate) fn tests(&self) -> impl Iterator<Item = Test<'_>> {
        let cases = self.files.iter().enumerate().flat_map(|(index, file)| {
            (0..file.cases.len()).map(move |case| Test::Case { file, at: (index, case) })
        });
        cases.chain(self.snapshots.iter().map(Test::Snapshot))
    }
}

/// Returns the message about snapshots whose document does not exist.
fn orphaned(document: &Path, snapshots: &[&PathBuf]) -> String {
    let name = document.file_name().unwrap_or_default().to_string_lossy();
    match snapshots {
        [snapshot] => format!(
            "{}: named like a snapshot, but there is no document `{name}` in the same folder",
            snapshot.display()
        ),
        _ => format!(
            "{}: no such document, but {} snapshots are named after it; rename or delete `{name}.*`",
            document.display(),
            snapshots.len()
        ),
    }
}

/// Returns a file and the related ones beside it: the snapshots of a document, the document of a
/// snapshot.
fn family(file: &Path) -> Result<Vec<PathBuf>, Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut family = vec![file.to_owned()];
    if inputs::is_document(file) {
        let folder = inputs::folder_of(file);
        let beside = fs::read_dir(folder)
            .map_err(|error| Failure::unreadable(&folder.to_string_lossy(), &error))?;
        let dotted = format!("{name}.");
        for entry in beside.flatten() {
            let other = entry.file_name().to_string_lossy().into_owned();
            if other.starts_with(&dotted) {
                family.push(file.with_file_name(other));
            }
        }
    } else if let Some((document, _)) =
        document_of(&name, |name| file.with_file_name(name).is_file())
    {
        let document = file.with_file_name(document);
        if document.is_file() {
            family.push(document);
        }
    }
    Ok(family)
}

/// Splits the name of a snapshot after the document's name: at the longest prefix that exists as a
/// document, otherwise at the first one with a document's extension.
fn document_of(name: &str, is_there: impl Fn(&str) -> bool) -> Option<(&str, &str)> {
    let mut first = None;
    for (dot, _) in name.rmatch_indices('.') {
        let (document, rest) = (&name[..dot], &name[dot + 1..]);
        if inputs::is_document(Path::new(document)) {
            if is_there(document) {
                return Some((document, rest));
            }
            first = Some((document, rest));
        }
    }
    first
}

/// The input of a case, and its parse options.
pub struct CaseInput {
    /// The line of the title, from 1.
    pub line: usize,
    /// The document.
    pub input: Vec<u8>,
    /// The context element, if the document is a fragment.
    pub fragment: Option<String>,
    /// The label of the encoding, if the case names one.
    pub encoding: Option<String>,
    /// True if the case turns on the mode `scripting`.
    pub scripting: bool,
}

/// Returns the inputs of the cases that parse a document, optionally only those by a grammar.
/// Returns `None` if the text is not a case file.
///
/// # Errors
/// If the case file has a mistake.
pub fn inputs_of_cases(
    path: &str,
    text: &str,
    grammar: Option<&str>,
) -> Result<Option<Vec<CaseInput>>, Failure> {
    if !CaseFile::is_one(text) {
        return Ok(None);
    }
    let (file, mistakes) = CaseFile::read(PathBuf::from(path), text);
    if !mistakes.is_empty() {
        let mistakes: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        return Err(Failure::refused(mistakes.join("\n")));
    }
    let mut found = Vec::new();
    for case in file.cases {
        let is_by_grammar = grammar.is_none() || case.grammar_name() == grammar;
        if case.asks_of_document() && is_by_grammar {
            found.push(CaseInput {
                scripting: case.modes.iter().any(|mode| mode == "scripting"),
                line: case.line,
                input: case.input,
                fragment: case.fragment,
                encoding: case.encoding,
            });
        }
    }
    Ok(Some(found))
}
