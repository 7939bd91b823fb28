//! wishful: a predictive Earley parser that reads a textual HTML grammar, and Ruby Slippers that grant
//! its wishes.
//!
//! ```text
//! bytes ──► text ──► physical tokens ──►┌─ Ruby Slippers ─┐──► events ──► Document ──► html · json · …
//!          source     token     ◄───────│  "acceptable?"  │               tree
//!                              lexical  └──►  earley  ◄───┘
//!                               state       over a grammar
//! ```
//!
//! A *wishful grammar* describes HTML as one would wish it, every element with its start and its end tag. The
//! recogniser (`earley`) knows at each point which terminals are acceptable. The `slippers` stand between it
//! and the real tokens: an acceptable token passes as it is; for any other they invent the tags after which it
//! would be, as far as the [`grammar`] permits, and what fits nowhere they set aside. So every input gives
//! a tree, and every difference from what is written is a repair: an inserted tag names the line of the grammar
//! that permits it, and [`explain`] cites the rule that had no place for what was set aside.
//!
//! ```
//! use wishful::{Grammar, ParseOptions, Parser};
//! use wishful::tree::{Format, WriteOptions};
//!
//! let grammar = Grammar::load("marpa").map_err(|report| report.render(false))?;
//! let parser = Parser::new(grammar)?;
//! let document = parser.parse(b"<td>for sale", &ParseOptions::default())?;
//! assert_eq!(
//!     document.render(Format::Html, WriteOptions::default()),
//!     "<html><head></head><body><table><tbody><tr><td>for sale</td></tr></tbody></table></body></html>"
//! );
//! let reasons: Vec<String> = document.repair_ids().map(|repair| document.describe(repair)).collect();
//! assert!(reasons[4].starts_with("inserted <table> before <td> at 1:1"), "{}", reasons[4]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Grammar`] is compiled once and shared by any number of threads; [`Parser`] takes bytes to a
//! [`Document`], which owns everything it needs. [`grammar::entry`] checks grammars, [`explain`] answers
//! "why is this here?", [`verify`] checks what a parse promises; [`derivation`] parses texts that are no
//! markup, by grammars with tokens of their own. Read `notes/pipeline.md` for the whole,
//! `notes/grammar-language.md` for the language.

mod base;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod common;
pub mod derivation;
pub mod diagnostics;
#[cfg(feature = "sgml")]
pub mod dtd;
mod earley;
pub mod explain;
pub mod grammar;
#[cfg(feature = "instruments")]
#[doc(hidden)]
pub mod instruments;
mod parser;
mod slippers;
mod source;
mod token;
pub mod tokenizer;
pub mod tree;
pub mod verify;

pub use base::Allowance;
pub use earley::Engine;
pub use grammar::Grammar;
pub use parser::{ParseError, ParseOptions, Parser};
pub use slippers::{Limit, Limits, Work};
pub use token::sgml::EntityLimits;
pub use tree::{Document, NodeRef};

/// The README's example runs, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
