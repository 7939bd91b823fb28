//! Where rows go: parts in a folder, or lines on stdout.
//!
//! ```text
//! out/_manifest.ndjson             what was asked, and a line for each part: which unit, how many rows, up to which place
//! out/part-00000-00000.parquet     the first rows of the first unit
//! out/part-00000-00001.parquet
//! out/_part-00001-00000.tmp        is being written
//! ```
//!
//! A part is complete or not there. It is written under another name, flushed to the disk and renamed, and then the manifest gets its line, which
//! is flushed too. So of a run that is killed at any point
//!
//! * a part that the manifest names is there and complete,
//! * a part that it does not name is not: it is written again, from the place where the part before it ended, with the same rows
//!   under the same name (where a part ends depends on its rows alone),
//!
//! and no row is there twice, and none is missing. Names with `_` in front are passed over by what reads folders of Parquet files.

mod head;
mod manifest;
mod part;
mod store;

pub(crate) use head::{Head, Texts};
pub(crate) use part::Lines;
pub(crate) use store::{Store, UnitParts, Writing};
