//! The grammar language: text to a compiled, immutable grammar, in named passes.
//!
//! `notes/grammar-language.md` is the language; [`ast`] is what a file says.

pub mod ast;
pub mod compile;
pub mod compiled;
pub mod lint;

pub use compiled::Grammar;
