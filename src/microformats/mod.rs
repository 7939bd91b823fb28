//! Microformats: items, properties and links that authors mark by classes and link types.
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
//! There are two algorithms, which disagree on purpose: that of microformats2 ([`Mode::Microformats2`]), for which classic names
//! are those that they became, and that of the classic compound formats ([`Mode::Classic`]), step by step as an essay of 2008 has
//! it. Neither edits the tree, and both fill the same flat tables, so that what reads the tables serves both: JSON and the formats
//! of address books and calendars ([`output`]), what a page means ([`interpret`]), and why each value is what it is
//! ([`Microformats::explain`]).
//!
//! No class and no element is named here: formats, and what elements say by their attributes, are files
//! ([`vocabulary`]). A value is a stretch of the document or of one buffer, with the places of the source that it came from. Nothing
//! recurses on the depth of a document, and what could grow faster than it has a limit in [`Options`] or in those of an output.
//!
//! ```
//! use wishful::microformats::Options;
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let parser = Parser::new(Grammar::load("whatwg")?)?;
//! let page = "<p class=h-event><b class=p-name>Tea</b>, <time class=dt-start>2026-05-01</time>";
//! let document = parser.parse_str(page, &ParseOptions::default())?;
//! let found = document.microformats(&Options::default());
//! let event = found.items().next().ok_or("no event")?;
//! let start = event.property("start").and_then(|start| start.values().next()).ok_or("no start")?;
//! assert_eq!((start.text(), start.step().wording()), ("2026-05-01", "text"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `notes/microformats.md` is a guide to both modes.

mod addresses;
mod classic;
#[cfg(feature = "microformats-formats")]
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
