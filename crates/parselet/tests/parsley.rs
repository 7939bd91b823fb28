//! Parselets: the public suite of Parsley's implementation in C, randomly broken parselets, and the
//! growth of work.

#[path = "../../../tests/common/mod.rs"]
mod common;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use wishful::diagnostics::Report;
use wishful::{Document, Grammar, ParseOptions, Parser};
use wishful_parselet::{CompileOptions, Dialect, Options, Parselet, sg_wrap};
use wishful_query::xml;

/// The cases that a tree of the HTML standard cannot satisfy, with the reason. `notes/parselets.md`
/// shows the way to satisfy them.
const EXCUSED: &[(&str, &str)] = &[
    ("nth-regression", "a `<tr>` in a `<div>` is dropped, as the standard says; libxml2 keeps it"),
    ("question_regressions", "`&#150;` is U+2013, as the standard says; libxml2 has U+0096"),
];

/// The cases that only the dialect fizx satisfies, because the seed contradicts them.
const ONLY_FIZX: &[(&str, &str)] =
    &[("trivial", "empty texts are members of a list, as the seed says; fizx leaves them out")];

/// A grammar that accepts `<tr>` anywhere, as libxml2 does.
const LOOSE: &str = r#"use "marpa" ; block |= <tr> ; replace <tr> ::= mixed-flow* ;"#;

/// The number of cases with an expectation. One more case has none, and one expectation has no
/// parselet.
const CASES: usize = 35;

/// The cases that need another flag than the name of their page implies.
const WRAPPED: &[&str] = &["sg-wrap"];

/// A parselet, a page, and the expected output.
struct Case {
    name: String,
    text: String,
    page: PathBuf,
    expected: String,
}

/// Reads the files of a case.
fn read_case(path: PathBuf) -> Option<Case> {
    let page = ["html", "xml"].map(|extension| path.with_extension(extension));
    Some(Case {
        name: path.file_stem()?.to_string_lossy().into_owned(),
        text: fs::read_to_string(&path).ok()?,
        page: page.into_iter().find(|page| page.is_file())?,
        expected: fs::read_to_string(path.with_extension("json")).ok()?,
    })
}

fn cases() -> Option<Vec<Case>> {
    let folder = crate::common::suites()?.join("parsley");
    let cases: Vec<Case> =
        crate::common::files(&folder, &["let"]).into_iter().filter_map(read_case).collect();
    assert_eq!(cases.len(), CASES, "cases of {}", folder.display());
    Some(cases)
}

fn whatwg() -> Parser {
    Parser::new(Grammar::load("whatwg").unwrap()).unwrap()
}

/// Parses the page of a case.
fn page(parser: &Parser, path: &Path, is_wrapped: bool) -> Document {
    let bytes = fs::read(path).unwrap();
    let options = ParseOptions::default();
    let document = if path.extension() == Some("xml".as_ref()) {
        xml::parse("page", xml::decode(&bytes), &options).unwrap()
    } else {
        parser.parse(bytes, &options).unwrap()
    };
    if is_wrapped { sg_wrap(&document) } else { document }
}

fn compile(text: &str, dialect: Dialect) -> Result<Parselet, Report> {
    Parselet::compile("case.let", text, &CompileOptions::default().dialect(dialect))
}

/// Returns the output of a case as JSON, or its error.
fn run(case: &Case, parser: &Parser, dialect: Dialect) -> Result<String, String> {
    let parselet =
        compile(&case.text, dialect).map_err(|report| report.diagnostics[0].message.clone())?;
    let document = page(parser, &case.page, WRAPPED.contains(&case.name.as_str()));
    let extraction = parselet.extract(&document, &Options::default());
    assert_eq!(extraction.limit(), None, "{}", case.name);
    extraction.to_json().map_err(|error| error.to_string())
}

/// Returns the JSON in a text.
fn json(text: &str) -> Option<Value> {
    serde_json::from_str::<Value>(text).ok()
}

/// Reports whether a result is the expected one. JSON is compared as JSON; if `errors`, error
/// messages must be equal.
fn is_expected(result: &Result<String, String>, expected: &str, errors: bool) -> bool {
    match (result, json(expected)) {
        (Ok(result), Some(expected)) => json(result) == Some(expected),
        (Err(error), None) => !errors || error == expected.strip_suffix('\n').unwrap_or(expected),
        _ => false,
    }
}

#[test]
fn the_public_suite() {
    let Some(cases) = cases() else { return };
    let parser = whatwg();
    for dialect in [Dialect::Fizx, Dialect::Wishful] {
        let mut failed: Vec<(&str, String)> = Vec::new();
        for case in &cases {
            let result = run(case, &parser, dialect);
            if !is_expected(&result, &case.expected, dialect == Dialect::Fizx) {
                let ours = result.unwrap_or_else(|error| error);
                failed.push((&case.name, format!("{ours}\n{}", case.expected)));
            }
        }
        let names: Vec<&str> = failed.iter().map(|(name, _)| *name).collect();
        let only_fizx = if dialect == Dialect::Fizx { &[] } else { ONLY_FIZX };
        let excused: Vec<&str> = EXCUSED.iter().chain(only_fizx).map(|(name, _)| *name).collect();
        assert_eq!(names, excused, "{dialect:?}: {failed:#?}");
    }
}

#[test]
fn a_grammar_that_keeps_rows_returns_dropped_rows() {
    let Some(cases) = cases() else { return };
    let case = cases.iter().find(|case| case.name == EXCUSED[0].0).expect("it is there");
    let parser = Parser::new(Grammar::source("loose.grammar", LOOSE).compile().unwrap()).unwrap();
    let result = run(case, &parser, Dialect::Fizx);
    assert!(is_expected(&result, &case.expected, true), "{result:?}");
}

/// Returns the number of broken parselets to compile; `WISHFUL_MUTATIONS` overrides it.
fn mutations() -> usize {
    crate::common::mutations(2_000)
}

/// The text that is inserted into parselets at random.
const MARKS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    ",",
    ":",
    "/*",
    "*/",
    "\\",
    "\\u00e9",
    "\\ud83d",
    "(",
    ")",
    "?",
    "!",
    "é",
    "count(",
    "div ",
    "//",
    "@",
    "::",
    "[1]",
    "null",
    "-1",
    "\"a\": \"b\"",
    "|",
    "following::",
    ":not(",
    "\u{0}",
];

#[test]
fn no_parselet_panics_and_rejections_have_a_position() {
    let texts = parselets();
    let mut random = fastrand::Rng::with_seed(18);
    let parser = whatwg();
    let page = "<h1 id=a class=b>A</h1><p>one<p>two <b title=x>bold</b><ul><li>1<li>2</ul>";
    let document = parser.parse(page, &ParseOptions::default()).unwrap();
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..mutations() {
        let text = broken(&texts[random.usize(0..texts.len())], &mut random);
        let dialect = if random.bool() { Dialect::Fizx } else { Dialect::Wishful };
        match compile(&text, dialect) {
            Ok(parselet) => {
                taken += 1;
                let extraction = parselet.extract(&document, &Options::default());
                if let Ok(json) = extraction.to_json() {
                    serde_json::from_str::<Value>(&json).unwrap();
                }
                for path in parselet.paths() {
                    assert!(extraction.explain(&path).is_some(), "{text}: {path}");
                }
            }
            Err(report) => {
                refused += 1;
                assert!(report.has_errors());
                for mistake in &report.diagnostics {
                    let span = mistake.primary.place.span;
                    assert!(text.get(span.range()).is_some(), "{text}: {mistake:?}");
                }
                assert!(report.render(false).contains("case.let:"), "{text}");
            }
        }
    }
    assert!(taken > 0 && refused > 0, "{taken} were taken, {refused} refused");
}

/// Returns the parselets of the suite and some of the project's own.
fn parselets() -> Vec<String> {
    let own = [
        r#"{"h": "h1", "list(ul)!": [{"a?": "li", "b": ["li:nth-child(2) @id"]}]}"#,
        r#"{"x": "count(//p) + 1", "y": ["concat(b, '\u00e9')"], "z?": {"w": "a[@href = \"x\"]/text()"}}"#,
        r#"{"g": [{"t": "h1", "in": [{"n": "p", "v": ["b"]}]}]}"#,
    ];
    let mut texts: Vec<String> = own.map(str::to_owned).to_vec();
    let Some(suites) = crate::common::suites() else { return texts };
    for path in crate::common::files(&suites.join("parsley"), &["let"]) {
        texts.push(fs::read_to_string(path).unwrap());
    }
    texts
}

/// Returns a parselet with some of [`MARKS`] inserted and some characters removed.
fn broken(text: &str, random: &mut fastrand::Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(0..=letters.len());
        if random.bool() {
            let mark = MARKS[random.usize(0..MARKS.len())];
            letters.splice(at..at, mark.chars());
        } else {
            let end = (at + random.usize(0..6)).min(letters.len());
            letters.drain(at..end);
        }
    }
    letters.into_iter().collect()
}

/// Returns the number of steps that a parselet takes on a page.
fn steps(text: &str, page: &str) -> u64 {
    let document = whatwg().parse(page, &ParseOptions::default()).unwrap();
    let parselet = compile(text, Dialect::Wishful).unwrap();
    let extraction = parselet.extract(&document, &Options::default());
    assert_eq!(extraction.limit(), None);
    extraction.value().unwrap();
    extraction.steps()
}

#[test]
fn buckets_and_scopes_are_linear() {
    let group = "<h2>Invitees <i>of one</i></h2><p>Joe<p>Jeff<ul><li><b>x</b><a href=y>z</a></ul>";
    let texts = [
        r#"{"events": [{"name": "h2", "attendees": ["p"]}]}"#,
        r#"{"events": [{"name": "h2", "by?": "i", "link": "a @href", "n": "count(b)", "items(li)": [{"b": "b"}]}]}"#,
        r#"{"events": [{"name": "h2", "lists": [{"b": "b", "as": ["a"]}]}]}"#,
        r#"{"all(li)": [{"b": "b", "a": "a/@href"}], "ps": ["substring(p, 1, 2)"]}"#,
        r#"{"all(ul)": [{"b": "li > b", "a": "li a @href"}], "hs(h2)": [{"i": "i"}]}"#,
    ];
    for text in texts {
        let [one, two] = [400, 800].map(|groups| steps(text, &group.repeat(groups)));
        assert!(two * 10 <= one * 21, "{text}: {one} steps, and {two} for twice as much");
    }
}
