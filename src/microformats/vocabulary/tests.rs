//! The shipped vocabulary files have no mistakes, are all there, and are ready-made.

use std::fs;
use std::path::PathBuf;

use super::read::read;
use super::shipped::{store, stored};
use super::{Vocabulary, shipped_files};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("grammar")
}

/// Whether the files are being written: those that this program has in it are older.
fn blessing() -> bool {
    std::env::var_os("WISHFUL_BLESS").is_some()
}

#[test]
fn shipped_vocabularies_have_no_mistakes() {
    let (_, report) =
        read(Vocabulary::default(), shipped_files().map(|file| (file.name, file.text)));
    assert!(report.diagnostics.is_empty(), "{}", report.render(false));
}

#[test]
fn stored_vocabularies_are_what_is_read_today() {
    let today = store().expect("it can be stored");
    let path = folder().join("compiled/microformats.bin");
    if blessing() {
        return fs::write(path, today).expect("the folder can be written to");
    }
    let there = fs::read(path).expect("it can be read");
    assert!(there == today, "write it with `WISHFUL_BLESS=1 cargo test --lib stored`");
    let vocabulary = stored(&there).expect("its fingerprint is right");
    assert_eq!(&vocabulary, Vocabulary::shipped());
}
