//! Grammar files as text and as trees: reading, printing, and what both know of the language.
//!
//! [`ast`] is what a file says, most of it as the [`schema`] has it. [`parse`] makes it from text,
//! by the engine and `grammar/meta.grammar` (`meta`, `cst`, `lower`); [`mod@print`] makes text of
//! it again. Nothing here knows what a statement means: that is for [`compile`](super::compile).

pub(crate) mod ast;
mod ast_facts;
mod cst;
pub(crate) mod escapes;
mod lower;
mod lower_facts;
mod lower_words;
mod meta;
pub(crate) mod parse;
mod parse_advice;
mod parse_expected;
mod parse_unknown;
pub(crate) mod pieces;
pub(crate) mod print;
mod print_facts;
pub(crate) mod print_format;
mod print_words;
pub(crate) mod schema;
mod schema_rows;
pub(crate) mod stored_trees;
pub(crate) mod words_gone;

pub(crate) use meta::tokens;
