//! Other documents than the one that is asked: `lib:html-document`.
//!
//! An expression fetches nothing by itself. Whoever wants it to gives a [`Fetch`]; what that gave is kept, so that the same address is the
//! same document, as XSLT 1.0 has it of `document()` (section 12.1), and nodes of it can be in the answer.

use std::fmt;

use elsa::FrozenMap;
use url::Url;

use crate::tree::Document;

/// Where documents are had from.
pub trait Fetch {
    /// The document at an address.
    ///
    /// # Errors
    /// If it cannot be had, or may not: why, in words.
    fn fetch(&self, address: &Url) -> Result<Document, String>;
}

/// The documents that were fetched; what has been refused is asked for again.
pub struct Documents<'f> {
    fetch: &'f dyn Fetch,
    fetched: FrozenMap<Url, Box<Document>>,
}

impl<'f> Documents<'f> {
    /// None yet.
    #[must_use]
    pub fn new(fetch: &'f dyn Fetch) -> Self {
        Self { fetch, fetched: FrozenMap::new() }
    }

    /// The document at an address without its fragment.
    ///
    /// # Errors
    /// As [`Fetch::fetch`].
    pub fn get(&self, address: &Url) -> Result<&Document, String> {
        let mut address = address.clone();
        address.set_fragment(None);
        match self.fetched.get(&address) {
            Some(known) => Ok(known),
            None => {
                let document = Box::new(self.fetch.fetch(&address)?);
                Ok(self.fetched.insert(address, document))
            }
        }
    }
}

impl fmt::Debug for Documents<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Documents").finish_non_exhaustive()
    }
}
