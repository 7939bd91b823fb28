//! Tests of `wishful diff`, `wishful score` and `wishful fix`.

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
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
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
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    let wanted = "no documents found: no *.html, *.htm or *.dat file, and no case file\n";
    assert!(ran.err.ends_with(wanted), "{}", ran.err);
}

/// The exit status is that of `diff`: 0 if nothing differs, 1 if something does, 2 if that is
/// unknown.
#[test]
fn the_exit_status_reports_differences() {
    let folder = folder("diff-status");
    let same = file(&folder, "same.html", b"<p>x");
    let other = file(&folder, "other.html", b"<table>x");
    let cases: [(&[&str], i32); 3] =
        [(&[&same], 0), (&[&same, &other], 1), (&[&same, &other, "no-such.html"], 2)];
    for (files, status) in cases {
        let ran = run(&[&["diff", "-g", "whatwg", "-g", "no-foster"], files].concat());
        assert_eq!(ran.status, status, "{files:?}");
    }
    assert_eq!(run(&["diff", "-g", "whatwg", "-g", "no-such", &same]).status, 2);
    assert_eq!(run(&["diff", "-g", "whatwg", &same]).status, 2);
}

/// Each further grammar is compared with the first, and the summary attributes the differences to
/// changed lines.
#[test]
fn a_summary_lists_the_causes() {
    let folder = folder("diff-causes");
    let page = file(&folder, "page.html", b"<!doctype html><table>x</table>");
    file(&folder, "cases.txt", b"=== one\nfragment: table\n--- input\ny\n--- expected\n");
    file(&folder, "tests.dat", b"#data\n<p>z\n#errors\n#document\n| <p>\n");
    let arguments = [
        "diff",
        "--stat",
        "-g",
        "whatwg",
        "-g",
        "no-foster",
        "-g",
        "quirks-always",
        folder.to_str().unwrap(),
    ];
    let ran = run(&arguments);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    let out = ran.out.replace(folder.to_str().unwrap(), "FOLDER");
    insta::assert_snapshot!("diff-stat", out);
    let ran = run(&["diff", "--stat", "-g", "whatwg", "-g", "quirks-always", &page]);
    assert_eq!(ran.status, 0, "there is no paragraph before the table: {}", ran.out);
}

#[test]
fn differences_are_json() {
    let folder = folder("diff-json");
    let page = file(&folder, "page.html", b"<!doctype html><table>x</table>");
    let ran = run(&["diff", "--json", "-g", "whatwg", "-g", "no-foster", &page]);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    let lines = super::json_lines(&ran.out);
    let [document, summary, lines] = &lines[..] else { panic!("{}", ran.out) };
    assert_eq!(document["difference"]["nodes"][0]["path"], "<html> <body>");
    assert_eq!(summary["summary"]["differ"], 1);
    let number = &document["decisive"][0];
    let line = lines["lines"].as_array().unwrap().iter().find(|line| line["line"] == *number);
    assert!(line.unwrap()["text"].as_str().unwrap().starts_with("replace <table> ::="));
}

/// `--changes` lists the pages that change as they are read, and the classes at the end, as text or
/// as data.
#[test]
fn changes_are_counted_in_classes() {
    let folder = folder("diff-changes");
    file(&folder, "a.html", b"<!doctype html><title>T</title><p>x<table><tr><td>x</table>");
    file(&folder, "b.html", b"<!doctype html><title>T</title><p>x</p><table>\n<b>y</b></table>");
    let pages = folder.to_str().unwrap();
    let with = |other: &str, options: &[&str]| {
        run(&[&["diff", "--changes", "-g", "whatwg", "-g", other, pages], options].concat())
    };
    let quirks = with("quirks-always", &[]);
    let expected = format!(
        "tree     {pages}/a.html:1:36\n\n2 pages by whatwg and quirks-always: 1 same, 1 changed (1 in the tree)\n\n\
         1 page: 1 in the tree\n  decided by     quirks-always.grammar:7: replace latch quirks on ;\n  \
         smallest       <!doctype html><p><table>\n  example        {pages}/a.html:1:36\n  \
         whatwg         virtual-end by whatwg.grammar:"
    );
    assert!(quirks.out.starts_with(&expected), "{}", quirks.out);
    assert_eq!((quirks.status, quirks.err.as_str()), (1, ""));
    let data = with("no-foster", &["--json", "--tests", "1000"]);
    let lines = super::json_lines(&data.out);
    let [page, changes] = &lines[..] else { panic!("{}", data.out) };
    assert_eq!((&page["change"], &page["at"]), (&"tree".into(), &"2:1".into()));
    let class = &changes["changes"]["classes"][0];
    assert_eq!((&class["smallest"], &class["trees"]), (&"<table><b>".into(), &1.into()));
    assert!(class["decisive"][0]["text"].as_str().unwrap().starts_with("replace <table> ::="));
    let same = with("whatwg", &[]);
    assert_eq!((same.status, same.out.as_str()), (0, "2 pages by whatwg and whatwg: 2 same\n"));
}

#[test]
fn inputs_that_changes_cannot_compare_are_refused() {
    let folder = folder("diff-changes-refused");
    let page = file(&folder, "a.html", b"<table>x");
    let archive = file(&folder, "a.warc.gz", b"");
    let with =
        |arguments: &[&str]| run(&[&["diff", "--changes", "-g", "whatwg"], arguments].concat());
    let ran = with(&["-g", "no-foster", "-g", "marpa", &page]);
    assert!(ran.status == 2 && ran.err.contains("needs exactly two grammars"), "{ran:?}");
    let ran = with(&["-g", "no-such", &page]);
    assert!(ran.status == 2 && ran.err.contains("no-such"), "{ran:?}");
    let ran = with(&["-g", "no-foster", &archive]);
    assert!(ran.status == 2, "{ran:?}");
    assert!(ran.err.contains("`wishful-crawl --diff whatwg no-foster "), "{ran:?}");
    let ran = with(&["-g", "no-foster", &page, "no-such.html"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.out.contains("1 page by whatwg and no-foster: 0 same, 1 changed"), "{ran:?}");
}

#[test]
fn scores_are_listed_with_the_worst_first() {
    let folder = folder("score");
    file(&folder, "clean.html", b"<!doctype html><title>t</title><p>one<p>two");
    file(&folder, "broken.html", b"<!doctype html><title>t</title><p>one</b></i>two");
    let folder = folder.to_str().unwrap();
    let ran = run(&["score", folder]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("score", ran.out.replace(folder, "FOLDER"));
    let whole: serde_json::Value =
        serde_json::from_str(&run(&["score", "-f", "json", folder]).out).unwrap();
    assert_eq!(whole["schema"], "wishful-score/1");
    assert_eq!(whole["documents"][0]["kinds"]["cruft"], 2);
    assert_eq!(whole["total"]["mistakes"], 2);
    let ran = run(&["score", "-f", "ndjson", folder]);
    let mut files = Vec::new();
    for line in ran.out.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        files.push(line["file"].as_str().unwrap().replace(folder, ""));
    }
    assert_eq!(files, ["/broken.html", "/clean.html"]);
    let ran = run(&["score", "--worst", "1", folder]);
    assert!(!ran.out.contains("clean.html"), "{}", ran.out);
    assert_eq!(run(&["score", "no-such.html"]).status, 1);
}

#[test]
fn texts_are_scored_by_their_number_of_trees() {
    let folder = folder("score-texts");
    let text = b"start e ;\ntokenizer text ;\ne ::= e \"+\" e | \"n\" ;\nallow ambiguous \"e\" ;\n";
    let grammar = file(&folder, "sums.grammar", text);
    for (name, text) in [("a.txt", "n"), ("b.txt", "n+n+n"), ("c.txt", "n+"), ("d.txt", "n+n")] {
        file(&folder, name, text.as_bytes());
    }
    let folder = folder.to_str().unwrap();
    let ran = run(&["score", "-g", &grammar, folder]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("score-texts", ran.out.replace(folder, "FOLDER"));
    let ran = run(&["score", "-g", &grammar, folder, "-f", "json", "--worst", "1"]);
    let whole: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(whole["total"]["ambiguous"], 1);
    assert_eq!(whole["documents"].as_array().unwrap().len(), 1);
    assert_eq!(whole["documents"][0]["refused"], "1:3 the text ends too early");
    let ran = run(&["score", "-g", &grammar, folder, "-f", "ndjson"]);
    assert_eq!(super::json_lines(&ran.out)[1]["trees"], 2);
}
