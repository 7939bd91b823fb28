//! The peer, html5ever: with its known bugs fixed, and unchanged, to show that they are bugs.

#![expect(
    clippy::duplicate_mod,
    reason = "the two have the same functions, and types of their own"
)]

use super::{Input, Tree};

/// Returns the tree of an input by the fixed html5ever, which follows the standard.
pub(crate) fn tree(input: &Input) -> Tree {
    mended::trees::tree(input)
}

/// Returns that tree as HTML.
pub(crate) fn html(input: &Input) -> Tree {
    mended::trees::html(input)
}

/// Returns the tree of an input by the unchanged html5ever.
pub(crate) fn original_tree(input: &Input) -> Tree {
    original::trees::tree(input)
}

/// Returns a DOM of the unchanged html5ever in the format of the public suite.
pub(crate) fn original_dump(dom: &markup5ever_rcdom::RcDom) -> String {
    original::trees::dump(dom, false)
}

/// html5ever with the patches of `tests/peers/html5ever`.
#[path = "."]
mod mended {
    mod engine {
        pub(super) use mended_html5ever::*;
    }
    pub(crate) mod trees;
}

/// The unchanged html5ever.
#[path = "."]
mod original {
    mod engine {
        pub(super) use html5ever::*;
        pub(super) use markup5ever_rcdom as rcdom;
    }
    pub(crate) mod trees;
}
