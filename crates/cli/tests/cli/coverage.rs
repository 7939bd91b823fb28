//! Tests of `wishful coverage`.

use serde_json::Value;

use super::{file, folder, run, run_with};

const GRAMMAR: &[u8] = b"use \"marpa\" ;\nblock |= <acme> ;\n";

#[test]
fn each_format_reports_the_exercised_statements() {
    let folder = folder("coverage");
    let grammar = file(&folder, "mine.grammar", GRAMMAR);
    let page = file(&folder, "page.html", b"<p>x<acme>y");
    let text = run(&["coverage", "-g", &grammar, &page]);
    assert_eq!((text.status, text.err.as_str()), (0, ""));
    assert!(text.out.contains("mine.grammar"), "{}", text.out);
    let json = run(&["coverage", "-g", &grammar, &page, "-f", "json"]);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["schema"], "wishful-coverage/1");
    assert_eq!(json["documents"], 1);
    let lcov = run(&["coverage", "-g", &grammar, &page, "-f", "lcov"]).out;
    assert!(lcov.contains(&format!("SF:{grammar}\n")), "{lcov}");
    let records = lcov.lines().filter(|line| *line == "end_of_record").count();
    assert_eq!(records, lcov.lines().filter(|line| line.starts_with("SF:")).count());
    let html = run(&["coverage", "-g", &grammar, &page, "-f", "html"]).out;
    assert!(html.starts_with("<!DOCTYPE html>") && !html.contains("<script"), "{html}");
}

#[test]
fn low_coverage_sets_the_exit_status() {
    let folder = folder("coverage-status");
    let page = file(&folder, "page.html", b"<p>x");
    let ran = run(&["coverage", "-g", "marpa", &page, "--fail-under", "99"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("--fail-under"), "{}", ran.err);
    assert_eq!(run(&["coverage", "-g", "marpa", &page, "--fail-under", "1"]).status, 0);
    assert_eq!(run(&["coverage", "-g", "marpa", &page, "--fail-under", "101"]).status, 2);
    assert_eq!(run(&["coverage", "-g", "marpa", "/there/is/no/such.html"]).status, 1);
}

#[test]
fn cases_of_html5lib_set_their_parse_options() {
    let folder = folder("coverage-dat");
    let cases = b"#data\n<td>x\n#errors\n#document-fragment\ntr\n#document\n| <td>\n\n#data\n<noscript><p>\n#document\n";
    let cases = file(&folder, "cases.dat", cases);
    let ran = run(&["coverage", "-g", "whatwg", &cases, "-f", "json"]);
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["documents"], 4, "each case, without scripts and with them");
}

#[test]
fn a_grammar_may_come_from_stdin_and_is_compiled_in_both_modes() {
    let folder = folder("coverage-stdin");
    let page = file(&folder, "page.html", b"<p>x");
    let ran = run_with(
        &["coverage", "-g", "-", &page, "-f", "json"],
        b"use \"marpa\" ;\nblock |= <dish> ;\n",
    );
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.status, &json["documents"]), (0, &Value::from(1)), "{}", ran.err);
}

#[test]
fn missed_statements_only_is_an_option_of_text() {
    assert_eq!(run(&["coverage", "--missed", "-f", "json", "-"]).status, 2);
}
