//! `wishful diff` and `wishful fix`.

use super::{file, folder, run};

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
