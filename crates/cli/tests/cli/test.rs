//! Tests of `wishful test`.

mod coverage;
mod reports;
mod review;
mod selection;
mod since;
mod terminal;
mod trial;
mod watch;

use std::fs;

use super::{file, folder, program, run};

#[test]
fn test_passes_fails_and_blesses() {
    let folder = folder("test");
    let cases = file(
        &folder,
        "cases.txt",
        b"=== one\ngrammar: marpa\nformat: structure\nrepairs: 4, 0 cruft\n--- input\n<td>x\n--- expected\n(html)\n",
    );
    let name = folder.to_str().unwrap();
    let ran = run(&["test", name]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("-(html)\n"), "{}", ran.out);
    assert!(ran.out.ends_with("0 passed, 1 failed\n"), "{}", ran.out);

    let refused = run(&["test", name, "--bless"]);
    assert_eq!(refused.status, 1);
    assert!(refused.out.contains("worse than before"), "{}", refused.out);
    assert!(fs::read_to_string(&cases).unwrap().contains("(html)\n"));

    let blessed = run(&["test", name, "--bless", "--accept-worse"]);
    assert_eq!(blessed.status, 0, "{blessed:?}");
    let text = fs::read_to_string(&cases).unwrap();
    assert!(text.contains("(tbody (tr (td)))"), "{text}");
    assert!(!text.contains("repairs: 4,"), "{text}");
    assert_eq!(run(&["test", name]).status, 0);
}

#[test]
fn test_writes_and_checks_snapshots() {
    let folder = folder("snapshots");
    file(&folder, "page.html", b"<td>x</b>");
    let name = folder.to_str().unwrap();
    let made = run(&["test", name, "--bless", "-g", "marpa", "-f", "html5lib"]);
    assert_eq!(made.status, 0, "{made:?}");
    let tree = fs::read_to_string(folder.join("page.html.marpa.html5lib")).unwrap();
    assert!(tree.starts_with("| <html>"), "{tree}");
    let repairs = fs::read_to_string(folder.join("page.html.marpa.repairs")).unwrap();
    assert!(repairs.lines().any(|line| line.contains(" cruft ")), "{repairs}");
    assert_eq!(run(&["test", name]).out, "2 passed, 0 failed\n");

    file(&folder, "page.html", b"<td>x</b></b>");
    assert_eq!(run(&["test", name]).status, 1);
    let refused = run(&["test", name, "--bless"]);
    assert!(refused.status == 1 && refused.out.contains("worse"), "{refused:?}");
    file(&folder, "page.html", b"<td>x");
    assert_eq!(run(&["test", name, "--bless"]).status, 0);
}

#[test]
fn a_snapshot_in_every_format_is_tested() {
    let formats = "tree structure html html5lib json events fix repairs";
    for format in formats.split(' ') {
        let folder = folder("snapshot-formats");
        file(&folder, "page.html", b"<p>x");
        let name = folder.to_str().unwrap();
        let made = run(&["test", name, "--bless", "-g", "marpa", "-f", format]);
        assert_eq!(made.status, 0, "{format}: {made:?}");
        let passes = run(&["test", name]);
        let count = if format == "repairs" { 1 } else { 2 };
        assert_eq!(passes.out, format!("{count} passed, 0 failed\n"), "{format}");
        file(&folder, &format!("page.html.marpa.{format}"), b"changed\n");
        assert_eq!(run(&["test", name]).status, 1, "{format}");
        let checked = run(&["check", name, "--fail-on", "never"]);
        assert!(checked.out.ends_with("in 1 of 1 document\n"), "{format}: {}", checked.out);
    }
}

#[test]
fn test_refuses_files_that_are_no_cases() {
    let folder = folder("bad-cases");
    file(&folder, "a.txt", b"=== one\nfromat: tree\n--- expected\n");
    file(&folder, "b.txt", b"=== twice\n--- expected\n\n=== twice\n--- expected\n");
    let ran = run(&["test", folder.to_str().unwrap()]);
    assert_eq!(ran.status, 1);
    assert!(
        ran.err.contains("a.txt:2: unknown attribute `fromat`; did you mean `format`?"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("b.txt:4: duplicate title `twice`, first used at"), "{}", ran.err);
    assert_eq!(run(&["test", "/no/such"]).status, 1);
}

#[test]
fn test_skips_nothing_silently() {
    let folder = folder("skipped");
    file(&folder, "title.txt", b"== one\n--- input\nx\n--- expected\n");
    file(&folder, "gone.html.marpa.tree", b"<html>\n");
    file(&folder, "notes.txt", b"no cases\n");
    file(&folder, "good.txt", b"=== good\r\ngrammar: marpa\r\nformat: structure\r\n--- input\r\nx\r\n--- expected\r\n(html (head) (body (p)))\r\n");
    let name = folder.to_str().unwrap();
    let ran = run(&["test", name]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("title.txt:2: a section outside any case"), "{}", ran.err);
    assert!(ran.err.contains("gone.html.marpa.tree: named like a snapshot"), "{}", ran.err);
    assert_eq!(ran.out, "1 passed, 2 failed (1 file *.txt has no cases)\n");
    let two = file(
        &folder,
        "two.txt",
        b"=== one\nfromat: tree\n--- inptu\n--- expected\n\n=== two\nplace: 1:1\n--- expected\n",
    );
    let ran = run(&["test", &two]);
    let lines: Vec<&str> =
        ran.err.lines().map(|line| line[two.len()..].split(' ').next().unwrap()).collect();
    assert_eq!(lines, [":2:", ":3:", ":6:"], "all mistakes of a file are told at once");
    fs::remove_file(two).unwrap();
    let none = run(&["test", name, "--only", "nosuch"]);
    assert!(none.status == 1 && none.err.contains("title.txt:2"), "{none:?}");
}

#[test]
fn test_reports_that_there_is_nothing_to_run() {
    let folder = folder("nothing");
    file(&folder, "notes.txt", b"no cases\n");
    let name = folder.to_str().unwrap();
    let ran = run(&["test", name]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("no cases or snapshots found (1 file *.txt has no cases)"),
        "{}",
        ran.err
    );
    let ran = run(&["test", name, "--only", "nosuch"]);
    assert!(ran.err.contains("`nosuch` in its title"), "{}", ran.err);
}

#[test]
fn errors_of_a_grammar_are_shown_once() {
    let folder = folder("refused-once");
    for page in ["one.html", "two.html", "three.html"] {
        file(&folder, page, b"<p>One<card>two");
    }
    file(&folder, "card.grammar", b"use \"marpa\" ;\nblock |= <card> ;\n");
    let name = folder.to_str().unwrap();
    let made = run(&["test", name, "--bless", "-g", "card", "-f", "tree"]);
    assert!(made.out.ends_with("0 passed, 0 failed, 6 blessed\n"), "{made:?}");
    file(&folder, "card.grammar", b"use \"marpa\" ;\nblok |= <card> ;\ninlin |= <price> ;\n");
    let ran = run(&["test", name]);
    assert_eq!(ran.out.matches("no rule `blok`").count(), 1, "{}", ran.out);
    let end = "\ncard.grammar: 2 errors; 6 snapshots not run\n0 passed, 6 failed\n";
    assert!(ran.out.ends_with(end), "{}", ran.out);
    let review = super::run_with(&["test", name, "--review"], b"a\n");
    assert!(review.out.ends_with("6 snapshots not run\n0 passed\n"), "{}", review.out);
    assert_eq!(review.status, 1);
    let cases = b"=== two\ngrammar: ./none.grammar\n--- input\n--- expected\n";
    let cases = run(&["test", &file(&folder, "cases.txt", cases)]);
    let end = "\n./none.grammar: 1 error; 1 case not run, first ";
    assert!(cases.out.contains(end) && cases.out.contains("cases.txt:1: two\n"), "{}", cases.out);
    let unknown = run(&["test", name, "--bless", "-g", "crad", "-f", "tree"]);
    let advice = "there is no `crad.grammar` beside the documents, or in a folder above them";
    assert!(unknown.out.contains(advice), "{}", unknown.out);
}

#[test]
fn only_snapshots_of_one_grammar_are_blessed() {
    let folder = folder("blessed-grammar");
    let page = file(&folder, "page.html", b"<p>One<card>two");
    file(&folder, "other.html", b"x");
    let name = folder.to_str().unwrap();
    for grammar in ["marpa", "html2"] {
        let made = run(&["test", &page, "--bless", "-g", grammar, "-f", "tree"]);
        assert!(made.out.ends_with("0 passed, 0 failed, 2 blessed\n"), "{made:?}");
    }
    file(&folder, "page.html", b"<p>One");
    let blessed = run(&["test", name, "--bless", "-g", "marpa"]);
    let (all, bare) = ("blessed", "(1 document has no snapshot by marpa)");
    assert!(
        blessed.out.starts_with(&format!("{all} {page}.marpa.{{repairs,tree}}\n")),
        "{blessed:?}"
    );
    assert!(
        blessed.out.ends_with(&format!("0 passed, 0 failed, 2 blessed {bare}\n")),
        "{blessed:?}"
    );
    let ran = run(&["test", name]);
    assert!(ran.out.contains(&format!("failed {page}.html2.{{repairs,tree}}\n")), "{}", ran.out);
    assert!(ran.out.ends_with("2 passed, 2 failed (1 document has no snapshot)\n"), "{}", ran.out);
    let unknown = run(&["test", name, "-g", "mapra"]);
    assert!(unknown.err.contains("by the grammar `mapra`; did you mean `marpa`?"), "{unknown:?}");
    fs::remove_file(folder.join("page.html")).unwrap();
    let orphans = run(&["test", name]);
    let message = "page.html: no such document, but 4 snapshots are named after it";
    assert!(orphans.err.contains(message), "{orphans:?}");
}

#[test]
fn the_grammar_of_a_snapshot_is_searched_up_to_the_settings() {
    let folder = folder("grammar-above");
    let pages = folder.join("project/pages/old");
    fs::create_dir_all(&pages).unwrap();
    file(&pages, "page.html", b"<p>One<card>two");
    file(&folder, "card.grammar", b"use \"marpa\" ;\nblock |= <card> ;\n");
    file(&folder, "project/wishful.toml", b"");
    let name = pages.to_str().unwrap();
    let bless = ["test", name, "--bless", "-g", "card", "-f", "structure"];
    let above = run(&bless);
    assert!(above.status == 1 && above.out.contains("unknown grammar `card`"), "{above:?}");
    fs::rename(folder.join("card.grammar"), folder.join("project/card.grammar")).unwrap();
    assert_eq!(run(&bless).status, 0);
    let tree = fs::read_to_string(pages.join("page.html.card.structure")).unwrap();
    assert_eq!(tree, "(html (head) (body (p) (card)))\n");
    file(&pages, "card.grammar", b"use \"marpa\" ;\ninline |= <card> ;\n");
    assert!(run(&["test", name]).out.contains("+(html (head) (body (p (card))))"), "the nearest");
}

#[test]
fn warnings_of_a_grammar_are_shown_once() {
    let folder = folder("warned-once");
    let page = file(&folder, "page.html", b"<p>One<card>two");
    let grammar = b"use \"marpa\" ;\nblock |= <card> ;\n<crad> ::= mixed-flow* ;\n";
    let grammar = file(&folder, "card.grammar", grammar);
    let warning = "card.grammar:2:10: warning: <card> is named only here; did you mean `<crad>`?\n";
    let parsed = run(&["parse", &page, &page, "-g", &grammar]);
    assert_eq!(parsed.err.matches(warning).count(), 1, "{}", parsed.err);
    let name = folder.to_str().unwrap();
    for format in ["tree", "structure"] {
        let made = run(&["test", name, "--bless", "-g", "card", "-f", format]);
        assert_eq!(made.out.matches(warning).count(), 1, "{}", made.out);
    }
    assert_eq!(run(&["parse", &page]).err, "", "a shipped grammar is not checked");
}
