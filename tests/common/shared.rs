//! Files to test with, beside the project and in it, and what happens where they are missing. This
//! module needs no crate, so that the tests of every package can include it.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Returns the root of the project. The tests and the benches are packages in different
/// directories.
pub(crate) fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().find(|folder| folder.join("corpus").is_dir()).unwrap_or(own)
}

/// Returns the directory of the public suites, if it exists; see [`shared`].
pub(crate) fn suites() -> Option<PathBuf> {
    shared("WISHFUL_SUITES", "suites")
}

/// Returns the directory of real pages, if it exists; see [`shared`].
pub(crate) fn pages() -> Option<PathBuf> {
    shared("WISHFUL_PAGES", "pages")
}

/// Returns a directory below `../shared`, if it exists.
pub(crate) fn shared_folder(path: &str) -> Option<PathBuf> {
    let folder = beside(path);
    if folder.is_dir() {
        return Some(folder);
    }
    skip(&format!("what needs ../shared/{path}"), "it is not there");
    None
}

/// Reads a text file below `../shared`, if it exists.
pub(crate) fn shared_file(path: &str) -> Option<String> {
    match fs::read_to_string(beside(path)) {
        Ok(text) => Some(text),
        Err(error) => {
            skip(&format!("what needs ../shared/{path}"), &error.to_string());
            None
        }
    }
}

/// Returns a path below `../shared`, or below the directory in `WISHFUL_SHARED`. If that variable
/// is empty, the path does not exist.
fn beside(path: &str) -> PathBuf {
    match std::env::var_os("WISHFUL_SHARED") {
        Some(shared) => PathBuf::from(shared).join(path),
        None => root().join("../shared").join(path),
    }
}

/// Returns a directory below `../shared`, or the one that `variable` names.
fn shared(variable: &str, folder: &str) -> Option<PathBuf> {
    let path = match std::env::var_os(variable) {
        Some(path) => PathBuf::from(path),
        None => beside(folder),
    };
    if path.is_dir() {
        return Some(path);
    }
    let why = format!("{} is not there; {variable} can point at a copy", path.display());
    skip(&format!("what needs the {folder}"), &why);
    None
}

/// Reports that a test is skipped, and why. On the CI machine, which has the suites, this is a
/// failure.
pub(crate) fn skip(what: &str, why: &str) {
    assert!(std::env::var_os("CI").is_none(), "{what} cannot be run: {why}");
    say_skipped(what, why);
}

/// Reports a skipped test without failing, for data that even the CI machine may lack.
///
/// The message is printed once in a process, directly to stderr: the test harness captures the
/// output of the print macros.
pub(crate) fn say_skipped(what: &str, why: &str) {
    static REPORTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let line = format!("skipped: {what}: {why}\n");
    if REPORTED.lock().is_ok_and(|mut reported| reported.insert(line.clone())) {
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
}

/// Returns the files below a directory with one of these extensions, sorted.
pub(crate) fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if extension.is_some_and(|extension| extensions.contains(&extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
