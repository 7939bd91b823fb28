//! Measures of the language of the source code, against the limits of the house style.
//!
//! `cargo test --test project language:: -- --nocapture` prints the table. With
//! `WISHFUL_LANGUAGE=src/tree` it prints each offender below that path. The scanner works on lines:
//! a raw string that looks like code is measured as code.
//!
//! With `WISHFUL_MESSAGES=src/dtd` it prints the messages below that path: each string literal of
//! product code that reads as a sentence.

use crate::shared::{files, root};
use regex::Regex;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the workspace that hold Rust code.
const FOLDERS: [&str; 8] =
    ["apps", "benches", "bindings", "crates", "examples", "fuzz", "src", "tests"];

/// Words with which no doc comment opens.
const OPENERS: [&str; 19] = [
    "How", "It", "Its", "She", "Such", "That", "Their", "Them", "These", "They", "This", "Those",
    "What", "Whether", "Where", "Which", "Who", "Whose", "Why",
];

/// The measures, each with its limit: per 1,000 doc comments, or in all.
const LIMITS: [(Measure, usize); 4] = [
    (Measure::Opener, 30),
    (Measure::BooleanMatch, 0),
    (Measure::LongComment, 0),
    (Measure::SharedName, 0),
];

/// Type names that more than three types have. All of these types are public, and their users write
/// the module (`query::Value`, `parselet::Value`).
const QUALIFIED: [&str; 3] = ["Limits", "Options", "Value"];

/// One property of the source text that is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Measure {
    /// A doc comment that opens with one of [`OPENERS`].
    Opener,
    /// A `match` with an arm for `true` or `false` alone.
    BooleanMatch,
    /// A comment line of more than 100 columns.
    LongComment,
    /// A type name that more than three types have.
    SharedName,
}

/// Counts over some files, with the lines that were counted.
#[derive(Default)]
struct Survey {
    doc_comments: usize,
    /// File, line number (from 1) and text.
    offenders: BTreeMap<Measure, Vec<(PathBuf, usize, String)>>,
    /// Places by type name.
    types: BTreeMap<String, Vec<(PathBuf, usize)>>,
}

impl Survey {
    /// Surveys all Rust files below the given folders of the workspace.
    fn of(folders: &[&str]) -> Self {
        let mut survey = Self::default();
        for folder in folders {
            let found = files(&root().join(folder), &["rs"]);
            assert!(!found.is_empty(), "{folder} has no Rust files");
            for path in found {
                let is_built = |part: &OsStr| part == "target" || part == "node_modules";
                if !path.iter().any(is_built) {
                    let text = fs::read_to_string(&path).expect("a text");
                    survey.add(path.strip_prefix(root()).unwrap_or(&path), &text);
                }
            }
        }
        let mut shared = Vec::new();
        for (name, places) in &survey.types {
            if places.len() > 3 && !QUALIFIED.contains(&name.as_str()) {
                let (file, line) = places[0].clone();
                shared.push((file, line, format!("{name}: {} types", places.len())));
            }
        }
        survey.offenders.insert(Measure::SharedName, shared);
        survey
    }

    fn add(&mut self, path: &Path, text: &str) {
        let mut in_doc = false;
        for (index, line) in text.lines().enumerate() {
            let line_number = index + 1;
            let mut offend = |measure| {
                let offender = (path.to_owned(), line_number, line.trim().to_owned());
                self.offenders.entry(measure).or_default().push(offender);
            };
            let code = line.trim_start();
            if code.starts_with("//") {
                if line.chars().count() > 100 {
                    offend(Measure::LongComment);
                }
                let doc = code.strip_prefix("///").or_else(|| code.strip_prefix("//!"));
                if let Some(doc) = doc
                    && !in_doc
                {
                    self.doc_comments += 1;
                    let word =
                        doc.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
                    if word.is_some_and(|word| OPENERS.contains(&word)) {
                        offend(Measure::Opener);
                    }
                }
                in_doc = doc.is_some();
                continue;
            }
            in_doc = false;
            if code.is_empty() {
                continue;
            }
            if code.starts_with("true => ") || code.starts_with("false => ") {
                offend(Measure::BooleanMatch);
            }
            if let Some(name) = type_name(line) {
                let places = self.types.entry(name.to_owned()).or_default();
                places.push((path.to_owned(), line_number));
            }
        }
    }

    /// The rate of a measure in the unit of its limit, rounded up.
    fn rate(&self, measure: Measure) -> usize {
        let count = self.offenders.get(&measure).map_or(0, Vec::len);
        match measure {
            Measure::Opener => (count * 1000).div_ceil(self.doc_comments.max(1)),
            Measure::BooleanMatch | Measure::LongComment | Measure::SharedName => count,
        }
    }
}

/// The name of the type that a line of code declares.
fn type_name(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let code = code.strip_prefix("pub").map_or(code, |rest| {
        rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest)
    });
    let words = ["struct ", "enum ", "trait ", "union ", "type "];
    let rest = words.iter().find_map(|word| code.trim_start().strip_prefix(word))?;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    // Implementations repeat the associated types of `Iterator` and `TreeSink`.
    let is_declared = !line.starts_with(' ') || !code.trim_start().starts_with("type ");
    (is_declared && !name.is_empty()).then_some(name)
}

#[test]
fn the_language_is_plain() {
    let path = std::env::var("WISHFUL_LANGUAGE").ok();
    let folders = path.as_deref().map_or(FOLDERS.to_vec(), |path| vec![path]);
    let survey = Survey::of(&folders);
    println!("{} doc comments", survey.doc_comments);
    let mut failures = Vec::new();
    for (measure, limit) in LIMITS {
        let rate = survey.rate(measure);
        println!("{measure:?}: {rate} (limit {limit})");
        if path.is_some() {
            for (file, line, text) in survey.offenders.get(&measure).into_iter().flatten() {
                println!("  {}:{line}: {text}", file.display());
            }
        }
        if rate > limit {
            failures.push(format!("{measure:?}: {rate} of at most {limit}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns the string literals of a source text, each with the number of its line. A literal whose
/// lines are joined by `\\` is one line.
fn literals(text: &str) -> Vec<(usize, String)> {
    // A comment, a character, a raw string, or a string.
    let token =
        r#"//[^\n]*|'(?:\\[^\n']*|[^\\'])'|\br(?:"([^"]*)"|\#"((?s).*?)"\#)|"((?s:\\.|[^"\\])*)""#;
    let token = Regex::new(token).expect("a valid expression");
    let joint = Regex::new(r"\\\n\s*").expect("a valid expression");
    let mut found = Vec::new();
    for captures in token.captures_iter(text) {
        if let Some(literal) = captures.iter().skip(1).flatten().next() {
            let line_number = text[..literal.start()].matches('\n').count() + 1;
            let joined = joint.replace_all(literal.as_str(), "");
            found.push((line_number, joined.replace('\n', "\\n")));
        }
    }
    found
}

/// Reports whether a literal has at least three words of letters.
fn is_sentence(literal: &str) -> bool {
    let mut words = 0;
    for word in literal.split_whitespace() {
        let word = word.trim_matches([',', '.', ':', ';']);
        if !word.is_empty() && word.chars().all(char::is_alphabetic) {
            words += 1;
        }
    }
    words >= 3
}

#[test]
fn messages_are_printed_on_request() {
    let example = r#"let a = "one, two \"three\" {four}."; // "no" '"' "#;
    assert_eq!(literals(example), [(1, r#"one, two \"three\" {four}."#.to_owned())]);
    assert!(is_sentence("unknown name of `{set}`") && !is_sentence("{a} of `b c`"));
    let Ok(folder) = std::env::var("WISHFUL_MESSAGES") else { return };
    for path in files(&root().join(folder), &["rs"]) {
        let path = path.strip_prefix(root()).unwrap_or(&path);
        let others = ["benches", "examples", "fuzz", "target", "tests", "tests.rs"];
        if path.iter().any(|part| others.iter().any(|other| part == *other)) {
            continue;
        }
        let text = fs::read_to_string(root().join(path)).expect("a text");
        let product = text.split("#[cfg(test)]\nmod ").next().unwrap_or(&text);
        for (line_number, literal) in literals(product) {
            if is_sentence(&literal) {
                println!("{}:{line_number}: {literal}", path.display());
            }
        }
    }
}
