//! Microformats as text.

mod classic_json;
mod json;
pub(crate) mod json_writer;

pub use json::JsonOptions;
