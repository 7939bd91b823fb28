//! # Tools for experiments with grammars
//!
//! A parse records why each token is where it is in the tree, and which line of the grammar caused
//! that. From these records the workbench answers questions about grammars that no single document
//! answers.
//!
//! It uses the public layers only, and no parse uses it: without this module the parser is the
//! same.

pub mod causes;
pub mod changes;
pub mod coverage;
pub mod distinguish;
pub mod generate;
pub mod import;
pub mod language;
pub mod score;
pub mod shrink;

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct WorkbenchReadme;
