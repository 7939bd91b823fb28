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

#[test]
fn the_best_trees_of_texts_are_counted() {
    let folder = folder("coverage-texts");
    let text = "start sum ;\ntokenizer text ;\ntoken N = /[0-9]+/ ;\ntoken W = /[a-z]+/ ;\n\
        skip / +/ ;\nops = \"+\" \"-\" ;\nsum ::= sum ops atom | atom ;\n\
        atom ::= N | W | \"(\" (sum | \"!\")* \")\" ;\n";
    let grammar = file(&folder, "sums.grammar", text.as_bytes());
    let texts = super::folder("coverage-texts/texts");
    file(&texts, "a.txt", b"1 + (2)");
    file(&texts, "b.txt", b"1 + 2 + 3");
    let texts = texts.to_string_lossy();
    let ran = run(&["coverage", "-g", &grammar, &texts, "-f", "json"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    let mut counts = std::collections::BTreeMap::new();
    for unit in json["files"][0]["units"].as_array().unwrap() {
        let (kind, text) = (unit["kind"].as_str().unwrap(), unit["text"].as_str().unwrap());
        let place = format!("{}:{} {kind} {text}", unit["line"], unit["column"]);
        counts.insert(place, unit["ways"][0]["count"].as_u64().unwrap());
    }
    let expected = [
        ("3:1 fact token N = /[0-9]+/", 5),
        ("4:1 fact token W = /[a-z]+/", 0),
        ("6:1 set ops = \"+\" \"-\"", 3),
        ("6:7 item \"+\"", 3),
        ("6:11 item \"-\"", 0),
        ("7:1 rule sum ::= sum ops atom | atom", 6),
        ("7:9 alternative sum ops atom", 3),
        ("7:9 symbol sum", 3),
        ("7:13 symbol ops", 3),
        ("7:17 symbol atom", 3),
        ("7:24 symbol atom", 3),
        ("8:1 rule atom ::= N | W | \"(\" (sum | \"!\")* \")\"", 6),
        ("8:10 symbol N", 5),
        ("8:14 symbol W", 0),
        ("8:18 alternative \"(\" (sum | \"!\")* \")\"", 1),
        ("8:18 symbol \"(\"", 1),
        ("8:23 symbol sum", 1),
        ("8:29 symbol \"!\"", 0),
        ("8:35 symbol \")\"", 1),
    ];
    let expected = expected.map(|(place, count)| (place.to_owned(), count));
    assert_eq!(counts, std::collections::BTreeMap::from(expected));
    let text = run(&["coverage", "-g", &grammar, &texts, "--missed"]).out;
    assert!(text.contains("0!     4  token W"), "{text}");
    let wrong = file(&folder, "wrong.txt", b"1 +");
    let ran = run(&["coverage", "-g", &grammar, &wrong, "--fail-under", "1"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("expected one of \"(\" N W"), "{}", ran.err);
    assert_eq!(run(&["coverage", "-g", &grammar, &wrong, "--decisive"]).status, 2);
}
