//! `wishful grammar`.

use std::fs;

use super::{file, folder, run};

#[test]
fn grammar_list_names_what_is_shipped() {
    let ran = run(&["grammar", "list"]);
    assert_eq!(ran.status, 0);
    assert!(
        ran.out.lines().any(|line| line.starts_with("marpa ") && line.ends_with("(the default)")),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("\nmarpa-2009 ") || ran.out.starts_with("marpa-2009 "), "{}", ran.out);
}

#[test]
fn grammar_check_is_silent_or_tells_everything() {
    let ran = run(&["grammar", "check", "marpa"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("marpa.grammar: no mistakes ("), "{}", ran.out);
    assert!(ran.out.contains("frame-finite"), "{}", ran.out);

    let folder = folder("check");
    let text = b"start document ;\ntokenizer html5 ;\nunused = <b> ;\ndocument ::= <p>* EOF ;\n<p> ::= TEXT* ;\n";
    let warned = file(&folder, "warned.grammar", text);
    let ran = run(&["grammar", "check", &warned]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.err.contains("warning[unused]"), "{}", ran.err);
    assert_eq!(run(&["grammar", "check", "--deny", "warnings", &warned]).status, 1);

    let wrong = file(
        &folder,
        "wrong.grammar",
        b"start document ;\ntokenizer html5 ;\ndocument ::= flwo blok EOF ;\n",
    );
    let ran = run(&["grammar", "check", &wrong, "marpa"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("`flwo`") && ran.err.contains("`blok`"), "{}", ran.err);
    assert!(ran.out.starts_with("marpa.grammar: no mistakes"), "the other is checked: {}", ran.out);
}

#[test]
fn grammar_show_can_be_read_again() {
    let folder = folder("show");
    let shown = run(&["grammar", "show", "marpa"]);
    assert_eq!((shown.status, shown.err.as_str()), (0, ""));
    assert!(
        shown.out.starts_with("# marpa.grammar in full: a frame-finite grammar\n"),
        "{}",
        shown.out
    );
    let copy = file(&folder, "copy.grammar", shown.out.as_bytes());
    let again = run(&["grammar", "show", &copy]);
    let text = |out: &str| -> Vec<String> {
        out.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    };
    assert_eq!(text(&again.out), text(&shown.out));
}

#[test]
fn grammar_graph_is_graphviz() {
    for arguments in [&["grammar", "graph", "marpa"][..], &["grammar", "graph", "--rules", "marpa"]]
    {
        let ran = run(arguments);
        assert_eq!(ran.status, 0);
        assert!(ran.out.starts_with("digraph") && ran.out.trim_end().ends_with('}'), "{}", ran.out);
    }
}

#[test]
fn grammar_fmt_prints_checks_and_writes() {
    let folder = folder("fmt");
    let path = file(
        &folder,
        "a.grammar",
        b"start document;tokenizer html5;document::=<p>* EOF;<p>::=TEXT*;\n",
    );
    let printed = run(&["grammar", "fmt", &path]);
    assert_eq!(printed.status, 0, "{printed:?}");
    let checked = run(&["grammar", "fmt", "--check", &path]);
    assert_eq!(checked.status, 1);
    assert!(checked.err.contains("a.grammar: laid out otherwise"), "{}", checked.err);
    assert_eq!(run(&["grammar", "fmt", "--write", &path]).status, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), printed.out);
    assert_eq!(run(&["grammar", "fmt", "--check", &path]).status, 0);
    let bad = file(&folder, "bad.grammar", b"start ;");
    assert_eq!(run(&["grammar", "fmt", &bad]).status, 1);
}
