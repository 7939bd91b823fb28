//! The cases of `corpus/lint`: a grammar, `---`, and the rendered report.
//!
//! Every `*.txt` below the folder is a case. The part before a line `---` is the grammar; lines
//! `=== NAME` in it begin further files that it may use. The part after it is the report, empty if
//! nothing is reported. With WISHFUL_BLESS=1 the reports are written anew.

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::grammar::EmbeddedOnly;
use crate::grammar::{Grammar, shipped};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/lint");
    let mut cases: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).expect("the corpus is part of the project") {
        let path = entry.expect("a folder entry can be read").path();
        if path.extension() == Some("txt".as_ref()) {
            cases.push(path);
        }
    }
    cases.sort();
    cases
}

/// Returns the report of a case's grammar.
fn report(grammar: &str) -> String {
    let mut parts = grammar.split("=== ");
    let main = parts.next().unwrap_or_default();
    let mut others: HashMap<PathBuf, String> = HashMap::new();
    for part in parts {
        if let Some((name, text)) = part.split_once('\n') {
            others.insert(PathBuf::from(name.trim()), text.to_owned());
        }
    }
    Grammar::source("case.grammar", main)
        .loader(&others)
        .check()
        .render(false)
        .trim_end()
        .to_owned()
}

#[test]
fn every_case_is_reported_as_written() {
    let bless = std::env::var_os("WISHFUL_BLESS").is_some();
    let mut wrong = Vec::new();
    let cases = cases();
    assert!(cases.len() > 20, "the cases are found");
    for path in cases {
        let text = fs::read_to_string(&path).expect("a case can be read");
        let (grammar, expected) = text.split_once("\n---\n").unwrap_or((&text, ""));
        let found = report(&format!("{grammar}\n"));
        if bless {
            let blessed = format!("{}\n---\n{found}\n", grammar.trim_end());
            fs::write(&path, blessed).expect("a case can be written");
        } else if found != expected.trim_end() {
            wrong.push(format!("{}\nexpected:\n{expected}\nfound:\n{found}\n", path.display()));
        }
    }
    let advice = "`WISHFUL_BLESS=1 cargo test --lib lint::every_case` writes what was found";
    assert!(wrong.is_empty(), "{}\n{advice}", wrong.join("\n"));
}

#[test]
fn every_code_has_a_case() {
    let all: String = cases().iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
    // Syntax errors are in corpus/language. Notes are tested below; document type definitions and
    // derivations elsewhere.
    let elsewhere = [
        Code::Limit,
        Code::Stopped,
        Code::Syntax,
        Code::Tokenizer,
        Code::Unresolved,
        Code::Unsupported,
    ];
    for code in Code::ALL {
        let is_found = all.contains(&format!("[{code}]"));
        assert!(is_found || elsewhere.contains(code), "no case reports `{code}`");
    }
}

#[test]
fn silent_cases_are_silent() {
    for path in cases() {
        let name = path.file_stem().expect("a case has a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a case can be read");
        let (_, report) = text.split_once("\n---\n").unwrap_or_default();
        let silent = name.starts_with("silent");
        let is_faultless = !report.contains("warning[") && !report.contains("error[");
        let advice = "a case is called `silent-…` if, and only if, nothing is reported of it";
        assert_eq!(silent, is_faultless, "{}: {advice}", path.display());
    }
}

/// Contents with equal rules but different tags must not share a result in the cache of searches.
#[test]
fn contents_with_equal_rules_are_distinguished() {
    fn tags(second: &str) -> String {
        let rules = format!("<p> ::= SPACE (<a> | {second})* ;\n<a> {second} ::= TEXT* ;");
        report(&format!(
            "start p ;\np ::= <p> EOF ;\ntokenizer html5 ;\nnamespace svg ;\n{rules}\n"
        ))
    }
    fn tokens(first: &str) -> String {
        report(&format!("start d ;\ntokenizer html5 ;\nd ::= {first}? EOF ;\n"))
    }
    for _ in 0..2 {
        assert!(!tags("<b>").contains("ambiguous"), "{}", tags("<b>"));
        assert!(tags("<svg:a>").contains("one tag could be <a> or <svg:a> here"));
        assert!(!tokens("DOCTYPE").contains("can follow"), "{}", tokens("DOCTYPE"));
        assert!(tokens("COMMENT").contains("no COMMENT can follow here after COMMENT"));
    }
}

#[test]
fn shipped_grammars_have_no_lint_reports() {
    for grammar in shipped() {
        let report = Grammar::named(grammar.name).loader(&EmbeddedOnly).check();
        assert!(report.is_faultless(), "{}", report.render(false));
    }
}

/// Counts the notes that a search was incomplete.
fn stopped(grammar: &str) -> usize {
    let report = Grammar::source("case.grammar", grammar).loader(&EmbeddedOnly).check();
    assert!(report.is_faultless(), "{}", report.render(false));
    let mut stops = 0;
    for Diagnostic { code, severity, .. } in &report.diagnostics {
        if (*code, *severity) == (Code::Stopped, Severity::Note) {
            stops += 1;
        }
    }
    stops
}

/// A lint that would take quadratic time stops and adds a note.
#[test]
fn stopped_lints_add_a_note() {
    assert_eq!(stopped(&with_exclusions(20)), 0);
    assert_eq!(stopped(&with_exclusions(2500)), 1);
    assert_eq!(stopped(&with_modes(20)), 0);
    assert_eq!(stopped(&with_modes(300)), 1);
}

/// Returns a grammar with `n` elements, each with its own exclusion.
fn with_exclusions(n: usize) -> String {
    let head =
        "start document ;\ntokenizer html5 ;\ndocument ::= flow* EOF ;\n<*> <y> ::= flow* ;\n";
    let (mut elements, mut rules) = (String::new(), String::new());
    for i in 0..n {
        let next = (i + 1) % n;
        elements += &format!(" <x{i}>");
        rules += &format!(
            "<x{i}> ::= (flow | <z{i}>)* excluding <x{next}> until <y> ;\n<z{i}> ::= flow* ;\n"
        );
    }
    format!("{head}flow = <*> <y> TEXT SPACE COMMENT{elements} ;\n{rules}")
}

/// Returns a grammar with `n` elements, each with its own mode.
fn with_modes(n: usize) -> String {
    let head = "start document ;\ntokenizer html5 ;\ndocument ::= flow* EOF ;\n<*> ::= flow* ;\n";
    let (mut elements, mut modes) = (String::new(), String::new());
    for i in 0..n {
        elements += &format!(" <x{i}>");
        modes += &format!(
            "mode m{i} ;\n<x{i}> ::= [m{i}] (TEXT | SPACE | COMMENT)* | [!m{i}] flow* ;\n"
        );
    }
    format!("{head}flow = <*> TEXT SPACE COMMENT{elements} ;\n{modes}")
}

/// Returns a grammar with `n` elements over the standard's grammar. Each has its own rule and the
/// further statements that `more` returns.
fn elements_over_whatwg(n: usize, more: impl Fn(usize) -> String) -> String {
    let mut grammar = String::from("use \"whatwg\" ;\n");
    for i in 0..n {
        grammar += &format!("block |= <x-{i}> ;\n<x-{i}> ::= flow* ;\n{}", more(i));
    }
    grammar
}

/// Similar elements take as long as compiling them: however many there are, the steps suffice.
#[test]
fn many_elements_stop_no_lint() {
    assert_eq!(stopped(&elements_over_whatwg(2500, |_| String::new())), 0);
    let with_remedies = elements_over_whatwg(300, |i| format!("</x-{i}> -> <x-{i}> ;\n"));
    assert_eq!(stopped(&with_remedies), 0);
}
