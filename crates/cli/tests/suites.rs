//! The cases and snapshots of the corpus with `wishful test`, and the public tree-construction
//! suite with `wishful batch`.

#[path = "../../../tests/common/mod.rs"]
mod common;

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};
use wishful::grammar::Modes;
use wishful::tree::{Format, WriteOptions};
use wishful::{Grammar, ParseOptions, Parser};

#[test]
fn cases_and_snapshots() {
    let corpus = common::root().join("corpus");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wishful"));
    let output = command.arg("test").arg(corpus).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{complaints}");
    let counts = text.lines().rev().find_map(|line| line.split_once(" passed, 0 failed"));
    let passed = counts.and_then(|(passed, _)| passed.trim().parse::<usize>().ok());
    assert!(passed.is_some_and(|passed| passed > 250), "{text}");
}

/// `wishful batch` and the library give the same trees, and reject the same requests.
#[test]
fn batch_gives_the_trees_of_the_library() {
    let Some(cases) = common::tree_construction() else { return };
    let (plain, scripting) = (parser(&[]), parser(&["scripting"]));
    let mut requests = String::new();
    for case in &cases {
        let line = json!({
            "id": case.name,
            "html": case.data,
            "fragment": case.fragment,
            "scripting": case.scripting.unwrap_or_default(),
        });
        requests.push_str(&format!("{line}\n"));
    }
    let answers = batch("whatwg", requests);
    assert_eq!(answers.len(), cases.len());
    for (case, answer) in cases.iter().zip(answers) {
        let judge = if case.scripting.unwrap_or_default() { &scripting } else { &plain };
        let options = ParseOptions::default().fragment(case.fragment.as_deref());
        let document = judge.parse(&case.data, &options).ok();
        let tree = document.map(|it| it.render(Format::Html5lib, WriteOptions::default()));
        assert_eq!(answer["id"], case.name.as_str());
        assert_eq!(answer["tree"].as_str(), tree.as_deref(), "{}", case.name);
    }
}

/// Returns the parser of `whatwg` with the given modes on.
fn parser(modes: &[&str]) -> Parser {
    let grammar = Grammar::named("whatwg").modes(&Modes::on(modes.iter().copied())).compile();
    Parser::new(grammar.unwrap()).unwrap()
}

/// Returns the answers of `wishful batch` to some lines.
fn batch(grammar: &str, requests: String) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wishful"))
        .args(["batch", "-g", grammar, "-f", "html5lib"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writing = std::thread::spawn(move || stdin.write_all(requests.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
