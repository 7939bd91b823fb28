//! The grammar language: text to tree to text, and the messages for what is not the language.
//!
//! `corpus/language/*.txt` are the cases: the text of a grammar, a line `----`, and either `ok` or
//! the exact diagnostics; in `corpus/language/format`, the formatted text. `WISHFUL_BLESS=1` writes what came out into the cases, and the compiled
//! rules of `grammar/meta.grammar` into `grammar/meta.rules`.

use std::fs;
use std::path::{Path, PathBuf};
use wishful::base::{Files, Report, SourceFile};
use wishful::grammar::ast::File;
use wishful::grammar::load_embedded::{embedded, shipped};
use wishful::grammar::meta_rules::{PlainRules, expand};
use wishful::grammar::parse::parse;
use wishful::grammar::print;
use wishful::grammar::print_format::format;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn blessing() -> bool {
    std::env::var_os("WISHFUL_BLESS").is_some()
}

/// The tree of a text and its mistakes, rendered.
fn read(name: &str, text: &str) -> (File, Report) {
    let mut files = Files::default();
    let id = files.add(SourceFile::new(name, text));
    let (file, diagnostics) = parse(id, &files);
    (file, Report { files, diagnostics })
}

/// A tree without places.
fn bare(file: &File) -> String {
    let places = regex::Regex::new(r"place: Place \{ file: FileId\(\d+\), span: \d+\.\.\d+ \}");
    let printed = format!("{:?}", file.statements);
    places.expect("a regular expression").replace_all(&printed, "").into_owned()
}

fn compare(path: &Path, expected: &str, actual: &str, what: &str) -> Option<String> {
    if expected == actual {
        return None;
    }
    if blessing() {
        fs::write(path, actual).expect("the file can be written");
        return None;
    }
    Some(format!("{what}: {}\n{actual}", path.display()))
}

/// The cases of a folder, by path: what stands before the line `----`, and what stands after it.
fn cases(folder: &str) -> Vec<(PathBuf, String, String)> {
    let entries = fs::read_dir(root().join(folder)).expect("the corpus is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    let case = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a case is UTF-8");
        let (input, outcome) = text.split_once("----\n").unwrap_or((&text, ""));
        (path, input.to_owned(), outcome.to_owned())
    };
    paths.into_iter().map(case).collect()
}

#[test]
fn corpus() {
    let mut failures = Vec::new();
    let cases = cases("corpus/language");
    assert!(cases.len() >= 40, "only {} cases", cases.len());
    for (path, text, expected) in &cases {
        let (file, report) = read("case.grammar", text);
        let outcome = if report.diagnostics.is_empty() {
            check_printing(path, text, &file);
            "ok\n".to_owned()
        } else {
            format!("{}\n", report.render(false).trim_end())
        };
        let expected = format!("{text}----\n{expected}");
        let actual = format!("{text}----\n{outcome}");
        failures.extend(compare(path, &expected, &actual, "another outcome"));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn format_corpus() {
    let mut failures = Vec::new();
    for (path, text, expected) in &cases("corpus/language/format") {
        let formatted = format("case.grammar", text);
        let formatted = formatted.unwrap_or_else(|report| panic!("{}", report.render(false)));
        check_printing(path, text, &read("case.grammar", text).0);
        let expected = format!("{text}----\n{expected}");
        let actual = format!("{text}----\n{formatted}");
        failures.extend(compare(path, &expected, &actual, "formatted otherwise"));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A text without mistakes is printed and formatted without a change of what it says.
fn check_printing(path: &Path, text: &str, file: &File) {
    let printed = print::file(file);
    let (again, report) = read("printed", &printed);
    assert!(report.diagnostics.is_empty(), "{}:\n{}", path.display(), report.render(false));
    assert_eq!(bare(file), bare(&again), "{}", path.display());
    assert!(printed.lines().all(|line| line.chars().count() <= 100), "{}", path.display());
    let formatted = format("text", text).expect("no mistakes");
    let (again, _) = read("formatted", &formatted);
    assert_eq!(bare(file), bare(&again), "{}", path.display());
    assert_eq!(
        formatted,
        format("formatted", &formatted).expect("no mistakes"),
        "{}",
        path.display()
    );
}

#[test]
fn meta_grammar_compiles_to_its_own_rules() {
    let (file, report) = read("meta.grammar", embedded("meta").expect("it is shipped"));
    assert!(!report.has_errors(), "{}", report.render(false));
    let rules = expand(&file).expect("plain text rules");
    let legend = "# meta.rules: the compiled form of meta.grammar, written by a program; \
                  src/grammar/meta_rules.rs has the format\n";
    let actual = format!("{legend}{rules}");
    let path = root().join("grammar/meta.rules");
    let expected = fs::read_to_string(&path).expect("it is there");
    assert_eq!(PlainRules::read(&actual), Ok(rules));
    let failure = compare(&path, &expected, &actual, "WISHFUL_BLESS=1 writes it anew");
    assert!(failure.is_none(), "{}", failure.unwrap_or_default());
}

#[test]
fn shipped_grammars_are_formatted() {
    for grammar in shipped() {
        let path = root().join(format!("grammar/{}.grammar", grammar.name));
        let formatted = format(grammar.name, grammar.text);
        let formatted = formatted.unwrap_or_else(|report| panic!("{}", report.render(false)));
        let failure = compare(&path, grammar.text, &formatted, "not as `grammar fmt` writes it");
        assert!(failure.is_none(), "{}", failure.unwrap_or_default());
    }
}
