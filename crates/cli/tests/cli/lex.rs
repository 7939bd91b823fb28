//! Tests of `wishful lex`.

use super::{run, run_with};

const PAGE: &[u8] = b"<!doctype html public \"-//x//EN\"><P Class=\"a&amp;b\" id=c nowrap>Tom &amp; Jerry<!-- d --></p><x y";

#[test]
fn lex_lists_the_reports_of_either_lexer() {
    for lexer in ["html5", "sgml"] {
        let ran = run_with(&["lex", "--lexer", lexer, "-"], PAGE);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        insta::assert_snapshot!(format!("lex-{lexer}"), ran.out);
    }
}

#[test]
fn lex_writes_a_line_of_json_for_each_report() {
    for lexer in ["html5", "sgml"] {
        let ran = run_with(&["lex", "--lexer", lexer, "-f", "json", "-"], PAGE);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        for line in ran.out.lines() {
            serde_json::from_str::<serde_json::Value>(line).expect("a line is JSON");
        }
        insta::assert_snapshot!(format!("lex-json-{lexer}"), ran.out);
    }
}

/// An error before a character of several bytes is reported after that character.
#[test]
fn an_error_is_between_characters() {
    let ran = run_with(&["lex", "--lexer", "html5", "-f", "json", "-"], "<a/é>".as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("unexpected-solidus-in-tag"), "{}", ran.out);
}

#[test]
fn readmitted_constructs_are_read() {
    let input = b"<![CDATA[<]]><b/c/&#TAB;";
    for (readmit, limitations) in [
        ("marked-sections", 2),
        ("shorthand", 3),
        ("named-characters", 3),
        ("all", 0),
        ("shorthand,marked-sections", 1),
    ] {
        let ran = run_with(&["lex", "--lexer", "sgml", "--readmit", readmit, "-"], input);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{readmit}");
        assert_eq!(ran.out.matches("!!Limitation!!").count(), limitations, "{readmit}");
    }
}

#[test]
fn lex_refuses_meaningless_options() {
    let ran = run(&["lex", "--readmit", "all", "-"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--lexer sgml"), "{}", ran.err);
    let ran = run(&["lex", "--encoding", "utf-7", "-"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("unknown encoding `utf-7`"), "{}", ran.err);
}
