//! The grammar language: text to a compiled, immutable grammar, in named passes.
//!
//! `notes/grammar-language.md` is the language; `ast` is what a file says, most of it as the `schema` has it. `parse` makes it
//! from text, `mod@print` makes text of it again, `load` follows what a grammar uses. `compile` makes a [`Grammar`] of what was
//! loaded, `stored` has the shipped ones ready-made, `lint` says what cannot be meant, `gaps` keeps back what may only
//! follow from a mistake in the text, `graph` draws the grammar; `entry` is the way in.

pub(crate) mod ast;
mod ast_facts;
pub(crate) mod compile;
pub(crate) mod compiled;
mod compiled_tables;
pub(crate) mod compiled_words;
mod cst;
pub(crate) mod entry;
mod gaps;
pub(crate) mod graph;
mod lint;
pub(crate) mod load;
pub(crate) mod load_embedded;
mod lower;
mod lower_facts;
mod lower_words;
mod meta;
pub(crate) mod meta_rules;
pub(crate) mod parse;
mod parse_advice;
mod parse_expected;
mod parse_unknown;
pub(crate) mod print;
mod print_facts;
pub(crate) mod print_format;
mod print_words;
mod readings;
mod recognise;
pub(crate) mod schema;
mod schema_rows;
pub(crate) mod stored;
pub(crate) mod stored_trees;
#[cfg(test)]
mod tests;
mod vocabulary;

pub(crate) use ast::AttributeTest;
pub use compile::Modes;
pub(crate) use compiled::{
    Action, ElementId, ElementInfo, Insert, RemedyLine, StartTerminal, TerminalKind, TokenizerKind,
};
pub use compiled::{Grammar, Mode};
pub use entry::{check, check_from, check_text};
pub use load::{EmbeddedOnly, FileSystem, Loader};
pub(crate) use load_embedded::parts;
pub use load_embedded::{Embedded, shipped};
pub use print_format::format;
pub(crate) use readings::{TagReadings, Turn};
pub(crate) use vocabulary::{Facts, QualifiedName, Vocabulary};
