//! Links by their types: `rels`, `rel-urls` and `alternates` of microformats2.

use std::collections::BTreeSet;

use crate::base::IndexMap;
use crate::tree::NodeRef;

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
    pub rels: BTreeSet<String>,
    /// Their text.
    pub text: String,
    /// Attributes that they have: `hreflang`, `media`, `title`, `type`.
    pub attributes: IndexMap<&'static str, String>,
}

/// What else a link may say of an address.
const ATTRIBUTES: [&str; 4] = ["hreflang", "media", "title", "type"];

impl Relations {
    /// Adds a link with types. `text` gives its text, if that is needed.
    pub(super) fn add(
        &mut self,
        link: NodeRef<'_>,
        types: &str,
        address: String,
        text: impl FnOnce() -> String,
    ) {
        let row = self.urls.entry(address);
        let address = row.key().clone();
        let related = match row {
            indexmap::map::Entry::Occupied(row) => row.into_mut(),
            indexmap::map::Entry::Vacant(row) => {
                row.insert(RelatedUrl { text: text(), ..RelatedUrl::default() })
            }
        };
        for (name, value) in ATTRIBUTES.into_iter().zip(link.values(ATTRIBUTES)) {
            if let Some(value) = value {
                related.attributes.entry(name).or_insert_with(|| value.to_owned());
            }
        }
        for kind in types.split_ascii_whitespace() {
            if related.rels.insert(kind.to_owned()) {
                self.rels.entry(kind.to_owned()).or_default().push(address.clone());
            }
        }
    }

    /// The addresses of other versions of the document: those with `alternate` among their types.
    pub fn alternates(&self) -> impl Iterator<Item = (&str, &RelatedUrl)> {
        let is_one = |related: &RelatedUrl| related.rels.contains("alternate");
        let alternates = self.urls.iter().filter(move |(_, related)| is_one(related));
        alternates.map(|(url, related)| (url.as_str(), related))
    }
}
