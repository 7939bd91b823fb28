//! Tests of `wishful distinguish`.

use serde_json::Value;

use super::{file, folder, run};

#[test]
fn the_smallest_document_and_its_trees_are_shown() {
    let ran =
        run(&["distinguish", "-g", "whatwg", "-g", "quirks-always", "--seconds", "120", "-j", "1"]);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{}", ran.out);
    assert!(ran.out.contains("on which whatwg and quirks-always differ"), "{}", ran.out);
    assert!(ran.out.contains("no smaller one exists"), "{}", ran.out);
}

#[test]
fn equivalent_grammars_are_reported_at_once() {
    let ran = run(&["distinguish", "-g", "marpa", "-g", "marpa"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "no difference at any size: the grammars are equivalent\n");
}

#[test]
fn given_documents_are_shrunk() {
    let folder = folder("distinguish");
    let page =
        "<!doctype html><title>t</title><div class=a><p>one<table class=b><b>two</b></table></div>";
    file(&folder, "page.html", page.as_bytes());
    let from = folder.to_str().unwrap();
    let ran = run(&[
        "distinguish",
        "-g",
        "whatwg",
        "-g",
        "no-foster",
        "--from",
        from,
        "--seconds",
        "60",
        "--json",
    ]);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{}", ran.out);
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    let tokens = answer["found"]["tokens"].as_u64().unwrap();
    assert!(tokens <= 2, "{answer}");
}

/// Checks that the command ends with status 2 and words that contain `part`.
fn assert_trouble(arguments: &[&str], part: &str) {
    let ran = run(&[&["distinguish"], arguments].concat());
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
    assert!(ran.err.contains(part), "{arguments:?}: {}", ran.err);
}

#[test]
fn failures_have_status_2() {
    assert_trouble(&["-g", "whatwg"], "two or more grammars");
    assert_trouble(&["-g", "whatwg", "-g", "mapra"], "did you mean the shipped `marpa`?");
    assert_trouble(&["-g", "whatwg", "-g", "marpa", "--mode", "x"], "unknown mode `x`");
    assert_trouble(
        &["-g", "whatwg", "-g", "marpa", "--from", "nowhere.html"],
        "nowhere.html: cannot be read",
    );
}

#[test]
fn a_grammar_may_come_from_stdin() {
    let arguments = ["distinguish", "-g", "marpa", "-g", "-", "--seconds", "60"];
    let ran = super::run_with(&arguments, b"use \"marpa\" ;\nblock |= <acme> ;\n");
    assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{}", ran.out);
}
