//! Runs the cases and snapshots of the corpus with the program itself.

use std::path::Path;
use std::process::Command;

fn passes(folder: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(folder);
    let output = Command::new(env!("CARGO_BIN_EXE_wishful"))
        .arg("test")
        .arg(path)
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{complaints}");
}

#[test]
fn cases() {
    passes("cases");
}

#[test]
fn legacy_documents() {
    passes("legacy");
}
