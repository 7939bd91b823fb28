//! Tests of `--since`: the changed lines of a grammar that decide failures.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::watch::{Watch, rename_over};
use super::{file, folder, program, run};
use crate::Ran;

/// Reports whether the tests can run `git`, and prints a message if not.
pub(super) fn has_git() -> bool {
    let is_there = Command::new("git").arg("--version").output().is_ok();
    if !is_there {
        println!("skipped: there is no git");
    }
    is_there
}

/// Runs `git` in a folder.
pub(super) fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "commit.gpgsign=false"]);
    command.args(["-c", "user.name=test", "-c", "user.email=test@test"]);
    let ran = command.args(arguments).output().expect("git is there");
    assert!(ran.status.success(), "{ran:?}");
}

const CARD: &str = "use \"base.grammar\" ;\nblock |= <card> ;\n";

/// The same with a rule.
const RULE: &str = "use \"base.grammar\" ;\nblock |= <card> ;\n<card> ::= mixed-flow* ;\n";

/// Creates a repository with two pages, a grammar that uses another, and snapshots.
fn repository(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    file(&folder, "one.html", b"<p>One<card>two<p>three");
    file(&folder, "two.html", b"<p>x<card>two");
    file(&folder, "none.html", b"<p>none");
    file(&folder, "card.grammar", CARD.as_bytes());
    file(&folder, "base.grammar", b"use \"marpa\" ;\ninline |= <dot> ;\n");
    let made = run(&["test", folder.to_str().unwrap(), "--bless", "-g", "card", "-f", "structure"]);
    assert_eq!(made.status, 0, "{made:?}");
    git(&folder, &["init", "-q"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-qm", "one"]);
    folder
}

fn since(folder: &Path, revision: &str) -> Ran {
    let mut command = program();
    command.args(["test", folder.to_str().unwrap(), "--since", revision]);
    command.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap());
    command.output().expect("the program starts").into()
}

#[test]
fn the_deciding_line_is_named_under_each_failure() {
    if !has_git() {
        return;
    }
    let folder = repository("since");
    file(&folder, "card.grammar", CARD.replace("block |=", "inline |=").as_bytes());
    file(&folder, "base.grammar", b"use \"marpa\" ;\ninline |= <dot> <dash> ;\n");
    let ran = since(&folder, "HEAD");
    let shown = [
        "2 pages by HEAD and card.grammar: 0 same, 2 changed",
        "smallest",
        "example",
        "one.html.card.{repairs,structure}\n  decided by ",
        "card.grammar:2: ",
        "two.html.card.{repairs,structure}\n  decided by ",
        "2 passed, 4 failed\n",
    ];
    let mut rest = ran.out.as_str();
    for part in shown {
        let at = rest.find(part).unwrap_or_else(|| panic!("no `{part}` in {}", ran.out));
        rest = &rest[at + part.len()..];
    }
    assert!(!ran.out.contains("<dash>"), "this line decides nothing: {}", ran.out);
    git(&folder, &["commit", "-qam", "two"]);
    let ran = since(&folder, "HEAD");
    assert!(ran.out.contains("\ncard.grammar: no statement has changed since HEAD\n"), "{ran:?}");
    let ran = since(&folder, "HEAD~1");
    assert!(ran.out.contains("by HEAD~1 and card.grammar"), "{ran:?}");
}

#[test]
fn a_changed_rule_is_shown_as_it_was_and_is() {
    if !has_git() {
        return;
    }
    let folder = repository("since-rule");
    file(&folder, "card.grammar", RULE.as_bytes());
    git(&folder, &["commit", "-qam", "rule"]);
    file(&folder, "card.grammar", RULE.replace("::= mixed-flow*", "::= TEXT*").as_bytes());
    file(&folder, "one.html", b"<card><i>x</i>");
    let ran = since(&folder, "HEAD");
    assert!(
        ran.out.contains("  decided by - card.grammar:3: <card> ::= mixed-flow* ;\n"),
        "{ran:?}"
    );
    assert!(ran.out.contains("  now        + card.grammar:3: <card> ::= TEXT* ;\n"), "{ran:?}");
}

#[test]
fn revisions_that_cannot_be_compared_with_are_reported() {
    if !has_git() {
        return;
    }
    let folder = repository("since-wrong");
    let unknown = since(&folder, "no-such");
    assert_eq!(unknown.status, 1);
    assert!(unknown.err.starts_with("unknown revision `no-such`: expected"), "{unknown:?}");
    fs::rename(folder.join("card.grammar"), folder.join("new.grammar")).unwrap();
    for page in ["one", "two", "none"] {
        for format in ["structure", "repairs"] {
            let [old, new] = ["card", "new"].map(|name| format!("{page}.html.{name}.{format}"));
            fs::rename(folder.join(old), folder.join(new)).unwrap();
        }
    }
    file(&folder, "one.html", b"<card><i>x</i>");
    let new = since(&folder, "HEAD");
    assert!(new.out.contains("\nnew.grammar: a new file, not in HEAD\n"), "{new:?}");
    fs::remove_dir_all(folder.join(".git")).unwrap();
    let outside = since(&folder, "HEAD");
    assert!(outside.err.contains("not in a git repository"), "{outside:?}");
}

#[test]
fn a_watch_names_the_deciding_line_of_a_save() {
    if !has_git() {
        return;
    }
    let folder = repository("watch-decides");
    let watch = Watch::of(&[folder.to_str().unwrap()]);
    watch.until("run everything again");
    let grammar = folder.join("card.grammar");
    rename_over(&grammar, &CARD.replace("block |=", "blok |="));
    let round = watch.until("0 passed, 6 failed");
    assert_eq!(round.matches("no rule `blok`").count(), 1, "{round}");
    assert!(round.contains("card.grammar: 1 error; 6 snapshots not run\n"), "{round}");
    rename_over(&grammar, CARD);
    let round = watch.until("6 passed, 0 failed");
    assert!(round.contains("passes now "), "{round}");
    rename_over(&grammar, &CARD.replace("block |=", "inline |="));
    let round = watch.until("2 passed, 4 failed");
    let decided = "one.html.card.{repairs,structure}\n  decided by ";
    assert!(round.contains(decided) && round.contains("card.grammar:2: "), "{round}");
    assert_eq!(watch.end().0, Some(1));
}
