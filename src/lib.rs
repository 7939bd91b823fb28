//! wishful: HTML parsing that a grammar file states. A predictive Earley parser knows at each point which tags and
//! texts are acceptable; *Ruby Slippers* between it and the real tokens invent the tags after which a token would be,
//! as far as the grammar permits, and set aside what fits nowhere. So every input gives a tree, and every difference
//! from what is written is a repair with a reason.
//!
//! ```text
//! bytes ──► text ──► physical tokens ──►┌─ Ruby Slippers ─┐──► events ──► Document ──► html · json · …
//!          source     token     ◄───────│  "acceptable?"  │               tree
//!                              lexical  └──►  earley  ◄───┘
//!                               state       over a grammar
//! ```
//!
//! # Parse a page
//!
//! A [`Grammar`] is compiled once and shared by any number of threads; a [`Parser`] takes bytes to a [`Document`],
//! which owns all that it needs. The grammar `whatwg` gives the trees of the HTML standard.
//!
//! ```
//! use wishful::tree::{Format, WriteOptions};
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let grammar = Grammar::load("whatwg")?;
//! let parser = Parser::new(grammar)?;
//! let document = parser.parse(b"<p>One<p>Two <b>bold", &ParseOptions::default())?;
//! assert_eq!(
//!     document.render(Format::Html, WriteOptions::default()),
//!     "<html><head></head><body><p>One</p><p>Two <b>bold</b></p></body></html>"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`ParseOptions`] say what the input is (a fragment, its address, its encoding), [`Limits`] bound the work.
//!
//! # Why was this repaired?
//!
//! Each repair is a sentence that cites the line of the grammar by which it was made; [`explain`] says what was
//! acceptable, what was tried, and in which order.
//!
//! ```
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let parser = Parser::new(Grammar::load("marpa")?)?;
//! let document = parser.parse(b"<td>for sale", &ParseOptions::default())?;
//! let reasons: Vec<String> = document.repair_ids().map(|repair| document.describe(repair)).collect();
//! assert!(reasons[4].starts_with("inserted <table> before <td> at 1:1"), "{}", reasons[4]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # My own grammar
//!
//! A grammar file describes HTML as one would wish it, every element with both its tags, and says what may be invented
//! where. A variant of a shipped grammar is a few lines; mistakes come with carets ([`diagnostics`], [`grammar`]).
//!
//! ```
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let text = r#"use "marpa" ; block |= <acme> ;"#;
//! let grammar = Grammar::from_text("acme.grammar", text)?;
//! let document = Parser::new(grammar)?.parse_str("<p>One<acme>Two", &ParseOptions::default())?;
//! assert_eq!(document.structure(), "(html (head) (body (p) (acme)))");
//!
//! let report = Grammar::from_text("acme.grammar", r#"use "marpa" ; blok |= <acme> ;"#).err().unwrap();
//! assert!(report.render(false).contains("blok"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Walk the tree
//!
//! A [`NodeRef`] is a number and a document: it is copied freely, and ordered as the document is.
//!
//! ```
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let parser = Parser::new(Grammar::load("whatwg")?)?;
//! let page = "<ul class='menu wide'><li><a href=/one>One</a><li><a href=/two>Two</a></ul>";
//! let options = ParseOptions { url: "https://example.org/a/".parse().ok(), ..Default::default() };
//! let document = parser.parse_str(page, &options)?;
//! let menu = document.nodes().find(|node| node.has_class("menu")).ok_or("no menu")?;
//! let links = menu.descendants().elements().filter_map(|node| node.link("href"));
//! let links: Vec<String> = links.map(String::from).collect();
//! assert_eq!(links, ["https://example.org/one", "https://example.org/two"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # And then
//!
//! [`query`] asks documents by selectors and XPath ([`Document::select`], [`Document::xpath`]). [`microformats`] reads what authors have marked as cards, events, reviews and entries, and says of every value where it is
//! from. [`tree`] writes and compares documents, [`tokenizer`] takes tokens from elsewhere, [`derivation`] parses texts that
//! are no markup by grammars with tokens of their own, [`dtd`] makes a grammar of a document type definition, [`verify`]
//! checks what a parse promises. Read `notes/pipeline.md` for the whole, `notes/grammar-language.md` for the language.
//! What is public is promised, and listed in `notes/api.md`.
//!
//! | feature | is there for |
//! | --- | --- |
//! | `sgml` (default) | grammars that say `tokenizer sgml`; document type definitions; the output of `nsgmls` |
//! | `microformats-formats` (default) | microformats as vCard, jCard, iCalendar, KML, JSON-LD and Turtle |
//! | `large` (default) | what makes a program half a megabyte larger: shipped variants that are compiled in it, quick regular expressions with all of Unicode |
//! | `xml` (default) | XML as the input of queries and parselets |
//! | `pool` | [`pool`]: work of several threads, handed on in order |
//! | `cli` (default) | the program `wishful` |

// What is dead or public by mistake shows where all of it is built: the tool and the instruments use
// more of the library than a parse does.
#![cfg_attr(
    not(all(feature = "cli", feature = "sgml", feature = "xml", feature = "instruments")),
    allow(dead_code, unused_imports, unreachable_pub)
)]

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
pub mod microformats;
pub mod parselet;
mod parser;
#[cfg(feature = "pool")]
pub mod pool;
pub mod query;
#[cfg(feature = "sgml")]
pub mod sgml;
mod slippers;
mod source;
mod token;
pub mod tokenizer;
pub mod tree;
pub mod verify;
pub mod workbench;
pub mod xml;

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
