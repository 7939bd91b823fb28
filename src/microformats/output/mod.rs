//! Microformats as text: in their own JSON, and in the formats of others.
//!
//! | format | of | by |
//! | --- | --- | --- |
//! | JSON | all items | [`Microformats::to_json`](super::Microformats::to_json) |
//! | vCard 3 and 4, jCard | cards | [`to_vcard`](super::Microformats::to_vcard), [`to_jcard`](super::Microformats::to_jcard) |
//! | iCalendar | events, tasks, busy times, alarms | [`to_icalendar`](super::Microformats::to_icalendar) |
//! | KML | what says where it is | [`to_kml`](super::Microformats::to_kml) |
//! | JSON-LD, Turtle | all items | [`to_json_ld`](super::Microformats::to_json_ld), [`to_turtle`](super::Microformats::to_turtle) |
//!
//! All but JSON are there with the feature `microformats-formats`. Each format has a table of what is what, in a file `terms.rs`,
//! for the names of microformats2 and for the classic ones: to add a property is to add a row. Nothing recurses: an item in an
//! item is an item of its own in every one of these formats but JSON. Texts stand in texts, so what is written may be longer than the
//! page; [`FormatOptions::bytes`] says how much.

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
pub(super) mod linked;
#[cfg(feature = "microformats-formats")]
pub(super) mod options;
#[cfg(all(test, feature = "microformats-formats"))]
mod tests;
#[cfg(feature = "microformats-formats")]
mod values;
#[cfg(feature = "microformats-formats")]
mod vcard;

pub use json::JsonOptions;
#[cfg(feature = "microformats-formats")]
pub use options::FormatOptions;
#[cfg(feature = "microformats-formats")]
pub use vcard::VcardVersion;
