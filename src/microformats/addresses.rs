//! Addresses as microformats have them: relative ones made whole, others as they are written.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use url::Url;

use crate::Allowance;
use crate::base::counted;
use crate::tree::Document;

/// How the addresses of a document are made whole.
#[derive(Clone, Debug)]
pub(crate) struct Addresses<'d> {
    document: &'d Document,
    given: Option<&'d str>,
    /// The base, when the first address was made whole that needs one; the same for all copies.
    base: Arc<OnceLock<Found>>,
}

/// What relative addresses are relative to.
#[derive(Debug)]
struct Found {
    /// Nothing if nobody says it, and if it is too long.
    base: Option<Base>,
    /// Whether all addresses would be longer together than what is written of the document may be: each of them holds the base.
    is_too_long: bool,
}

/// A base as somebody wrote it, and as an address.
type Base = (String, Url);

impl<'d> Addresses<'d> {
    /// Relative to what `document` [says](Document::base_url), itself relative to `given`, if that is given.
    pub(crate) fn new(document: &'d Document, given: Option<&'d str>) -> Self {
        Self { document, given, base: Arc::default() }
    }

    /// The document whose addresses they are.
    pub(crate) fn document(&self) -> &'d Document {
        self.document
    }

    fn base(&self) -> Option<&Base> {
        self.base.get_or_init(|| self.found()).base.as_ref()
    }

    fn found(&self) -> Found {
        let base = find_base(self.document, self.given);
        let length = base.as_ref().map_or(0, |(_, base)| base.as_str().len());
        let together = counted(length).saturating_mul(counted(self.document.len()));
        let is_too_long = together > Allowance::OUTPUT.of(self.document.text().len());
        Found { base: base.filter(|_| !is_too_long), is_too_long }
    }

    /// Whether addresses stayed as they are written because there is no room for whole ones.
    pub(crate) fn is_cut(&self) -> bool {
        self.base.get().is_some_and(|found| found.is_too_long)
    }

    /// An address as a whole one. One that is whole stays as it is written, and so does what is none; an empty one is
    /// the base as that is written.
    pub(crate) fn whole<'t>(&self, address: &'t str) -> Cow<'t, str> {
        let trimmed = address.trim_ascii();
        if is_whole(trimmed) {
            return trimmed.into();
        }
        let Some((written, base)) = self.base() else { return trimmed.into() };
        if trimmed.is_empty() {
            return written.clone().into();
        }
        let resolved = self.document.resolved(trimmed, Some(base));
        resolved.map_or(trimmed.into(), |url| String::from(url).into())
    }
}

/// What relative addresses are relative to.
fn find_base(document: &Document, given: Option<&str>) -> Option<Base> {
    let given = given.and_then(|given| Some((given.to_owned(), Url::parse(given).ok()?)));
    let own = |base: &Url| (base.as_str().to_owned(), base.clone());
    let given = given.or_else(|| document.url().map(own));
    let around = given.as_ref().map(|(_, base)| base);
    match document.base_said(around) {
        Some((written, base)) if Url::parse(written).is_ok() => Some((written.into(), base)),
        Some((_, base)) => Some(own(&base)),
        None => given,
    }
}

/// The last part of an address's path, as it is written: where a link is a tag, the name of that
/// (<https://microformats.org/wiki/rel-tag>), with its letters still escaped.
pub(crate) fn last_of_path(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}

/// Whether an address begins with a scheme (URL standard, section 4.3): a quick look that may err to the safe side.
fn is_whole(address: &str) -> bool {
    let Some((scheme, _)) = address.split_once(':') else { return false };
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    scheme.starts_with(|letter: char| letter.is_ascii_alphabetic()) && scheme.bytes().all(is_letter)
}
