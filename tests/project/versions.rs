//! A test that packages of other registries have the version of the crates.

use crate::shared::root;
use std::fs;

/// Texts that contain the version, by file. `{}` stands for the version.
const VERSIONS: [(&str, &str); 6] = [
    ("Cargo.toml", "wishful = { version = \"={}\", "),
    ("pyproject.toml", "\nversion = \"{}\"\n"),
    ("pyproject.toml", "\"wishful=={}\""),
    ("action.yml", " wishful=={}\n"),
    ("apps/editors/vscode/package.json", "\"version\": \"{}\""),
    ("bindings/npm/package.json", "\"version\": \"{}\""),
];

#[test]
fn all_packages_have_one_version() {
    for (file, pattern) in VERSIONS {
        let text = fs::read_to_string(root().join(file)).unwrap();
        let expected = pattern.replace("{}", env!("CARGO_PKG_VERSION"));
        assert!(text.contains(&expected), "{file} has no `{}`", expected.trim());
    }
}
