//! The output: parts in a folder, or lines on stdout.
//!
//! ```text
//! out/_manifest.ndjson             the head, then a line for each part: unit, rows, and place
//! out/part-00000-00000.parquet     the first rows of the first unit
//! out/part-00000-00001.parquet
//! out/_part-00001-00000.tmp        a part that is being written
//! ```
//!
//! A part is either complete or absent. It is written to a temporary file, flushed to the disk and
//! renamed; then the manifest gets its line, which is flushed too. So if a run is killed at any
//! point:
//!
//! * A part that the manifest names exists and is complete.
//! * A part that it does not name counts as absent. A resumed run writes it again, from the end of
//!   the part before it.
//!
//! The rewritten part has the same rows and the same name, since the end of a part depends on its
//! rows alone. So no row is duplicated and none is lost. Readers of Parquet folders skip names that
//! begin with `_`.

mod head;
mod manifest;
mod part;
mod store;

pub(crate) use head::{Head, TextChecksums};
pub(crate) use part::NdjsonWriter;
pub(crate) use store::{Store, UnitParts, Writing};
