//! Queries: CSS selectors, XPath 1.0, and Parsley's mixture of both, on a parsed document.
//!
//! ```text
//! "ul > li:first-child a/@href"
//!      │  syntax     by grammar/query/*.grammar and the project's own engine: derivations, ranked
//!      ▼
//!    Plan            operations and selectors, independent of the source language
//!      │  evaluate   values, axes, functions
//!      │  select     selectors, from an index or in one pass over the document
//!      ▼
//!    Value           nodes, a text, a number, true or false
//! ```
//!
//! The trait [`Select`] adds queries to [`Document`](wishful::Document) and
//! [`NodeRef`](wishful::NodeRef).
//!
//! ```
//! use wishful_query::{Select, Value};
//! let document = wishful::parse("<ul><li>apple<li class=ripe>pear");
//! let ripe = document.select("ul > li.ripe")?;
//! assert_eq!((ripe.len(), ripe[0].text_content()), (1, "pear".to_owned()));
//! assert_eq!(document.xpath("count(//li)")?, Value::Number(2.0));
//! assert_eq!(document.visible_text(", ", true), "apple, pear");
//! # Ok::<(), wishful::diagnostics::Report>(())
//! ```
//!
//! A [`Selector`] or a [`Query`] is compiled once and used on any number of documents; [`Limits`]
//! bound its evaluation. A query takes no part in a parse and changes no document. [`xml`] parses
//! XML into the same tree.
//!
//! | feature | purpose |
//! | --- | --- |
//! | `large` (default) | `large` of `wishful`, and full Unicode in regular expressions |
//! | `xml` (default) | XML as the input of queries and parselets |

#[cfg(test)]
#[path = "../../../tests/common/mod.rs"]
mod common;
#[doc(hidden)]
pub mod compile;
mod compiled;
mod definitions;
mod documents;
#[doc(hidden)]
pub mod evaluate;
#[doc(hidden)]
pub mod function;
mod functions;
mod language;
mod limits;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod node;
mod patterns;
#[doc(hidden)]
pub mod plan;
mod print;
mod select;
mod selector;
#[doc(hidden)]
pub mod steps;
mod syntax;
pub mod table;
mod text_map;
mod value;
mod variables;
mod view;
mod visible_text;
pub mod xml;

pub use compiled::Query;
pub use documents::{Documents, Fetch};
pub use evaluate::{Answer, Failure, ReachedLimit};
pub use function::Function;
pub use language::Language;
pub use limits::Limits;
pub use node::{Node, NodeType};
pub use selector::{AsSelector, Select, Selector};
pub use text_map::{RunKind, TextMap, TextRun};
pub use value::Value;
pub use variables::Variables;
pub use view::View;

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct QueryReadme;

/// Runs the example of the project's README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ProjectReadme;
