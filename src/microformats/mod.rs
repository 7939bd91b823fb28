//! Microformats: items, properties and links that authors mark by classes and link types.
//!
//! Two algorithms over one set of vocabularies and one tree, which neither of them edits.

mod relations;
mod results;
mod step;
pub mod vocabulary;

pub use relations::{RelatedUrl, Relations};
pub use results::{Item, Microformats, Mode, Property, Value};
pub use step::{Role, Step};
