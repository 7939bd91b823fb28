//! The [`Document`], the tree that is built from the slippers' events, and its output formats.
//!
//! In come the physical tokens, the stream of events and the repairs of one `Parse`, with the text
//! that their spans refer to. Out comes a tree that maps back to the source. Every node has its
//! spans in the source, and every tag is either written there or names the repair that inserted it.
//!
//! ```text
//! <title>Hi</title><p>One</b>             the source; its tree by Marpa's grammar:
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
//! let document = parser.parse("<table><td>one<td>two", &ParseOptions::default()).unwrap();
//! assert_eq!(document.structure(), "(html (head) (body (table (tbody (tr (td) (td))))))");
//!
//! let row = document.first_element("tr").unwrap();
//! let cells: Vec<String> = row.children().map(|cell| cell.text_content()).collect();
//! assert_eq!(cells, ["one", "two"]);
//! let fixed = document.render(Format::Fix, Default::default());
//! let rows = "<tbody><tr><td>one</td><td>two</td></tr></tbody>";
//! assert!(fixed.ends_with(&format!("{rows}</table></body></html>")));
//! ```
//!
//! **Representation.** The nodes lie in one flat arena in document order and link to each other by
//! number ([`NodeId`]). A [`NodeRef`] is a number with its document. So a subtree is a range of
//! numbers, which [`Nodes`] iterates over. Names are interned as numbers, too ([`NameId`]).
//!
//! Values are not copied. A text node is a chain of pieces, each a range of a token's value;
//! attributes are read from the start tag. A copy of an element, for example of a formatting
//! element, refers to the tag that it was copied from ([`TagOrigin::Copied`]). A document therefore
//! owns its inputs: the text, the tokens, the repairs, the names and the grammar. It is immutable
//! and `Send + Sync`. It does not store the events, but computes them again on the first request
//! (`record::past`).
//!
//! Nothing recurses: a [`Walk`] follows the links, and dropping an arena drops a few vectors.
//! `grammar::Vocabulary` has all that a tree needs to know of a grammar.
//!
//! **Invariants.**
//!
//! * Node 0 is the root, and the only node without a parent.
//! * A parent's number is less than those of its children, and the numbers of siblings ascend.
//! * The descendants of a node have the numbers from its own, exclusive, up to its end.
//! * A text node is never empty. Two text nodes are neighbours only if a node between them was
//!   moved.
//!
//! **Folders.** The files of this folder are the tree itself: the arena, the references to its
//! nodes, and lookups in it.
//!
//! * `build`: the way from events to nodes. `owners`: the form owners of controls.
//! * `record`: repairs, mistakes and the history of the parse, in words.
//! * `output`: the output formats, one file each.
//! * `compare`: the differences of two documents, or of two texts.
//!
//! Imports among them go one way: `compare` → `output` → `record` → the tree.
//!
//! Read next: `build`, and `record::omissions` for the repairs that are no mistakes. [`Format`] and
//! `notes/formats.md` describe the outputs, and [`Comparison`] compares two documents.

mod attribute;
mod build;
mod compare;
mod declared;
mod document;
mod elements;
mod excerpt;
mod index;
mod inner;
mod lazy;
mod lists;
mod node;
mod node_ref;
mod nodes;
mod output;
mod owners;
mod record;
mod shadow;
mod source;
mod tables;
#[cfg(test)]
mod tests;
mod walk;
mod wording;

pub use crate::base::NameId;
pub use crate::source::{Encoding, EncodingReason};
pub use attribute::AttributeRef;
pub(crate) use build::Builder;
pub use compare::{
    Comparison, LineDiff, Summary, TreeDifference, aligned, file_name, file_patch, first_parting,
    is_same, one_sided_repairs,
};
#[doc(hidden)]
pub use compare::{OwnerChange, alike, changes_of_owners};
pub use document::Document;
pub(crate) use document::DocumentParts;
#[doc(hidden)]
pub use lazy::InnerTree;
pub(crate) use lazy::ReplayRecipe;
pub use node::NodeId;
#[doc(hidden)]
pub use node::PieceText;
pub use node_ref::{NodeKind, NodeRef, TagOrigin};
pub use nodes::{Nodes, Preceding, Siblings};
#[doc(hidden)]
pub use output::html;
pub use output::{Extent, Format, OutlineRow, TreeSink, WriteOptions, not_written};
pub use record::{ALLOWED, AttributeError, FindingKinds, GrammarLine, RepairCount, Replay};
#[doc(hidden)]
pub use record::{DocumentProblem, UnfinishedRest, error_codes, is_ended, is_literal};
pub use shadow::ShadowRoot;
pub use source::Source;
pub(crate) use tables::Tables;
pub use tables::TreeOptions;
pub use walk::{Walk, WalkStep};
