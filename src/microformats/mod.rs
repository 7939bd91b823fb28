//! Microformats: items, properties and links that authors mark by classes and link types.
//!
//! Two algorithms over one set of vocabularies and one tree, which neither of them edits.

mod addresses;
mod classic;
mod elements;
mod explain;
pub mod interpret;
mod lookups;
mod markup;
mod mf2;
mod moments;
mod options;
pub mod output;
mod places;
mod relations;
mod results;
mod step;
mod texts;
pub mod vocabulary;

pub use classic::ClassicOptions;
pub use options::Options;
pub use relations::{RelatedUrl, Relations};
pub use results::{Item, Microformats, Mode, Property, Value};
pub use step::{Role, Step};
pub use vocabulary::Vocabulary;
