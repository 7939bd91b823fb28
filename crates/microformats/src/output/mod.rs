//! Serialization of microformats: their own JSON, and other formats.
//!
//! | format | content | methods |
//! | --- | --- | --- |
//! | JSON | all items | [`Microformats::to_json`](super::Microformats::to_json) |
//! | vCard 3 and 4 | cards | [`to_vcard`] |
//! | iCalendar | events, tasks, busy times, alarms | [`to_icalendar`] |
//! | JSON-LD | all items | [`to_json_ld`] |
//!
//! [`to_vcard`]: super::Microformats::to_vcard
//! [`to_icalendar`]: super::Microformats::to_icalendar
//! [`to_json_ld`]: super::Microformats::to_json_ld
//!
//! All formats but JSON need the feature `formats`. Each format has a table of terms,
//! in a file `terms.rs`, for the names of microformats2 and for the classic ones. To add a
//! property, add a row.
//!
//! Nothing recurses: in every format but JSON, a nested item is a separate item. Nested texts are
//! repeated, so the output may be larger than the page; [`FormatOptions::bytes`] limits it.

mod classic_json;
#[cfg(feature = "formats")]
mod content_lines;
#[cfg(feature = "formats")]
mod icalendar;
mod json;
pub(crate) mod json_writer;
#[cfg(feature = "formats")]
pub(super) mod linked;
#[cfg(feature = "formats")]
pub(super) mod options;
#[cfg(all(test, feature = "formats"))]
mod tests;
#[cfg(feature = "formats")]
mod values;
#[cfg(feature = "formats")]
mod vcard;

pub use json::JsonOptions;
#[cfg(feature = "formats")]
pub use options::FormatOptions;
#[cfg(feature = "formats")]
pub use vcard::VcardVersion;
