//! The peer: html5ever with its known errors mended, and for what shows that they are errors, as it is.

#![expect(
    clippy::duplicate_mod,
    reason = "the two have the same functions, and types of their own"
)]

use super::{Input, Tree};

/// The tree that html5ever should make of an input, since the standard does.
pub(crate) fn tree(input: &Input) -> Tree {
    mended::trees::tree(input)
}

/// That tree as HTML.
pub(crate) fn html(input: &Input) -> Tree {
    mended::trees::html(input)
}

/// The tree that html5ever makes of an input.
pub(crate) fn original_tree(input: &Input) -> Tree {
    original::trees::tree(input)
}

/// With the mends of `tests/peers/html5ever`.
#[path = "."]
mod mended {
    mod engine {
        pub(super) use mended_html5ever::*;
    }
    pub(crate) mod trees;
}

/// As it is.
#[path = "."]
mod original {
    mod engine {
        pub(super) use html5ever::*;
        pub(super) use markup5ever_rcdom as rcdom;
    }
    pub(crate) mod trees;
}
