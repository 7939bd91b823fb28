//! The grammar language: text to a compiled, immutable grammar, in named passes.
//!
//! `notes/grammar-language.md` is the language; [`ast`] is what a file says. [`parse`] makes it from text, [`print`]
//! makes text of it again, [`load`] follows what a grammar uses.

pub mod ast;
mod cst;
pub mod load;
pub mod load_embedded;
mod lower;
mod lower_words;
mod meta;
mod meta_interim;
pub mod meta_rules;
pub mod parse;
mod parse_advice;
mod parse_expected;
mod parse_unknown;
pub mod print;
pub mod print_format;
mod print_words;
pub mod compile;
pub mod compiled;
pub mod lint;

pub use compiled::Grammar;
