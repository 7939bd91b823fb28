//! The grammar language: text to a compiled, immutable grammar, in named passes.
//!
//! `notes/grammar-language.md` is the language. `syntax` makes a tree of a file, and text of the
//! tree; `load` follows what a grammar uses; `compile` makes a [`Grammar`] of what was loaded,
//! as `model` has it; `stored` has the shipped ones ready-made. `lint` says what cannot be
//! meant, `gaps` keeps back what may only follow from a mistake in the text, `quoted` shows beside one what the others say, `graph` draws the
//! grammar, `about` says what touches one tag; `entry` is the way in, `statements` what others cite.

pub(crate) mod about;
pub(crate) mod compile;
pub(crate) mod entry;
mod gaps;
pub(crate) mod graph;
mod lint;
pub(crate) mod load;
pub(crate) mod load_embedded;
pub(crate) mod model;
mod quoted;
pub(crate) mod statements;
pub(crate) mod stored;
mod syntax;
#[cfg(test)]
mod tests;

pub(crate) use ast::AttributeTest;
pub use compile::Modes;
pub use entry::{check, check_from, check_text};
pub use load::{EmbeddedOnly, FileSystem, Loader};
pub use load_embedded::{Embedded, parts, shipped};
pub(crate) use model::{
    CompiledRemedy, ElementId, Facts, FragmentContext, Insert, QualifiedName, RemedyLine,
    TagReadings, TerminalKind, TokenizerKind, Turn, Vocabulary,
};
pub use model::{Grammar, Mode};
pub use print_format::format;
pub(crate) use syntax::{ast, escapes, parse, pieces, print, print_format, schema};
