//! Tests of the engine alone: its corpus, its oracles, frames, and the growth of its work.

mod corpus;
mod engines;
mod frames;
mod frames_oracle;
mod frames_sugar;
mod linear;
#[path = "../model/mod.rs"]
mod model;
mod nested;
mod oracle;
#[path = "../support/strings.rs"]
mod strings;
#[path = "../support/mod.rs"]
mod support;

use std::path::PathBuf;

/// Reads a text file below `../shared` of the workspace, or below `WISHFUL_SHARED`.
///
/// A missing file is reported and skipped; with `CI` set it is a failure.
fn shared_file(path: &str) -> Option<String> {
    let workspace = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("WISHFUL_SHARED").map(PathBuf::from);
    let path = shared.unwrap_or_else(|| workspace.join("../shared")).join(path);
    let text = std::fs::read_to_string(&path);
    let is_optional = std::env::var_os("CI").is_none();
    assert!(is_optional || text.is_ok(), "{} is missing", path.display());
    text.map_err(|error| eprintln!("skipped: {}: {error}", path.display())).ok()
}
