//! Microformats: the items, properties and links that authors mark with classes and link types.
//!
//! ```text
//!                 vocabulary  (grammar/microformats/*.vocabulary)
//!                     │
//! Document ──► mf2 ───┴─── classic ──► Tables ──► Microformats ──► output · interpret · explain
//!              one pass    the seed,   items,     views: Item,
//!              over the    on a view   groups,    Property, Value
//!              tree        of it       values,
//!                                      parts
//! ```
//!
//! Two algorithms exist, which disagree on purpose. [`Mode::Microformats2`] is the algorithm of
//! microformats2, which maps classic class names to their modern equivalents. [`Mode::Classic`]
//! follows an essay of 2008 ("the seed") on the classic compound formats, step by step. Neither
//! edits the tree, and both fill the same flat tables. So the same code serves both modes: JSON and
//! the formats of address books and calendars ([`output`]), the meaning of a page ([`interpret`]),
//! and the explanation of each value ([`Microformats::explain`]).
//!
//! Invariants:
//!
//! * The code names no class and no element. Formats, and the attributes that give an element's
//!   value, are data in vocabulary files ([`vocabulary`]).
//! * A value is a slice of the document or of one buffer, with its source positions.
//! * Nothing recurses on the depth of a document. Work that could be more than linear has a limit
//!   in [`Options`] or in the options of an output.
//!
//! ```
//! use wishful_microformats::{Microformats, Options};
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let parser = Parser::new(Grammar::load("whatwg")?)?;
//! let page = "<p class=h-event><b class=p-name>Tea</b>, <time class=dt-start>2026-05-01</time>";
//! let document = parser.parse(page, &ParseOptions::default())?;
//! let found = Microformats::new(&document, &Options::default());
//! let event = found.items().next().ok_or("no event")?;
//! let start = event.property("start").and_then(|start| start.values().next()).ok_or("no start")?;
//! assert_eq!((start.text(), start.step().wording()), ("2026-05-01", "text"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The guide `notes/microformats.md` describes both modes.

// Without the outputs, some methods that they share with structured data are unused.
#![cfg_attr(not(feature = "formats"), allow(dead_code, unused_imports, unreachable_pub))]

mod addresses;
mod classic;
#[cfg(test)]
#[path = "../../../tests/common/mod.rs"]
mod common;
#[cfg(feature = "formats")]
pub mod data;
mod elements;
mod explain;
pub mod interpret;
mod lookups;
mod markup;
mod mf2;
mod moments;
mod options;
pub mod output;
mod places;
mod relations;
mod results;
mod step;
mod texts;
pub mod vocabulary;

pub use classic::ClassicOptions;
pub use options::Options;
pub use relations::{RelatedUrl, Relations};
pub use results::{Item, Microformats, Mode, Property, Value};
pub use step::{Role, Step};
pub use vocabulary::Vocabulary;

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct MicroformatsReadme;
