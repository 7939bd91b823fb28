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

/// Writes two grammars of sums, which group to the left and to the right, one with products, and
/// one without groups.
fn sums(folder: &std::path::Path) -> [String; 4] {
    let rules = [
        "sum ::= sum \"+\" N | N ;",
        "sum ::= N \"+\" sum | N ;",
        "sum ::= sum \"+\" N | sum \"*\" N | N ;",
        "sum ::= N (\"+\" N)* ;",
    ];
    let mut number = 0;
    rules.map(|rules| {
        let declared = "start sum ;\ntokenizer text ;\ntoken N = /[0-9]+/ ;\nskip / +/ ;\n";
        number += 1;
        file(folder, &format!("sums{number}.grammar"), format!("{declared}{rules}\n").as_bytes())
    })
}

#[test]
fn grammars_of_texts_differ_in_the_shortest_text() {
    let folder = folder("distinguish-texts");
    let [left, right, more, list] = sums(&folder);
    let differ = |other: &str, more: &[&str]| {
        run(&[&["distinguish", "-g", &left, "-g", other, "--seconds", "60"], more].concat())
    };
    let ran = differ(&more, &[]);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{}", ran.out);
    assert!(ran.out.starts_with("0*0\n\n3 tokens on which "), "{}", ran.out);
    assert!(ran.out.contains("differ: acceptance\nno shorter one exists: tried"), "{}", ran.out);
    assert!(ran.out.contains("expected one of \"+\""), "{}", ran.out);
    let ran = differ(&right, &["--json"]);
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    let found = &answer["found"];
    assert_eq!((&found["text"], &found["differs"]), (&"0+0".into(), &"trees".into()), "{answer}");
    let ran = differ(&right, &["--compare", "acceptance"]);
    assert_eq!(ran.status, 0, "{}", ran.out);
    assert!(ran.out.starts_with("no difference in acceptance up to 8 tokens:"), "{}", ran.out);
    let ran = differ(&list, &["--compare", "acceptance"]);
    assert_eq!(ran.status, 0, "{}", ran.out);
    assert!(ran.out.starts_with("the grammars accept the same texts of these"), "{}", ran.out);
    let ran = differ(&left, &[]);
    assert_eq!(ran.out, "no difference at any size: the grammars are equivalent\n");
    assert_trouble(&["-g", &left, "-g", "marpa"], "some of the grammars describe markup");
    assert_trouble(&["-g", &left, "-g", &right, "--mode", "x"], "--mode needs grammars of markup");
    assert_trouble(&["-g", "marpa", "-g", "whatwg", "--compare", "trees"], "--compare needs");
}
