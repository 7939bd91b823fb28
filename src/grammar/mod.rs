//! The grammar language: text to a compiled, immutable grammar, in named passes.
//!
//! `notes/grammar-language.md` is the language; [`ast`] is what a file says, most of it as the [`schema`] has it. [`parse`] makes it
//! from text, [`mod@print`] makes text of it again, [`load`] follows what a grammar uses. [`compile`] makes a [`Grammar`] of what was
//! loaded, [`stored`] has the shipped ones ready-made, `lint` says what cannot be meant, `gaps` keeps back what may only
//! follow from a mistake in the text, [`graph`] draws the grammar; [`entry`] is the way in.

pub mod ast;
mod ast_facts;
pub mod compile;
pub mod compiled;
mod compiled_tables;
pub mod compiled_words;
mod cst;
pub mod entry;
mod gaps;
pub mod graph;
mod lint;
pub mod load;
pub mod load_embedded;
mod lower;
mod lower_facts;
mod lower_words;
mod meta;
pub mod meta_rules;
pub mod parse;
mod parse_advice;
mod parse_expected;
mod parse_unknown;
pub mod print;
mod print_facts;
pub mod print_format;
mod print_words;
mod readings;
mod recognise;
pub mod schema;
mod schema_rows;
pub mod stored;
pub mod stored_trees;
mod vocabulary;

pub use ast::AttributeTest;
pub use compile::Modes;
pub use compiled::{
    Action, ElementId, ElementInfo, Grammar, Insert, Mode, RemedyLine, StartTerminal, TerminalKind,
    TokenizerKind,
};
pub use load_embedded::{Embedded, parts, shipped};
pub use print_format::format;
pub(crate) use readings::{TagReadings, Turn};
pub(crate) use vocabulary::{Facts, QualifiedName, Vocabulary};
