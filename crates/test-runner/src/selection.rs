//! Selection of tests by folders, files, lines of files, and titles.
//!
//! An argument that is an existing file or folder is a location. So is a line of a file:
//! `corpus/cases.txt:12`, or a reported name such as `corpus/cases.txt:12: its title`. Any other
//! argument is a title or a part of one, and selects among the tests in the locations. An exact
//! title selects only that test.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::arguments::TestArguments;
use crate::corpus::find::Corpus;
use crate::corpus::test::Test;
use wishful::base::{HashSet, IndexSet};
use wishful_console::failure::Failure;
use wishful_console::nearest;

/// The default location.
const DEFAULT: &str = "corpus";

/// The number of grammars that are named if none is selected.
const GRAMMARS: usize = 8;

/// The selection.
pub(super) struct Selection {
    /// The files and folders to read.
    places: IndexSet<PathBuf>,
    /// The locations that are selected completely.
    whole: HashSet<PathBuf>,
    /// The selected lines, with their files.
    lines: Vec<(PathBuf, usize)>,
    titles: Vec<String>,
    only: Option<String>,
    grammar: Option<String>,
    is_in_full: bool,
}

impl Selection {
    /// Interprets the arguments.
    ///
    /// # Errors
    /// If no location is given and the folder `corpus` does not exist.
    pub(super) fn of(arguments: &TestArguments) -> Result<Self, Failure> {
        let only = arguments.only.clone();
        let grammar = arguments.grammar().map(str::to_owned);
        let (places, whole) = (IndexSet::default(), HashSet::default());
        let (lines, titles) = (Vec::new(), Vec::new());
        let mut selection =
            Self { places, whole, lines, titles, only, grammar, is_in_full: arguments.full };
        for what in &arguments.what {
            selection.add(what);
        }
        if selection.places.is_empty() {
            if !Path::new(DEFAULT).is_dir() {
                return Err(selection.no_place());
            }
            selection.add_whole(PathBuf::from(DEFAULT));
        }
        Ok(selection)
    }

    fn add(&mut self, what: &str) {
        if let Some((path, line)) = line_of_file(what) {
            self.lines.push((path.clone(), line));
            self.places.insert(path);
        } else if Path::new(what).exists() {
            self.add_whole(plain(what));
        } else {
            self.titles.push(what.to_owned());
        }
    }

    fn add_whole(&mut self, path: PathBuf) {
        self.places.insert(path.clone());
        self.whole.insert(path);
    }

    fn no_place(&self) -> Failure {
        match self.titles.first() {
            Some(title) => Failure::refused(format!(
                "{title}: no such file or folder (and no folder `{DEFAULT}` to search for this title; `wishful test DIR TITLE` searches another folder)"
            )),
            None => Failure::usage(format!(
                "no folder `{DEFAULT}` here: name a folder or a file with tests"
            )),
        }
    }

    /// Formats the numbers of texts that are not case files, and of documents without a snapshot by
    /// the grammar of `-g`, in parentheses.
    pub(super) fn left_out(&self, corpus: &Corpus) -> String {
        let mut parts = Vec::new();
        match corpus.other_texts {
            0 => {}
            1 => parts.push("1 file *.txt has no cases".to_owned()),
            count => parts.push(format!("{count} files *.txt have no cases")),
        }
        let by = match &self.grammar {
            Some(grammar) => format!(" by {grammar}"),
            None => String::new(),
        };
        match corpus.bare_documents(self.grammar.as_deref()) {
            0 => {}
            1 => parts.push(format!("1 document has no snapshot{by}")),
            count => parts.push(format!("{count} documents have no snapshot{by}")),
        }
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
    }

    /// Reports whether `--full` asks for every failure in full.
    pub(super) fn is_in_full(&self) -> bool {
        self.is_in_full
    }

    /// Returns the files and folders.
    pub(super) fn places(&self) -> &IndexSet<PathBuf> {
        &self.places
    }

    /// Returns the selected tests, in order.
    ///
    /// # Errors
    /// If there are none, or if a title or a line selects none.
    pub(super) fn tests<'c>(&self, corpus: &'c Corpus) -> Result<Vec<Test<'c>>, Failure> {
        let tests = self.selected(corpus);
        let placed: Vec<Test<'_>> = corpus.tests().filter(|test| self.is_placed(test)).collect();
        for title in &self.titles {
            if !placed.iter().any(|test| has(test, title)) {
                return Err(Failure::refused(format!(
                    "{title}: no such file or folder, and no case with this text in its title"
                )));
            }
        }
        for (path, line) in &self.lines {
            let exists = placed.iter().any(|test| test.path() == *path && test.has_line(*line));
            if !exists && corpus.mistakes.is_empty() {
                let message = "no case on this line; a case begins with its title, `=== TITLE`";
                return Err(Failure::refused(format!("{}:{line}: {message}", path.display())));
            }
        }
        if tests.is_empty() && corpus.mistakes.is_empty() {
            return Err(self.nothing_to_run(corpus));
        }
        Ok(tests)
    }

    /// Returns the selected tests, in order; the list may be empty.
    pub(super) fn selected<'c>(&self, corpus: &'c Corpus) -> Vec<Test<'c>> {
        let mut exact = Vec::with_capacity(self.titles.len());
        for title in &self.titles {
            exact.push(corpus.tests().any(|test| test.title() == Some(title)));
        }
        let mut tests = Vec::new();
        for test in corpus.tests() {
            if self.is_placed(&test)
                && self.is_titled(&test, &exact)
                && self.is_named(&test)
                && self.is_by_grammar(&test)
            {
                tests.push(test);
            }
        }
        tests
    }

    /// Reports whether a test has one of the titles; `exact` marks those that are exact.
    fn is_titled(&self, test: &Test<'_>, exact: &[bool]) -> bool {
        for (title, is_exact) in self.titles.iter().zip(exact) {
            if test.title() == Some(title) || !is_exact && has(test, title) {
                return true;
            }
        }
        self.titles.is_empty()
    }

    /// Reports whether the name of a test has the text of `--only` in it.
    fn is_named(&self, test: &Test<'_>) -> bool {
        self.only.as_ref().is_none_or(|text| test.name().contains(text.as_str()))
    }

    /// Reports whether a test is by the grammar of `-g`.
    fn is_by_grammar(&self, test: &Test<'_>) -> bool {
        self.grammar.is_none() || test.grammar() == self.grammar.as_deref()
    }

    /// Reports whether a test is in a completely selected file or folder, or on a selected line.
    fn is_placed(&self, test: &Test<'_>) -> bool {
        let path = test.path();
        let mut around = path.ancestors().chain(test.document());
        around.any(|place| self.whole.contains(place))
            || self.lines.iter().any(|(file, line)| *file == path && test.has_line(*line))
    }

    /// Returns the failure for an empty selection, with advice.
    fn nothing_to_run(&self, corpus: &Corpus) -> Failure {
        let places: Vec<String> =
            self.places.iter().map(|place| place.display().to_string()).collect();
        let places = places.join(", ");
        if let Some(only) = &self.only {
            return Failure::refused(format!(
                "{places}: no case or snapshot has `{only}` in its title or path (--only)"
            ));
        }
        if let Some(grammar) = &self.grammar
            && let Some(advice) = other_grammars(corpus, grammar)
        {
            return Failure::refused(format!(
                "{places}: no case or snapshot by the grammar `{grammar}`{advice}"
            ));
        }
        let left_out = self.left_out(corpus);
        let advice = match corpus.bare_documents(None) {
            0 => "`wishful test --help` shows how to create some".to_owned(),
            _ => format!("create some with `wishful test {places} --bless -g GRAMMAR -f tree`"),
        };
        Failure::refused(format!("{places}: no cases or snapshots found{left_out}; {advice}"))
    }
}

/// Reports whether a test's title contains a text; for a snapshot, its path.
fn has(test: &Test<'_>, text: &str) -> bool {
    match test.title() {
        Some(title) => title.contains(text),
        None => test.place().contains(text),
    }
}

/// Returns the names of the grammars of all tests, or the nearest of them; `None` without tests.
fn other_grammars(corpus: &Corpus, grammar: &str) -> Option<String> {
    let known: BTreeSet<&str> = corpus.tests().filter_map(|test| test.grammar()).collect();
    if known.is_empty() {
        return None;
    }
    let nearest = nearest::advice(grammar, known.iter().copied());
    if !nearest.is_empty() {
        return Some(nearest);
    }
    let known: Vec<&str> = known.into_iter().take(GRAMMARS).collect();
    Some(format!("; there are some by {}", known.join(", ")))
}

/// Splits `cases.txt:12`, or a reported name, into the file and the line.
fn line_of_file(what: &str) -> Option<(PathBuf, usize)> {
    for (colon, _) in what.match_indices(':') {
        let path = &what[..colon];
        let line = what[colon + 1..].split(':').next().unwrap_or_default();
        if let Ok(line) = line.parse()
            && Path::new(path).is_file()
        {
            return Some((plain(path), line));
        }
    }
    None
}

/// Removes `.` components from a path, so that different spellings are equal.
fn plain(path: &str) -> PathBuf {
    let parts = Path::new(path).components().filter(|part| *part != Component::CurDir);
    let plain: PathBuf = parts.collect();
    if plain.as_os_str().is_empty() { PathBuf::from(".") } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reported_position_is_a_valid_selection() {
        for what in ["Cargo.toml:12", "./Cargo.toml:12", "Cargo.toml:12: a title: with 3:4 in it"] {
            let (path, line) = line_of_file(what).unwrap();
            assert_eq!((path.display().to_string(), line), ("Cargo.toml".to_owned(), 12), "{what}");
        }
        for what in ["Cargo.toml", "Cargo.toml:x", "nothing.toml:12", "a title: with 3 in it"] {
            assert_eq!(line_of_file(what), None, "{what}");
        }
    }
}
