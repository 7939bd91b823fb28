//! Stored syntax trees of the shipped files, so that a grammar that extends one waits only for the
//! parsing of its own lines. (Without the feature `large` nothing is stored, and the files are
//! parsed on first use.)
//!
//! `grammar/compiled/trees.bin` has the trees in the format of `postcard`: for each file embedded
//! in the program, the trees of its statements ([`cst`](super::cst)). The key of a file is the
//! fingerprint of its text and of the rules that parsed it, so a changed file is parsed again.
//! `src/grammar/tests/stored.rs` compares the stored trees with those of the current engine, and
//! writes them.

use super::cst::CstNode;
#[cfg(any(test, feature = "large"))]
use crate::base::fingerprint;
#[cfg(test)]
use {
    super::meta::Meta,
    crate::grammar::load_embedded::{parts, shipped},
};

/// The other input of a tree besides the text.
#[cfg(any(test, feature = "large"))]
const RULES: &str = include_str!("../../../grammar/meta.rules");
#[cfg(any(test, feature = "large"))]
const STORED: &[u8] = include_bytes!("../../../grammar/compiled/trees.bin");

/// Returns the trees of the statements of a text, if they are stored.
#[cfg(feature = "large")]
pub(super) fn stored(text: &str) -> Option<Vec<CstNode>> {
    let files: Vec<(u64, &[u8])> = postcard::from_bytes(STORED).ok()?;
    let print = fingerprint_of(text);
    let (_, trees) = files.into_iter().find(|(other, _)| *other == print)?;
    postcard::from_bytes(trees).ok()
}

/// Returns `None`, since nothing is stored.
#[cfg(not(feature = "large"))]
pub(super) const fn stored(_: &str) -> Option<Vec<CstNode>> {
    None
}

/// Returns the trees of the statements of a text; `None` if one of them cannot be parsed.
#[cfg(test)]
fn trees(text: &str) -> Option<Vec<CstNode>> {
    let tokens = Meta::get().tokens(text);
    Meta::get().ended(&tokens).map(|tokens| Meta::get().tree(tokens)).collect::<Result<_, _>>().ok()
}

#[cfg(any(test, feature = "large"))]
fn fingerprint_of(text: &str) -> u64 {
    fingerprint([RULES.as_bytes(), text.as_bytes()])
}

/// Returns the current bytes of `grammar/compiled/trees.bin`; `None` if an embedded file cannot be
/// parsed.
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

/// Returns the bytes that are in the program.
#[must_use]
#[cfg(test)]
pub(crate) fn embedded() -> &'static [u8] {
    STORED
}
