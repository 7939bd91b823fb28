//! The output formats of a document, one file each.
//!
//! In comes a document with a limit of bytes. Out comes text in a [`Format`], with the remark that
//! it is cut if the limit was reached.
//!
//! ```text
//! options ──► format ──► html · json · html5lib · esis · events · tokens · dot · fix · outline
//!                             │
//!                             └──► meter     the limit of bytes
//! ```
//!
//! Two outputs are no formats of the command line. `structure` writes the elements on one line for
//! tests, and `sink` hands the tree to a builder of another DOM.
//!
//! **Invariants.** A writer asks [`Metered::room`](meter::Metered::room) before each item, and does
//! not recurse. No writer changes the document. The module imports the tree and the record of the
//! parse, and never `compare`.
//!
//! Read next: `dot` for a short writer, and `notes/formats.md` for the formats themselves.

mod cursor;
mod dot;
#[cfg(feature = "sgml")]
mod esis;
mod events;
mod fix;
mod format;
pub mod html;
mod html5lib;
mod json;
mod meter;
mod options;
mod outline;
mod record_ends;
mod sink;
mod structure;
mod tokens;

pub use meter::{Extent, not_written};
pub use options::{Format, WriteOptions};
pub use outline::OutlineRow;
pub(super) use outline::{moved_note, tags_note};
pub use sink::TreeSink;
