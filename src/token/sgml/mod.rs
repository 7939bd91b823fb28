//! The tokens of SGML: the reports of Connolly's lexical analyser (the crate `wishful-sgml-lexer`)
//! as tokens of the parser, for grammars with `tokenizer sgml`.
//!
//! `tokenizer` pulls the analyser one construct at a time. `tokens` makes tokens from its reports,
//! `interpret` makes values from literals, `entities` resolves references, and `replaced` converts
//! the tokens of a replacement text.

mod entities;
mod interpret;
#[cfg(feature = "sgml")]
mod replaced;
#[cfg(all(test, feature = "sgml"))]
mod tests;
#[cfg(feature = "sgml")]
mod tokenizer;
#[cfg(feature = "sgml")]
mod tokens;

pub use entities::EntityLimits;
pub(crate) use entities::{Entities, EntityKind, KnownEntities, Subset, character, literal};
#[cfg(feature = "sgml")]
pub use tokenizer::SgmlTokenizer;
