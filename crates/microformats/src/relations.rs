//! Links grouped by link type: `rels`, `rel-urls` and `alternates` of microformats2.

use std::collections::BTreeSet;

use indexmap::map::Entry;

use wishful::base::{IndexMap, counted};
use wishful::tree::NodeRef;

/// The links with types of a document (microformats2 parsing, "parse a hyperlink element for rel
/// microformats").
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Relations {
    /// For each type, the addresses of its links, each once, in document order.
    pub rels: IndexMap<String, Vec<String>>,
    /// For each address, the data of its links.
    pub urls: IndexMap<String, RelatedUrl>,
}

/// The data of all links to one address; where they disagree, the first link counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RelatedUrl {
    /// The link types, in alphabetical order.
    pub rels: BTreeSet<String>,
    /// The text of the first link.
    pub text: String,
    /// The attributes `hreflang`, `media`, `title` and `type`, where given.
    pub attributes: IndexMap<&'static str, String>,
}

/// The attributes of a link that describe its target.
const ATTRIBUTES: [&str; 4] = ["hreflang", "media", "title", "type"];

impl Relations {
    /// Adds a link with types, and subtracts its bytes from `room`. Returns `false` if there was
    /// not enough room for all of it. Calls `text` only if the text is needed. (A link may contain
    /// a link and its text, and an address may have many types.)
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
            if let Some(value) = value
                && !related.attributes.contains_key(name)
                && has_room(value.len())
            {
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

    /// Returns the addresses of other versions of the document: those with the type `alternate`.
    pub fn alternates(&self) -> impl Iterator<Item = (&str, &RelatedUrl)> {
        let alternates = self.urls.iter().filter(|(_, related)| related.rels.contains("alternate"));
        alternates.map(|(url, related)| (url.as_str(), related))
    }
}
