//! Tests of microformats and structured data.

#[path = "../../../../tests/common/mod.rs"]
mod common;
mod explain;
mod formats;
mod interpret;
mod limits;
mod suite;
