//! From the slippers' events to a [`Document`], and from a document to its output formats.
//!
//! In come the physical tokens, the stream of events and the record of repairs of one
//! `Parse`, with the text that they speak of. Out comes a tree that maps back: every node says
//! where it is written, every tag whether it is written or which repair made it up.
//!
//! ```text
//! <title>Hi</title><p>One</b>             becomes, with Marpa's grammar,
//!
//! <html>                                  virtual
//!   <head>                                virtual
//!     <title>
//!       "Hi"
//!   <body>                                virtual
//!     <p>                                 virtual end
//!       "One"
//!     cruft "</b>"
//! ```
//!
//! ```
//! use wishful::{Grammar, ParseOptions, Parser, tree::Format};
//! let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
//! let document = parser.parse_str("<table><td>one<td>two", &ParseOptions::default()).unwrap();
//! assert_eq!(document.structure(), "(html (head) (body (table (tbody (tr (td) (td))))))");
//!
//! let row = document.find("tr").unwrap();
//! let cells: Vec<String> = row.children().map(|cell| cell.text_content()).collect();
//! assert_eq!(cells, ["one", "two"]);
//! let fixed = document.render(Format::Fix, Default::default());
//! assert!(fixed.ends_with("<tbody><tr><td>one</td><td>two</td></tr></tbody></table></body></html>"));
//! ```
//!
//! The nodes lie in one flat arena, in document order, and link to each other by number ([`NodeId`]); a
//! [`NodeRef`] is a number with its document. So a subtree is a range of numbers, and [`Nodes`] counts through it; names are
//! numbers, too ([`NameId`]). Values are not copied: a text node is a chain of pieces, each
//! a range of a token's value; an attribute is read from the start tag. So a document owns all that it was made of (the
//! text, the tokens, the repairs, the names, the grammar), is immutable, and goes between threads. The events it has made again
//! when somebody asks for them (`past`). A copy of
//! an element, as formatting elements are copied, names the tag that it is a copy of ([`TagOrigin::Copied`]).
//!
//! Nothing recurses: a [`Walk`] follows the links, and dropping an arena is dropping a few vectors. All that a tree
//! needs to know of a grammar is in `grammar::Vocabulary`.
//!
//! Invariants: node 0 is the root and the only one without a parent; a parent's number is below those of its children,
//! and siblings ascend; what is in a node has the numbers from its own up to its end; a text node is never empty, and two are neighbours only if what stood between them was moved.
//!
//! Read next: `build` for how events become nodes, `omissions` for which repairs are no mistakes, [`Format`] and `notes/formats.md` for the outputs, [`Comparison`]
//! for how two documents are compared.

pub(crate) mod alike;
mod attribute;
mod breaches;
mod build;
mod citations;
mod cursor;
mod declared;
mod describe;
mod diff;
mod document;
mod dot;
mod elements;
mod errors;
#[cfg(feature = "sgml")]
mod esis;
mod events;
mod excerpt;
mod findings;
mod fix;
mod format;
mod html;
mod html5lib;
mod index;
mod inner;
mod json;
mod lazy;
mod lines;
mod lists;
pub(crate) mod meter;
mod node;
mod node_ref;
mod nodes;
mod omissions;
mod options;
mod outline;
mod past;
mod records;
pub(crate) mod rewrite;
mod same;
mod shadow;
mod source;
mod structure;
mod tables;
mod tally;
#[cfg(test)]
mod tests;
mod tokens;
mod walk;
mod wording;

pub use crate::base::NameId;
pub use crate::source::{Encoding, EncodingReason};
pub(crate) use alike::{Parting, first_parting};
pub use attribute::AttributeRef;
pub use breaches::Breach;
pub(crate) use build::Builder;
pub use describe::CitedLine;
pub use diff::{Comparison, Summary};
pub use document::Document;
pub(crate) use document::Making;
pub use findings::Wanted;
pub(crate) use lazy::{Again, InnerTree};
pub(crate) use lines::{LineDiff, aligned};
pub use meter::Extent;
pub(crate) use meter::not_written;
pub use node::NodeId;
pub use node_ref::{NodeKind, NodeRef, TagOrigin};
pub use nodes::{Nodes, Preceding, Siblings};
pub(crate) use omissions::{ALLOWED, next_word};
pub use options::{Format, WriteOptions};
pub use outline::OutlineRow;
pub(crate) use same::{is_same, one_sided_repairs};
pub use shadow::ShadowRoot;
pub use source::Source;
pub(crate) use tables::Tables;
pub use tables::TreeOptions;
pub use tally::RepairCount;
pub use walk::{Step, Walk};
