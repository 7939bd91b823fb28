//! The vocabularies: what the files in `grammar/microformats/` say, and files of one's own besides.
//!
//! A vocabulary file is a list of statements: which formats there are, their properties with the number and kind of their
//! values, what microformats2 reads them as; and which attributes of elements of HTML count. `notes/microformats.md` is the
//! language, `grammar/vocabulary.grammar` its grammar, by which the project's own engine reads the files.
//!
//! ```text
//! text ──► pieces ──► statement ──► define ──► resolve ──► Vocabulary
//!          one for     words with    what is    what is
//!          each `;`    places        said       named is there
//! ```
//!
//! `syntax` defines what is of syntaxes of structured data. `model` is what comes out, `lookup` what is asked of it, `print` writes it as a file, `nesting` draws which format may stand in which; `shipped` has the program's own files, ready-made; `words` has the
//! words of the language, `mistakes` how wrong ones are told. Each stage goes on after a mistake, so that all mistakes of all
//! files are told at once:
//!
//! ```
//! use wishful::microformats::vocabulary::Vocabulary;
//!
//! let text = r#"format hboat "hBoat" becomes h-boat ;
//!     property fn one txt becomes p-name ; property owner many nested vcrad ;"#;
//! let report = Vocabulary::shipped_with([("mine.vocabulary", text)]).unwrap_err().render(false);
//! assert!(report.contains("there is no kind `txt`") && report.contains("did you mean `text`?"));
//! assert!(report.contains("there is no format `vcrad`") && report.contains("did you mean `vcard`?"));
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

pub(crate) use lookup::{Backcompat, Becoming};
pub use model::Vocabulary;
pub(crate) use model::{
    Cardinality, Elemental, Format, Implied, Kind, Manner, Mark, Property, Reading, Rule, Said,
    Shape, Simple, Syntax,
};
pub(crate) use nesting::Nesting;
pub(crate) use shipped::shipped_file;
pub use shipped::{VocabularyFile, shipped_files};
