//! The grammar language: text to a compiled, immutable grammar, in named passes.
//!
//! `notes/grammar-language.md` is the language. `syntax` makes a tree of a file, and text of the
//! tree; [`load`] follows what a grammar uses; [`compile`] makes a [`Grammar`] of what was loaded,
//! as [`model`] has it; [`stored`] has the shipped ones ready-made. `lint` says what cannot be
//! meant, `gaps` keeps back what may only follow from a mistake in the text, [`graph`] draws the
//! grammar; [`entry`] is the way in.

pub mod compile;
pub mod entry;
mod gaps;
pub mod graph;
mod lint;
pub mod load;
pub mod load_embedded;
pub mod model;
pub mod stored;
mod syntax;

pub use ast::AttributeTest;
pub use compile::Modes;
pub use load_embedded::{Embedded, parts, shipped};
pub use model::{
    Action, ElementId, ElementInfo, Grammar, Insert, Mode, RemedyLine, StartTerminal, TerminalKind,
    TokenizerKind,
};
pub(crate) use model::{Facts, QualifiedName, TagReadings, Turn, Vocabulary};
pub use print_format::format;
pub use syntax::{ast, parse, print, print_format, schema, stored_trees};
