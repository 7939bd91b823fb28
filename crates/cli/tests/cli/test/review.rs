//! Tests of the review, driven by scripts.

use std::fs;
use std::path::Path;

use super::{file, folder, program, run};
use crate::{Ran, run_with};

/// Three failures, the first of which is worse than before, and one case that passes.
const CASES: &str = "A story, with odd   spacing.

=== worse
grammar: marpa
# kept
repairs: 4, 0 cruft
format: structure

--- input
<td>x
--- expected
(html)

=== new
grammar: marpa
--- input
<p>a</b>
--- expected

=== passes
grammar: marpa
format: structure
--- expected
(html (head) (body))

=== better
grammar: marpa
format: structure
repairs: 99, 9 cruft
--- input
x
--- expected
(old)
";

fn review(folder: &str, script: &str) -> Ran {
    run_with(&["test", folder, "--review"], script.as_bytes())
}

fn written(folder: &Path) -> String {
    fs::read_to_string(folder.join("cases.txt")).unwrap()
}

#[test]
fn each_failure_is_shown_and_each_answer_has_its_effect() {
    let folder = folder("review");
    file(&folder, "cases.txt", CASES.as_bytes());
    let name = folder.to_str().unwrap();
    let ran = review(name, "r\nwhat\n\nexplain\naccept\ns\n");
    assert_eq!(ran.status, 1);
    let shown = [
        "[1/3]",
        "cases.txt:3: worse by marpa: structure\nworse than before: expected repairs 4, 0 cruft, got 13, 0 cruft\n",
        "-(html)\n+(html (head)",
        "repairs\n    1:1 virtual-start <html> before <td>  marpa.grammar:",
        "a accept  r reject",
        "[2/3]",
        "+    cruft \"</b>\"",
        "input:1:5: </b> was set aside",
        "[3/3]",
        "cases.txt:",
        "rejected",
        ": worse",
        "accepted",
        ": new",
        "skipped",
        ": better",
        "1 passed, 1 accepted, 1 rejected, 1 skipped\n",
    ];
    let mut rest = ran.out.as_str();
    for part in shown {
        let at = rest.find(part).unwrap_or_else(|| panic!("no `{part}` in {rest}"));
        rest = &rest[at + part.len()..];
    }
    assert!(ran.err.contains("unknown answer `what`"), "{}", ran.err);
    let text = written(&folder);
    let (before, after) = text.split_once("=== new\n").unwrap();
    assert!(CASES.starts_with(before));
    let untouched = CASES.split_once("=== passes").unwrap().1;
    assert!(after.ends_with(untouched), "{text}");
    assert!(after.contains("repairs: ") && after.contains("cruft \"</b>\""), "{text}");
}

/// Returns the snapshot of the page in a folder.
fn tree_of_page(folder: &Path) -> String {
    fs::read_to_string(folder.join("page.html.marpa.tree")).unwrap()
}

#[test]
fn accepting_each_case_equals_blessing_all() {
    let (reviewed, blessed) = (folder("review-each"), folder("review-blessed"));
    for folder in [&reviewed, &blessed] {
        file(folder, "cases.txt", CASES.replace('\n', "\r\n").as_bytes());
        file(folder, "page.html", b"<td>x");
        file(folder, "page.html.marpa.tree", b"<old>\n");
    }
    let ran = review(reviewed.to_str().unwrap(), "a\na\na\na\n");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.ends_with("1 passed, 4 accepted\n"), "{}", ran.out);
    let blessed_all = run(&["test", blessed.to_str().unwrap(), "--bless", "--accept-worse"]);
    assert_eq!(blessed_all.status, 0);
    assert_ne!(written(&reviewed), CASES.replace('\n', "\r\n"));
    assert_eq!(written(&reviewed), written(&blessed).replace("repairs: 6, 0 cruft\r\n", ""));
    assert_eq!(tree_of_page(&reviewed), tree_of_page(&blessed));
    assert_eq!(review(reviewed.to_str().unwrap(), "").out.lines().last(), Some("5 passed"));
}

#[test]
fn the_remaining_cases_are_decided_at_once_except_worse_ones() {
    let folder = folder("review-rest");
    let cases =
        CASES.replace("=== worse", "=== new, too\ngrammar: marpa\n--- expected\n\n=== worse");
    file(&folder, "cases.txt", cases.as_bytes());
    let name = folder.to_str().unwrap();
    let ran = review(name, "A\nR\n");
    assert_eq!(ran.status, 1);
    assert!(ran.out.ends_with("1 passed, 3 accepted, 1 rejected\n"), "{}", ran.out);
    assert!(run(&["test", name]).out.contains("cases.txt:"), "one is left");
    assert!(run(&["test", name]).out.ends_with("4 passed, 1 failed\n"));
    let ended = review(name, "");
    assert!(ended.status == 1 && ended.out.ends_with("4 passed, 1 skipped\n"), "{}", ended.out);
}

#[test]
fn cases_without_a_result_are_not_accepted() {
    let folder = folder("review-refused");
    let cases = "=== one\ngrammar: marpa\nmodes: no-such\n--- expected\nx\n";
    file(&folder, "cases.txt", cases.as_bytes());
    let ran = review(folder.to_str().unwrap(), "a\nA\ns\n");
    assert!(ran.status == 1 && ran.out.contains("no-such"), "{ran:?}");
    assert!(ran.err.contains("no result to accept"), "{}", ran.err);
    assert_eq!(written(&folder), cases);
}

#[cfg(unix)]
#[test]
fn the_editor_is_opened_at_the_case_and_the_case_is_run_again() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("review-edit");
    file(&folder, "cases.txt", CASES.as_bytes());
    let script = "#!/bin/sh\necho \"$1 $2\" >> \"$(dirname \"$0\")/log\"\ncat >> \"$(dirname \"$0\")/log\"\n\
                  sed -i -e 's/^(old)$/(html (head) (body (p)))/' -e '/^repairs: 99/d' -e '1i more' \"$2\"\n";
    let editor = file(&folder, "an editor.sh", script.as_bytes());
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
    let cases = folder.join("cases.txt");
    let mut command = program();
    command.args(["test", cases.to_str().unwrap(), "better", "--review"]);
    command.env_remove("VISUAL").env("EDITOR", format!("'{editor}'"));
    let ran = crate::fed(command, b"edit\na\n");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.ends_with(":27: better\n0 passed, 1 mended\n"), "{}", ran.out);
    let log = fs::read_to_string(folder.join("log")).unwrap();
    assert_eq!(log, format!("+26 {}\n", cases.display()), "the answers are not the editor's");
}
