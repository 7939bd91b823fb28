//! Runnable documents: the commands in the README and the tutorial print what the documents show.
//!
//! A block fenced as `LANGUAGE NAME` is written to the file NAME of an empty folder. The commands
//! of a block fenced as `console` (lines that begin with `$ `) run there in order, and must print
//! the lines below them. `WISHFUL_BLESS=1` writes the actual output into the documents.

use crate::shared::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use wishful::tree::Format;

/// A fenced block: its info string and its lines.
struct Block<'a> {
    info: &'a str,
    lines: Vec<&'a str>,
}

/// A piece of a document: a line outside of blocks, or a block.
enum DocumentPiece<'a> {
    Line(&'a str),
    Block(Block<'a>),
}

fn pieces(text: &str) -> Vec<DocumentPiece<'_>> {
    let mut pieces = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        match line.strip_prefix("```") {
            Some(info) => {
                let lines = lines.by_ref().take_while(|line| *line != "```").collect();
                pieces.push(DocumentPiece::Block(Block { info, lines }));
            }
            None => pieces.push(DocumentPiece::Line(line)),
        }
    }
    pieces
}

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
        // As with `diff`, status 1 means that something differs.
        let differs = command.contains("wishful diff") && ran.status.code() == Some(1);
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
fn standard_changes() {
    check("notes/standard-changes.md");
}

/// Returns the targets of a document's links, without external ones.
fn links(text: &str) -> Vec<&str> {
    let mut links = Vec::new();
    for piece in pieces(text) {
        let DocumentPiece::Line(line) = piece else { continue };
        for rest in line.split("](").skip(1) {
            if let Some((target, _)) = rest.split_once(')')
                && !target.contains("://")
            {
                links.push(target);
            }
        }
    }
    links
}

fn documents(folder: &str) -> Vec<PathBuf> {
    let folder = root().join(folder);
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.extension() == Some("md".as_ref()) {
            documents.push(path);
        }
    }
    documents
}

/// Folders whose documents are checked for links.
const FOLDERS: [&str; 8] = [
    "",
    "notes",
    "notes/bench",
    "crates/earley",
    "apps/crawl",
    "apps/playground",
    "bindings/python",
    "bindings/python/examples",
];

#[test]
fn links_have_targets() {
    for path in FOLDERS.into_iter().flat_map(documents) {
        let text = fs::read_to_string(&path).expect("it is readable");
        let folder = path.parent().expect("a file is in a folder");
        for link in links(&text) {
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { folder.join(file) };
            assert!(target.exists(), "{}: nothing at {link}", path.display());
            if !fragment.is_empty() {
                let text = fs::read_to_string(&target).expect("it is readable");
                let is_there = anchors(&text).iter().any(|anchor| anchor == fragment);
                assert!(is_there, "{}: no heading at {link}", path.display());
            }
        }
    }
}

/// Returns the fragments of a document's headings, as forges and mdBook derive them.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors = Vec::new();
    for piece in pieces(text) {
        if let DocumentPiece::Line(line) = piece
            && line.starts_with('#')
        {
            let mut anchor = String::new();
            for letter in line.trim_start_matches('#').trim().chars() {
                match letter {
                    ' ' => anchor.push('-'),
                    '-' | '_' => anchor.push(letter),
                    _ if letter.is_alphanumeric() => anchor.extend(letter.to_lowercase()),
                    _ => {}
                }
            }
            anchors.push(anchor);
        }
    }
    anchors
}

#[test]
fn an_entry_of_the_changelog_has_at_most_40_lines() {
    let changelog = fs::read_to_string(root().join("CHANGELOG.md")).expect("it is readable");
    let entries = changelog.split("\n## ").skip(1);
    assert_eq!(entries.clone().filter(|entry| entry.lines().count() > 40).count(), 0);
    assert!(entries.count() > 0);
}

#[test]
fn the_map_of_the_notes_is_complete() {
    let map = fs::read_to_string(root().join("notes/README.md")).expect("it is readable");
    let linked = links(&map);
    for path in documents("notes") {
        let name = path.file_name().expect("it is a file").to_str().expect("names are ASCII");
        assert!(name == "README.md" || linked.contains(&name), "notes/README.md lacks {name}");
    }
}

/// `apps/site/build` checks the links of the whole site; this needs no mdBook.
#[test]
fn the_book_contains_all_notes() {
    let summary = fs::read_to_string(root().join("apps/site/SUMMARY.md")).expect("it is readable");
    let chapters = links(&summary);
    for path in documents("notes") {
        let chapter = path.strip_prefix(root()).expect("notes are in the project");
        assert!(
            chapters.iter().any(|linked| Path::new(linked) == chapter),
            "apps/site/SUMMARY.md lacks {}",
            chapter.display()
        );
    }
}

#[test]
fn lists_of_formats_are_complete() {
    for (name, start) in [
        ("README.md", "| `wishful parse FILE…` |"),
        ("notes/corpus.md", "| `tree` "),
        ("notes/formats.md", "| `"),
    ] {
        let text = fs::read_to_string(root().join(name)).expect("it is readable");
        let list: String = text.lines().filter(|line| line.starts_with(start)).collect();
        for &format in Format::ALL {
            if format == Format::Fix {
                continue;
            }
            let format = format.name();
            let mut words = list.split(|letter: char| !letter.is_alphanumeric());
            assert!(
                words.any(|word| word == format),
                "{name} lacks `{format}` in the line `{start}…`"
            );
        }
    }
}
