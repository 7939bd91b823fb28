//! Modules are ranked, and imports point one way only; the engine's layers name no element of HTML.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The ranks: a module may use modules of its own rank and below.
const RANKS: &[(&str, u32)] = &[
    ("base", 0),
    ("earley", 1),
    ("source", 2),
    ("token", 2),
    ("grammar", 3),
    ("slippers", 4),
    ("dtd", 4),
    ("tree", 5),
    ("parser", 6),
    ("derivation", 6),
    ("explain", 6),
    ("verify", 6),
    ("cli", 7),
];

fn rank(module: &str) -> Option<u32> {
    RANKS.iter().find(|(name, _)| *name == module).map(|&(_, rank)| rank)
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files below `src/` that are not tests, with the top-level module that each belongs to.
fn sources() -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("src is readable") {
            let path = entry.expect("src is readable").path();
            let is_test = path.file_stem().is_some_and(|name| name == "tests");
            if is_test {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push((module_of(&path), path));
            }
        }
    }
    found
}

fn module_of(path: &Path) -> String {
    let below = path.strip_prefix(root().join("src")).expect("it was found below src");
    let first = below.components().next().expect("a file has a name");
    first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned()
}

/// The code of a file: without comments and without the tests at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("sources are UTF-8");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn imports_point_down() {
    let mut wrong = Vec::new();
    for (module, path) in sources() {
        let Some(own) = rank(&module) else {
            assert!(matches!(&*module, "lib" | "main"), "src/{module} has no rank in this test");
            continue;
        };
        for used in code(&path).split("crate::").skip(1) {
            let name: String = used
                .chars()
                .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                .collect();
            if rank(&name).is_some_and(|other| other > own) {
                wrong.push(format!("{} uses {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "imports that point up:\n{}", wrong.join("\n"));
}

/// The names of the elements that the shipped HTML grammars mention.
fn element_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for grammar in ["marpa.grammar", "marpa-2009.grammar", "whatwg.grammar"] {
        let text = fs::read_to_string(root().join("grammar").join(grammar)).expect("it is shipped");
        for tag in text.split('<').skip(1) {
            let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).collect();
            if tag[name.len()..].starts_with('>') {
                names.insert(name);
            }
        }
    }
    names
}

/// The contents of the string literals of a piece of code.
fn literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find('"') {
        rest = &rest[start + 1..];
        let mut end = 0;
        let bytes = rest.as_bytes();
        while end < bytes.len() && bytes[end] != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        found.push(rest.get(..end).unwrap_or_default().to_owned());
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    found
}

#[test]
fn the_engine_names_no_element() {
    // Words that happen to be names of elements too: a shipped grammar's name, a lexical state's, a statement's.
    const WORDS: &[&str] = &["meta", "plaintext", "mark"];
    let names = element_names();
    assert!(names.len() > 90, "the grammars were not read");
    let mut wrong = Vec::new();
    for (module, path) in sources() {
        let layer = rank(&module).is_some_and(|rank| rank <= 5);
        // The encoding prescan of the standard knows `meta`.
        if !layer || module == "source" {
            continue;
        }
        for literal in literals(&code(&path)) {
            let plain = literal.trim_matches(|letter| "</>".contains(letter));
            if names.contains(plain) && !WORDS.contains(&literal.as_str()) {
                wrong.push(format!("{}: {literal:?}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "element names in the engine:\n{}", wrong.join("\n"));
}

#[test]
fn literals_are_found() {
    assert_eq!(literals(r#"f("a\"b", "table")"#), [r#"a\"b"#, "table"]);
}
