//! Links by their types: `rels`, `rel-urls` and `alternates` of microformats2.

use crate::base::IndexMap;

/// The links of a document that have types (microformats2 parsing, "parse a hyperlink element for rel microformats").
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relations {
    /// By type, the addresses that have it, each once, in document order.
    pub rels: IndexMap<String, Vec<String>>,
    /// By address, what its links say.
    pub urls: IndexMap<String, RelatedUrl>,
}

/// What the links to an address say of it; where they do not agree, the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RelatedUrl {
    /// Their types, in the order of the alphabet.
    pub rels: Vec<String>,
    /// Their text.
    pub text: String,
    /// Attributes that they may have: `hreflang`, `media`, `title`, `type`.
    pub attributes: IndexMap<&'static str, String>,
}
