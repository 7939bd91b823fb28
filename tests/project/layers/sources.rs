//! The source files for the tests of layers: code without comments and without tests.

use std::fs;
use std::path::Path;

use crate::shared::{files, root};

/// A file of the library or of a crate on it.
pub(crate) struct Source {
    /// The path below `src`, with `/` between folders; in a crate, with the crate's name first.
    pub(crate) path: String,
    /// The code.
    pub(crate) code: String,
}

impl Source {
    /// Returns the top-level module of the file.
    pub(crate) fn layer(&self) -> &str {
        self.path.split('/').next().unwrap_or_default().trim_end_matches(".rs")
    }
}

/// The crates beside the library, with their folders. Each counts as one layer.
const CRATES: [(&str, &str); 17] = [
    ("check", "crates/check"),
    ("cli", "crates/cli"),
    ("console", "crates/console"),
    ("crawl", "apps/crawl"),
    ("diagnosis", "crates/diagnosis"),
    ("earley", "crates/earley"),
    ("edit", "crates/edit"),
    ("language_server", "crates/language-server"),
    ("microformats", "crates/microformats"),
    ("parselet", "crates/parselet"),
    ("playground", "apps/playground/wasm"),
    ("python", "bindings/python"),
    ("query", "crates/query"),
    ("sgml_lexer", "crates/sgml-lexer"),
    ("test_runner", "crates/test-runner"),
    ("template", "crates/template"),
    ("workbench", "crates/workbench"),
];

/// Returns all Rust files of the library and of the crates on it that are not tests.
pub(crate) fn sources() -> Vec<Source> {
    let mut found = below(&root().join("src"), "");
    for (name, folder) in CRATES {
        found.extend(below(&root().join(folder).join("src"), &format!("{name}/")));
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(found.len() > 200, "only {} files were found", found.len());
    found
}

/// Returns the files below a folder, with a prefix before their paths.
fn below(top: &Path, prefix: &str) -> Vec<Source> {
    let mut found = Vec::new();
    for path in files(top, &["rs"]) {
        let below = path.strip_prefix(top).expect("it was found below the folder");
        if below.iter().any(|part| Path::new(part).file_stem() == Some("tests".as_ref())) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("sources are UTF-8");
        let path = format!("{prefix}{}", below.to_string_lossy().replace('\\', "/"));
        found.push(Source { path, code: code(&text) });
    }
    found
}

/// Reports whether a layer is a crate beside the library.
pub(crate) fn is_crate(layer: &str) -> bool {
    CRATES.iter().any(|(name, _)| *name == layer)
}

/// Removes comments, and the tests at the end of a text.
pub(crate) fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Returns the contents of the string literals in code.
pub(crate) fn literals(code: &str) -> Vec<String> {
    let code = code.replace(r#"'"'"#, "").replace(r#"'\"'"#, "");
    let mut found = Vec::new();
    let mut rest = code.as_str();
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
