//! Prints the list of public items, one a line and in groups: `notes/api.md`.
//!
//! ```text
//! cargo run --example api > notes/api.md
//! ```
//!
//! The list comes from the JSON output of `rustdoc`. Only a nightly compiler prints it, so
//! `RUSTC_BOOTSTRAP` makes the compiler accept nightly options.

use serde_json::Value;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::Command;

/// The crates, each with its modules and their headings, in the order of the crate's documentation.
/// The first heading is that of the items at the root. `wishful-console` is not listed, since it is
/// made for the programs of this workspace only.
const CRATES: [(&str, &[(&str, &str)]); 14] = [
    (
        "wishful",
        &[
            ("", "Parse a page"),
            ("tree", "Walk the tree"),
            ("explain", "Explain a repair"),
            ("grammar", "Write a grammar"),
            ("diagnostics", "Diagnostics"),
            ("tokenizer", "Tokenizers"),
            ("derivation", "Texts other than markup"),
            ("sgml", "SGML"),
            ("dtd", "Document type definitions"),
            ("verify", "Guarantees of a parse"),
            ("pool", "Threads"),
        ],
    ),
    ("wishful-earley", &[("", "The engine")]),
    ("wishful-sgml-lexer", &[("", "The lexical analyser of SGML")]),
    ("wishful-query", &[("", "Queries"), ("table", "Tables"), ("xml", "XML input")]),
    ("wishful-check", &[("", "Conformance checks")]),
    ("wishful-diagnosis", &[("", "Mistakes of an author")]),
    ("wishful-template", &[("", "Templates")]),
    ("wishful-edit", &[("", "Edits"), ("fix", "Repaired sources")]),
    (
        "wishful-microformats",
        &[
            ("", "Microformats"),
            ("data", "Structured data"),
            ("interpret", "The meaning of a page"),
            ("output", "Outputs"),
            ("vocabulary", "Vocabularies"),
        ],
    ),
    ("wishful-parselet", &[("", "Parselets")]),
    (
        "wishful-workbench",
        &[
            ("causes", "Causes of differences"),
            ("changes", "Changes in many pages"),
            ("coverage", "Coverage"),
            ("distinguish", "Documents that tell grammars apart"),
            ("generate", "Generated documents"),
            ("import", "Imports of grammars in other notations"),
            ("language", "Editors"),
            ("score", "Scores"),
            ("shrink", "Smaller documents"),
        ],
    ),
    ("wishful-language-server", &[("", "The language server")]),
    (
        "wishful-test-runner",
        &[
            ("", "The test runner"),
            ("dat", "The cases of html5lib"),
            ("junit", "Reports for build servers"),
            ("repairs", "Lists of repairs"),
        ],
    ),
    ("wishful-cli", &[("", "The program")]),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "# Public API\n\nAll public items with the default features; fields and variants belong to \
         their types. Written by\n`cargo run --example api > notes/api.md`."
    );
    for (package, groups) in CRATES {
        let json = rustdoc(package)?;
        let mut api = Api { index: &json["index"], items: BTreeMap::new() };
        api.module("", &json["index"][json["root"].to_string()]);
        print!("{}", api.page(package, groups)?);
    }
    Ok(())
}

/// Returns rustdoc's description of a package.
fn rustdoc(package: &str) -> Result<Value, Box<dyn Error>> {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    let status = Command::new(env!("CARGO"))
        .args(["rustdoc", "--quiet", "--lib", "--package", package, "--target-dir"])
        .arg(&target)
        .args(["--", "-Z", "unstable-options", "--output-format", "json"])
        .arg("--document-hidden-items")
        .env("RUSTC_BOOTSTRAP", "1")
        .status()?;
    if !status.success() {
        return Err("rustdoc gives no JSON".into());
    }
    let file = format!("doc/{}.json", package.replace('-', "_"));
    Ok(serde_json::from_str(&std::fs::read_to_string(target.join(file))?)?)
}

/// The public items by id, each with its kind and the first path at which the walk found it.
struct Api<'a> {
    index: &'a Value,
    items: BTreeMap<u64, (String, &'static str)>,
}

impl<'a> Api<'a> {
    /// Returns an item, unless it is hidden. (`rustdoc` describes hidden items, too, because shown
    /// modules re-export some from hidden ones.)
    fn shown(&self, id: &Value) -> Option<&'a Value> {
        let item = self.index.get(id.to_string())?;
        let is_hidden = item["attrs"].to_string().contains("doc(hidden)");
        if is_hidden { None } else { Some(item) }
    }

    /// Adds the items of a module and those that it reexports.
    fn module(&mut self, path: &str, module: &'a Value) {
        for id in list(&module["inner"]["module"]["items"]) {
            let Some(item) = self.shown(id) else { continue };
            match item["inner"].get("use") {
                Some(used) => {
                    let Some(target) = self.shown(&used["id"]) else { continue };
                    self.add(path, &used["id"], target);
                }
                None => self.add(path, id, item),
            }
        }
    }

    fn add(&mut self, path: &str, id: &Value, item: &'a Value) {
        let name = item["name"].as_str().unwrap_or_default();
        let full = if path.is_empty() { name.to_owned() } else { format!("{path}::{name}") };
        let kind = KINDS.iter().find(|kind| item["inner"].get(**kind).is_some());
        let Some(&kind) = kind else {
            return if item["inner"].get("module").is_some() {
                self.module(&full, item)
            };
        };
        let number = id.as_u64().unwrap_or_default();
        if self.items.contains_key(&number) {
            return;
        }
        self.items.insert(number, (full.clone(), kind));
        let inner = &item["inner"][kind];
        for id in list(&inner["items"]).iter().chain(inherent(self.index, inner)) {
            let Some(member) = self.shown(id) else { continue };
            if kind == "trait" || member["visibility"] == "public" {
                let name = member["name"].as_str().unwrap_or_default();
                let id = id.as_u64().unwrap_or_default();
                self.items.insert(id, (format!("{full}::{name}"), "member"));
            }
        }
    }

    fn page(&self, package: &str, groups: &[(&str, &str)]) -> Result<String, String> {
        let mut lines: Vec<_> = self.items.values().collect();
        lines.sort();
        for (path, _) in &lines {
            if !groups.iter().any(|(module, _)| *module == group(path)) {
                return Err(format!("`{path}` of {package} has no group in this program"));
            }
        }
        let members = lines.iter().filter(|(_, kind)| *kind == "member").count();
        let items = lines.len() - members;
        let mut page = format!("\n## {package}: {items} items, {members} methods\n");
        for (module, title) in groups {
            page += &format!("\n### {title}\n\n");
            for (path, kind) in lines.iter().filter(|(path, _)| group(path) == *module) {
                page += &match *kind {
                    "member" => format!("  * `{path}`\n"),
                    kind => format!("* {kind} `{path}`\n"),
                };
            }
        }
        Ok(page)
    }
}

/// Returns the group of a path: its first module, or the empty one for an item of the root or a
/// method of such an item.
fn group(path: &str) -> &str {
    let module = path.split("::").next().unwrap_or_default();
    if module.starts_with(|first: char| first.is_lowercase()) && path.contains("::") {
        module
    } else {
        ""
    }
}

const KINDS: [&str; 7] = ["struct", "enum", "trait", "function", "constant", "type_alias", "macro"];

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the members of an item's inherent implementations.
fn inherent<'a>(index: &'a Value, inner: &'a Value) -> impl Iterator<Item = &'a Value> {
    let blocks = list(&inner["impls"]).iter().filter_map(|id| index.get(id.to_string()));
    let own = blocks.filter(|block| block["inner"]["impl"]["trait"].is_null());
    own.flat_map(|block| list(&block["inner"]["impl"]["items"]))
}
