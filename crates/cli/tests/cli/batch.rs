//! Tests of `wishful batch`.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use super::{file, folder, program, run, run_with};

fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

#[test]
fn batch_answers_each_line_and_survives_bad_ones() {
    let input = concat!(
        r#"{"id": 1, "html": "<td>x"}"#,
        "\n",
        "nonsense\n",
        r#"{"id": {"deep": [1, 2.50]}, "bytes_base64": "PHA+eA=="}"#,
        "\n",
        r#"{"id": "f", "html": "<td>x", "fragment": "tr", "scripting": true}"#,
        "\n",
        r#"{"id": 5, "html": 7}"#,
        "\n",
        r#"{"id": 6}"#,
        "\n",
        r#"{"id": 7, "html": "x", "grammar": "mapra"}"#,
        "\n",
        r#"{"id": 8, "html": "x", "fragmnet": "td"}"#,
        "\n",
        "\n",
        "{\"id\": 10, \"html\": \"\u{e9}\"}",
    );
    let ran = run_with(&["batch", "-j", "3", "-f", "html5lib"], input.as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 10, "{}", ran.out);
    assert!(json(lines[0])["tree"].as_str().unwrap().starts_with("| <html>\n"));
    assert!(json(lines[1])["id"].is_null() && json(lines[1])["error"].is_string());
    assert!(lines[2].starts_with(r#"{"id":{"deep": [1, 2.50]},"tree":"#), "{}", lines[2]);
    assert_eq!(json(lines[3])["tree"].as_str().unwrap().trim_end(), "| <td>\n|   \"x\"");
    for (line, id) in [(4, 5), (5, 6), (6, 7), (7, 8)] {
        assert_eq!(json(lines[line])["id"], id);
        assert!(json(lines[line])["error"].is_string(), "{}", lines[line]);
    }
    assert!(json(lines[8])["error"].is_string());
    assert_eq!(json(lines[9])["id"], 10);
}

/// The context element and the document of a fragment (13.4), and an iframe srcdoc document
/// (13.2.6.4.1).
#[test]
fn batch_requests_set_the_context_and_its_document() {
    let cases = [
        (r#""html": "<x>", "fragment": "math annotation-xml""#, "| <math x>"),
        (r#""html": "<x>", "fragment": "<math:annotation-xml encoding='TEXT/html'>""#, "| <x>"),
        (r#""html": "<x>", "fragment": "<math:annotation-xml encoding=text>""#, "| <math x>"),
        (r#""html": "<td>", "fragment": "<tr class=a>""#, "| <td>"),
        (r#""html": "<p><table>", "fragment": "div""#, "| <p>\n| <table>"),
        (r#""html": "<p><table>", "fragment": "div", "latches": ["quirks"]"#, "| <p>\n|   <table>"),
        (r#""html": "<form>x</form><form>", "fragment": "div""#, "| <form>\n|   \"x\"\n| <form>"),
        (
            r#""html": "<form>x</form><form>", "fragment": "div", "latches": ["form"]"#,
            "| \"x\"\n| <form>",
        ),
        (r#""html": "<form>", "fragment": "template", "latches": ["form"]"#, "| <form>"),
        (
            r#""html": "<!DOCTYPE foo><p><table>", "latches": ["quirks", "srcdoc"]"#,
            "| <!DOCTYPE foo>\n| <html>\n|   <head>\n|   <body>\n|     <p>\n|     <table>",
        ),
        (
            r#""html": "<p><table>", "latches": ["srcdoc"]"#,
            "| <html>\n|   <head>\n|   <body>\n|     <p>\n|     <table>",
        ),
        (
            r#""html": "<span><template shadowrootmode=open>", "fragment": "div", "shadow_roots": true"#,
            "| <span>\n|   #shadow-root (open)",
        ),
        (
            r#""html": "x<?start name='a'><template for=a>y</template>z", "fragment": "div", "patches": true"#,
            "| \"x\"\n| \"yz\"",
        ),
    ];
    let lines: String = cases.iter().map(|(request, _)| format!("{{{request}}}\n")).collect();
    let input = format!("{lines}{}\n", r#"{"html": "x", "latches": ["quirk"]}"#);
    let ran = run_with(&["batch", "-f", "html5lib"], input.as_bytes());
    let mut answers = ran.out.lines().map(json);
    for ((request, tree), answer) in cases.iter().zip(&mut answers) {
        assert_eq!(answer["tree"].as_str().map(str::trim_end), Some(*tree), "{request}");
    }
    let refused = answers.next().expect("a last answer");
    let error = refused["error"].as_str().unwrap_or_default();
    let message = "unknown latch `quirk`; the grammar declares ";
    assert!(error.starts_with(message) && error.contains("srcdoc, quirks, form"), "{error}");
    let told = ["parse", "--fragment", "<div id=x>", "--latch", "quirks", "--latch", "form"];
    let ran = run_with(&[&told[..], &["-f", "html", "-"]].concat(), b"<form><p><table>");
    assert_eq!(ran.out.trim_end(), "<p><table></table></p>");
}

#[test]
fn batch_keeps_the_order_of_a_long_stream() {
    let mut input = String::new();
    for id in 0..20_000 {
        let html = if id % 100 == 0 { "<table><td>x".repeat(20) } else { "<p>x".to_owned() };
        input.push_str(&format!("{{\"id\":{id},\"html\":\"{html}\"}}\n"));
    }
    let ran = run_with(&["batch"], input.as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let mut count = 0;
    for (id, line) in ran.out.lines().enumerate() {
        assert!(line.starts_with(&format!("{{\"id\":{id},\"tree\":")), "{line}");
        count += 1;
    }
    assert_eq!(count, 20_000);
}

#[test]
fn batch_answers_each_line_at_once() {
    let mut command = program();
    command.arg("batch").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for id in 0..3 {
        writeln!(stdin, "{{\"id\":{id},\"html\":\"x\"}}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(json(&line)["id"], id);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn batch_refuses_a_missing_grammar_at_the_start() {
    let ran = run(&["batch", "-g", "mapra"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("`marpa`"), "{}", ran.err);
}

#[test]
fn batch_takes_any_number_of_jobs() {
    let ran = run_with(&["batch", "-j", "100000"], b"{\"id\":1,\"html\":\"x\"}\n");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with(r#"{"id":1,"tree":"#), "{}", ran.out);
}

#[test]
fn batch_reports_mistakes_with_their_line() {
    let lines: [(&[u8], serde_json::Value, &str); 8] = [
        (b"", json("null"), "line 1: empty line; expected a request"),
        (b"  \r", json("null"), "line 2: empty line; expected a request"),
        (b"[1]", json("null"), "line 3: expected a JSON object, `{\u{2026}}`"),
        (b"[1, \"x\"]", json("null"), "line 4: expected a JSON object"),
        (b"7", json("null"), "line 5: expected a JSON object"),
        (
            "{\"id\":\"\u{e9}\",\"html\":}".as_bytes(),
            json("null"),
            "line 6: invalid request: expected value at column 18",
        ),
        (b"{\"id\":7,\"html\":true}", json("7"), "line 7: invalid request: invalid type: boolean"),
        (b"{\"id\":8,\"html\":\"\xff\"}", json("8"), "line 8: invalid request: invalid unicode"),
    ];
    let mut input = Vec::new();
    for (line, _, _) in &lines {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    let ran = run_with(&["batch"], &input);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out.lines().count(), lines.len());
    for (out, (line, id, wanted)) in ran.out.lines().zip(lines) {
        let (out, line) = (json(out), String::from_utf8_lossy(line));
        assert_eq!(out["id"], id, "{line}");
        assert!(out["error"].as_str().unwrap().starts_with(wanted), "{line}: {out}");
    }
}

#[test]
fn batch_fields_have_their_documented_values() {
    let input = [
        r#"{"html": "x", "id": null}"#,
        r#"{"html": "x"}"#,
        r#"{"id": 3, "html": "x", "fragment": null, "grammar": null}"#,
        r#"{"id": 4, "html": "x", "bytes_base64": "eA=="}"#,
        r#"{"id": 5, "html": "<td>x", "fragment": "br"}"#,
        r#"{"id": 6, "bytes_base64": "6Q=="}"#,
        r#"{"id": 7, "bytes_base64": "!"}"#,
        r#"{"id": 8, "html": "x", "modes": ["nosuch"]}"#,
    ];
    let ran = run_with(&["batch", "-g", "marpa", "-f", "json"], input.join("\n").as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let lines = super::json_lines(&ran.out);
    for (line, id) in lines.iter().zip(["null", "null", "3", "4", "5", "6", "7", "8"]) {
        assert_eq!(line["id"], json(id));
    }
    for line in [0, 1, 2, 5] {
        assert_eq!(lines[line]["tree"]["schema"], "wishful-document/1", "{}", lines[line]);
    }
    let errors = [
        (3, "either `html` or `bytes_base64`"),
        (4, "no element `br` with content"),
        (6, "not base64"),
        (7, "unknown mode `nosuch`"),
    ];
    for (line, wanted) in errors {
        let error = lines[line]["error"].as_str().unwrap();
        assert!(error.contains(wanted), "{error}");
    }
}

/// Returns the tree of the only document of a batch.
fn json_tree(input: &[u8], arguments: &[&str]) -> serde_json::Value {
    let ran = run_with(&[&["batch", "-f", "json"], arguments].concat(), input);
    assert_eq!((ran.status, ran.out.lines().count()), (0, 1), "{ran:?}");
    json(&ran.out)["tree"].take()
}

#[test]
fn json_trees_are_nested_in_json_answers() {
    let input = br#"{"html": "<p title='\"'>\u00e9\ud83d\ude00</b>"}"#;
    let object = json_tree(input, &[]);
    assert!(object["nodes"].as_array().is_some_and(|nodes| nodes.len() > 4), "{object}");
    let cut = json_tree(input, &["--max-output", "40"]);
    assert_eq!(cut["cut"], true, "what is cut is JSON, too: {cut}");
}

/// Returns the error of each line, or nothing.
fn outcomes(input: &str, arguments: &[&str]) -> Vec<String> {
    let ran = run_with(arguments, input.as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let mut errors = Vec::new();
    for line in ran.out.lines() {
        errors.push(json(line)["error"].as_str().unwrap_or_default().to_owned());
    }
    errors
}

#[test]
fn batch_opens_files_only_with_permission() {
    let folder = folder("batch-grammars");
    let own = file(&folder, "own.grammar", b"use \"marpa\" ;\nblock |= <acme> ;\n");
    let other = file(&folder, "other.grammar", b"use \"marpa\" ;\n");
    let named =
        |name: &str| format!("{{\"html\":\"x\",\"grammar\":{}}}\n", serde_json::Value::from(name));
    let input = [named(&own), named("marpa-2009"), named(&other), named("/etc/passwd")].concat();
    let refused = outcomes(&input, &["batch", "-g", &own]);
    assert_eq!((refused[0].as_str(), refused[1].as_str()), ("", ""));
    for error in &refused[2..] {
        assert!(
            error.contains("unknown grammar") && error.contains("--allow-grammar-files"),
            "{error}"
        );
    }
    let allowed = outcomes(&input, &["batch", "-g", &own, "--allow-grammar-files"]);
    assert_eq!(allowed[2], "");
    assert!(allowed[3].contains("passwd"), "{}", allowed[3]);
}

#[test]
fn batch_answers_html_by_default() {
    let ran = run_with(&["batch"], b"{\"id\":1,\"html\":\"<td>x\"}");
    assert_eq!(ran.out, "{\"id\":1,\"tree\":\"<html><head></head><body>x</body></html>\"}\n");
}

/// Returns the limits that each line meets.
fn limits(input: &[String], arguments: &[&str]) -> Vec<serde_json::Value> {
    let ran = run_with(arguments, input.concat().as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let mut limits = Vec::new();
    for line in ran.out.lines() {
        let line = json(line);
        assert!(line["tree"].is_string());
        limits.push(line["limits"].clone());
    }
    limits
}

#[test]
fn batch_reports_reached_limits() {
    let quadratic: String = (0..1000).map(|i| format!("<font a{i}=1><p>")).collect();
    let input = [quadratic, "<b>".repeat(2000), "<p>x".to_owned()]
        .map(|html| format!("{{\"html\":\"{html}\"}}\n"));
    let none = serde_json::Value::Null;
    assert_eq!(
        limits(&input, &["batch", "--max-nodes", "5000"]),
        [json("[\"nodes\"]"), none.clone(), none.clone()]
    );
    let html5lib = ["batch", "-f", "html5lib", "--max-nodes", "5000", "--max-output", "100000"];
    assert_eq!(
        limits(&input, &html5lib),
        [json("[\"nodes\",\"output-bytes\"]"), json("[\"output-bytes\"]"), none.clone()]
    );
    assert_eq!(
        limits(&input, &["batch", "--max-tokens", "1"]),
        [json("[\"tokens\"]"), json("[\"tokens\"]"), json("[\"tokens\"]")]
    );
    assert_eq!(
        limits(&input, &["batch", "--max-bytes", "11"])[1..],
        [json("[\"text-bytes\"]"), none]
    );
}

#[test]
fn batch_skips_a_line_that_is_too_long() {
    let request =
        |id: usize, length: usize| format!("{{\"id\":{id},\"html\":\"{}\"}}\n", "x".repeat(length));
    let longest = 6 * 100 + 65_536;
    let around = longest - request(2, 0).len() + 1;
    let input = [request(1, 1), request(2, around), request(3, around + 1), request(4, 300_000)];
    let ran = run_with(&["batch", "--max-bytes", "100"], input.concat().trim_end().as_bytes());
    let lines = super::json_lines(&ran.out);
    assert_eq!(lines.len(), 4, "{ran:?}");
    assert_eq!((&lines[0]["id"], &lines[1]["id"]), (&json("1"), &json("2")));
    assert_eq!(lines[1]["limits"], json("[\"text-bytes\"]"));
    for line in [2, 3] {
        let error = format!("line {}: request longer than the limit of {longest} bytes", line + 1);
        assert_eq!(lines[line]["error"], error);
    }
}

#[test]
fn a_stream_may_begin_with_a_byte_order_mark() {
    let ran = run_with(&["batch"], "\u{feff}{\"id\": 1, \"html\": \"<p>\"}\n".as_bytes());
    assert_eq!(json(&ran.out)["id"], 1, "{}", ran.out);
    assert!(json(&ran.out)["tree"].is_string(), "{}", ran.out);
}

#[test]
fn texts_are_accepted_with_their_trees_or_refused() {
    let folder = folder("batch-texts");
    let text = b"start e ;\ntokenizer text ;\ne ::= e \"+\" e | \"n\" ;\nallow ambiguous \"e\" ;\n";
    let grammar = file(&folder, "sums.grammar", text);
    let input = concat!(
        r#"{"id": 1, "text": "n+n"}"#,
        "\n",
        r#"{"id": 2, "html": "n+n+n"}"#,
        "\n",
        r#"{"id": 3, "bytes_base64": "bisr"}"#,
        "\n",
        r#"{"id": 4, "text": "n", "output": "findings"}"#,
        "\n",
        r#"{"id": 5, "text": "n", "grammar": "whatwg"}"#,
    );
    let ran = run_with(&["batch", "-g", &grammar], input.as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let lines: Vec<_> = ran.out.lines().map(json).collect();
    assert_eq!(
        (&lines[0]["tree"], &lines[0]["trees"]),
        (&"e\n  e\n    \"n\"\n  \"+\"\n  e\n    \"n\"\n".into(), &1.into())
    );
    assert_eq!(lines[1]["trees"], 2);
    assert!(lines[2]["error"].as_str().unwrap().contains("expected one of \"n\""), "{}", ran.out);
    assert!(lines[3]["error"].as_str().unwrap().contains("trees only"), "{}", ran.out);
    assert!(lines[4]["tree"].as_str().unwrap().contains("<body>"), "{}", ran.out);
    let ran = run_with(&["batch", "-g", &grammar, "-f", "json"], input.as_bytes());
    let first = json(ran.out.lines().next().unwrap());
    assert_eq!(first["tree"]["nodes"][0]["rule"], "e", "{first}");
}
