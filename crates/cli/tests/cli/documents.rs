//! Runnable documents: the commands in the README and the tutorial print what the documents show.
//!
//! A block fenced as `LANGUAGE NAME` is written to the file NAME of an empty folder. The commands
//! of a block fenced as `console` (lines that begin with `$ `) run there in order, and must print
//! the lines below them. `WISHFUL_BLESS=1` writes the actual output into the documents.

use crate::markdown::{Block, DocumentPiece, pieces};
use crate::shared::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a block of commands and returns the block with the actual output.
fn run(block: &Block<'_>, folder: &Path) -> String {
    let mut out = String::new();
    for command in block.lines.iter().filter(|line| line.starts_with("$ ")) {
        let tool = PathBuf::from(env!("CARGO_BIN_EXE_wishful"));
        let path = tool.parent().expect("a program is in a folder").display();
        let path = format!("{path}:{}", std::env::var("PATH").unwrap_or_default());
        let script = format!("{{ {}; }} 2>&1", command.trim_start_matches("$ "));
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(folder).env("PATH", path).env("NO_COLOR", "1");
        let ran = shell.output().expect("sh is there");
        let printed = String::from_utf8_lossy(&ran.stdout);
        // As with `diff`, status 1 means that something differs, fails, or is refused.
        let may_differ = ["wishful diff", "wishful distinguish", "wishful explain", "wishful test"];
        let differs =
            may_differ.iter().any(|start| command.contains(start)) && ran.status.code() == Some(1);
        assert!(ran.status.success() || differs, "{command}: {printed}");
        out.push_str(&format!("{command}\n{printed}"));
    }
    let mut trimmed = String::new();
    for line in out.lines() {
        trimmed += line.trim_end();
        trimmed.push('\n');
    }
    trimmed
}

/// Returns the document with the actual output in every console block.
fn played(text: &str, folder: &Path) -> String {
    let mut out = String::new();
    for piece in pieces(text) {
        match piece {
            DocumentPiece::Line(line) => out.push_str(&format!("{line}\n")),
            DocumentPiece::Block(block) => {
                let body: String = block.lines.iter().map(|line| format!("{line}\n")).collect();
                let body = match block.info.split_once(' ') {
                    Some((_, name)) => {
                        fs::write(folder.join(name), &body).expect("the folder is ours");
                        body
                    }
                    None if block.info == "console" => run(&block, folder),
                    None => body,
                };
                out.push_str(&format!("```{}\n{body}```\n", block.info));
            }
        }
    }
    out
}

fn check(name: &str) {
    let path = root().join(name);
    let text = fs::read_to_string(&path).expect("it is there");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace('/', "-"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder is ours");
    let played = played(&text, &folder);
    if std::env::var_os("WISHFUL_BLESS").is_some() {
        fs::write(&path, &played).expect("it is writable");
        return;
    }
    let diff = similar::TextDiff::from_lines(&text, &played).unified_diff().to_string();
    assert!(
        text == played,
        "{name} shows another output (WISHFUL_BLESS=1 writes it down):\n{diff}"
    );
}

#[test]
fn readme() {
    check("README.md");
}

#[test]
fn first_page_of_the_site() {
    check("apps/site/pages/index.md");
}

#[test]
fn queries() {
    check("notes/queries.md");
}

#[test]
fn legacy() {
    check("notes/legacy.md");
}

#[test]
fn first_variant() {
    check("notes/first-variant.md");
}

#[test]
fn parselets() {
    check("notes/parselets.md");
}

#[test]
fn workbench() {
    check("notes/workbench.md");
}

#[test]
fn texts() {
    check("notes/texts.md");
}

#[test]
fn standard_changes() {
    check("notes/standard-changes.md");
}
