//! Tests of `wishful test --coverage`.

use std::fs;

use serde_json::Value;

use super::{file, folder, run};

const GRAMMAR: &[u8] = b"use \"marpa\" ;\nblock |= <acme> ;\nblock |= <never> ;\n";

const CASES: &str = "\
=== by mine
grammar: ./mine.grammar
format: structure
--- input
<acme>x
--- expected
(html (head) (body (acme)))

=== by one of its own
format: check
--- grammar
use \"marpa\" ;
--- expected
warning[useless]: it says nothing but `use`
";

#[test]
fn a_run_reports_the_coverage_of_its_documents() {
    let folder = folder("test-coverage");
    file(&folder, "mine.grammar", GRAMMAR);
    let cases = file(&folder, "cases.txt", CASES.as_bytes());
    let case = format!("{cases}:1");
    let lcov = folder.join("lcov.info");
    let ran = run(&["test", &case, "--coverage", "--lcov", lcov.to_str().unwrap()]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    let (report, coverage) = ran.out.split_once("coverage of ").unwrap();
    assert_eq!(report, "1 passed, 0 failed\n");
    assert!(coverage.starts_with("mine.grammar by 1 document: "), "{coverage}");
    assert!(coverage.contains("  mine.grammar   missed in 1 of 2 lines: 3\n"), "{coverage}");

    // The result equals that of `coverage` on the same document.
    let page = file(&folder, "page.html", b"<acme>x");
    let alone = run(&[
        "coverage",
        "-g",
        folder.join("mine.grammar").to_str().unwrap(),
        &page,
        "-f",
        "lcov",
    ]);
    assert_eq!(fs::read_to_string(lcov).unwrap(), alone.out);
}

/// Returns the text of a case.
fn noscript_case(title: &str, modes: &str) -> String {
    format!(
        "=== {title}\ngrammar: whatwg\n{modes}format: structure\n--- input\n<noscript>x\n--- expected\n(html (head (noscript)) (body))\n\n"
    )
}

#[test]
fn documents_count_once_and_modes_are_merged() {
    let folder = folder("test-coverage-once");
    file(&folder, "page.html", b"<p>x");
    let name = folder.to_str().unwrap();
    assert_eq!(run(&["test", name, "--bless", "-g", "marpa", "-f", "html5lib"]).status, 0);
    let ran = run(&["test", name, "--coverage"]);
    assert!(
        ran.out.starts_with("2 passed, 0 failed\ncoverage of marpa.grammar by 1 document: "),
        "{}",
        ran.out
    );

    let both = noscript_case("without", "") + &noscript_case("with", "modes: scripting\n");
    let cases = file(&folder, "both.txt", both.as_bytes());
    let ran = run(&["test", &cases, "--coverage"]);
    assert_eq!(
        ran.out.matches("coverage of whatwg.grammar by 2 documents").count(),
        1,
        "{}",
        ran.out
    );
}

#[test]
fn low_coverage_sets_the_exit_status() {
    let folder = folder("test-coverage-status");
    file(&folder, "mine.grammar", GRAMMAR);
    let cases = file(&folder, "cases.txt", CASES.as_bytes());
    let case = format!("{cases}:1");
    let ran = run(&["test", &case, "--coverage", "--fail-under", "99", "-f", "json"]);
    assert_eq!(ran.status, 1);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(report["passed"], 1);
    assert!(ran.err.contains("--fail-under") && ran.err.contains("coverage of"), "{}", ran.err);
    assert_eq!(run(&["test", &case, "--coverage", "--fail-under", "1"]).status, 0);
    assert_eq!(run(&["test", &case, "--fail-under", "1"]).status, 2, "it needs --coverage");
    let own = run(&["test", &cases, "by one of its own", "--coverage"]);
    assert!(own.out.ends_with("no coverage: no test uses a grammar of markup\n"), "{}", own.out);
}

#[test]
fn cases_of_texts_are_explained_and_counted() {
    let folder = folder("test-coverage-texts");
    file(
        &folder,
        "sums.grammar",
        b"start s ;\ntokenizer text ;\ns ::= s \"+\" \"n\" | \"n\" | \"m\" ;\n",
    );
    let explained = "in: accepted, 1 tree";
    let cases = format!(
        "=== a tree\ngrammar: ./sums.grammar\nformat: tree\n--- input\nn\n--- expected\ns\n  \"n\"\n\n\
        === refused\ngrammar: ./sums.grammar\nformat: explain\n--- input\nn+\n--- expected\n{explained}\n"
    );
    let cases = file(&folder, "cases.txt", cases.as_bytes());
    assert_eq!(run(&["test", &cases]).status, 1);
    let ran = run(&["test", &cases, "--bless", "--accept-worse"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    let blessed = fs::read_to_string(&cases).unwrap();
    let expected = "expected  \"n\"  sums.grammar:3  s ::= s \"+\" • \"n\"";
    assert!(blessed.contains(expected), "{blessed}");
    let ran = run(&["test", &cases, "--coverage"]);
    assert!(ran.out.contains("coverage of sums.grammar by 1 document: 1 of 1"), "{}", ran.out);
}
