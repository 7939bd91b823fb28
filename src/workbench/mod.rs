//! # For who experiments with grammars
//!
//! The engine knows why each token came to stand where it stands, and which line of the grammar said so. The workbench
//! makes answers of it: to questions about grammars that no document alone can answer.
//!
//! It stands on the public layers, and nothing of a parse stands on it: a parser without this module is the same parser.

pub mod causes;
pub mod changes;
pub mod coverage;
pub mod distinguish;
pub mod fix;
pub mod generate;
pub mod language;
pub mod score;
pub mod shrink;
