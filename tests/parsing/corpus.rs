//! Runs the cases and snapshots of the corpus with `wishful test`.

use std::path::Path;
use std::process::Command;

#[test]
fn cases_and_snapshots() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wishful"));
    let output = command.arg("test").arg(corpus).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{complaints}");
    let counts = text.lines().rev().find_map(|line| line.split_once(" passed, 0 failed"));
    let passed = counts.and_then(|(passed, _)| passed.trim().parse::<usize>().ok());
    assert!(passed.is_some_and(|passed| passed > 250), "{text}");
}
