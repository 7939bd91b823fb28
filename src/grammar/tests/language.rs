//! Tests of the grammar language: parsing, printing, and the messages for syntax errors.
//!
//! The cases are `corpus/language/*.txt`: the text of a grammar, a line `----`, and either `ok` or
//! the exact diagnostics; in `corpus/language/format`, the formatted text. `WISHFUL_BLESS=1` writes
//! the current results into the cases, and the compiled rules of `grammar/meta.grammar` into
//! `grammar/meta.rules`.

mod expansion;
mod notes;
mod random;
mod rows;

use crate::base::{Code, Diagnostic, FileSpan, Files, Report, SourceFile};
use crate::grammar::ast::File;
use crate::grammar::load_embedded::{embedded, parts, shipped};
use crate::grammar::parse::{DEEPEST, parse};
use crate::grammar::print;
use crate::grammar::print_format::format;
use expansion::{expand, text};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn blessing() -> bool {
    std::env::var_os("WISHFUL_BLESS").is_some()
}

/// Parses a text and returns the tree and a report of its mistakes.
fn read(name: &str, text: &str) -> (File, Report) {
    let mut files = Files::default();
    let id = files.add(SourceFile::new(name, text));
    let (file, diagnostics) = parse(id, &files);
    (file, Report { files, diagnostics })
}

/// Prints a tree without spans.
fn bare(tree: &impl Debug) -> String {
    let places = regex::Regex::new(r"place: FileSpan \{ file: FileId\(\d+\), span: \d+\.\.\d+ \}");
    let printed = format!("{tree:?}");
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

/// Returns the cases of a folder by path: the text before the line `----` and the text after it.
fn cases(folder: &str) -> Vec<(PathBuf, String, String)> {
    let entries = fs::read_dir(root().join(folder)).expect("the corpus is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        if path.extension() == Some("txt".as_ref()) {
            let text = fs::read_to_string(&path).expect("a case is UTF-8");
            let (input, outcome) = text.split_once("----\n").unwrap_or((&text, ""));
            cases.push((path, input.to_owned(), outcome.to_owned()));
        }
    }
    cases
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
    let cases = cases("corpus/language/format");
    assert!(cases.len() >= 5, "only {} cases", cases.len());
    for (path, text, expected) in &cases {
        let formatted = formatted("case.grammar", text);
        check_printing(path, text, &read("case.grammar", text).0);
        let expected = format!("{text}----\n{expected}");
        let actual = format!("{text}----\n{formatted}");
        failures.extend(compare(path, &expected, &actual, "formatted otherwise"));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Checks that printing and formatting a text without mistakes preserves its tree.
fn check_printing(path: &Path, text: &str, file: &File) {
    let printed = print::file(file);
    let (again, report) = read("printed", &printed);
    assert!(report.diagnostics.is_empty(), "{}:\n{}", path.display(), report.render(false));
    assert_eq!(bare(&file.statements), bare(&again.statements), "{}", path.display());
    assert!(printed.lines().all(|line| line.chars().count() <= 100), "{}", path.display());
    let formatted = format("text", text).expect("no mistakes");
    let (again, _) = read("formatted", &formatted);
    assert_eq!(bare(&file.statements), bare(&again.statements), "{}", path.display());
    assert_eq!(
        formatted,
        format("formatted", &formatted).expect("no mistakes"),
        "{}",
        path.display()
    );
}

/// Formats a text without mistakes.
fn formatted(name: &str, text: &str) -> String {
    match format(name, text) {
        Ok(formatted) => formatted,
        Err(report) => panic!("{}", report.render(false)),
    }
}

/// The advice to run this test first, since all others parse with the rules in the program.
const BLESS_RULES: &str = "not the rules of meta.grammar: write them with `WISHFUL_BLESS=1 cargo \
                           test --lib language::meta`, before any other test";

#[test]
fn meta_grammar_compiles_to_its_own_rules() {
    let (file, report) = read("meta.grammar", embedded("meta").expect("it is shipped"));
    assert!(!report.has_errors(), "{}", report.render(false));
    let rules = expand(&file).expect("plain text rules");
    let legend = "# meta.rules: the compiled form of meta.grammar, written by a program; \
                  `meta.rs` has the format\n";
    let actual = format!("{legend}{}", text(&rules));
    let path = root().join("grammar/meta.rules");
    let expected = fs::read_to_string(&path).expect("it is there");
    let failure = compare(&path, &expected, &actual, BLESS_RULES);
    assert!(failure.is_none(), "{}", failure.unwrap_or_default());
}

#[test]
fn shipped_grammars_are_formatted() {
    for grammar in shipped() {
        let own = root().join(format!("grammar/{}.grammar", grammar.name));
        let inner = ["query", "import"]
            .map(|folder| root().join(format!("grammar/{folder}/{}.grammar", grammar.name)));
        let path = inner.into_iter().find(|path| path.exists()).unwrap_or(own);
        let formatted = formatted(grammar.name, grammar.text);
        let failure = compare(&path, grammar.text, &formatted, "not as `grammar fmt` writes it");
        assert!(failure.is_none(), "{}", failure.unwrap_or_default());
    }
}

/// Counts the mistakes of a text, and checks that each has a message and valid spans.
fn mistakes(text: &str) -> usize {
    let (_, report) = read("damaged", text);
    for diagnostic in &report.diagnostics {
        let places = diagnostic.secondary.iter().chain([&diagnostic.primary]);
        for label in places {
            let span = label.place.span;
            assert!(text.get(span.range()).is_some(), "{span:?} is not in {text:?}");
        }
        // A wrong length of a list is the only other kind of mistake that parsing finds.
        let is_known = matches!(diagnostic.code, Code::Syntax | Code::Contradictory);
        assert!(!diagnostic.message.is_empty() && is_known);
        check_rendering(&report.files, diagnostic);
    }
    report.diagnostics.len()
}

/// Checks that a rendered diagnostic has the severity, the code, the message, the position and the
/// advice.
fn check_rendering(files: &Files, diagnostic: &Diagnostic) {
    let report = Report { files: files.clone(), diagnostics: vec![diagnostic.clone()] };
    let text = report.render(false);
    let FileSpan { file, span } = diagnostic.primary.place;
    let at = files.get(file).position(span.start);
    let place = format!("--> damaged:{}:{}\n", at.line, at.column);
    assert!(text.starts_with(&format!("error[{}]: ", diagnostic.code)), "{text}");
    assert!(text.contains(&place) && text.contains('^'), "not at {place}{text}");
    let said = diagnostic.notes.iter().chain(&diagnostic.help).chain([&diagnostic.message]);
    // The renderer replaces unprintable characters and changes of the writing direction by symbols.
    for sentence in said {
        let is_shown = |c: char| c.is_ascii_graphic() || c.is_alphanumeric() || c == ' ';
        for piece in sentence.split(|c| !is_shown(c)) {
            assert!(text.contains(piece), "{piece} is not in\n{text}");
        }
    }
}

fn settings(cases: u32) -> ProptestConfig {
    let rng_seed = proptest::test_runner::RngSeed::Fixed(7);
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(settings(400))]

    #[test]
    fn printed_grammars_are_read_back(statements in vec(random::statement(), 1..4)) {
        let printed: Vec<String> = statements.iter().map(print::statement).collect();
        let text = printed.join("\n");
        let (file, report) = read("printed", &text);
        prop_assert!(report.diagnostics.is_empty(), "{}", report.render(false));
        let read: Vec<_> = file.statements.iter().map(|statement| &statement.value).collect();
        prop_assert_eq!(bare(&read), bare(&statements.iter().collect::<Vec<_>>()), "{}", text);
    }

    #[test]
    fn formatting_preserves_the_meaning(
        statements in vec((random::statement(), "(\n|  # c|\n# own|;?|\t ){0,4}"), 1..5),
    ) {
        let mut text = String::new();
        for (statement, gap) in &statements {
            text += &(print::statement(statement) + &gap.replace(';', " ") + "\n");
        }
        let once = format("text", &text).expect("no mistakes");
        let twice = format("once", &once).expect("no mistakes");
        prop_assert_eq!(&once, &twice);
        prop_assert_eq!(once.matches("# c").count(), text.matches("# c").count());
        prop_assert_eq!(once.matches("# own").count(), text.matches("# own").count());
        let (before, _) = read("text", &text);
        let (after, _) = read("once", &once);
        prop_assert_eq!(bare(&before.statements), bare(&after.statements));
    }

    #[test]
    fn random_pieces_are_read_or_refused(pieces in vec(random::piece(), 0..40)) {
        mistakes(&pieces.join(" "));
        mistakes(&pieces.concat());
    }
}

proptest! {
    #![proptest_config(settings(2000))]

    #[test]
    fn damaged_grammars_are_read_or_refused(
        which in any::<Index>(),
        cuts in vec((any::<Index>(), 0..6_usize, random::piece()), 1..4),
    ) {
        let grammars: Vec<_> = shipped().collect();
        let mut text: Vec<char> = which.get(&grammars).text.chars().collect();
        for (index, length, piece) in &cuts {
            let start = index.index(text.len());
            let end = (start + length).min(text.len());
            text.splice(start..end, piece.chars());
        }
        mistakes(&text.into_iter().collect::<String>());
    }
}

#[test]
fn nesting_is_limited() {
    for (open, close) in
        [("(", ")"), ("{", "}"), ("svg:{", "}"), ("foster into <x> (", ")"), ("[", "]")]
    {
        let text = format!("x ::= {} a {} ;", open.repeat(100_000), close.repeat(100_000));
        assert_eq!(mistakes(&text), 1, "{open}");
        let text = format!("x ::= {} a ;", open.repeat(100_000));
        assert_eq!(mistakes(&text), 1, "{open}");
    }
    for (depth, count) in [(DEEPEST, 0), (DEEPEST + 1, 1)] {
        let nested = format!("x ::= {} <a> {} ;", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(mistakes(&nested), count);
    }
}

#[test]
fn long_statements_are_read_in_linear_time() {
    let text =
        format!("flow = {} ;\n<p> ::= {} ;\n", "<a> ".repeat(5_000), "(<a> | b)* ".repeat(2_000));
    assert_eq!(mistakes(&text), 0);
    let printed = print::file(&read("long", &text).0);
    assert_eq!(mistakes(&printed), 0);
    assert_eq!(mistakes(&"start a ;\n".repeat(2_000)), 0);
    assert_eq!(mistakes(&"start ;\n".repeat(500)), 500);
}

#[test]
fn the_table_of_shipped_grammars_is_complete() {
    let mut names: Vec<String> = Vec::new();
    for folder in ["grammar", "grammar/query", "grammar/import"] {
        for entry in fs::read_dir(root().join(folder)).expect("it is there") {
            let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
            names.extend(name.strip_suffix(".grammar").map(str::to_owned));
        }
    }
    names.sort();
    let mut embedded_ones: Vec<&str> = shipped().chain(parts()).map(|one| one.name).collect();
    embedded_ones.sort_unstable();
    assert_eq!(names, embedded_ones);
    assert_eq!(embedded("meta"), embedded("meta.grammar"));
    for grammar in shipped() {
        assert!(!grammar.description().is_empty(), "{} has no legend", grammar.name);
    }
}

mod loading {
    //! Tests of `use`, from memory and from the shipped grammars.

    use super::*;
    use crate::grammar::load::{EmbeddedOnly, FileSystem, load, load_text};
    use std::collections::HashMap;

    fn memory(files: &[(&str, &str)]) -> HashMap<PathBuf, String> {
        files.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect()
    }

    /// Returns the names of the units, and the messages.
    fn loaded(start: &str, files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let (sources, diagnostics) = load(start, &memory(files));
        let (mut units, mut messages) = (Vec::new(), Vec::new());
        for unit in &sources.units {
            units.push(sources.files.get(unit.id).name().to_owned());
        }
        for Diagnostic { code, message, notes, help, .. } in &diagnostics {
            let mut message = format!("{code}: {message}");
            for note in notes.iter().chain(help) {
                message += &format!("; {note}");
            }
            messages.push(message);
        }
        (units, messages)
    }

    #[test]
    fn bases_come_first_and_once() {
        let (units, messages) = loaded(
            "a/top.grammar",
            &[
                ("a/top.grammar", "use \"left.grammar\" ; use \"../b/right.grammar\" ;"),
                ("a/left.grammar", "use \"./base.grammar\" ;"),
                ("a/base.grammar", "start x ;"),
                ("b/right.grammar", "use \"../a/base.grammar\" ; use \"meta\" ;"),
            ],
        );
        let order = [
            "a/base.grammar",
            "a/left.grammar",
            "meta.grammar",
            "b/right.grammar",
            "a/top.grammar",
        ];
        assert_eq!(units, order);
        assert_eq!(messages, [""; 0]);
    }

    #[test]
    fn a_file_wins_over_a_shipped_grammar() {
        let (units, _) = loaded("meta.grammar", &[("meta.grammar", "start mine ;")]);
        assert_eq!(units, ["meta.grammar"]);
        let (sources, _) = load("meta.grammar", &memory(&[("meta.grammar", "start mine ;")]));
        assert_eq!(sources.units[0].statements.len(), 1);
        let (sources, _) = load("meta", &EmbeddedOnly);
        assert!(sources.units[0].statements.len() > 1);
    }

    #[test]
    fn missing_files_are_reported_with_the_searched_folders() {
        let files = [("a/top.grammar", "use \"mta\" ; use \"none/meta\" ; start x ;")];
        let (units, messages) = loaded("a/top.grammar", &files);
        assert_eq!(units, ["a/top.grammar"]);
        assert_eq!(
            messages,
            [
                "undefined: unknown grammar `mta`; searched in `a/mta` and the shipped \
                 grammars; did you mean the shipped `meta`?",
                "undefined: unknown grammar `none/meta`; searched in `a/none/meta`; did you \
                 mean the shipped `meta`?",
            ]
        );
        let (units, messages) = loaded("nothing-like-it", &[]);
        assert!(units.is_empty() && messages.len() == 1, "{messages:?}");
    }

    #[test]
    fn circles_are_reported() {
        let files = [
            ("a.grammar", "use \"b.grammar\" ;"),
            ("b.grammar", "use \"c.grammar\" ; start b ;"),
            ("c.grammar", "use \"b.grammar\" ; use \"./c.grammar\" ;"),
        ];
        let (units, messages) = loaded("a.grammar", &files);
        assert_eq!(units, ["c.grammar", "b.grammar", "a.grammar"]);
        assert!(messages[0].starts_with(
            "cyclic: grammars use each other in a cycle; `b.grammar` uses `c.grammar` uses `b.grammar`"
        ));
        assert!(
            messages[1].starts_with("cyclic: a grammar uses itself; `c.grammar` uses `c.grammar`")
        );
    }

    #[test]
    fn files_are_read_and_given_texts_are_used() {
        let path = root().join("grammar/meta.grammar");
        let (sources, diagnostics) = load(path.to_str().expect("UTF-8"), &FileSystem);
        assert_eq!((sources.units.len(), diagnostics.len()), (1, 0));
        let (sources, diagnostics) = load_text("mine", "use \"meta\" ; start ;", &EmbeddedOnly);
        assert_eq!((sources.units.len(), diagnostics.len()), (2, 1));
    }
}
