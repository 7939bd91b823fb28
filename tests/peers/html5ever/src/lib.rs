//! html5ever with its known bugs fixed, as the reference for differential tests.
//!
//! The sources are those that cargo fetched for html5ever and `markup5ever_rcdom`; `build.rs`
//! applies the patches of `mends/` to them. Each patch has the name of its case in
//! `corpus/whatwg/excused.dat`, and begins with the paragraph of the standard that it follows. So
//! no difference needs to be excused by a bug of html5ever.

#![allow(warnings, clippy::all, reason = "the code is html5ever's")]

pub use driver::{parse_document, parse_fragment, ParseOpts, Parser};
pub use markup5ever::*;

/// Includes a file of the patched sources.
macro_rules! source {
    ($path:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $path));
    };
}

mod util {
    pub(crate) mod str {
        source!("html5ever/src/util/str.rs");
    }
}

pub(crate) mod encoding {
    source!("html5ever/src/encoding.rs");
}

pub(crate) mod macros {
    source!("html5ever/src/macros.rs");
}

pub mod driver {
    source!("html5ever/src/driver.rs");
}

pub mod serialize {
    source!("html5ever/src/serialize/mod.rs");
}

pub mod tokenizer {
    source!("html5ever/src/tokenizer/mod.rs");
}

pub mod tree_builder {
    source!("html5ever/src/tree_builder/mod.rs");
}

/// The DOM of html5ever's tests.
pub mod rcdom {
    source!("markup5ever_rcdom/lib.rs");
}
