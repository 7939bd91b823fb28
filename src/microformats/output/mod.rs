//! Microformats as text.

mod classic_json;
#[cfg(feature = "microformats-formats")]
mod content_lines;
#[cfg(feature = "microformats-formats")]
mod icalendar;
mod json;
pub(crate) mod json_writer;
#[cfg(feature = "microformats-formats")]
mod kml;
#[cfg(feature = "microformats-formats")]
mod linked;
#[cfg(feature = "microformats-formats")]
mod options;
#[cfg(feature = "microformats-formats")]
mod values;
#[cfg(feature = "microformats-formats")]
mod vcard;

pub use json::JsonOptions;
#[cfg(feature = "microformats-formats")]
pub use options::FormatOptions;
#[cfg(feature = "microformats-formats")]
pub use vcard::VcardVersion;
