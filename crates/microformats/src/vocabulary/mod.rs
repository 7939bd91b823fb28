//! Vocabularies: the definitions in the files of `grammar/microformats/`, and in files of your own.
//!
//! A vocabulary file is a list of statements. They define formats, and their properties with the
//! number and kind of values and the equivalents in microformats2. They also define which
//! attributes of HTML elements count. `notes/microformats.md` documents the language; its grammar
//! is `grammar/vocabulary.grammar`, with which the project's own engine parses the files.
//!
//! ```text
//! text ──► pieces ──► statement ──► define ──► resolve ──► Vocabulary
//!          split at   words with    enter      check the
//!          each `;`   positions     it         references
//! ```
//!
//! `syntax` enters the definitions of structured data syntaxes. `model` is the output, `lookup` has
//! its queries, `print` writes it as a file, and `nesting` draws a graph of nested formats.
//! `shipped` holds the precompiled files of the program, `words` the words of the language, and
//! `mistakes` the diagnostics.
//!
//! Each stage continues after a mistake, so one report contains all mistakes of all files:
//!
//! ```
//! use wishful_microformats::vocabulary::Vocabulary;
//!
//! let text = r#"format hboat "hBoat" becomes h-boat ;
//!     property fn one txt becomes p-name ; property owner many nested vcrad ;"#;
//! let report = Vocabulary::shipped_with([("mine.vocabulary", text)]).unwrap_err().render(false);
//! assert!(report.contains("unknown kind `txt`") && report.contains("did you mean `text`?"));
//! assert!(report.contains("unknown format `vcrad`"));
//! assert!(report.contains("did you mean `vcard`?"));
//! ```

pub(crate) mod classes;
mod define;
mod lookup;
mod mistakes;
mod model;
mod nesting;
mod pieces;
mod print;
mod read;
mod resolve;
mod shipped;
mod statement;
mod syntax;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use lookup::{Backcompat, ModernClasses};
pub use model::Vocabulary;
pub(crate) use model::{
    AttributeRole, Cardinality, Format, Implied, ItemRelation, Property, PropertyKind, Reading,
    Rule, Shape, Simple, SimpleFormat, Syntax, ValueSource,
};
pub use nesting::Nesting;
pub use shipped::shipped_file;
pub use shipped::{VocabularyFile, shipped_files};
