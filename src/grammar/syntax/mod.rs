//! The syntax of grammar files: parsing, printing, and the tables that both share.
//!
//! [`ast`] is the syntax tree; its statements, except for sets, rules and remedies, are described
//! by the [`schema`]. [`parse`]
//! makes it from text, with the engine and `grammar/meta.grammar` (`meta`, `cst`, `lower`).
//! [`mod@print`] makes text of it. Vocabulary files are parsed with [`meta`] and [`cst`] as well.
//! This module does not know the meaning of statements; [`compile`](super::compile) does.

pub mod ast;
mod ast_facts;
pub mod cst;
pub mod escapes;
mod lower;
mod lower_facts;
mod lower_words;
pub mod meta;
pub mod parse;
mod parse_advice;
mod parse_expected;
mod parse_unknown;
pub mod pieces;
pub mod print;
mod print_facts;
pub mod print_format;
mod print_words;
pub mod schema;
pub mod schema_help;
mod schema_rows;
pub(crate) mod stored_trees;
