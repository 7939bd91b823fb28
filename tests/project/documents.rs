//! The documents of the project: links, headings, lists that must be complete.
//!
//! The commands in the documents run in `crates/cli/tests/cli/documents.rs`, which needs the
//! program.

use crate::markdown::{DocumentPiece, pieces};
use crate::shared::root;
use std::fs;
use std::path::{Path, PathBuf};
use wishful::tree::Format;

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
/// The pages on which visitors look for a package say the same about what is published.
#[test]
fn pages_about_packages_agree_on_what_is_published() {
    for page in [
        "README.md",
        "bindings/python/README.md",
        "bindings/npm/README.md",
        "apps/editors/vscode/README.md",
        "notes/releasing.md",
        "apps/site/pages/index.md",
    ] {
        let text = fs::read_to_string(root().join(page)).expect("it is readable");
        assert!(text.contains("Nothing of wishful is in a registry yet."), "{page}");
        for command in ["pip install wishful", "npm install wishful", "cargo add wishful wishful"] {
            assert!(!text.contains(command), "{page}: {command}");
        }
    }
}

/// The board of differences between parsers begins with its summary.
#[test]
fn the_board_begins_with_its_summary() {
    for page in ["notes/differences.md", "benches/peers/board/page.md"] {
        let text = fs::read_to_string(root().join(page)).expect("it is readable");
        let (first, _) = text.split_once("\n## ").expect("there are sections");
        let summary =
            if page.starts_with("notes") { "| peer | documents |" } else { "{{summary}}" };
        let (before, _) = first.split_once(summary).expect(page);
        assert!(before.lines().count() < 8, "{page}: {before}");
    }
}

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
