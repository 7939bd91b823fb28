//! Resolution of addresses in microformats: relative ones become absolute, others stay as written.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use url::Url;

use wishful::Allowance;
use wishful::base::counted;
use wishful::tree::Document;

/// A resolver for the addresses of a document.
#[derive(Clone, Debug)]
pub(crate) struct Addresses<'d> {
    document: &'d Document,
    given: Option<&'d str>,
    /// The function that makes an address absolute, instead of the URL standard's algorithm.
    join: Option<fn(&str, &str) -> String>,
    /// The base, computed when the first address needs it, and shared by all copies of the
    /// resolver.
    base: Arc<OnceLock<FoundBase>>,
}

/// The result of looking for the base.
#[derive(Debug)]
struct FoundBase {
    /// The base; `None` if there is none, or if it is too long.
    base: Option<Base>,
    /// The base is so long that all addresses of the document together, each with the base in it,
    /// could exceed the limit of the output.
    is_too_long: bool,
}

/// A base as written, and as a parsed address.
type Base = (String, Url);

impl<'d> Addresses<'d> {
    /// Creates a resolver. The base is the document's own [base](Document::base_url), which is
    /// itself relative to `given`, if that is given.
    pub(crate) fn new(document: &'d Document, given: Option<&'d str>) -> Self {
        Self { document, given, join: None, base: Arc::default() }
    }

    /// Sets the function that makes an address absolute.
    pub(crate) fn joined_by(self, join: Option<fn(&str, &str) -> String>) -> Self {
        Self { join, ..self }
    }

    /// Returns the document of the addresses.
    pub(crate) fn document(&self) -> &'d Document {
        self.document
    }

    fn base(&self) -> Option<&Base> {
        self.base.get_or_init(|| self.found()).base.as_ref()
    }

    fn found(&self) -> FoundBase {
        let base = find_base(self.document, self.given);
        let length = match &base {
            Some((_, base)) => base.as_str().len(),
            None => 0,
        };
        let together = counted(length).saturating_mul(counted(self.document.len()));
        let is_too_long = together > Allowance::OUTPUT.of(self.document.text().len());
        FoundBase { base: if is_too_long { None } else { base }, is_too_long }
    }

    /// Reports whether addresses stayed relative because the base is too long.
    pub(crate) fn is_cut(&self) -> bool {
        self.base.get().is_some_and(|found| found.is_too_long)
    }

    /// Returns an absolute address. An absolute address and a text that is not an address stay as
    /// written; an empty address becomes the base as written.
    pub(crate) fn whole<'t>(&self, address: &'t str) -> Cow<'t, str> {
        if let Some(join) = self.join {
            let base = self.base().map_or("", |(written, _)| written);
            return join(base, address).into();
        }
        let trimmed = address.trim_ascii();
        if is_whole(trimmed) {
            return trimmed.into();
        }
        let Some((written, base)) = self.base() else { return trimmed.into() };
        if trimmed.is_empty() {
            return written.clone().into();
        }
        match self.document.resolved(trimmed, Some(base)) {
            Ok(url) => String::from(url).into(),
            Err(_) => trimmed.into(),
        }
    }
}

/// Returns the base that relative addresses are relative to.
fn find_base(document: &Document, given: Option<&str>) -> Option<Base> {
    let mut around: Option<Base> = None;
    if let Some(given) = given
        && let Ok(base) = Url::parse(given)
    {
        around = Some((given.to_owned(), base));
    } else if let Some(url) = document.url() {
        around = Some((url.as_str().to_owned(), url.clone()));
    }
    match document.base_said(around.as_ref().map(|(_, base)| base)) {
        Some((written, base)) if Url::parse(written).is_ok() => Some((written.into(), base)),
        Some((_, base)) => Some((base.as_str().to_owned(), base)),
        None => around,
    }
}

/// Returns the last segment of an address's path, as written, with its escapes. For a link with
/// `rel=tag` this is the name of the tag (<https://microformats.org/wiki/rel-tag>).
pub(crate) fn last_of_path(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}

/// Reports whether an address begins with a scheme (URL standard, section 4.3). A quick check: it
/// may accept texts that are not addresses.
pub(crate) fn is_whole(address: &str) -> bool {
    let Some((scheme, _)) = address.split_once(':') else { return false };
    let mut bytes = scheme.bytes();
    scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}
