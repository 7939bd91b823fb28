//! wishful: a predictive Earley parser that reads a textual HTML grammar, and Ruby Slippers that
//! grant its wishes.

pub mod base;
#[cfg(feature = "cli")]
pub mod cli;
pub mod earley;
pub mod explain;
pub mod grammar;
mod parser;
pub mod slippers;
pub mod source;
pub mod token;
pub mod tree;
pub mod verify;

pub use grammar::Grammar;
pub use parser::{ParseError, ParseOptions, Parser};
pub use tree::Document;
