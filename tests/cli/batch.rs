//! `wishful batch`.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use super::{program, run, run_with};

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
    let ran = run_with(&["batch", "-j", "3"], input.as_bytes());
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
fn batch_answers_before_the_next_line_comes() {
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
fn batch_refuses_a_grammar_that_is_not_there_at_once() {
    let ran = run(&["batch", "-g", "mapra"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("`marpa`"), "{}", ran.err);
}
