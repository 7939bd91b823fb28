//! Tests of `wishful shrink`.

use super::{Ran, file, folder, run_with};

const PAGE: &[u8] =
    b"<!doctype html><title>t</title><div class=a><p>one<table class=b id=c><b>two</b><td>three</table></div>\n";

fn shrink(conditions: &[&str]) -> Ran {
    let mut arguments = vec!["shrink", "-"];
    for condition in conditions {
        arguments.extend(["--while", condition]);
    }
    run_with(&arguments, PAGE)
}

#[test]
fn each_condition_holds_of_the_shrunk_document() {
    let cases: &[(&[&str], &str)] = &[
        (&["differ whatwg no-foster"], "<table><b>"),
        (&["repair fostered"], "<table><b>"),
        (&["query td"], "<table><td>"),
        (&["query p", "not query h1"], "<p>"),
        (&["command grep -q id= {}"], "<table id=>"),
        (&["command grep -q id="], "<table id=>"),
        (&["not command grep -q nothing"], ""),
    ];
    for (conditions, wanted) in cases {
        let ran = shrink(conditions);
        assert_eq!((ran.status, ran.out.as_str()), (0, *wanted), "{conditions:?}: {}", ran.err);
        assert!(ran.err.contains("minimal"), "{}", ran.err);
    }
}

/// Sums group to the left by one grammar and to the right by the other; the third refuses `x`.
#[test]
fn grammars_of_texts_differ_in_acceptance_or_best_tree() {
    let folder = folder("shrink-texts");
    let grammar = |name: &str, rules: &str| {
        let text = format!("start s ;\ntokenizer text ;\ns ::= {rules} ;\n");
        file(&folder, name, text.as_bytes())
    };
    let left = grammar("left.grammar", "s \"+\" t | t ;\nt ::= \"n\" | \"x\"");
    let right = grammar("right.grammar", "t \"+\" s | t ;\nt ::= \"n\" | \"x\"");
    let less = grammar("less.grammar", "s \"+\" t | t ;\nt ::= \"n\"");
    for (other, wanted) in [(&right, "x+n"), (&less, "x")] {
        let condition = format!("differ {left} {other}");
        let ran = run_with(&["shrink", "-g", &left, "-", "--while", &condition], b"n+n+x+n");
        assert_eq!((ran.status, ran.out.as_str()), (0, wanted), "{}", ran.err);
    }
    let ran = run_with(&["shrink", "-", "--while", &format!("differ whatwg {left}")], b"n");
    assert!(ran.status == 1 && ran.err.contains("cannot be compared"), "{}", ran.err);
}

/// Checks that a condition is refused with words that contain `part`.
fn assert_refused(condition: &str, status: i32, part: &str) {
    let ran = shrink(&[condition]);
    assert_eq!((ran.status, ran.out.as_str()), (status, ""), "{condition}");
    assert!(ran.err.contains(part), "{condition}: {}", ran.err);
}

#[test]
fn invalid_conditions_are_refused_with_advice() {
    assert_refused("difer whatwg marpa", 2, "did you mean `differ`?");
    assert_refused("differ whatwg", 2, "`differ` must be followed by two grammars");
    assert_refused("repair fosterd", 2, "did you mean `fostered`?");
    assert_refused("query", 2, "`query` must be followed by an expression");
    assert_refused("query a[", 1, "expression:1:");
    assert_refused("", 2, "expected `differ GRAMMAR GRAMMAR`");
    assert_refused("query h1", 1, "'query h1' is false for the document itself");
}

#[test]
fn shrink_reports_a_reached_limit() {
    let arguments = ["shrink", "-", "--while", "query td", "--tests", "3"];
    let ran = run_with(&arguments, PAGE);
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains("limit reached, may not be minimal"), "{}", ran.err);
}

/// Shrinks a page while it satisfies a condition.
fn shrink_while(condition: &[&str], arguments: &[&str], page: &[u8]) -> Ran {
    run_with(&[&["shrink", "-"], arguments, condition].concat(), page)
}

#[test]
fn a_document_is_decoded_as_parse_decodes_it() {
    let kept = ["--while", "query //p[contains(., '\u{e9}')]"];
    let declared = shrink_while(&kept, &[], b"<meta charset=latin1><p>caf\xe9<td>x");
    assert_eq!((declared.status, declared.out.as_str()), (0, "<p>\u{e9}"), "{}", declared.err);
    assert!(declared.err.contains("stdin: printed as UTF-8"), "{}", declared.err);
    let told = shrink_while(&kept, &["--encoding", "iso-8859-2"], b"<p>caf\xe9");
    assert_eq!((told.status, told.out.as_str()), (0, "<p>\u{e9}"), "{}", told.err);
    let marked = shrink_while(&kept, &[], "\u{feff}<p>caf\u{e9}".as_bytes());
    assert_eq!((marked.status, marked.out.as_str()), (0, "<p>\u{e9}"), "{}", marked.err);
    assert!(!marked.err.contains("printed as UTF-8"), "{}", marked.err);
}

#[cfg(unix)]
#[test]
fn a_command_that_cannot_run_is_an_error() {
    let mut command = super::program();
    command.args(["shrink", "-", "--while", "not command true"]).env("PATH", "/there/is/none");
    let ran = super::fed(command, PAGE);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("cannot run the command"), "{}", ran.err);
}

#[test]
fn texts_shrink_by_tokens_while_they_are_ambiguous_or_refused() {
    let folder = folder("shrink-text-conditions");
    let text = b"start e ;\ntokenizer text ;\ntoken NUMBER = /[0-9]+/ ;\nskip /\\s+/ ;\n\
        e ::= e \"+\" e | \"(\" e \")\" | NUMBER ;\nallow ambiguous \"e\" ;\n";
    let grammar = file(&folder, "sums.grammar", text);
    let shrink = |condition: &str, text: &[u8]| {
        run_with(&["shrink", "-g", &grammar, "-", "--while", condition], text)
    };
    for (condition, text, wanted) in [
        ("ambiguous", "((12 + (345 + 6 + (7))) + 8)\n", "5+6+7"),
        ("refused", "(12 + 3) + + (4)", ""),
        ("not refused", "((12 + 3) + (4))", "4"),
        ("command grep -q 34", "((12 + 34)) 5", "34"),
    ] {
        let ran = shrink(condition, text.as_bytes());
        assert_eq!((ran.status, ran.out.as_str()), (0, wanted), "{condition}: {}", ran.err);
        assert!(ran.err.contains("minimal"), "{}", ran.err);
    }
    let ran = shrink("ambiguous", b"1 + 2");
    assert!(ran.err.contains("is false for the document itself"), "{}", ran.err);
    let ran = shrink("query p", b"1 + 2");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("`query` needs a grammar of markup"), "{}", ran.err);
    let ran = run_with(&["shrink", "-", "--while", "ambiguous"], b"<p>");
    assert!(ran.err.contains("`ambiguous` needs a grammar with `tokenizer text`"), "{}", ran.err);
}
