//! `wishful diff` and `wishful fix`.

use super::{file, folder, run, run_with};

#[test]
fn diff_is_a_patch_and_a_summary() {
    let folder = folder("diff");
    file(&folder, "same.html", b"<p>x");
    file(&folder, "other.html", b"<p>one<acme>two");
    let variant = file(
        &folder,
        "mine.grammar",
        b"use \"marpa\" ;\nblock |= <acme> ;\n<acme> ::= mixed-flow* ;\n",
    );
    let pages = folder.to_str().unwrap();
    let ran = run(&["diff", "-g", "marpa", "-g", &variant, pages]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("\n@@ "), "{}", ran.out);
    assert!(ran.out.contains("2 documents: 1 equal, 1 differ\n"), "{}", ran.out);
    assert!(ran.out.contains("other.html\n"), "{}", ran.out);
    assert_eq!(run(&["diff", "-g", "marpa", pages]).status, 2);
}

#[test]
fn diff_of_nothing_is_refused() {
    let folder = folder("diff-nothing");
    file(&folder, "page.txt", b"<p>x");
    let ran = run(&["diff", "-g", "marpa", "-g", "marpa-2009", folder.to_str().unwrap()]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.ends_with("there is no *.html or *.htm in it\n"), "{}", ran.err);
}

#[test]
fn fix_adds_tags_and_changes_nothing_else() {
    let source = "<TABLE border=0><TD>caf\u{e9} &amp x<!-- c --></TD></TABLE>\n";
    let ran = run_with(&["fix", "-"], source.as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let mut rest = source.chars().peekable();
    for character in ran.out.chars() {
        rest.next_if_eq(&character);
    }
    assert_eq!(rest.peek(), None, "{}", ran.out);
    assert!(ran.out.contains("<tbody><tr><TD>"), "{}", ran.out);
}

#[test]
fn fix_writes_bytes_and_not_utf_8() {
    let folder = folder("fix");
    let page = file(&folder, "latin.html", b"<html><head></head><body><p>caf\xE9\r\n");
    let ran = super::program().args(["fix", &page]).output().expect("the program starts");
    assert_eq!(ran.stdout, b"<html><head></head><body><p>caf\xE9\r\n</p></body></html>");
}
