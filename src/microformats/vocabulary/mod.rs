//! The vocabularies: what the files in `grammar/microformats/` say.

mod model;
mod temporary;

pub use model::Vocabulary;
pub(crate) use model::{
    Cardinality, Elemental, Format, Implied, Kind, Property, Reading, Rule, Shape, Simple,
};
