//! Documents that a grammar describes: for tests, for fuzzing, and to see what one has written.
//!
//! A grammar says which texts there are, so texts can be made of it. A [`Generator`] makes them, each from a seed and a
//! number and nothing else, so that any can be made again:
//!
//! | [`Kind`] | the text | and what is read of it |
//! | --- | --- | --- |
//! | `Conforming` | every tag is written | no repair, and the tree that it was made from |
//! | `Omitting` | tags that the grammar calls `omissible` are left out | no repair but for these, and that tree |
//! | `Broken` | so many mistakes, one after the other | each makes at least one repair more |
//!
//! ```
//! use wishful::Grammar;
//! use wishful::workbench::generate::{GenerateOptions, Generator, Kind};
//!
//! let grammar = Grammar::load("whatwg")?;
//! let options = GenerateOptions { seed: 7, kind: Kind::Omitting, ..GenerateOptions::default() };
//! let generator = Generator::new(grammar, options)?;
//! let sentence = generator.sentence(0)?;
//! let document = sentence.document().ok_or("whatwg is a grammar of markup")?;
//! assert_eq!(document.mistakes().count(), 0);
//! assert_eq!(sentence.text(), generator.sentence(0)?.text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Generator::cover`] makes as many as it takes until every rule of the grammar was used, and says of the others why they were
//! not. Grammars with tokens of their own (`tokenizer text`) have sentences, too; these are conforming only.
//!
//! `plan` is what is known of the grammar beforehand, `walk` makes a sentence (it has the idea), `stage` writes its words as `spell` and
//! `tokens` spell them, and `judge` reads the text again. What it does not read as it was meant is not handed out. `omit` and
//! `slips` change a text, `cover` steers. All work is linear in the size of the sentences, but that of mistakes: whether one
//! makes a repair more is known when the text with it was read again, so `N` of them cost up to `48 N` readings. Nothing recurses on
//! how deep sentences are nested.

mod chance;
mod cover;
mod generator;
mod judge;
mod made;
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

pub use cover::{Cover, Production};
pub use generator::{GenerateError, GenerateOptions, Generator, Kind};
pub use sentence::Sentence;
