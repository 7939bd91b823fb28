//! Microformats as text.

mod json;
pub(crate) mod json_writer;

pub use json::JsonOptions;
