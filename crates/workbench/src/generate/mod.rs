//! Generates documents that a grammar describes: for tests, for fuzzing, and for exploring a
//! grammar.
//!
//! A grammar defines a set of texts, and a [`Generator`] samples it. A sentence depends on a seed
//! and a number only, so that any sentence can be made again:
//!
//! | [`SentenceKind`] | the text | its parse |
//! | --- | --- | --- |
//! | `Conforming` | every tag is written | no repair, and the tree it was made from |
//! | `Omitting` | some `omissible` tags are omitted | only allowed repairs, and that tree |
//! | `Broken` | a number of mistakes, made one by one | each mistake adds at least one repair |
//!
//! ```
//! use wishful::Grammar;
//! use wishful_workbench::generate::{GenerateOptions, Generator, SentenceKind};
//!
//! let grammar = Grammar::load("whatwg")?;
//! let options = GenerateOptions::default().seed(7).kind(SentenceKind::Omitting);
//! let generator = Generator::new(grammar, options)?;
//! let sentence = generator.sentence(0)?;
//! let document = sentence.document().ok_or("whatwg is a grammar of markup")?;
//! assert_eq!(document.replay().mistakes().count(), 0);
//! assert_eq!(sentence.text(), generator.sentence(0)?.text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Generator::cover`] makes sentences until every rule of the grammar is used, and returns the
//! reasons for the others. Grammars that define their own tokens (`tokenizer text`) have sentences,
//! too; these are conforming only.
//!
//! `plan` analyses the grammar, and `walk` makes a sentence; its essay has the idea. `stage` writes
//! the words as `spell` and `tokens` spell them. `judge` parses the text; a text that does not
//! parse as intended is discarded. `mend` deletes what a grammar that checks trees finds. `omit`
//! and `slips` change a text, `cover` steers.
//!
//! **Work.** Linear in the size of the sentences, apart from mistakes. A mistake must be parsed to
//! see whether it adds a repair, so `N` mistakes cost up to `48 N` parses. No function recurses on
//! the nesting depth of sentences.

mod chance;
mod cover;
mod cover_repairs;
mod generator;
mod judge;
mod made;
#[cfg_attr(not(feature = "large"), path = "no_mend.rs")]
mod mend;
mod obstacle;
mod omit;
mod plan;
mod sentence;
mod slips;
mod spell;
mod stage;
#[cfg(test)]
mod tests;
mod tokens;
mod walk;

pub use cover::{Production, RuleCover};
pub use cover_repairs::RepairCover;
pub use generator::{GenerateError, GenerateOptions, Generator, SentenceKind};
pub use sentence::Sentence;
pub(crate) use tokens::samples;
