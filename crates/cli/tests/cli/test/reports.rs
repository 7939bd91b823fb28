//! Tests of machine-readable reports, formats of cases, and the trace.

use std::fs;

use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;

use super::{file, folder, run};

const CASES: &[u8] = b"=== passes
grammar: marpa
format: structure
--- input
x
--- expected
(html (head) (body (p)))

=== fails
grammar: marpa
input: escaped
--- input
<p title=\"\\x01\">a&b
--- expected
]]>

=== has no result
grammar: no-such
--- expected

=== is no case
fromat: tree
place: 1:1
--- expected
";

#[test]
fn json_has_the_results_with_their_places() {
    let folder = folder("json-report");
    let cases = file(&folder, "cases.txt", CASES);
    let ran = run(&["test", folder.to_str().unwrap(), "--format", "json"]);
    assert_eq!(ran.status, 1);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(report["schema"], "wishful-test/1");
    assert_eq!((&report["passed"], &report["failed"]), (&1.into(), &3.into()));
    assert_eq!(report["mistakes"].as_array().map(Vec::len), Some(1));
    let tests = report["tests"].as_array().unwrap();
    let outcomes: Vec<&Value> = tests.iter().map(|test| &test["outcome"]).collect();
    assert_eq!(outcomes, ["passed", "failed", "failed"]);
    assert_eq!((&tests[1]["path"], &tests[1]["line"]), (&cases.as_str().into(), &9.into()));
    assert_eq!(tests[0]["actual"], "(html (head) (body (p)))");
    assert!(tests[2]["message"].as_str().unwrap().contains("unknown grammar `no-such`"));
    let listed = run(&["test", folder.to_str().unwrap(), "--list", "--format", "json"]);
    let list: Value = serde_json::from_str(&listed.out).unwrap();
    assert_eq!(
        (list["tests"][1]["name"].clone(), list.get("passed")),
        (tests[1]["name"].clone(), None)
    );
}

#[test]
fn junit_is_well_formed_and_counts_right() {
    let folder = folder("junit-report");
    file(&folder, "cases.txt", CASES);
    let ran = run(&["test", folder.to_str().unwrap(), "--format", "junit"]);
    assert_eq!(ran.status, 1);
    let mut reader = Reader::from_str(&ran.out);
    let mut found: Vec<(String, Option<String>)> = Vec::new();
    let mut depth = 0;
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error}: {}", ran.out)) {
            Event::Start(start) => {
                depth += 1;
                let attribute = |name: &str| {
                    let attribute = start.try_get_attribute(name).unwrap()?;
                    Some(attribute.value.into_owned())
                };
                if let Some(time) = attribute("time") {
                    assert!(!time.starts_with('-'), "{}", ran.out);
                }
                let name = start.name().as_ref().to_owned();
                found.push((name, attribute("name").or(attribute("message"))));
                if depth == 1 {
                    let counts =
                        ["tests", "failures", "errors"].map(|name| attribute(name).unwrap());
                    assert_eq!(counts, ["4", "2", "1"]);
                }
            }
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    for (name, expected) in [("testcase", 4), ("failure", 2), ("error", 1)] {
        let count = found.iter().filter(|(other, _)| other == name).count();
        assert_eq!(count, expected, "{name}");
    }
    for title in ["passes", "fails", "has no result"] {
        assert!(found.iter().any(|(_, name)| name.as_deref() == Some(title)), "{title}");
    }
    assert!(!ran.out.contains('\u{1}'), "XML has no such character");
}

#[test]
fn trees_cite_statements_without_line_numbers() {
    let folder = folder("statements");
    let name = folder.to_str().unwrap();
    let grammar = "start document ;\ntokenizer html5 ;\ndocument ::= <ul>* EOF ;\n<ul> ::= <li>* ;\n<li> ::= TEXT* ;\n\
                   # a story\nwish <ul> # lists\n  </ul> </li> ;\n";
    let cases = "=== one\ngrammar: mine.grammar\n--- input\n<li>one\n--- expected\n";
    file(&folder, "cases.txt", cases.as_bytes());
    file(&folder, "mine.grammar", grammar.as_bytes());
    assert_eq!(run(&["test", name, "--bless"]).status, 0);
    let text = fs::read_to_string(folder.join("cases.txt")).unwrap();
    assert!(text.contains(" mine.grammar: wish <ul> </ul> </li> ;\n"), "{text}");
    let moved = format!("# more\n\n{}", grammar.replace(" ;\n", "\n   ; # why\n"));
    file(&folder, "mine.grammar", moved.as_bytes());
    assert_eq!(run(&["test", name]).status, 0, "comments and lines change nothing");
    file(&folder, "mine.grammar", grammar.replace("</li> ;", "</li> cost 2 ;").as_bytes());
    let ran = run(&["test", name]);
    assert!(ran.out.contains(" mine.grammar: wish <ul> </ul> </li> cost 2 ;"), "{}", ran.out);
    let page = file(&folder, "page.html", b"<li>one");
    let parsed = run(&["parse", "-g", &format!("{name}/mine.grammar"), &page]);
    assert!(parsed.out.contains("/mine.grammar:7: wish <ul>"), "{}", parsed.out);
}

/// Makes a snapshot in a format, and returns its text.
fn blessed_in(folder: &std::path::Path, name: &str, format: &str) -> String {
    run(&["test", name, "--bless", "-g", "marpa", "-f", format]);
    fs::read_to_string(folder.join(format!("page.html.marpa.{format}"))).unwrap()
}

#[test]
fn a_tree_and_its_repairs_are_one_result() {
    let folder = folder("tree-and-repairs");
    let name = folder.to_str().unwrap();
    file(&folder, "page.html", b"<td>x</b>");
    let made = run(&["test", name, "--bless", "-g", "marpa", "-f", "tree-and-repairs"]);
    assert_eq!(made.status, 0, "{made:?}");
    let snapshot = folder.join("page.html.marpa.tree-and-repairs");
    let text = fs::read_to_string(&snapshot).unwrap();
    let (tree, repairs) = text.split_once("\n\nrepairs\n").unwrap();
    assert_eq!(tree, blessed_in(&folder, name, "tree").trim_end());
    assert_eq!(repairs.replace("\n  ", "\n").trim_start(), blessed_in(&folder, name, "repairs"));
    assert_eq!(run(&["test", name]).out, "3 passed, 0 failed\n");

    fs::remove_file(folder.join("page.html.marpa.tree")).unwrap();
    fs::remove_file(folder.join("page.html.marpa.repairs")).unwrap();
    file(&folder, "page.html", b"<td>x</b></b>");
    let refused = run(&["test", name, "--bless"]);
    assert!(refused.status == 1 && refused.out.contains("worse"), "{refused:?}");
    file(&folder, "page.html", b"<td>x");
    assert_eq!(run(&["test", name, "--bless"]).status, 0);
}

#[test]
fn a_trace_shows_each_examination_in_order() {
    let folder = folder("trace");
    let cases = file(
        &folder,
        "cases.txt",
        b"=== one\ngrammar: marpa\nformat: structure\n--- input\n<table><td>x</b></table>\n--- expected\n(html (head) (body (table (tbody (tr (td)))) (table)))\n",
    );
    let ran = run(&["test", &format!("{cases}:4"), "--debug"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let wanted = [
        "cases.txt:1: one",
        "rejected <table> inside the document: not allowed here",
        "inserted    <html>",
        "accepted <table> inside <html> <body>",
        "rejected <td> inside <html> <body> <table>: not allowed here",
        "marpa.grammar",
        "acceptable  <caption>",
        "passed over <html> <head> <body>",
        "inserted    <tbody>",
        "accepted <td> inside <html> <body> <table> <tbody> <tr>",
        "accepted text inside",
        "rejected </b> inside",
        "set aside",
        "1:17    rejected </table>",
        "accepted </table>",
        "accepted the end of the input",
        "1 passed, 0 failed",
    ];
    let mut rest = ran.out.as_str();
    for part in wanted {
        let at = rest.find(part).unwrap_or_else(|| panic!("no `{part}` in {rest}"));
        rest = &rest[at + part.len()..];
    }
}
