//! The trees of shipped files, read when they are written: who extends one of them waits for the
//! reading of his own lines only. (Without the feature `large` nothing is stored, and the first who asks waits.)
//!
//! `grammar/compiled/trees.bin` has them, as `postcard` writes it: of each file that is embedded in
//! the program the trees of its statements ([`cst`](super::cst)). A file is known by the
//! fingerprint of its text and of the rules that it was read by, so one that was changed is read
//! anew. `src/grammar/tests/stored.rs` holds the file against what the engine reads today, and writes it.

use super::cst::Node;
#[cfg(any(test, feature = "large"))]
use crate::base::fingerprint;
#[cfg(test)]
use {
    super::cst,
    super::meta::{ended, tokens},
    crate::grammar::load_embedded::{parts, shipped},
};

/// What a tree depends on besides the text.
#[cfg(any(test, feature = "large"))]
const RULES: &str = include_str!("../../../grammar/meta.rules");
#[cfg(any(test, feature = "large"))]
const STORED: &[u8] = include_bytes!("../../../grammar/compiled/trees.bin");

/// The trees of the statements of a text, if they are stored.
#[cfg(feature = "large")]
pub(super) fn stored(text: &str) -> Option<Vec<Node>> {
    let files: Vec<(u64, &[u8])> = postcard::from_bytes(STORED).ok()?;
    let print = fingerprint_of(text);
    let (_, trees) = files.into_iter().find(|(other, _)| *other == print)?;
    postcard::from_bytes(trees).ok()
}

/// Nothing is stored.
#[cfg(not(feature = "large"))]
pub(super) const fn stored(_: &str) -> Option<Vec<Node>> {
    None
}

/// The trees of the statements of a text; none if one of them cannot be read.
#[cfg(test)]
fn trees(text: &str) -> Option<Vec<Node>> {
    let tokens = tokens(text);
    ended(&tokens).map(cst::read).collect::<Result<_, _>>().ok()
}

#[cfg(any(test, feature = "large"))]
fn fingerprint_of(text: &str) -> u64 {
    fingerprint([RULES.as_bytes(), text.as_bytes()])
}

/// The bytes of `grammar/compiled/trees.bin`, made anew; none if an embedded file cannot be read.
#[must_use]
#[cfg(test)]
pub(crate) fn store() -> Option<Vec<u8>> {
    let files = shipped().chain(parts()).map(|file| {
        let trees = trees(file.text)?;
        Some((fingerprint_of(file.text), postcard::to_extend(&trees, Vec::new()).ok()?))
    });
    let files = files.collect::<Option<Vec<(u64, Vec<u8>)>>>()?;
    postcard::to_extend(&files, Vec::new()).ok()
}

/// The bytes that are in the program.
#[must_use]
#[cfg(test)]
pub(crate) fn embedded() -> &'static [u8] {
    STORED
}
