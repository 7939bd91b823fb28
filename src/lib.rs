//! wishful: an HTML parser whose behaviour is stated in a grammar file.
//!
//! A predictive Earley parser knows at each point which tags and texts are acceptable. Between it
//! and the physical tokens, the *Ruby Slippers* repair the token stream. They insert virtual tags
//! that make a token acceptable, as far as the grammar permits, and set aside tokens that fit
//! nowhere. So every input has a tree, and every difference from the source is a repair with a
//! reason.
//!
//! ```text
//! bytes ──► text ──► physical tokens ──►┌─ Ruby Slippers ─┐──► events ──► Document ──► html, json
//!          source     token     ◄───────│  "acceptable?"  │               tree
//!                              lexical  └──►  earley  ◄───┘
//!                               state       over a grammar
//! ```
//!
//! # Parse a page
//!
//! A [`Grammar`] is compiled once and shared by any number of threads. A [`Parser`] turns bytes
//! into a [`Document`], which owns all its data. The grammar `whatwg` builds the trees of the HTML
//! standard.
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
//! [`ParseOptions`] describe the input (a fragment, its address, its encoding); [`Limits`] bound
//! the work, and an [`Interrupt`] can end it.
//!
//! # Select
//!
//! The crate `wishful-query` has CSS selectors and XPath: `use wishful_query::Select` makes
//! `document.select("ul > li.ripe")?` one line. Without it, [`Document::nodes`],
//! [`Document::first_element`] and [`NodeRef::descendants`] iterate over the tree.
//!
//! # Why was this repaired?
//!
//! Each repair cites the line of the grammar that permits it. [`explain`] lists the acceptable
//! tokens and the attempted remedies, in order.
//!
//! ```
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let parser = Parser::new(Grammar::load("marpa")?)?;
//! let document = parser.parse(b"<td>for sale", &ParseOptions::default())?;
//! let reasons: Vec<String> =
//!     document.repair_ids().map(|repair| document.describe_repair(repair)).collect();
//! assert!(reasons[4].starts_with("inserted <table> before <td> at 1:1"), "{}", reasons[4]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # My own grammar
//!
//! A grammar file describes HTML in an ideal form, where every element has both its tags. It also
//! says which tags may be inserted where. A variant of a shipped grammar is a few lines; errors are
//! reported with carets ([`diagnostics`], [`grammar`]).
//!
//! ```
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let text = r#"use "marpa" ; block |= <acme> ;"#;
//! let grammar = Grammar::source("acme.grammar", text).compile()?;
//! let document = Parser::new(grammar)?.parse("<p>One<acme>Two", &ParseOptions::default())?;
//! assert_eq!(document.structure(), "(html (head) (body (p) (acme)))");
//!
//! let misspelt = r#"use "marpa" ; blok |= <acme> ;"#;
//! let report = Grammar::source("acme.grammar", misspelt).compile().unwrap_err();
//! assert!(report.render(false).contains("blok"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Walk the tree
//!
//! A [`NodeRef`] is a number and a reference to a document. It is `Copy`, and ordered in document
//! order.
//!
//! ```
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let parser = Parser::new(Grammar::load("whatwg")?)?;
//! let page = "<ul class='menu wide'><li><a href=/one>One</a><li><a href=/two>Two</a></ul>";
//! let options = ParseOptions::default().url("https://example.org/a/".parse().ok());
//! let document = parser.parse(page, &options)?;
//! let menu = document.nodes().find(|node| node.has_class("menu")).ok_or("no menu")?;
//! let links = menu.descendants().elements().filter_map(|node| node.link("href"));
//! let links: Vec<String> = links.map(String::from).collect();
//! assert_eq!(links, ["https://example.org/one", "https://example.org/two"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Build your own tree
//!
//! [`Document::build_into`] hands the finished tree to a [`tree::TreeSink`], which has an example.
//! It calls the sink in document order.
//!
//! # Beside other parsers
//!
//! | | wishful | html5ever | scraper | lexbor | roxmltree |
//! | --- | --- | --- | --- | --- | --- |
//! | the tree of the HTML standard | yes | yes | yes | yes | reads XML |
//! | rules in a file that you can change | yes | no | no | no | no |
//! | a reason for each repair | yes | no | no | no | repairs none |
//! | source positions of nodes and attributes | yes | no | no | no | yes |
//! | CSS selectors | `wishful-query` | no | yes | yes | no |
//! | XPath | `wishful-query` | no | no | no | no |
//! | a tree of your own | after the parse | while parsing | no | no | no |
//! | a tree that can be changed | no | your own | yes | yes | no |
//! | input in chunks, `document.write` | no | yes | no | chunks | no |
//!
//! # Further modules
//!
//! [`tree`] writes and compares documents. [`tokenizer`] accepts tokens from
//! elsewhere. [`derivation`] parses texts other than markup by grammars with their own tokens.
//! [`dtd`] converts a document type definition to a grammar. [`verify`] checks the guarantees of a
//! parse. Other crates build on documents: `wishful-query` selects nodes, `wishful-check` finds
//! mistakes of authors, `wishful-edit` changes and repairs sources, `wishful-microformats` reads
//! marked-up data, `wishful-parselet` extracts JSON in a given shape, `wishful-workbench` has tools
//! for experiments with grammars, `wishful-test-runner` tests grammars, `wishful-language-server`
//! serves editors, `wishful-cli` is the command. Read `notes/pipeline.md` for an overview,
//! `notes/grammar-language.md` for the language. `notes/api.md` lists the public API, which is
//! stable.
//!
//! | feature | purpose |
//! | --- | --- |
//! | `sgml` (default) | grammars with `tokenizer sgml`; DTDs; `nsgmls` output |
//! | `large` (default) | precompiled variants, full Unicode in regular expressions; 0.5 MB |
//! | `conforming` (part of `large`) | the grammar of conforming documents, for `wishful-check` |
//! | `pool` | `pool`: work in several threads, with results in order |

// Dead code and items that are public by mistake are reported when all features are on. With fewer
// features, parts of the library are unused, because the tool and the instruments use more of it
// than a parse does.
#![cfg_attr(not(feature = "sgml"), allow(dead_code, unused_imports, unreachable_pub))]

#[doc(hidden)]
pub mod base;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod common;
pub mod derivation;
pub mod diagnostics;
#[cfg(feature = "sgml")]
pub mod dtd;
#[doc(hidden)]
pub mod embedded;
pub mod explain;
mod front;
pub mod grammar;
#[doc(hidden)]
pub mod instruments;
mod parser;
#[cfg(feature = "pool")]
pub mod pool;
#[cfg(feature = "sgml")]
pub mod sgml;
#[doc(hidden)]
pub mod slippers;
#[doc(hidden)]
pub mod source;
#[doc(hidden)]
pub mod token;
pub mod tokenizer;
pub mod tree;
pub mod verify;

#[cfg(test)]
extern crate self as wishful;
use wishful_earley as earley;

pub use base::Allowance;
pub use front::parse;
pub use grammar::Grammar;
#[doc(hidden)]
pub use parser::TokenSource;
pub use parser::{Input, ParseError, ParseOptions, Parser};
pub use slippers::{Interrupt, Limit, Limits, ParseWork};
pub use token::sgml::EntityLimits;
pub use tree::{Document, NodeRef};
