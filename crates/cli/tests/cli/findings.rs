//! Findings in the formats of code hosts and editors.

use super::{Ran, file, folder, run, run_with};
use serde_json::Value;

const FORMATS: [&str; 3] = ["json", "sarif", "github"];

/// A mistake after characters of several bytes and of two UTF-16 code units.
const MISTAKEN: &str =
    "use \"whatwg\" ;\ntoken \u{e9} ; # \u{1F600}\n/* \u{1F600} */ blok |= <acme> ;\n";

fn check(format: &str, text: &str) -> (Ran, String) {
    let folder = folder(&format!("findings-{format}"));
    let path = file(&folder, "a,b:c%d.grammar", text.as_bytes());
    (run(&["grammar", "check", "--format", format, &path]), path)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn grammar_check_has_each_format_and_the_same_status() {
    for format in FORMATS {
        let (ran, _) = check(format, MISTAKEN);
        assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{format}: {ran:?}");
        assert!(!ran.out.is_empty(), "{format}");
        let sound = run(&["grammar", "check", "-f", format, "whatwg"]);
        assert_eq!((sound.status, sound.err.as_str()), (0, ""), "{format}");
    }
}

#[test]
fn json_has_the_places_in_every_count() {
    let text = "use \"whatwg\" ;\ntest = \"\u{1F600}\u{e9}\" blok ;\n";
    let report = json(&check("json", text).0.out);
    assert_eq!(report["schema"], "wishful-findings/1");
    let findings = report["findings"].as_array().expect("a list");
    let undefined = findings.iter().find(|one| one["code"] == "undefined").expect("`blok`");
    let start = &undefined["place"]["start"];
    let counts = ["offset", "line", "column", "utf8", "utf16"].map(|key| start[key].as_u64());
    assert_eq!(counts, [31, 2, 13, 17, 14].map(Some), "{undefined:#}");
}

/// Checks the members that SARIF 2.1.0 requires, and the references within the log.
fn assert_sarif(log: &Value) {
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "wishful");
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    for result in run["results"].as_array().expect("results") {
        let rule = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
        assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
        assert!(["note", "warning", "error"].contains(&result["level"].as_str().expect("a level")));
        assert!(!result["message"]["text"].as_str().expect("a text").is_empty());
        for location in result["locations"].as_array().expect("locations") {
            let place = &location["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().expect("a reference");
            assert!(uri.bytes().all(|byte| byte.is_ascii_graphic()), "{uri}");
            let [start_line, start_column, end_line, end_column] =
                ["startLine", "startColumn", "endLine", "endColumn"]
                    .map(|key| place["region"][key].as_u64().expect("a number"));
            let start = (start_line, start_column);
            assert!(start <= (end_line, end_column) && start >= (1, 1));
        }
    }
}

#[test]
fn sarif_has_the_required_members() {
    let log = json(&check("sarif", MISTAKEN).0.out);
    assert_sarif(&log);
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert!(!results.is_empty());
    let uri = &results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(uri.as_str().is_some_and(|uri| uri.ends_with("/a%2Cb%3Ac%25d.grammar")), "{uri}");
}

/// Parses a workflow command's properties and message as GitHub's runner does.
fn command(line: &str) -> (Vec<(String, String)>, String) {
    let message = [("%0D", "\r"), ("%0A", "\n"), ("%25", "%")];
    let property = [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")];
    let (head, text) = line.strip_prefix("::").and_then(|rest| rest.split_once("::")).expect(line);
    let (_, properties) = head.split_once(' ').expect("properties");
    let mut pairs = Vec::new();
    for pair in properties.split(',') {
        let (key, value) = pair.split_once('=').expect(pair);
        pairs.push((key.to_owned(), unescaped(value, &property)));
    }
    (pairs, unescaped(text, &message))
}

fn unescaped(text: &str, signs: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (code, sign) in signs {
        text = text.replace(code, sign);
    }
    text
}

#[test]
fn commands_for_github_are_escaped() {
    let (ran, path) = check("github", MISTAKEN);
    assert!(ran.out.lines().count() > 1, "{}", ran.out);
    for line in ran.out.lines() {
        let (properties, message) = command(line);
        assert!(properties.contains(&("file".to_owned(), path.clone())), "{line}");
        assert!(properties.iter().any(|(key, _)| key == "title"), "{line}");
        assert!(!message.is_empty());
    }
}

const PAGE: &[u8] = b"<!doctype html><title>t</title><div>\xF0\x9F\x98\x80</b>&amp x<div/></div>";

#[test]
fn parse_reports_the_cause_of_failure() {
    let ran = run_with(&["parse", "--fail-on", "repairs,errors", "--format", "sarif", "-"], PAGE);
    assert_eq!((ran.status, ran.err.as_str()), (1, "stdin: 2 repairs, 2 errors\n"));
    let log = json(&ran.out);
    assert_sarif(&log);
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 4, "{log:#}");
    assert!(results.iter().all(|result| result["level"] == "error"));
    let cruft = results.iter().find(|one| one["ruleId"] == "cruft").expect("`</b>` is set aside");
    let region = &cruft["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startColumn"], 39, "a pair of UTF-16 counts twice");
}

#[test]
fn parse_reports_warnings_without_failing() {
    let ran = run_with(&["parse", "-f", "github", "-"], PAGE);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out.lines().filter(|line| line.starts_with("::warning ")).count(), 4);
    let errors = run_with(&["parse", "-f", "github", "--fail-on", "errors", "-"], PAGE);
    assert_eq!((errors.status, errors.err.as_str()), (1, "stdin: 2 errors\n"));
    assert_eq!(errors.out.lines().filter(|line| line.starts_with("::error ")).count(), 2);
}

#[test]
fn stdin_is_parsed_by_default() {
    let named = run_with(&["parse", "-"], PAGE);
    assert_eq!(run_with(&["parse"], PAGE).out, named.out);
}

/// Each paragraph opens the elements of all paragraphs before it again.
fn reopened() -> String {
    (0..60).map(|number| format!("<p><font size={number}>")).collect()
}

#[test]
fn findings_differ_in_place_or_code() {
    let ran = run_with(&["check", "-f", "json", "-"], reopened().as_bytes());
    let findings = json(&ran.out)["findings"].clone();
    let mut seen = std::collections::HashSet::new();
    for finding in findings.as_array().expect("a list") {
        assert!(seen.insert((finding["place"].to_string(), finding["code"].to_string())));
    }
    assert!(ran.out.len() < 128 * 1024, "{}", ran.out.len());
}

#[test]
fn findings_are_within_the_limit_on_output() {
    // The frame of a log of SARIF, and the warning that findings were left out.
    const FRAME: usize = 2500;
    let page = reopened();
    for limit in [1, 3000, 9000] {
        let bound = limit.to_string();
        for (command, formats) in [
            ("check", &["json", "sarif", "github", "junit", "line", "text"][..]),
            ("parse", &FORMATS[1..]),
        ] {
            for format in formats {
                let arguments = [command, "-f", format, "--max-output", &bound, "-"];
                let ran = run_with(&arguments, page.as_bytes());
                let message =
                    format!("stdin: output truncated: limit of {limit} bytes of output reached\n");
                let status = if command == "check" { 2 } else { 1 };
                assert_eq!((ran.status, ran.err), (status, message), "{arguments:?}");
                assert!(ran.out.len() <= limit + FRAME, "{arguments:?}: {}", ran.out.len());
                assert!(ran.out.contains("truncated"), "{arguments:?}: {}", ran.out);
            }
        }
    }
}

#[test]
fn the_grammar_for_xml_reads_xml() {
    let ran = run_with(&["parse", "-g", "xml", "-"], b"<a><b/>x</a>");
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "<a>\n  <b>\n  \"x\"\n", ""));
    let refused = run_with(&["parse", "-g", "xml", "-"], b"<a><b></a>");
    assert_eq!(refused.status, 1, "{refused:?}");
    for command in
        [&["parse"][..], &["query", "b"], &["edit", "b", "--remove"], &["fix"], &["check"]]
    {
        let hint = run_with(&[command, &["-"]].concat(), b"<?xml version=\"1.0\"?><b/>");
        assert!(hint.err.contains("`query -g xml` read it as XML"), "{command:?}: {}", hint.err);
    }
    // Edits keep bytes, and checks hold pages to rules; neither reads XML.
    for command in [&["edit", "b", "--remove"][..], &["check"], &["fix"]] {
        let refused = run_with(&[command, &["-g", "xml", "-"]].concat(), b"<a><b/>x</a>");
        assert_eq!((refused.status, refused.out.as_str()), (1, ""), "{refused:?}");
        assert!(refused.err.contains("the grammar `xml` reads XML"), "{refused:?}");
    }
}
