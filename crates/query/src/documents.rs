//! Access to documents other than the queried one, for `lib:html-document`.
//!
//! An expression fetches nothing by itself; the caller supplies a [`Fetch`]. Fetched documents are
//! cached, so the same address always gives the same document, as XSLT 1.0 requires for
//! `document()` (section 12.1). The cache also keeps them alive while an answer refers to their
//! nodes.

use std::fmt;

use elsa::FrozenMap;
use url::Url;

use wishful::tree::Document;

/// A source of documents.
pub trait Fetch {
    /// Returns the document at an address.
    ///
    /// # Errors
    /// The reason, in words, why the document is unavailable or forbidden.
    fn fetch(&self, address: &Url) -> Result<Document, String>;
}

/// A cache of fetched documents. Failures are not cached: the same address is requested again.
pub struct Documents<'f> {
    fetch: &'f dyn Fetch,
    fetched: FrozenMap<Url, Box<Document>>,
}

impl<'f> Documents<'f> {
    /// Creates an empty cache over a source.
    #[must_use]
    pub fn new(fetch: &'f dyn Fetch) -> Self {
        Self { fetch, fetched: FrozenMap::new() }
    }

    /// Returns the document at an address, fetching it on first use. The fragment is ignored.
    ///
    /// # Errors
    /// The errors of [`Fetch::fetch`].
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
