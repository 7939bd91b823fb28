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
//! | `statements` | cites statements by their span |

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
