//! Tests of `wishful test`.

mod coverage;
mod reports;
mod review;
mod selection;
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
