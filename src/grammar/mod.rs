//! The grammar language: from text to a compiled, immutable grammar, in named passes.
//!
//! `notes/grammar-language.md` defines the language.
//!
//! | module | task |
//! | --- | --- |
//! | `syntax` | parses a file to a syntax tree, and prints the tree |
//! | `load` | follows `use` statements |
//! | `compile` | compiles the loaded files to a [`Grammar`] |
//! | `model` | is the compiled form |
//! | `stored` | reads the shipped grammars, which are already compiled |
//! | `lint` | finds statements that cannot be meant |
//! | `gaps` | holds back diagnostics that may merely follow from a syntax error |
//! | `quoted` | quotes the rest of the grammar beside a syntax error |
//! | `graph` | draws a grammar |
//! | `about` | lists the statements that touch one tag |
//! | `entry` | has the entry points |
//! | `statements` | keeps the statements of a grammar, finds them by span, and changes one |

#[doc(hidden)]
pub mod about;
#[doc(hidden)]
pub mod compile;
#[doc(hidden)]
pub mod entry;
mod gaps;
#[doc(hidden)]
pub mod graph;
mod lint;
#[doc(hidden)]
pub mod load;
#[doc(hidden)]
pub mod load_embedded;
#[doc(hidden)]
pub mod model;
mod quoted;
#[doc(hidden)]
pub mod statements;
pub(crate) mod stored;
mod syntax;
#[cfg(test)]
pub(crate) mod tests;

#[doc(hidden)]
pub use ast::AttributeTest;
pub use compile::Modes;
#[doc(hidden)]
pub use compile::mistake::nearest;
pub use entry::GrammarSource;
pub use load::{EmbeddedOnly, FileSystem, Loader};
pub use load_embedded::{Embedded, parts, shipped};
pub use model::{
    CompiledRemedy, ElementId, Facts, FragmentContext, Insert, LatchEffect, QualifiedName,
    RemedyLine, TagReadings, TerminalKind, TokenizerKind, Vocabulary,
};
pub use model::{Grammar, Mode};
pub use print_format::format;
#[doc(hidden)]
pub use syntax::{
    ast, cst, escapes, meta, parse, pieces, print, print_format, schema, schema_help,
};
