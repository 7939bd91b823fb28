//! Links by their types: `rels`, `rel-urls` and `alternates` of microformats2.

use std::collections::BTreeSet;

use indexmap::map::Entry;

use crate::base::{IndexMap, counted};
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
    /// Adds a link with types, as far as there is `room` for the bytes of it; whether that is all of it. `text` gives its text, if that
    /// is needed. (A link may stand in a link, and its text in theirs; an address may have many types.)
    pub(super) fn add<'t>(
        &mut self,
        link: NodeRef<'_>,
        types: &str,
        address: &str,
        text: impl FnOnce() -> &'t str,
        room: &mut u64,
    ) -> bool {
        let mut is_whole = true;
        let mut has_room = |bytes: usize| {
            let left = room.checked_sub(counted(bytes));
            *room = left.unwrap_or_default();
            is_whole &= left.is_some();
            left.is_some()
        };
        let related = match self.urls.entry(address.to_owned()) {
            Entry::Occupied(row) => row.into_mut(),
            Entry::Vacant(row) => {
                let text = text();
                if !has_room(address.len() + text.len()) {
                    return false;
                }
                row.insert(RelatedUrl { text: text.to_owned(), ..RelatedUrl::default() })
            }
        };
        for (name, value) in ATTRIBUTES.into_iter().zip(link.values(ATTRIBUTES)) {
            let new = value.filter(|_| !related.attributes.contains_key(name));
            if let Some(value) = new.filter(|value| has_room(value.len())) {
                related.attributes.insert(name, value.to_owned());
            }
        }
        for kind in types.split_ascii_whitespace() {
            if !related.rels.contains(kind) && has_room(2 * kind.len() + address.len()) {
                related.rels.insert(kind.to_owned());
                self.rels.entry(kind.to_owned()).or_default().push(address.to_owned());
            }
        }
        is_whole
    }

    /// The addresses of other versions of the document: those with `alternate` among their types.
    pub fn alternates(&self) -> impl Iterator<Item = (&str, &RelatedUrl)> {
        let is_one = |related: &RelatedUrl| related.rels.contains("alternate");
        let alternates = self.urls.iter().filter(move |(_, related)| is_one(related));
        alternates.map(|(url, related)| (url.as_str(), related))
    }
}
