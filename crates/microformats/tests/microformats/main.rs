//! Tests of microformats and structured data.

#[path = "../../../../tests/common/mod.rs"]
mod common;
mod explain;
#[path = "../../../../tests/families/mod.rs"]
mod families;
mod formats;
mod interpret;
mod limits;
mod suite;
