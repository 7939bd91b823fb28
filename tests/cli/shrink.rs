//! `wishful shrink`.

use super::{Ran, run_with};

const PAGE: &[u8] =
    b"<!doctype html><title>t</title><div class=a><p>one<table class=b id=c><b>two</b><td>three</table></div>\n";

fn shrink(conditions: &[&str]) -> Ran {
    let conditions = conditions.iter().flat_map(|condition| ["--while", condition]);
    run_with(&["shrink", "-"].into_iter().chain(conditions).collect::<Vec<_>>(), PAGE)
}

#[test]
fn each_condition_keeps_what_it_asks_for() {
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
        assert!(ran.err.contains("nothing more can go"), "{}", ran.err);
    }
}

#[test]
fn what_is_no_condition_is_refused_with_advice() {
    let refused = |condition: &str, status: i32, part: &str| {
        let ran = shrink(&[condition]);
        assert_eq!((ran.status, ran.out.as_str()), (status, ""), "{condition}");
        assert!(ran.err.contains(part), "{condition}: {}", ran.err);
    };
    refused("difer whatwg marpa", 2, "did you mean `differ`?");
    refused("differ whatwg", 2, "`differ` wants two grammars");
    refused("repair fosterd", 2, "did you mean `fostered`?");
    refused("query", 2, "`query` wants an expression");
    refused("query a[", 1, "expression:1:");
    refused("", 2, "it is `differ GRAMMAR GRAMMAR`");
    refused("query h1", 1, "'query h1' does not hold of the document itself");
}

#[test]
fn a_limit_is_told() {
    let arguments = ["shrink", "-", "--while", "query td", "--tests", "3"];
    let ran = run_with(&arguments, PAGE);
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains("the limit was met, more may go"), "{}", ran.err);
}
