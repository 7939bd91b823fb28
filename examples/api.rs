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

/// The modules with their headings, in the order of the crate's documentation.
const GROUPS: [(&str, &str); 11] = [
    ("", "Parse a page"),
    ("explain", "Why was this repaired?"),
    ("grammar", "My own grammar"),
    ("diagnostics", "What is wrong with it"),
    ("tree", "Walk the tree"),
    ("query", "Ask of it"),
    ("tokenizer", "Tokens of your own"),
    ("derivation", "Texts that are no markup"),
    ("dtd", "Document type definitions"),
    ("verify", "What a parse promises"),
    ("cli", "The program"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    let status = Command::new(env!("CARGO"))
        .args(["rustdoc", "--quiet", "--lib", "--target-dir"])
        .arg(&target)
        .args(["--", "-Z", "unstable-options", "--output-format", "json"])
        .env("RUSTC_BOOTSTRAP", "1")
        .status()?;
    if !status.success() {
        return Err("rustdoc gives no JSON".into());
    }
    let json = std::fs::read_to_string(target.join("doc/wishful.json"))?;
    let json: Value = serde_json::from_str(&json)?;
    let mut api = Api { index: &json["index"], items: BTreeMap::new() };
    api.module("", &json["index"][json["root"].to_string()]);
    print!("{}", api.page());
    Ok(())
}

/// The public items by id, each with its kind and the first path at which the walk found it.
struct Api<'a> {
    index: &'a Value,
    items: BTreeMap<u64, (String, &'static str)>,
}

impl<'a> Api<'a> {
    fn item(&self, id: &Value) -> Option<&'a Value> {
        self.index.get(id.to_string())
    }

    /// Adds the items of a module and those that it reexports.
    fn module(&mut self, path: &str, module: &'a Value) {
        for id in list(&module["inner"]["module"]["items"]) {
            let Some(item) = self.item(id) else { continue };
            match item["inner"].get("use") {
                Some(used) => {
                    let Some(target) = self.item(&used["id"]) else { continue };
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
            let Some(member) = self.item(id) else { continue };
            if kind == "trait" || member["visibility"] == "public" {
                let name = member["name"].as_str().unwrap_or_default();
                let id = id.as_u64().unwrap_or_default();
                self.items.insert(id, (format!("{full}::{name}"), "member"));
            }
        }
    }

    fn page(&self) -> String {
        let mut lines: Vec<_> = self.items.values().collect();
        lines.sort();
        let mut page = format!(
            "# What is public\n\n{} items, as the features that are on by default have them; fields and variants are \
             their types'. Written by `cargo run --example api > notes/api.md`.\n",
            lines.len()
        );
        for (module, title) in GROUPS {
            page += &format!("\n## {title}\n\n");
            for (path, kind) in lines.iter().filter(|(path, _)| group(path) == module) {
                page += &match *kind {
                    "member" => format!("  * `{path}`\n"),
                    kind => format!("* {kind} `{path}`\n"),
                };
            }
        }
        page
    }
}

/// Returns the group of a path: its first module, or the empty group.
fn group(path: &str) -> &str {
    let module = path.split_once("::").map_or("", |(module, _)| module);
    if GROUPS.iter().any(|(other, _)| *other == module) { module } else { "" }
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
